// RUN: tf-opt %s --split-input-file --affine-loop-unroll='unroll-factor=5 cleanup-unroll' | filecheck %s

/// With cleanup-unroll what is left is unrolled too.
// CHECK: func.func @a() {
// CHECK-NEXT: affine.for %arg0 = 0 to 100 step 2 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_1 = arith.constant 1 : i32
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
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 4)>
// CHECK: func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 6 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3] : memref<?xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3 + 10] : memref<?xf32>
// CHECK-NEXT: %1 = affine.load %arg0[%arg3 + %c0] : memref<?xf32>
// CHECK-NEXT: affine.store %1, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %2 = affine.apply #map(%c0)
// CHECK-NEXT: %3 = affine.load %arg0[%arg3 + %2] : memref<?xf32>
// CHECK-NEXT: affine.store %3, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %4 = affine.apply #map1(%c0)
// CHECK-NEXT: %5 = affine.load %arg0[%arg3 + %4] : memref<?xf32>
// CHECK-NEXT: affine.store %5, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %6 = affine.apply #map2(%c0)
// CHECK-NEXT: %7 = affine.load %arg0[%arg3 + %6] : memref<?xf32>
// CHECK-NEXT: affine.store %7, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %8 = affine.apply #map3(%c0)
// CHECK-NEXT: %9 = affine.load %arg0[%arg3 + %8] : memref<?xf32>
// CHECK-NEXT: affine.store %9, %arg0[%arg3 + 20] : memref<?xf32>
// CHECK-NEXT: %10 = affine.load %arg0[%arg3 + 1] : memref<?xf32>
// CHECK-NEXT: affine.store %10, %arg0[%arg3 + 30] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @f(%m: memref<?xf32>, %n: index, %k: index) {
  affine.for %i = 0 to 6 {
    %v = affine.load %m[%i] : memref<?xf32>
    affine.store %v, %m[%i + 10] : memref<?xf32>
    affine.for %j = 0 to 5 {
      %w = affine.load %m[%i + %j] : memref<?xf32>
      affine.store %w, %m[%i + 20] : memref<?xf32>
    }
    %x = affine.load %m[%i + 1] : memref<?xf32>
    affine.store %x, %m[%i + 30] : memref<?xf32>
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 3)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 4)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (d0 + 5)>
// CHECK-NEXT: #map5 = affine_map<(d0) -> (d0 + 6)>
// CHECK-NEXT: #map6 = affine_map<(d0) -> (d0 + 7)>
// CHECK-NEXT: #map7 = affine_map<(d0) -> (d0 + 8)>
// CHECK-NEXT: #map8 = affine_map<(d0) -> (d0 + 9)>
// CHECK-NEXT: #map9 = affine_map<(d0) -> (d0 + 10)>
// CHECK-NEXT: #map10 = affine_map<(d0) -> (d0 + 11)>
// CHECK-NEXT: #map11 = affine_map<(d0) -> (d0 + 12)>
// CHECK-NEXT: #map12 = affine_map<(d0) -> (d0 + 13)>
// CHECK-NEXT: #map13 = affine_map<(d0) -> (d0 + 14)>
// CHECK-NEXT: #map14 = affine_map<(d0) -> (d0 + 15)>
// CHECK: func.func @h(%arg0: memref<16x16xf32>, %arg1: memref<16xf32>) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
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
// CHECK-NEXT: %12 = affine.apply #map3(%c0)
// CHECK-NEXT: %13 = affine.load %arg0[%arg2, %12] : memref<16x16xf32>
// CHECK-NEXT: %14 = arith.addf %11, %13 : f32
// CHECK-NEXT: %15 = affine.apply #map4(%c0)
// CHECK-NEXT: %16 = affine.load %arg0[%arg2, %15] : memref<16x16xf32>
// CHECK-NEXT: %17 = arith.addf %14, %16 : f32
// CHECK-NEXT: %18 = affine.apply #map5(%c0)
// CHECK-NEXT: %19 = affine.load %arg0[%arg2, %18] : memref<16x16xf32>
// CHECK-NEXT: %20 = arith.addf %17, %19 : f32
// CHECK-NEXT: %21 = affine.apply #map6(%c0)
// CHECK-NEXT: %22 = affine.load %arg0[%arg2, %21] : memref<16x16xf32>
// CHECK-NEXT: %23 = arith.addf %20, %22 : f32
// CHECK-NEXT: %24 = affine.apply #map7(%c0)
// CHECK-NEXT: %25 = affine.load %arg0[%arg2, %24] : memref<16x16xf32>
// CHECK-NEXT: %26 = arith.addf %23, %25 : f32
// CHECK-NEXT: %27 = affine.apply #map8(%c0)
// CHECK-NEXT: %28 = affine.load %arg0[%arg2, %27] : memref<16x16xf32>
// CHECK-NEXT: %29 = arith.addf %26, %28 : f32
// CHECK-NEXT: %30 = affine.apply #map9(%c0)
// CHECK-NEXT: %31 = affine.load %arg0[%arg2, %30] : memref<16x16xf32>
// CHECK-NEXT: %32 = arith.addf %29, %31 : f32
// CHECK-NEXT: %33 = affine.apply #map10(%c0)
// CHECK-NEXT: %34 = affine.load %arg0[%arg2, %33] : memref<16x16xf32>
// CHECK-NEXT: %35 = arith.addf %32, %34 : f32
// CHECK-NEXT: %36 = affine.apply #map11(%c0)
// CHECK-NEXT: %37 = affine.load %arg0[%arg2, %36] : memref<16x16xf32>
// CHECK-NEXT: %38 = arith.addf %35, %37 : f32
// CHECK-NEXT: %39 = affine.apply #map12(%c0)
// CHECK-NEXT: %40 = affine.load %arg0[%arg2, %39] : memref<16x16xf32>
// CHECK-NEXT: %41 = arith.addf %38, %40 : f32
// CHECK-NEXT: %42 = affine.apply #map13(%c0)
// CHECK-NEXT: %43 = affine.load %arg0[%arg2, %42] : memref<16x16xf32>
// CHECK-NEXT: %44 = arith.addf %41, %43 : f32
// CHECK-NEXT: %45 = affine.apply #map14(%c0)
// CHECK-NEXT: %46 = affine.load %arg0[%arg2, %45] : memref<16x16xf32>
// CHECK-NEXT: %47 = arith.addf %44, %46 : f32
// CHECK-NEXT: affine.yield %47 : f32
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
