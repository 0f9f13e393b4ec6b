// RUN: tf-opt %s --split-input-file --affine-loop-tile='cache-size=64' | filecheck %s

/// Sizes by the memory that a nest touches; 4, or a divisor, where that is not known.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 4)>
// CHECK: func.func @matmul(%arg0: memref<512x512xf32>, %arg1: memref<512x512xf32>, %arg2: memref<512x512xf32>) {
// CHECK-NEXT: affine.for %arg3 = 0 to 512 step 2 {
// CHECK-NEXT: affine.for %arg4 = 0 to 512 step 2 {
// CHECK-NEXT: affine.for %arg5 = 0 to 512 step 4 {
// CHECK-NEXT: affine.for %arg6 = #map(%arg3) to #map1(%arg3) {
// CHECK-NEXT: affine.for %arg7 = #map(%arg4) to #map1(%arg4) {
// CHECK-NEXT: affine.for %arg8 = #map(%arg5) to #map2(%arg5) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg6, %arg8] : memref<512x512xf32>
// CHECK-NEXT: %1 = affine.load %arg1[%arg8, %arg7] : memref<512x512xf32>
// CHECK-NEXT: %2 = arith.mulf %0, %1 : f32
// CHECK-NEXT: %3 = affine.load %arg2[%arg6, %arg7] : memref<512x512xf32>
// CHECK-NEXT: %4 = arith.addf %3, %2 : f32
// CHECK-NEXT: affine.store %4, %arg2[%arg6, %arg7] : memref<512x512xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @matmul(%a: memref<512x512xf32>, %b: memref<512x512xf32>, %c: memref<512x512xf32>) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.for %k = 0 to 512 {
        %x = affine.load %a[%i, %k] : memref<512x512xf32>
        %y = affine.load %b[%k, %j] : memref<512x512xf32>
        %p = arith.mulf %x, %y : f32
        %s = affine.load %c[%i, %j] : memref<512x512xf32>
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<512x512xf32>
      }
    }
  }
  return
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 2)>
// CHECK: func.func @open(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: affine.for %arg3 = 0 to %arg1 step 4 {
// CHECK-NEXT: affine.for %arg4 = 0 to 10 step 2 {
// CHECK-NEXT: affine.for %arg5 = #map(%arg3) to min #map1(%arg3)[%arg1] {
// CHECK-NEXT: affine.for %arg6 = #map(%arg4) to #map2(%arg4) {
// CHECK-NEXT: affine.store %arg2, %arg0[%arg5, %arg6] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @open(%a: memref<?x?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 10 {
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

/// How wide an index is is not known.
// CHECK: func.func @indices(%arg0: memref<10xindex>) {
// CHECK-NEXT: affine.for %arg1 = 0 to 10 step 2 {
func.func @indices(%a: memref<10xindex>) {
  affine.for %i = 0 to 10 {
    affine.store %i, %a[%i] : memref<10xindex>
  }
  return
}
