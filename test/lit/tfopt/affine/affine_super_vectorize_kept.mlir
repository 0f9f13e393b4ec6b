// RUN: tf-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=4' | filecheck %s

/// What upstream makes vectors of, with other results. From the last element to the first.
// CHECK: func.func @backward(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: %0 = affine.load %arg0[-%arg2 + 15] : memref<16xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @backward(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[15 - %i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

// -----

/// Every second element; a loop that counts by 2.
// CHECK: func.func @seconds(%arg0: memref<32xf32>, %arg1: memref<32xf32>) {
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2 * 2] : memref<32xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 16 step 2 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2] : memref<32xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @seconds(%a: memref<32xf32>, %b: memref<32xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i * 2] : memref<32xf32>
    affine.store %x, %b[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 16 step 2 {
    %x = affine.load %a[%i] : memref<32xf32>
    affine.store %x, %b[%i] : memref<32xf32>
  }
  return
}

// -----

/// The last vector would store to elements that the loop leaves as they are.
// CHECK: func.func @behind(%arg0: memref<16xf32>, %arg1: f32, %arg2: index) {
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg3] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to %arg2 {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg3] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @behind(%a: memref<16xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 10 {
    affine.store %x, %a[%i] : memref<16xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<16xf32>
  }
  return
}

// -----

/// A division of what is behind the buffer.
// CHECK: func.func @division(%arg0: memref<10xi32>, %arg1: memref<10xi32>, %arg2: i32) {
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3] : memref<10xi32>
// CHECK-NEXT: %1 = arith.divsi %arg2, %0 : i32
// CHECK-NEXT: affine.store %1, %arg1[%arg3] : memref<10xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @division(%a: memref<10xi32>, %b: memref<10xi32>, %x: i32) {
  affine.for %i = 0 to 10 {
    %d = affine.load %a[%i] : memref<10xi32>
    %q = arith.divsi %x, %d : i32
    affine.store %q, %b[%i] : memref<10xi32>
  }
  return
}
