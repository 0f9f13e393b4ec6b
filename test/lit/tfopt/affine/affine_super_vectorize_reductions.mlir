// RUN: tf-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=128 vectorize-reductions' | filecheck %s

/// Sums and the like: lanes behind the last are neutral, the number that the loop begins with comes to the rest.
// CHECK: #map = affine_map<(d0) -> (-d0 + 500)>
// CHECK-NEXT: #map1 = affine_map<(d0)[s0] -> (-d0 + s0)>
// CHECK: func.func @reductions(%arg0: memref<512xf32>, %arg1: memref<512xi32>, %arg2: index, %arg3: f32) -> (f32, f32, i32) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %cst_0 = arith.constant dense<0.000000e+00> : vector<128xf32>
// CHECK-NEXT: %0 = affine.for %arg4 = 0 to 500 step 128 iter_args(%arg5 = %cst_0) -> (vector<128xf32>) {
// CHECK-NEXT: %8 = affine.apply #map(%arg4)
// CHECK-NEXT: %9 = vector.create_mask %8 : vector<128xi1>
// CHECK-NEXT: %10 = ub.poison : f32
// CHECK-NEXT: %11 = vector.transfer_read %arg0[%arg4], %10 : memref<512xf32>, vector<128xf32>
// CHECK-NEXT: %12 = math.cos %11 : vector<128xf32>
// CHECK-NEXT: %13 = arith.select %9, %12, %cst_0 : vector<128xi1>, vector<128xf32>
// CHECK-NEXT: %14 = arith.addf %arg5, %13 : vector<128xf32>
// CHECK-NEXT: affine.yield %14 : vector<128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %1 = vector.reduction <add>, %0 : vector<128xf32> into f32
// CHECK-NEXT: %cst_1 = arith.constant dense<1.000000e+00> : vector<128xf32>
// CHECK-NEXT: %2 = affine.for %arg4 = 0 to %arg2 step 128 iter_args(%arg5 = %cst_1) -> (vector<128xf32>) {
// CHECK-NEXT: %8 = affine.apply #map1(%arg4)[%arg2]
// CHECK-NEXT: %9 = vector.create_mask %8 : vector<128xi1>
// CHECK-NEXT: %10 = ub.poison : f32
// CHECK-NEXT: %11 = vector.transfer_read %arg0[%arg4], %10 : memref<512xf32>, vector<128xf32>
// CHECK-NEXT: %12 = arith.select %9, %11, %cst_1 : vector<128xi1>, vector<128xf32>
// CHECK-NEXT: %13 = arith.mulf %arg5, %12 : vector<128xf32>
// CHECK-NEXT: affine.yield %13 : vector<128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %3 = vector.reduction <mul>, %2 : vector<128xf32> into f32
// CHECK-NEXT: %4 = arith.mulf %3, %arg3 : f32
// CHECK-NEXT: %cst_2 = arith.constant dense<-2147483648> : vector<128xi32>
// CHECK-NEXT: %5 = affine.for %arg4 = 0 to 512 step 128 iter_args(%arg5 = %cst_2) -> (vector<128xi32>) {
// CHECK-NEXT: %8 = ub.poison : i32
// CHECK-NEXT: %9 = vector.transfer_read %arg1[%arg4], %8 : memref<512xi32>, vector<128xi32>
// CHECK-NEXT: %10 = arith.maxsi %arg5, %9 : vector<128xi32>
// CHECK-NEXT: affine.yield %10 : vector<128xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %6 = vector.reduction <maxsi>, %5 : vector<128xi32> into i32
// CHECK-NEXT: %7 = arith.maxsi %6, %c7_i32 : i32
// CHECK-NEXT: return %1, %4, %7 : f32, f32, i32
// CHECK-NEXT: }
func.func @reductions(%a: memref<512xf32>, %b: memref<512xi32>, %n: index, %z: f32) -> (f32, f32, i32) {
  %c = arith.constant 0.0 : f32
  %k = arith.constant 7 : i32
  %r = affine.for %i = 0 to 500 iter_args(%s = %c) -> (f32) {
    %x = affine.load %a[%i] : memref<512xf32>
    %y = math.cos %x : f32
    %t = arith.addf %s, %y : f32
    affine.yield %t : f32
  }
  %r2 = affine.for %i = 0 to %n iter_args(%s = %z) -> (f32) {
    %x = affine.load %a[%i] : memref<512xf32>
    %t = arith.mulf %s, %x : f32
    affine.yield %t : f32
  }
  %r3 = affine.for %i = 0 to 512 iter_args(%s = %k) -> (i32) {
    %x = affine.load %b[%i] : memref<512xi32>
    %t = arith.maxsi %s, %x : i32
    affine.yield %t : i32
  }
  return %r, %r2, %r3 : f32, f32, i32
}

// -----

/// Not all that a loop carries is one.
// CHECK: func.func @difference(%arg0: memref<512xf32>, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = affine.for %arg2 = 0 to 512 iter_args(%arg3 = %arg1) -> (f32) {
// CHECK-NEXT: %1 = affine.load %arg0[%arg2] : memref<512xf32>
// CHECK-NEXT: %2 = arith.subf %1, %arg3 : f32
// CHECK-NEXT: affine.yield %2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @difference(%a: memref<512xf32>, %z: f32) -> f32 {
  %r = affine.for %i = 0 to 512 iter_args(%s = %z) -> (f32) {
    %x = affine.load %a[%i] : memref<512xf32>
    %t = arith.subf %x, %s : f32
    affine.yield %t : f32
  }
  return %r : f32
}
