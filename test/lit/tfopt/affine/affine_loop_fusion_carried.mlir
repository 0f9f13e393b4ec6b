// RUN: tf-opt %s --allow-unregistered-dialect '--affine-loop-fusion' | filecheck %s
// / What loops carry from iteration to iteration. mlir-opt computes each element alone, of what the first iteration begins with.

/// Each iteration goes on with the sum of those before it, so that none is computed alone.

// CHECK-LABEL: func.func @sums_so_far(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %alloc = memref.alloc() : memref<4x8xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to 4 {
// CHECK-NEXT: %0 = affine.for %arg3 = 0 to 8 iter_args(%arg4 = %cst) -> (f32) {
// CHECK-NEXT: %1 = affine.load %arg0[%arg2, %arg3] : memref<4x8xf32>
// CHECK-NEXT: %2 = arith.addf %arg4, %1 : f32
// CHECK-NEXT: affine.store %2, %alloc[%arg2, %arg3] : memref<4x8xf32>
// CHECK-NEXT: affine.yield %2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 4 {
// CHECK-NEXT: affine.for %arg3 = 0 to 8 {
// CHECK-NEXT: %0 = affine.load %alloc[%arg2, %arg3] : memref<4x8xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2, %arg3] : memref<4x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @sums_so_far(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<4x8xf32>
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 8 iter_args(%s = %zero) -> f32 {
      %x = affine.load %a[%i, %j] : memref<4x8xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %m[%i, %j] : memref<4x8xf32>
      affine.yield %t : f32
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %x = affine.load %m[%i, %j] : memref<4x8xf32>
      affine.store %x, %b[%i, %j] : memref<4x8xf32>
    }
  }
  return
}
