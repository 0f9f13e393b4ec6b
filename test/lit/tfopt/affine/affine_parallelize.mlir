// RUN: tf-opt %s --split-input-file --affine-parallelize | filecheck %s

/// Loops that carry a dependence stay, and those that call what is not known.
// CHECK: #map = affine_map<()[s0] -> (s0, 10)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 - 3 == 0)>
// CHECK: func.func @a(%arg0: memref<10x10xf32>, %arg1: memref<10xf32>, %arg2: index, %arg3: f32) {
// CHECK-NEXT: affine.parallel (%arg4) = (0) to (10) {
// CHECK-NEXT: affine.parallel (%arg5) = (0) to (10) step (2) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4, %arg5] : memref<10x10xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg4, %arg5] : memref<10x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to min #map()[%arg2] {
// CHECK-NEXT: affine.parallel (%arg5) = (%arg4) to (symbol(%arg2)) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4, %arg5] : memref<10x10xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg5] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel (%arg4) = (0) to (10) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<1xf32>
// CHECK-NEXT: affine.store %arg3, %alloc[0] : memref<1xf32>
// CHECK-NEXT: %0 = affine.load %alloc[0] : memref<1xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: affine.parallel (%arg5) = (0) to (10) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4, %arg5] : memref<10x10xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg4 + 1, %arg5] : memref<10x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel (%arg4) = (0) to (10) {
// CHECK-NEXT: affine.if #set(%arg4) {
// CHECK-NEXT: affine.store %arg3, %arg1[0] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: func.call @g() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @g()
func.func @a(%m: memref<10x10xf32>, %o: memref<10xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 step 2 {
      %v = affine.load %m[%i, %j] : memref<10x10xf32>
      affine.store %v, %m[%i, %j] : memref<10x10xf32>
    }
  }
  affine.for %i = 0 to min affine_map<()[s0]->(s0, 10)>()[%n] {
    affine.for %j = affine_map<(d0)->(d0)>(%i) to %n {
      %v = affine.load %m[%i, %j] : memref<10x10xf32>
      affine.store %v, %o[%j] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 10 {
    %al = memref.alloc() : memref<1xf32>
    affine.store %x, %al[0] : memref<1xf32>
    %v = affine.load %al[0] : memref<1xf32>
    affine.store %v, %o[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %v = affine.load %m[%i, %j] : memref<10x10xf32>
      affine.store %v, %m[%i + 1, %j] : memref<10x10xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 3 == 0)>(%i) {
      affine.store %x, %o[0] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 10 {
    func.call @g() : () -> ()
  }
  return
}
func.func private @g()

// -----

// CHECK: func.func @b(%arg0: memref<10x10xf32>, %arg1: memref<10xi32>, %arg2: index, %arg3: f32) -> (f32, f32, f32, i32, i32) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.for %arg4 = 0 to 10 iter_args(%arg5 = %cst) -> (f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg4, %arg4] : memref<10x10xf32>
// CHECK-NEXT: %4 = arith.addf %arg5, %3 : f32
// CHECK-NEXT: affine.yield %4 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1:2 = affine.for %arg4 = 0 to 10 iter_args(%arg5 = %cst, %arg6 = %arg3) -> (f32, f32) {
// CHECK-NEXT: %3 = affine.load %arg0[%arg4, %arg4] : memref<10x10xf32>
// CHECK-NEXT: %4 = arith.mulf %3, %arg5 : f32
// CHECK-NEXT: %5 = arith.maximumf %3, %arg6 : f32
// CHECK-NEXT: affine.yield %4, %5 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %2:2 = affine.for %arg4 = 0 to 10 iter_args(%arg5 = %c0_i32, %arg6 = %c0_i32) -> (i32, i32) {
// CHECK-NEXT: %3 = affine.load %arg1[%arg4] : memref<10xi32>
// CHECK-NEXT: %4 = arith.addi %3, %arg5 : i32
// CHECK-NEXT: %5 = arith.muli %arg6, %3 : i32
// CHECK-NEXT: affine.yield %4, %5 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %1#0, %1#1, %2#0, %2#1 : f32, f32, f32, i32, i32
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
