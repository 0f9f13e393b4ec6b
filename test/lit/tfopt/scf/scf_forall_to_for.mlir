// RUN: tf-opt %s --allow-unregistered-dialect '--scf-forall-to-for' | filecheck %s


// CHECK-LABEL: func.func @threads(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: scf.for %arg4 = %c0 to %arg0 step %c1 {
// CHECK-NEXT: scf.for %arg5 = %arg1 to %c8 step %c2 {
// CHECK-NEXT: %0 = memref.load %arg2[%arg4, %arg5] : memref<?x?xf32>
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c1_1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg6 = %c0_0 to %arg4 step %c1_1 {
// CHECK-NEXT: memref.store %0, %arg3[%arg6] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %0, %arg2[%arg5, %arg4] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @threads(%n: index, %k: index, %m: memref<?x?xf32>, %v: memref<?xf32>) {
  scf.forall (%i, %j) = (0, %k) to (%n, 8) step (1, 2) {
    %a = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.forall (%l) in (%i) {
      memref.store %a, %v[%l] : memref<?xf32>
    }
    memref.store %a, %m[%j, %i] : memref<?x?xf32>
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return
}
