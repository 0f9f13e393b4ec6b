// RUN: tf-opt %s --iree-lower-sequencer-dialect | filecheck %s

/// What is known is a constant, or a copy of bytes: of 3 by 4 numbers of 4 bytes, rows 1 and 2 begin at byte 16 and have 32.
// CHECK-LABEL: func.func @known
// CHECK-DAG: iree_ll_seq.constant dense<2> : tensor<i32>
// CHECK-DAG: iree_ll_seq.constant dense<4> : tensor<i32>
// CHECK: iree_ll_seq.static_slice %arg0[16, 32] : memref<3x4xf32> -> memref<2x4xf32>
/// Side by side rows of 4 and 2 numbers lie in rows of 6: two runs of each are copied.
// CHECK: %[[BOTH:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<2x6xf32>
// CHECK-NEXT: iree_ll_seq.static_copy %{{.*}}[0] to %[[BOTH]][0], 16
// CHECK-NEXT: iree_ll_seq.static_copy %{{.*}}[16] to %[[BOTH]][24], 16
// CHECK-NEXT: iree_ll_seq.static_copy %arg1[0] to %[[BOTH]][16], 8
// CHECK-NEXT: iree_ll_seq.static_copy %arg1[8] to %[[BOTH]][40], 8
func.func @known(%x: memref<3x4xf32>, %y: memref<2x2xf32>) -> (memref<i32>, memref<i32>, memref<2x6xf32>) {
  %rank = "iree_hl_seq.rank"(%x) : (memref<3x4xf32>) -> memref<i32>
  %dim = "iree_hl_seq.dim"(%x) {dimension = 1 : i32} : (memref<3x4xf32>) -> memref<i32>
  %first = iree_hl_seq.constant dense<[1, 0]> : tensor<2xi32>
  %lengths = iree_hl_seq.constant dense<[2, 4]> : tensor<2xi32>
  %rows = "iree_hl_seq.slice"(%x, %first, %lengths) : (memref<3x4xf32>, memref<2xi32>, memref<2xi32>) -> memref<2x4xf32>
  %both = "iree_hl_seq.concat"(%rows, %y) {dimension = 1 : i32} : (memref<2x4xf32>, memref<2x2xf32>) -> memref<2x6xf32>
  iree_hl_seq.return %rank, %dim, %both : memref<i32>, memref<i32>, memref<2x6xf32>
}

/// Sizes of a call, and places that the program computes, are numbers in buffers.
// CHECK-LABEL: func.func @told
// CHECK: %[[SHAPE:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<2xi32>
// CHECK-NEXT: "iree_ll_seq.shape"(%arg0, %[[SHAPE]])
// CHECK-NEXT: iree_ll_seq.static_slice %[[SHAPE]][0, 4] : memref<2xi32> -> memref<i32>
// CHECK: %[[AT:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<i32>
// CHECK-NEXT: %[[COUNT:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<i32>
// CHECK: "iree_ll_seq.compute_range"(%{{.*}}, %arg1, %arg2, %[[AT]], %[[COUNT]]) <{element_size = 4 : i32}>
// CHECK-NEXT: "iree_ll_seq.dynamic_slice"(%arg0, %[[AT]], %[[COUNT]], %arg2) : {{.*}} -> memref<1x4xf32>
// CHECK: "iree_ll_seq.dynamic_fill"(%arg3, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: "iree_ll_seq.length"

// RUN: tf-opt %s --iree-lower-sequencer-dialect -o %t.mlir
// RUN: tf-run %t.mlir --entry=told --device=interpreter --input=3x4xf32=1,2,3,4,5,6,7,8,9,10,11,12 --input=2xi32=1,0 --input=2xi32=1,4 --input=f32=0 | filecheck %s --check-prefix=RUN1
// RUN: tf-run %t.mlir --entry=told --device=vm --input=3x4xf32=1,2,3,4,5,6,7,8,9,10,11,12 --input=2xi32=1,0 --input=2xi32=1,4 --input=f32=0 | filecheck %s --check-prefix=RUN1
// RUN: tf-run %t.mlir --entry=told --device=cpu --input=3x4xf32=1,2,3,4,5,6,7,8,9,10,11,12 --input=2xi32=1,0 --input=2xi32=1,4 --input=f32=0 | filecheck %s --check-prefix=RUN1
/// Three rows; row 1 of the numbers; of a copy of that row, where the same range is filled with zeros, nothing is left.
// RUN1: i32=3
// RUN1-NEXT: 1x4xf32=[5 6 7 8]
// RUN1-NEXT: 3x4xf32=[1 2 3 4][0 0 0 0][9 10 11 12]
// RUN1-NEXT: i32=12
func.func @told(%x: memref<?x4xf32>, %first: memref<2xi32>, %lengths: memref<2xi32>, %value: memref<f32>) -> (memref<i32>, memref<1x4xf32>, memref<?x4xf32>, memref<i32>) {
  %rows = "iree_hl_seq.dim"(%x) {dimension = 0 : i32} : (memref<?x4xf32>) -> memref<i32>
  %view = "iree_hl_seq.slice"(%x, %first, %lengths) : (memref<?x4xf32>, memref<2xi32>, memref<2xi32>) -> memref<1x4xf32>
  %row = "iree_hl_seq.clone"(%view) : (memref<1x4xf32>) -> memref<1x4xf32>
  %all = "iree_hl_seq.clone"(%x) : (memref<?x4xf32>) -> memref<?x4xf32>
  "iree_hl_seq.fill"(%value, %all, %first, %lengths) : (memref<f32>, memref<?x4xf32>, memref<2xi32>, memref<2xi32>) -> ()
  %count = "iree_hl_seq.length"(%all) : (memref<?x4xf32>) -> memref<i32>
  iree_hl_seq.return %rows, %row, %all, %count : memref<i32>, memref<1x4xf32>, memref<?x4xf32>, memref<i32>
}

/// A part that is copied to where the program says.
// CHECK-LABEL: func.func @copied
// CHECK: iree_ll_seq.dynamic_copy %arg0[%{{.*}}] to %{{.*}}[%{{.*}}], %{{.*}} : memref<4xf32>, memref<i32>, memref<4xf32>, memref<i32>, memref<i32>
// RUN: tf-run %t.mlir --entry=copied --device=interpreter --input=4xf32=1,2,3,4 --input=1xi32=2 | filecheck %s --check-prefix=COPIED
// RUN: tf-run %t.mlir --entry=copied --device=cpu --input=4xf32=1,2,3,4 --input=1xi32=2 | filecheck %s --check-prefix=COPIED
// COPIED: 4xf32=1 2 1 2
func.func @copied(%x: memref<4xf32>, %at: memref<1xi32>) -> memref<4xf32> {
  %first = iree_hl_seq.constant dense<0> : tensor<1xi32>
  %two = iree_hl_seq.constant dense<2> : tensor<1xi32>
  %out = "iree_hl_seq.clone"(%x) : (memref<4xf32>) -> memref<4xf32>
  "iree_hl_seq.copy"(%x, %first, %out, %at, %two) : (memref<4xf32>, memref<1xi32>, memref<4xf32>, memref<1xi32>, memref<1xi32>) -> ()
  iree_hl_seq.return %out : memref<4xf32>
}
