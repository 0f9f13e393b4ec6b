// RUN: tf-run %s --device=cpu --entry=floats --input=4xf32=1,2,3,-4 --input=index=3 --input=f32=-2.5 | filecheck %s --check-prefix=FLOATS --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=floats --input=4xf32=1,2,3,-4 --input=index=3 --input=f32=-2.5 | filecheck %s --check-prefix=FLOATS --match-full-lines
// RUN: tf-run %s --device=cpu --entry=halves --input=4xf16=1,3,1,0 --input=index=1 --input=f16=2 | filecheck %s --check-prefix=HALVES --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=halves --input=4xf16=1,3,1,0 --input=index=1 --input=f16=2 | filecheck %s --check-prefix=HALVES --match-full-lines
// RUN: tf-run %s --device=cpu --entry=sizes --input=12xf32=1,2,3,4,5,6,7,8,9,10,11,12 --input=3xi32=2,3,2 | filecheck %s --check-prefix=SIZES --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=sizes --input=12xf32=1,2,3,4,5,6,7,8,9,10,11,12 --input=3xi32=2,3,2 | filecheck %s --check-prefix=SIZES --match-full-lines

/// An element changes by any computation: -4 * -2.5 is 10, which is not below zero; 3 to the power of 2 is 9. What was there is the result, as
/// of upstream's machine code. FLOATS changes it twice: 10 * -2.5 is below zero.
// FLOATS: f32=-4
// FLOATS-NEXT: f32=10
// FLOATS-NEXT: {{.*}}4xf32=1 2 3 0
func.func @floats(%m: memref<4xf32>, %i: index, %c: f32) -> (f32, f32) {
  %z = arith.constant 0.0 : f32
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %n = arith.mulf %old, %c : f32
    %b = arith.cmpf olt, %n, %z : f32
    %q = arith.select %b, %z, %n : f32
    memref.atomic_yield %q : f32
  }
  %1 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %n = arith.mulf %old, %c : f32
    %b = arith.cmpf olt, %n, %z : f32
    %q = arith.select %b, %z, %n : f32
    memref.atomic_yield %q : f32
  }
  return %0, %1 : f32, f32
}
// HALVES: f16=3
// HALVES-NEXT: f16=9
// HALVES-NEXT: {{.*}}4xf16=1 9 1 0
func.func @halves(%m: memref<4xf16>, %i: index, %c: f16) -> (f16, f16) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf16> {
  ^bb0(%old: f16):
    %n = math.powf %old, %c : f16
    memref.atomic_yield %n : f16
  }
  %1 = memref.load %m[%i] : memref<4xf16>
  return %0, %1 : f16, f16
}
/// Of as many sizes as the buffer has: of 2x3x2 elements that at [1, 0, 1] is number 7 from 0 on.
// SIZES: i64=3
// SIZES-NEXT: i64=2
// SIZES-NEXT: i64=3
// SIZES-NEXT: i64=2
// SIZES-NEXT: f32=8
func.func @sizes(%m: memref<?xf32>, %s: memref<?xi32>) -> (index, index, index, index, f32) {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<?xi32>) -> memref<*xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = memref.rank %0 : memref<*xf32>
  %a = memref.dim %0, %c0 : memref<*xf32>
  %b = memref.dim %0, %c1 : memref<*xf32>
  %c = memref.dim %0, %c2 : memref<*xf32>
  %w = memref.cast %0 : memref<*xf32> to memref<?x?x?xf32>
  %x = memref.load %w[%c1, %c0, %c1] : memref<?x?x?xf32>
  return %r, %a, %b, %c, %x : index, index, index, index, f32
}
