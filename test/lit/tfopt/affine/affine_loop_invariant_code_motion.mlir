// RUN: tf-opt %s --split-input-file --affine-loop-invariant-code-motion | filecheck %s

/// What is the same in each iteration moves in front of the loop; what it stores or loads only where nothing else touches that.
// CHECK: func.func @a(%arg0: memref<10xf32>, %arg1: memref<10xf32>, %arg2: index, %arg3: f32) {
// CHECK-NEXT: %0 = affine.load %arg0[3] : memref<10xf32>
// CHECK-NEXT: %1 = arith.addf %0, %arg3 : f32
// CHECK-NEXT: affine.for %arg4 = 0 to %arg2 {
// CHECK-NEXT: affine.store %1, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = affine.load %arg0[3] : memref<10xf32>
// CHECK-NEXT: %3 = arith.addf %2, %arg3 : f32
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: affine.store %3, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %4 = affine.load %arg1[3] : memref<10xf32>
// CHECK-NEXT: %5 = arith.addf %4, %cst : f32
// CHECK-NEXT: affine.store %5, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %arg3, %arg1[3] : memref<10xf32>
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %4 = affine.load %arg0[%arg4] : memref<10xf32>
// CHECK-NEXT: affine.store %4, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %4 = affine.load %arg0[%arg4] : memref<10xf32>
// CHECK-NEXT: affine.store %4, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @a(%m: memref<10xf32>, %o: memref<10xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    %v = affine.load %m[3] : memref<10xf32>
    %w = arith.addf %v, %x : f32
    affine.store %w, %o[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %m[3] : memref<10xf32>
    %w = arith.addf %v, %x : f32
    affine.store %w, %o[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %c = arith.constant 1.0 : f32
    %v = affine.load %o[3] : memref<10xf32>
    %w = arith.addf %v, %c : f32
    affine.store %w, %o[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.store %x, %o[3] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
    %v = affine.load %m[%i] : memref<10xf32>
    affine.store %v, %o[%i] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
    %v = affine.load %m[%j] : memref<10xf32>
    affine.store %v, %o[%j] : memref<10xf32>
    }
  }
  return
}
