// RUN: tf-opt %s --split-input-file --affine-parallelize='parallel-reductions max-nested=1' | filecheck %s

/// Reductions begin with what is neutral, and take in the initial value behind the loop.
// CHECK: func.func @b(%arg0: memref<10x10xf32>, %arg1: memref<10xi32>, %arg2: index, %arg3: f32) -> (f32, f32, f32, i32, i32) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.parallel (%arg4) = (0) to (10) reduce ("addf") -> (f32) {
// CHECK-NEXT: %8 = affine.load %arg0[%arg4, %arg4] : memref<10x10xf32>
// CHECK-NEXT: affine.yield %8 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = arith.addf %cst, %0 : f32
// CHECK-NEXT: %2:2 = affine.parallel (%arg4) = (0) to (10) reduce ("mulf", "maximumf") -> (f32, f32) {
// CHECK-NEXT: %8 = affine.load %arg0[%arg4, %arg4] : memref<10x10xf32>
// CHECK-NEXT: affine.yield %8, %8 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %3 = arith.mulf %cst, %2#0 : f32
// CHECK-NEXT: %4 = arith.maximumf %arg3, %2#1 : f32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %5:2 = affine.parallel (%arg4) = (0) to (10) reduce ("addi", "muli") -> (i32, i32) {
// CHECK-NEXT: %8 = affine.load %arg1[%arg4] : memref<10xi32>
// CHECK-NEXT: affine.yield %8, %8 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %6 = arith.addi %c0_i32, %5#0 : i32
// CHECK-NEXT: %7 = arith.muli %c0_i32, %5#1 : i32
// CHECK-NEXT: return %1, %3, %4, %6, %7 : f32, f32, f32, i32, i32
// CHECK-NEXT: }
func.func @b(%m: memref<10x10xf32>, %o: memref<10xi32>, %n: index, %x: f32) -> (f32, f32, f32, i32, i32) {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 10 iter_args(%a = %z) -> f32 {
    %v = affine.load %m[%i, %i] : memref<10x10xf32>
    %w = arith.addf %a, %v : f32
    affine.yield %w : f32
  }
  %r2:2 = affine.for %i = 0 to 10 iter_args(%a = %z, %b = %x) -> (f32, f32) {
    %v = affine.load %m[%i, %i] : memref<10x10xf32>
    %w = arith.mulf %v, %a : f32
    %w2 = arith.maximumf %v, %b : f32
    affine.yield %w, %w2 : f32, f32
  }
  %c = arith.constant 0 : i32
  %q:2 = affine.for %i = 0 to 10 iter_args(%a = %c, %b = %c) -> (i32, i32) {
    %v = affine.load %o[%i] : memref<10xi32>
    %w = arith.addi %v, %a : i32
    %w2 = arith.muli %b, %v : i32
    affine.yield %w, %w2 : i32, i32
  }
  return %r, %r2#0, %r2#1, %q#0, %q#1 : f32, f32, f32, i32, i32
}
