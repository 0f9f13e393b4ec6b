// RUN: tf-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=8' | filecheck %s

/// Along rows; a number that is the same for all iterations is spread, a constant is one of vectors.
// CHECK: #map = affine_map<(d0) -> (0)>
// CHECK: func.func @rows(%arg0: memref<64x128xf32>, %arg1: memref<64x128xf32>, %arg2: memref<64xf32>, %arg3: f32) {
// CHECK-NEXT: %0 = vector.broadcast %arg3 : f32 to vector<8xf32>
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: affine.for %arg4 = 0 to 64 {
// CHECK-NEXT: affine.for %arg5 = 0 to 128 step 8 {
// CHECK-NEXT: %cst_0 = arith.constant dense<3.000000e+00> : vector<8xf32>
// CHECK-NEXT: %1 = ub.poison : f32
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%arg4, %arg5], %1 : memref<64x128xf32>, vector<8xf32>
// CHECK-NEXT: %3 = ub.poison : f32
// CHECK-NEXT: %4 = vector.transfer_read %arg2[%arg4], %3 {permutation_map = #map} : memref<64xf32>, vector<8xf32>
// CHECK-NEXT: %5 = arith.addf %2, %cst_0 : vector<8xf32>
// CHECK-NEXT: %6 = arith.mulf %5, %4 : vector<8xf32>
// CHECK-NEXT: %7 = arith.mulf %6, %0 : vector<8xf32>
// CHECK-NEXT: vector.transfer_write %7, %arg1[%arg4, %arg5] : vector<8xf32>, memref<64x128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @rows(%a: memref<64x128xf32>, %b: memref<64x128xf32>, %v: memref<64xf32>, %z: f32) {
  %c = arith.constant 3.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %x = affine.load %a[%i, %j] : memref<64x128xf32>
      %w = affine.load %v[%i] : memref<64xf32>
      %y = arith.addf %x, %c : f32
      %q = arith.mulf %y, %w : f32
      %p = arith.mulf %q, %z : f32
      affine.store %p, %b[%i, %j] : memref<64x128xf32>
    }
  }
  return
}

// -----

/// Sizes that the program computes: what would be stored behind the last element lies outside.
// CHECK: func.func @open(%arg0: index, %arg1: f32) {
// CHECK-NEXT: %0 = vector.broadcast %arg1 : f32 to vector<8xf32>
// CHECK-NEXT: %alloc = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to %arg0 step 8 {
// CHECK-NEXT: vector.transfer_write %0, %alloc[%arg2] : vector<8xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to %arg0 step 8 {
// CHECK-NEXT: %1 = ub.poison : f32
// CHECK-NEXT: %2 = vector.transfer_read %alloc[%arg2], %1 : memref<?xf32>, vector<8xf32>
// CHECK-NEXT: %3 = math.exp %2 : vector<8xf32>
// CHECK-NEXT: vector.transfer_write %3, %alloc[%arg2] : vector<8xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @open(%n: index, %x: f32) {
  %m = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %v = affine.load %m[%i] : memref<?xf32>
    %w = math.exp %v : f32
    affine.store %w, %m[%i] : memref<?xf32>
  }
  return
}

// -----

/// Where the inner loop carries sums the outer one is taken; so it is where the inner one has an order.
// CHECK: func.func @outer(%arg0: memref<32x64xf32>, %arg1: memref<64xf32>) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.for %arg2 = 0 to 64 step 8 {
// CHECK-NEXT: %cst_0 = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %0 = affine.for %arg3 = 0 to 32 iter_args(%arg4 = %cst_0) -> (vector<8xf32>) {
// CHECK-NEXT: %1 = ub.poison : f32
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%arg3, %arg2], %1 : memref<32x64xf32>, vector<8xf32>
// CHECK-NEXT: %3 = arith.addf %arg4, %2 : vector<8xf32>
// CHECK-NEXT: affine.yield %3 : vector<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: vector.transfer_write %0, %arg1[%arg2] : vector<8xf32>, memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @outer(%a: memref<32x64xf32>, %b: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    %r = affine.for %j = 0 to 32 iter_args(%s = %zero) -> (f32) {
      %x = affine.load %a[%j, %i] : memref<32x64xf32>
      %t = arith.addf %s, %x : f32
      affine.yield %t : f32
    }
    affine.store %r, %b[%i] : memref<64xf32>
  }
  return
}

// -----

/// Columns: the loop goes along the last dimension but one of what it stores. A condition and an order stay.
// CHECK: #map = affine_map<(d0) -> (3)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (7)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (8)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 - 4 >= 0)>
// CHECK: func.func @columns(%arg0: memref<64x128xf32>, %arg1: memref<128xf32>) {
// CHECK-NEXT: affine.for %arg2 = 0 to 128 step 8 {
// CHECK-NEXT: %0 = affine.apply #map(%arg2)
// CHECK-NEXT: %1 = affine.apply #map1(%arg2)
// CHECK-NEXT: %2 = ub.poison : f32
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%0, %1], %2 : memref<64x128xf32>, vector<8xf32>
// CHECK-NEXT: vector.transfer_write %3, %arg1[%arg2] : vector<8xf32>, memref<128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 64 step 8 {
// CHECK-NEXT: %0 = affine.apply #map1(%arg2)
// CHECK-NEXT: %1 = affine.apply #map2(%arg2)
// CHECK-NEXT: %2 = ub.poison : f32
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%0, %1], %2 {permutation_map = #map3} : memref<64x128xf32>, vector<8xf32>
// CHECK-NEXT: %4 = affine.apply #map1(%arg2)
// CHECK-NEXT: %5 = affine.apply #map4(%arg2)
// CHECK-NEXT: vector.transfer_write %3, %arg0[%4, %5] {permutation_map = #map3} : vector<8xf32>, memref<64x128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 100 {
// CHECK-NEXT: affine.if #set(%arg2) {
// CHECK-NEXT: %0 = affine.load %arg1[%arg2] : memref<128xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 127 {
// CHECK-NEXT: %0 = affine.load %arg1[%arg2 + 1] : memref<128xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @columns(%a: memref<64x128xf32>, %b: memref<128xf32>) {
  affine.for %i = 0 to 128 {
    %x = affine.load %a[3, %i] : memref<64x128xf32>
    affine.store %x, %b[%i] : memref<128xf32>
  }
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i, 7] : memref<64x128xf32>
    affine.store %x, %a[%i, 8] : memref<64x128xf32>
  }
  affine.for %i = 0 to 100 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      %x = affine.load %b[%i] : memref<128xf32>
      affine.store %x, %b[%i] : memref<128xf32>
    }
  }
  affine.for %i = 0 to 127 {
    %x = affine.load %b[%i + 1] : memref<128xf32>
    affine.store %x, %b[%i] : memref<128xf32>
  }
  return
}
