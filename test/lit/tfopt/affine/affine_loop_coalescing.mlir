// RUN: tf-opt %s --split-input-file --affine-loop-coalescing | filecheck %s

/// One loop for those whose bounds do not depend on each other, and begin at 0.
// CHECK: #map = affine_map<() -> (8)>
// CHECK-NEXT: #map1 = affine_map<() -> (6)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0 * s0)>
// CHECK-NEXT: #map3 = affine_map<() -> (4)>
// CHECK-NEXT: #map4 = affine_map<(d0)[s0] -> (d0 mod s0)>
// CHECK-NEXT: #map5 = affine_map<(d0)[s0] -> (d0 floordiv s0)>
// CHECK: func.func @constant(%arg0: memref<8x6x4xf32>, %arg1: f32) {
// CHECK-NEXT: %0 = affine.apply #map()
// CHECK-NEXT: %1 = affine.apply #map1()
// CHECK-NEXT: %2 = affine.apply #map2(%0)[%1]
// CHECK-NEXT: %3 = affine.apply #map3()
// CHECK-NEXT: %4 = affine.apply #map2(%2)[%3]
// CHECK-NEXT: affine.for %arg2 = 0 to %4 {
// CHECK-NEXT: %5 = affine.apply #map4(%arg2)[%3]
// CHECK-NEXT: %6 = affine.apply #map5(%arg2)[%3]
// CHECK-NEXT: %7 = affine.apply #map4(%6)[%1]
// CHECK-NEXT: %8 = affine.apply #map5(%6)[%1]
// CHECK-NEXT: affine.store %arg1, %arg0[%8, %7, %5] : memref<8x6x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @constant(%m: memref<8x6x4xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 4 {
        affine.store %x, %m[%i, %j, %k] : memref<8x6x4xf32>
      }
    }
  }
  return
}

// -----

// CHECK: #map = affine_map<() -> (8)>
// CHECK-NEXT: #map1 = affine_map<()[s0] -> (s0, 7)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0 * s0)>
// CHECK-NEXT: #map3 = affine_map<(d0)[s0] -> (d0 mod s0)>
// CHECK-NEXT: #map4 = affine_map<(d0)[s0] -> (d0 floordiv s0)>
// CHECK: func.func @one_symbol(%arg0: memref<8x?xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: %0 = affine.apply #map()
// CHECK-NEXT: %1 = affine.min #map1()[%arg1]
// CHECK-NEXT: %2 = affine.apply #map2(%0)[%1]
// CHECK-NEXT: affine.for %arg3 = 0 to %2 {
// CHECK-NEXT: %3 = affine.apply #map3(%arg3)[%1]
// CHECK-NEXT: %4 = affine.apply #map4(%arg3)[%1]
// CHECK-NEXT: affine.store %arg2, %arg0[%4, %3] : memref<8x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @one_symbol(%m: memref<8x?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<()[s0] -> (s0, 7)>()[%n] {
      affine.store %x, %m[%i, %j] : memref<8x?xf32>
    }
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: func.func @depends(%arg0: memref<8x8xf32>, %arg1: f32) {
// CHECK-NEXT: affine.for %arg2 = 0 to 8 {
// CHECK-NEXT: affine.for %arg3 = 0 to #map(%arg2) {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2, %arg3] : memref<8x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 8 {
// CHECK-NEXT: affine.for %arg3 = 1 to 8 {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2, %arg3] : memref<8x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @depends(%m: memref<8x8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %x, %m[%i, %j] : memref<8x8xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 8 {
      affine.store %x, %m[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
