// RUN: tf-opt %s --vector-transfer-by-elements | filecheck %s

/// Rows that lie one behind another are transferred as they are, where they are in memory; other elements one by one.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[M:.*]]: memref<?x?xf32>, %[[I:.*]]: index, %[[PAD:.*]]: f32)
// CHECK-NEXT: %[[ALL:.*]] = vector.broadcast %[[PAD]] : f32 to vector<2x4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[SIZE:.*]] = memref.dim %[[M]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[I]], %[[SIZE]] : index
// CHECK-NEXT: %[[ROW:.*]] = scf.if %[[IN]] -> (vector<4xf32>) {
// CHECK-NEXT:   %[[READ:.*]] = vector.transfer_read %[[M]][%[[I]], %[[I]]], %[[PAD]] : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:   scf.yield %[[READ]] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[OLD:.*]] = vector.extract %[[ALL]][0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:   scf.yield %[[OLD]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: vector.insert %[[ROW]], %[[ALL]] [0] : vector<4xf32> into vector<2x4xf32>
func.func @rows(%m: memref<?x?xf32>, %i: index, %pad: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

/// Along the first dimension, all of it inside.
// CHECK-LABEL: func.func @column(
// CHECK-SAME: %[[V:.*]]: vector<2xf32>, %[[M:.*]]: memref<4x4xf32>, %[[I:.*]]: index)
// CHECK-NEXT: %[[ONE:.*]] = vector.extract %[[V]][0] : f32 from vector<2xf32>
// CHECK-NEXT: memref.store %[[ONE]], %[[M]][%[[I]], %[[I]]] : memref<4x4xf32>
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %[[C1]] : index
// CHECK-NEXT: %[[TWO:.*]] = vector.extract %[[V]][1] : f32 from vector<2xf32>
// CHECK-NEXT: memref.store %[[TWO]], %[[M]][%[[NEXT]], %[[I]]] : memref<4x4xf32>
func.func @column(%v: vector<2xf32>, %m: memref<4x4xf32>, %i: index) {
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : vector<2xf32>, memref<4x4xf32>
  return
}
