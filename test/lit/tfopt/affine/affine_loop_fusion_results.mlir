// RUN: tf-opt %s --affine-loop-fusion | filecheck %s
// Loops that load from the same buffer, with results that are used, stay as they are.

// CHECK: func.func @reductions
// CHECK-NEXT: %cst = arith.constant
// CHECK-NEXT: %0 = affine.for
// CHECK: %1 = affine.for
// CHECK: return %0, %1 : f32, f32
func.func @reductions(%a: memref<256xf32>) -> (f32, f32) {
  %z = arith.constant 0.0 : f32
  %0 = affine.for %i = 0 to 256 iter_args(%s = %z) -> (f32) {
    %1 = affine.load %a[%i] : memref<256xf32>
    %2 = arith.addf %s, %1 : f32
    affine.yield %2 : f32
  }
  %4 = affine.for %i = 0 to 256 iter_args(%s = %z) -> (f32) {
    %1 = affine.load %a[%i] : memref<256xf32>
    %2 = arith.mulf %1, %s : f32
    affine.yield %2 : f32
  }
  return %0, %4 : f32, f32
}
