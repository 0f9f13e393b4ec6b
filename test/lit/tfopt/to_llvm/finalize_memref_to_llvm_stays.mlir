// RUN: tf-opt --allow-unregistered-dialect --split-input-file --finalize-memref-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @rmw2(%f: memref<?xf32>, %w: f32, %i: index, %v: i32, %m: memref<4xi32>) {
  %12 = memref.atomic_rmw mulf %w, %f[%i] : (f32, memref<?xf32>) -> f32
  %14 = memref.atomic_rmw muli %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}
// -----
func.func @grmw(%f: memref<?xf32>, %w: f32, %i: index) -> f32 {
  %0 = memref.generic_atomic_rmw %f[%i] : memref<?xf32> {
  ^bb0(%x: f32):
    %y = arith.mulf %x, %w : f32
    memref.atomic_yield %y : f32
  }
  return %0 : f32
}
// -----
func.func @sub(%a: memref<8x8xf32>, %i: index) -> memref<4x4xf32, strided<[8, 1], offset: ?>> {
  %0 = memref.subview %a[%i, 0][4, 4][1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<4x4xf32, strided<[8, 1], offset: ?>>
}
// -----
func.func @ex(%a: memref<8x8xf32>, %b: memref<?x8xf32>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %c = arith.constant 4 : index
  %1 = memref.expand_shape %b [[0, 1], [2]] output_shape [%c, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
  "test.use"(%0, %1) : (memref<64xf32>, memref<?x4x8xf32>) -> ()
  return
}
// -----
func.func @bad(%a: memref<8xf32, affine_map<(d0) -> (d0 mod 2)>>, %i: index, %b: memref<4xf32, "weird">) {
  %0 = memref.load %a[%i] : memref<8xf32, affine_map<(d0) -> (d0 mod 2)>>
  %1 = memref.load %b[%i] : memref<4xf32, "weird">
  return
}
// -----
func.func @realloc(%a: memref<4xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %a(%n) : memref<4xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK: module {
// CHECK: func.func @rmw2(%arg0: memref<?xf32>, %arg1: f32, %arg2: index, %arg3: i32, %arg4: memref<4xi32>) {
// CHECK-NEXT: %0 = memref.atomic_rmw mulf %arg1, %arg0[%arg2] : (f32, memref<?xf32>) -> f32
// CHECK-NEXT: %1 = memref.atomic_rmw muli %arg3, %arg4[%arg2] : (i32, memref<4xi32>) -> i32
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @grmw(%arg0: memref<?xf32>, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT: %0 = memref.generic_atomic_rmw %arg0[%arg2] : memref<?xf32> {
// CHECK-NEXT: ^bb0(%arg3: f32):
// CHECK-NEXT: %1 = arith.mulf %arg3, %arg1 : f32
// CHECK-NEXT: memref.atomic_yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @sub(%arg0: memref<8x8xf32>, %arg1: index) -> memref<4x4xf32, strided<[8, 1], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: return %subview : memref<4x4xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex(%arg0: memref<8x8xf32>, %arg1: memref<?x8xf32>) {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<8x8xf32> into memref<64xf32>
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg1 [[0, 1], [2]] output_shape [%c4, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
// CHECK-NEXT: "test.use"(%collapse_shape, %expand_shape) : (memref<64xf32>, memref<?x4x8xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: #map = affine_map<(d0) -> (d0 mod 2)>
// CHECK: module {
// CHECK: func.func @bad(%arg0: memref<8xf32, #map>, %arg1: index, %arg2: memref<4xf32, "weird">) {
// CHECK-NEXT: %0 = memref.load %arg0[%arg1] : memref<8xf32, #map>
// CHECK-NEXT: %1 = memref.load %arg2[%arg1] : memref<4xf32, "weird">
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @realloc(%arg0: memref<4xf32>, %arg1: index) -> memref<?xf32> {
// CHECK-NEXT: %0 = memref.realloc %arg0(%arg1) : memref<4xf32> to memref<?xf32>
// CHECK-NEXT: return %0 : memref<?xf32>
// CHECK-NEXT: }
