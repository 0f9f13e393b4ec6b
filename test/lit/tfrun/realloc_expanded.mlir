// RUN: tf-run %s --device=interpreter --input=index=5 | filecheck %s
// RUN: tf-opt %s --expand-realloc | tf-run - --device=interpreter --input=index=5 | filecheck %s
// RUN: tf-opt %s --expand-realloc --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts | tf-run - --device=interpreter --input=i64=5 | filecheck %s
// RUN: tf-opt %s --expand-realloc | tf-run - --device=interpreter --input=index=2 | filecheck %s

/// What lay in a buffer is there when it has grown, and when it has not: 2.5 at place 1.

// CHECK: f32=2.5
func.func @main(%n: index) -> f32 {
  %0 = memref.alloc() : memref<3xf32>
  %1 = arith.constant 1 : index
  %x = arith.constant 2.5 : f32
  memref.store %x, %0[%1] : memref<3xf32>
  %2 = memref.realloc %0(%n) : memref<3xf32> to memref<?xf32>
  %3 = memref.load %2[%1] : memref<?xf32>
  return %3 : f32
}
