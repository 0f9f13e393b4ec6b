// RUN: tf-opt %s --split-input-file --affine-loop-tile='tile-size=4 separate' | filecheck %s

/// Bounds of numbers: a tile is full where it ends in front of the bound. 28 is a multiple of 4: that loop is not asked about.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 4)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 4, 30)>
// CHECK-NEXT: #set = affine_set<(d0) : (-d0 + 26 >= 0)>
// CHECK: func.func @numbers(%arg0: memref<30x30xf32>) {
// CHECK-NEXT: affine.for %arg1 = 0 to 30 step 4 {
// CHECK-NEXT: affine.for %arg2 = 0 to 28 step 4 {
// CHECK-NEXT: affine.if #set(%arg1) {
// CHECK-NEXT: affine.for %arg3 = #map(%arg1) to #map1(%arg1) {
// CHECK-NEXT: affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg4] : memref<30x30xf32>
// CHECK-NEXT: %1 = arith.addf %0, %0 : f32
// CHECK-NEXT: affine.store %1, %arg0[%arg3, %arg4] : memref<30x30xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for %arg3 = #map(%arg1) to min #map2(%arg1) {
// CHECK-NEXT: affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg4] : memref<30x30xf32>
// CHECK-NEXT: %1 = arith.addf %0, %0 : f32
// CHECK-NEXT: affine.store %1, %arg0[%arg3, %arg4] : memref<30x30xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @numbers(%a: memref<30x30xf32>) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 28 {
      %x = affine.load %a[%i, %j] : memref<30x30xf32>
      %t = arith.addf %x, %x : f32
      affine.store %t, %a[%i, %j] : memref<30x30xf32>
    }
  }
  return
}

// -----

/// Sizes that the program computes.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 4)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CHECK-NEXT: #map3 = affine_map<()[s0, s1] -> (s0, s1 + 2)>
// CHECK-NEXT: #map4 = affine_map<(d0)[s0, s1] -> (d0 + 4, s0, s1 + 2)>
// CHECK-NEXT: #set = affine_set<(d0, d1)[s0, s1] : (-d0 + s0 - 4 >= 0, -d1 + s1 - 4 >= 0)>
// CHECK-NEXT: #set1 = affine_set<(d0)[s0, s1] : (-d0 + s0 - 4 >= 0, -d0 + s1 - 2 >= 0)>
// CHECK: func.func @sizes(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) {
// CHECK-NEXT: affine.for %arg3 = 0 to %arg1 step 4 {
// CHECK-NEXT: affine.for %arg4 = 2 to %arg2 step 4 {
// CHECK-NEXT: affine.if #set(%arg3, %arg4)[%arg1, %arg2] {
// CHECK-NEXT: affine.for %arg5 = #map(%arg3) to #map1(%arg3) {
// CHECK-NEXT: affine.for %arg6 = #map(%arg4) to #map1(%arg4) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg5, %arg6] : memref<?x?xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg5, %arg6] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for %arg5 = #map(%arg3) to min #map2(%arg3)[%arg1] {
// CHECK-NEXT: affine.for %arg6 = #map(%arg4) to min #map2(%arg4)[%arg2] {
// CHECK-NEXT: %0 = affine.load %arg0[%arg5, %arg6] : memref<?x?xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg5, %arg6] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 3 to min #map3()[%arg1, %arg2] step 4 {
// CHECK-NEXT: affine.if #set1(%arg3)[%arg1, %arg2] {
// CHECK-NEXT: affine.for %arg4 = #map(%arg3) to #map1(%arg3) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4, %arg4] : memref<?x?xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg4, %arg4] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for %arg4 = #map(%arg3) to min #map4(%arg3)[%arg1, %arg2] {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4, %arg4] : memref<?x?xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg4, %arg4] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @sizes(%a: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 2 to %m {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 3 to min affine_map<()[s0, s1] -> (s0, s1 + 2)>()[%n, %m] {
    %x = affine.load %a[%i, %i] : memref<?x?xf32>
    affine.store %x, %a[%i, %i] : memref<?x?xf32>
  }
  return
}

// -----

/// Steps of 2 are left as they are; where all tiles are full the condition always holds.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 + 4)>
// CHECK-NEXT: #set = affine_set<() : (0 == 0)>
// CHECK: func.func @left(%arg0: memref<32x32xf32>, %arg1: index) {
// CHECK-NEXT: affine.for %arg2 = 0 to %arg1 step 8 {
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to min #map1(%arg2)[%arg1] step 2 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg3] : memref<32x32xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3, %arg3] : memref<32x32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 32 step 4 {
// CHECK-NEXT: affine.if #set() {
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to #map2(%arg2) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg3] : memref<32x32xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3, %arg3] : memref<32x32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to #map2(%arg2) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg3] : memref<32x32xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3, %arg3] : memref<32x32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @left(%a: memref<32x32xf32>, %n: index) {
  affine.for %i = 0 to %n step 2 {
    %x = affine.load %a[%i, %i] : memref<32x32xf32>
    affine.store %x, %a[%i, %i] : memref<32x32xf32>
  }
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i, %i] : memref<32x32xf32>
    affine.store %x, %a[%i, %i] : memref<32x32xf32>
  }
  return
}
