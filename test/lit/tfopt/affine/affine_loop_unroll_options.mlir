// RUN: tf-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=-1 unroll-full-threshold=8},affine-loop-unroll{unroll-factor=3 unroll-num-reps=2}))' | filecheck %s

/// All iterations; of sizes of buffers, which are never negative, the rest begins at the multiple.
// CHECK: #map = affine_map<()[s0] -> (((s0 floordiv 3) floordiv 3) * 9)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 3)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (d0 + 6)>
// CHECK-NEXT: #map5 = affine_map<()[s0] -> ((s0 floordiv 3) * 3)>
// CHECK: func.func @sizes(%arg0: memref<?xf32>, %arg1: f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to #map()[%dim] step 9 {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2] : memref<?xf32>
// CHECK-NEXT: %0 = affine.apply #map1(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%0] : memref<?xf32>
// CHECK-NEXT: %1 = affine.apply #map2(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%1] : memref<?xf32>
// CHECK-NEXT: %2 = affine.apply #map3(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%2] : memref<?xf32>
// CHECK-NEXT: %3 = affine.apply #map1(%2)
// CHECK-NEXT: affine.store %arg1, %arg0[%3] : memref<?xf32>
// CHECK-NEXT: %4 = affine.apply #map2(%2)
// CHECK-NEXT: affine.store %arg1, %arg0[%4] : memref<?xf32>
// CHECK-NEXT: %5 = affine.apply #map4(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%5] : memref<?xf32>
// CHECK-NEXT: %6 = affine.apply #map1(%5)
// CHECK-NEXT: affine.store %arg1, %arg0[%6] : memref<?xf32>
// CHECK-NEXT: %7 = affine.apply #map2(%5)
// CHECK-NEXT: affine.store %arg1, %arg0[%7] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = #map()[%dim] to #map5()[%dim] step 3 {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2] : memref<?xf32>
// CHECK-NEXT: %0 = affine.apply #map1(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%0] : memref<?xf32>
// CHECK-NEXT: %1 = affine.apply #map2(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%1] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = #map5()[%dim] to #map5()[%dim] step 3 {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2] : memref<?xf32>
// CHECK-NEXT: %0 = affine.apply #map1(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%0] : memref<?xf32>
// CHECK-NEXT: %1 = affine.apply #map2(%arg2)
// CHECK-NEXT: affine.store %arg1, %arg0[%1] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = #map5()[%dim] to %dim {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @sizes(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// CHECK: func.func @a() {
// CHECK-NEXT: affine.for %arg0 = 0 to 90 step 18 {
// CHECK-NEXT: %c1_i32_8 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_9 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_12 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_13 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_14 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_15 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_16 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_17 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_18 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_19 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_20 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_21 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_22 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_23 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_24 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_25 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_26 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_27 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_28 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_29 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_30 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_31 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_32 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_33 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_34 = arith.constant 1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_2 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_3 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_4 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_5 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_6 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_7 = arith.constant 1 : i32
// CHECK-NEXT: affine.for %arg0 = 96 to 100 step 2 {
// CHECK-NEXT: %c1_i32_8 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_9 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @a() {
  affine.for %i = 0 to 100 step 2 {
    affine.for %j = 0 to 3 {
      %x = arith.constant 1 : i32
    }
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 3)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 6)>
// CHECK: func.func @h(%arg0: memref<16x16xf32>, %arg1: memref<16xf32>) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c15 = arith.constant 15 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.for %arg2 = 0 to 17 iter_args(%arg3 = %cst) -> (f32) {
// CHECK-NEXT: %1 = affine.load %arg0[%arg2, %c0] : memref<16x16xf32>
// CHECK-NEXT: %2 = arith.addf %arg3, %1 : f32
// CHECK-NEXT: %3 = affine.apply #map(%c0)
// CHECK-NEXT: %4 = affine.load %arg0[%arg2, %3] : memref<16x16xf32>
// CHECK-NEXT: %5 = arith.addf %2, %4 : f32
// CHECK-NEXT: %6 = affine.apply #map1(%c0)
// CHECK-NEXT: %7 = affine.load %arg0[%arg2, %6] : memref<16x16xf32>
// CHECK-NEXT: %8 = arith.addf %5, %7 : f32
// CHECK-NEXT: %9 = affine.apply #map2(%c0)
// CHECK-NEXT: %10 = affine.load %arg0[%arg2, %9] : memref<16x16xf32>
// CHECK-NEXT: %11 = arith.addf %8, %10 : f32
// CHECK-NEXT: %12 = affine.apply #map(%9)
// CHECK-NEXT: %13 = affine.load %arg0[%arg2, %12] : memref<16x16xf32>
// CHECK-NEXT: %14 = arith.addf %11, %13 : f32
// CHECK-NEXT: %15 = affine.apply #map1(%9)
// CHECK-NEXT: %16 = affine.load %arg0[%arg2, %15] : memref<16x16xf32>
// CHECK-NEXT: %17 = arith.addf %14, %16 : f32
// CHECK-NEXT: %18 = affine.apply #map3(%c0)
// CHECK-NEXT: %19 = affine.load %arg0[%arg2, %18] : memref<16x16xf32>
// CHECK-NEXT: %20 = arith.addf %17, %19 : f32
// CHECK-NEXT: %21 = affine.apply #map(%18)
// CHECK-NEXT: %22 = affine.load %arg0[%arg2, %21] : memref<16x16xf32>
// CHECK-NEXT: %23 = arith.addf %20, %22 : f32
// CHECK-NEXT: %24 = affine.apply #map1(%18)
// CHECK-NEXT: %25 = affine.load %arg0[%arg2, %24] : memref<16x16xf32>
// CHECK-NEXT: %26 = arith.addf %23, %25 : f32
// CHECK-NEXT: %27 = affine.for %arg4 = 9 to 15 step 3 iter_args(%arg5 = %26) -> (f32) {
// CHECK-NEXT: %30 = affine.load %arg0[%arg2, %arg4] : memref<16x16xf32>
// CHECK-NEXT: %31 = arith.addf %arg5, %30 : f32
// CHECK-NEXT: %32 = affine.apply #map(%arg4)
// CHECK-NEXT: %33 = affine.load %arg0[%arg2, %32] : memref<16x16xf32>
// CHECK-NEXT: %34 = arith.addf %31, %33 : f32
// CHECK-NEXT: %35 = affine.apply #map1(%arg4)
// CHECK-NEXT: %36 = affine.load %arg0[%arg2, %35] : memref<16x16xf32>
// CHECK-NEXT: %37 = arith.addf %34, %36 : f32
// CHECK-NEXT: affine.yield %37 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %28 = affine.load %arg0[%arg2, %c15] : memref<16x16xf32>
// CHECK-NEXT: %29 = arith.addf %27, %28 : f32
// CHECK-NEXT: affine.yield %29 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @h(%m: memref<16x16xf32>, %o: memref<16xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r0 = affine.for %i = 0 to 17 iter_args(%c = %z) -> f32 {
    %r = affine.for %j = 0 to 16 iter_args(%a = %c) -> f32 {
      %w = affine.load %m[%i, %j] : memref<16x16xf32>
      %b = arith.addf %a, %w : f32
      affine.yield %b : f32
    }
    affine.yield %r : f32
  }
  return %r0 : f32
}
