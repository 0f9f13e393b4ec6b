// RUN: tf-opt %s --allow-unregistered-dialect '--scf-forall-to-parallel' | filecheck %s


// CHECK-LABEL: func.func @threads(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: scf.parallel (%arg4, %arg5) = (%c0, %arg1) to (%arg0, %c8) step (%c1, %c2) {
// CHECK-NEXT: %0 = memref.load %arg2[%arg4, %arg5] : memref<?x?xf32>
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c1_1 = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%arg6) = (%c0_0) to (%arg4) step (%c1_1) {
// CHECK-NEXT: memref.store %0, %arg3[%arg6] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %0, %arg2[%arg5, %arg4] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
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
