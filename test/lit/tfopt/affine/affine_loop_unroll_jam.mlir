// RUN: tf-opt %s --split-input-file --affine-loop-unroll-jam='unroll-jam-factor=2' | filecheck %s

/// Inner loops are shared by several iterations; values that they carry are there once for each.
// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK: func.func @a(%arg0: memref<16x16xf32>, %arg1: memref<16xf32>) {
// CHECK-NEXT: affine.for %arg2 = 0 to 16 step 2 {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.apply #map(%arg2)
// CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1:2 = affine.for %arg3 = 0 to 16 iter_args(%arg4 = %cst, %arg5 = %cst_0) -> (f32, f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg2, %arg3] : memref<16x16xf32>
// CHECK-NEXT: %4 = arith.addf %arg4, %3 : f32
// CHECK-NEXT: %5 = affine.apply #map(%arg2)
// CHECK-NEXT: %6 = affine.load %arg0[%5, %arg3] : memref<16x16xf32>
// CHECK-NEXT: %7 = arith.addf %arg5, %6 : f32
// CHECK-NEXT: affine.yield %4, %7 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %1#0, %arg1[%arg2] : memref<16xf32>
// CHECK-NEXT: %2 = affine.apply #map(%arg2)
// CHECK-NEXT: affine.store %1#1, %arg1[%2] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @a(%m: memref<16x16xf32>, %o: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %z = arith.constant 0.0 : f32
    %r = affine.for %j = 0 to 16 iter_args(%a = %z) -> f32 {
      %w = affine.load %m[%i, %j] : memref<16x16xf32>
      %b = arith.addf %a, %w : f32
      affine.yield %b : f32
    }
    affine.store %r, %o[%i] : memref<16xf32>
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK: func.func @b(%arg0: memref<16x16xf32>, %arg1: memref<16x16xf32>, %arg2: index) {
// CHECK-NEXT: %c14 = arith.constant 14 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 14 step 2 {
// CHECK-NEXT: affine.for %arg4 = 0 to %arg2 {
// CHECK-NEXT: affine.for %arg5 = 0 to 10 {
// CHECK-NEXT: %3 = affine.load %arg0[%arg3, %arg4] : memref<16x16xf32>
// CHECK-NEXT: affine.store %3, %arg1[%arg3, %arg5] : memref<16x16xf32>
// CHECK-NEXT: %4 = affine.apply #map(%arg3)
// CHECK-NEXT: %5 = affine.load %arg0[%4, %arg4] : memref<16x16xf32>
// CHECK-NEXT: affine.store %5, %arg1[%4, %arg5] : memref<16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg4] : memref<16x16xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg3, %arg4] : memref<16x16xf32>
// CHECK-NEXT: %1 = affine.apply #map(%arg3)
// CHECK-NEXT: %2 = affine.load %arg0[%1, %arg4] : memref<16x16xf32>
// CHECK-NEXT: affine.store %2, %arg1[%1, %arg4] : memref<16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to %arg2 {
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %1 = affine.load %arg0[%c14, %arg3] : memref<16x16xf32>
// CHECK-NEXT: affine.store %1, %arg1[%c14, %arg4] : memref<16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.load %arg0[%c14, %arg3] : memref<16x16xf32>
// CHECK-NEXT: affine.store %0, %arg1[%c14, %arg3] : memref<16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @b(%m: memref<16x16xf32>, %o: memref<16x16xf32>, %n: index) {
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to 10 {
        %w = affine.load %m[%i, %j] : memref<16x16xf32>
        affine.store %w, %o[%i, %k] : memref<16x16xf32>
      }
      %w = affine.load %m[%i, %j] : memref<16x16xf32>
      affine.store %w, %o[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK: func.func @d(%arg0: memref<16x16xf32>, %arg1: memref<16x16xf32>, %arg2: index) {
// CHECK-NEXT: affine.for %arg3 = 0 to 4 step 2 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, 0] : memref<16x16xf32>
// CHECK-NEXT: %1 = affine.apply #map(%arg3)
// CHECK-NEXT: %2 = affine.load %arg0[%1, 0] : memref<16x16xf32>
// CHECK-NEXT: affine.for %arg4 = 0 to 5 {
// CHECK-NEXT: %3 = arith.addf %0, %0 : f32
// CHECK-NEXT: affine.store %3, %arg1[%arg3, %arg4] : memref<16x16xf32>
// CHECK-NEXT: %4 = affine.apply #map(%arg3)
// CHECK-NEXT: %5 = arith.addf %2, %2 : f32
// CHECK-NEXT: affine.store %5, %arg1[%4, %arg4] : memref<16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, 0] : memref<16x16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @d(%m: memref<16x16xf32>, %o: memref<16x16xf32>, %n: index) {
  affine.for %i = 0 to 4 {
    %v = affine.load %m[%i, 0] : memref<16x16xf32>
    affine.for %j = 0 to 5 {
      %w = arith.addf %v, %v : f32
      affine.store %w, %o[%i, %j] : memref<16x16xf32>
    }
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %m[%i, 0] : memref<16x16xf32>
  }
  return
}
