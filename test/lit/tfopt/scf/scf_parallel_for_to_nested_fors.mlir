// RUN: tf-opt %s --allow-unregistered-dialect '--scf-parallel-for-to-nested-fors' | filecheck %s

/// Values that are combined have no place in loops of this kind yet: such a loop stays.

// CHECK-LABEL: func.func @parallel(
// CHECK-NEXT: scf.for %arg4 = %arg1 to %arg0 step %arg1 {
// CHECK-NEXT: scf.for %arg5 = %arg1 to %arg0 step %arg0 {
// CHECK-NEXT: %1 = memref.load %arg2[%arg4, %arg5] : memref<?x?xf32>
// CHECK-NEXT: scf.for %arg6 = %arg4 to %arg5 step %arg1 {
// CHECK-NEXT: memref.store %1, %arg2[%arg6, %arg5] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %0 = scf.parallel (%arg4) = (%arg1) to (%arg0) step (%arg1) init (%arg3) -> f32 {
// CHECK-NEXT: %1 = memref.load %arg2[%arg4, %arg4] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce(%1 : f32) {
// CHECK-NEXT: ^bb0(%arg5: f32, %arg6: f32):
// CHECK-NEXT: %2 = arith.addf %arg5, %arg6 : f32
// CHECK-NEXT: scf.reduce.return %2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @parallel(%n: index, %k: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  scf.parallel (%i, %j) = (%k, %k) to (%n, %n) step (%k, %n) {
    %a = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.parallel (%l) = (%i) to (%j) step (%k) {
      memref.store %a, %m[%l, %j] : memref<?x?xf32>
    }
  }
  %s = scf.parallel (%i) = (%k) to (%n) step (%k) init (%x) -> f32 {
    %a = memref.load %m[%i, %i] : memref<?x?xf32>
    scf.reduce(%a : f32) {
    ^bb0(%l: f32, %r: f32):
      %t = arith.addf %l, %r : f32
      scf.reduce.return %t : f32
    }
  }
  return %s : f32
}
