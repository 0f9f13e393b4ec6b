// RUN: tf-opt %s --allow-unregistered-dialect '--affine-loop-fusion=maximal' | filecheck %s


/// Two sums over the same rows, in the same iterations: the inner loop carries both, and what is done with each comes behind it.

// CHECK-LABEL: func.func @two_sums(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %0:2 = affine.for %arg4 = 0 to 6 iter_args(%arg5 = %cst_0, %arg6 = %cst) -> (f32, f32) {
// CHECK-NEXT: %2 = affine.load %arg0[%arg4, %arg3] : memref<6x4xf32>
// CHECK-NEXT: %3 = arith.addf %arg6, %2 : f32
// CHECK-NEXT: %4 = affine.load %arg0[%arg4, %arg3] : memref<6x4xf32>
// CHECK-NEXT: %5 = arith.mulf %arg5, %4 : f32
// CHECK-NEXT: affine.yield %5, %3 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = arith.negf %0#1 : f32
// CHECK-NEXT: affine.store %1, %arg1[%arg3] : memref<4xf32>
// CHECK-NEXT: affine.store %0#0, %arg2[%arg3] : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @two_sums(%a: memref<6x4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 6 iter_args(%s = %zero) -> f32 {
      %x = affine.load %a[%j, %i] : memref<6x4xf32>
      %t = arith.addf %s, %x : f32
      affine.yield %t : f32
    }
    %m = arith.negf %r : f32
    affine.store %m, %b[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 6 iter_args(%s = %one) -> f32 {
      %x = affine.load %a[%j, %i] : memref<6x4xf32>
      %t = arith.mulf %s, %x : f32
      affine.yield %t : f32
    }
    affine.store %r, %c[%i] : memref<4xf32>
  }
  return
}

/// The second sum is one of less: it stays a loop of its own.

// CHECK-LABEL: func.func @sums_of_different_length(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %0 = affine.for %arg4 = 0 to 3 iter_args(%arg5 = %cst_0) -> (f32) {
// CHECK-NEXT: %1 = affine.for %arg6 = 0 to 6 iter_args(%arg7 = %cst) -> (f32) {
// CHECK-NEXT: %4 = affine.load %arg0[%arg6, %arg3] : memref<6x4xf32>
// CHECK-NEXT: %5 = arith.addf %arg7, %4 : f32
// CHECK-NEXT: affine.yield %5 : f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %1, %arg1[%arg3] : memref<4xf32>
// CHECK-NEXT: %2 = affine.load %arg0[%arg4, %arg3] : memref<6x4xf32>
// CHECK-NEXT: %3 = arith.mulf %arg5, %2 : f32
// CHECK-NEXT: affine.yield %3 : f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %0, %arg2[%arg3] : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @sums_of_different_length(%a: memref<6x4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 6 iter_args(%s = %zero) -> f32 {
      %x = affine.load %a[%j, %i] : memref<6x4xf32>
      %t = arith.addf %s, %x : f32
      affine.yield %t : f32
    }
    affine.store %r, %b[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 3 iter_args(%s = %one) -> f32 {
      %x = affine.load %a[%j, %i] : memref<6x4xf32>
      %t = arith.mulf %s, %x : f32
      affine.yield %t : f32
    }
    affine.store %r, %c[%i] : memref<4xf32>
  }
  return
}
