// RUN: tf-opt %s --split-input-file --affine-loop-coalescing | filecheck %s

/// Loops of scf: one for those whose bounds are known in front of the first, and that carry the same values. The text is mlir-opt 22's.
// CHECK: #map = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK-NEXT: #map1 = affine_map<()[s0, s1, s2] -> ((s1 * s2) * s0)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> ((s0 - 3) ceildiv 3)>
// CHECK-NEXT: #map3 = affine_map<()[s0] -> (((s0 - 3) ceildiv 3) * 4)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (d0 * 3)>
// CHECK-NEXT: #map5 = affine_map<(d0) -> (d0 * 3 + 3)>
// CHECK: func.func @f(%arg0: memref<?x?xf32>, %arg1: f32, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT: %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c1_2 = arith.constant 1 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c1_4 = arith.constant 1 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %c1_6 = arith.constant 1 : index
// CHECK-NEXT: %0 = affine.apply #map()[%dim, %dim_0]
// CHECK-NEXT: %1 = affine.apply #map1()[%arg2, %dim, %dim_0]
// CHECK-NEXT: scf.for %arg3 = %c0_1 to %1 step %c1_2 {
// CHECK-NEXT: %2:3 = affine.delinearize_index %arg3 into (%dim, %dim_0, %arg2) : index, index, index
// CHECK-NEXT: memref.store %arg1, %arg0[%2#0, %2#1] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @g(%arg0: memref<?x?xf32>, %arg1: f32, %arg2: index) -> (f32, f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0:2 = scf.for %arg3 = %c3 to %arg2 step %c3 iter_args(%arg4 = %arg1, %arg5 = %arg1) -> (f32, f32) {
// CHECK-NEXT: %1:2 = scf.for %arg6 = %c0 to %c10 step %c3 iter_args(%arg7 = %arg5, %arg8 = %arg4) -> (f32, f32) {
// CHECK-NEXT: %2 = memref.load %arg0[%arg3, %arg6] : memref<?x?xf32>
// CHECK-NEXT: %3 = arith.addf %arg7, %2 : f32
// CHECK-NEXT: scf.yield %3, %arg8 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %1#0, %1#1 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @s(%arg0: memref<?x?xf32>, %arg1: f32, %arg2: index) -> (f32, f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = affine.apply #map2()[%arg2]
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1_2 = arith.constant 1 : index
// CHECK-NEXT: %1 = affine.apply #map2()[%arg2]
// CHECK-NEXT: %2 = affine.apply #map3()[%arg2]
// CHECK-NEXT: %3:2 = scf.for %arg3 = %c0_0 to %2 step %c1 iter_args(%arg4 = %arg1, %arg5 = %arg1) -> (f32, f32) {
// CHECK-NEXT: %4:2 = affine.delinearize_index %arg3 into (%0, 4) : index, index
// CHECK-NEXT: %5 = affine.apply #map4(%4#1)
// CHECK-NEXT: %6 = affine.apply #map5(%4#0)
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c4_4 = arith.constant 4 : index
// CHECK-NEXT: %c1_5 = arith.constant 1 : index
// CHECK-NEXT: %c0_6 = arith.constant 0 : index
// CHECK-NEXT: %c1_7 = arith.constant 1 : index
// CHECK-NEXT: %c1_8 = arith.constant 1 : index
// CHECK-NEXT: %c4_9 = arith.constant 4 : index
// CHECK-NEXT: scf.for %arg6 = %c0_3 to %c4_9 step %c1_5 {
// CHECK-NEXT: %9:2 = affine.delinearize_index %arg6 into (4, 1) : index, index
// CHECK-NEXT: %10 = affine.apply #map4(%9#1)
// CHECK-NEXT: %11 = affine.apply #map4(%9#0)
// CHECK-NEXT: memref.store %arg4, %arg0[%11, %10] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %7 = memref.load %arg0[%6, %5] : memref<?x?xf32>
// CHECK-NEXT: %8 = arith.addf %arg4, %7 : f32
// CHECK-NEXT: scf.yield %8, %arg5 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %3#0, %3#1 : f32, f32
func.func @f(%a: memref<?x?xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %a, %c0 : memref<?x?xf32>
  %d1 = memref.dim %a, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %d0 step %c1 {
    scf.for %j = %c0 to %d1 step %c1 {
      scf.for %k = %c0 to %n step %c1 {
      memref.store %v, %a[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
func.func @g(%a: memref<?x?xf32>, %init: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c3 to %n step %c3 iter_args(%x = %init, %w = %init) -> (f32, f32) {
    %q:2 = scf.for %j = %c0 to %c10 step %c3 iter_args(%y = %w, %u = %x) -> (f32, f32) {
      %l = memref.load %a[%i, %j] : memref<?x?xf32>
      %z = arith.addf %y, %l : f32
      scf.yield %z, %u : f32, f32
    }
    scf.yield %q#0, %q#1 : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
func.func @s(%a: memref<?x?xf32>, %init: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c3 to %n step %c3 iter_args(%x = %init, %w = %init) -> (f32, f32) {
    %q:2 = scf.for %j = %c0 to %c10 step %c3 iter_args(%y = %x, %u = %w) -> (f32, f32) {
      scf.for %m = %c0 to %c10 step %c3 {
      scf.for %o = %c0 to %c3 step %c3 {
        memref.store %y, %a[%m, %o] : memref<?x?xf32>
      }
      }
      %l = memref.load %a[%i, %j] : memref<?x?xf32>
      %z = arith.addf %y, %l : f32
      scf.yield %z, %u : f32, f32
    }
    scf.yield %q#0, %q#1 : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// -----

/// Where both bounds may be below 0 the product would be above it.
// CHECK: func.func @two_arguments
// CHECK: scf.for %arg4 = %c0 to %arg2 step %c1 {
// CHECK-NEXT: scf.for %arg5 = %c0 to %arg3 step %c1 {
// CHECK-NEXT: memref.store %arg1, %arg0[%arg4, %arg5] : memref<?x?xf32>
func.func @two_arguments(%m: memref<?x?xf32>, %x: f32, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %k step %c1 {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
