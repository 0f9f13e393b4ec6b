// RUN: tf-opt %s --split-input-file --lower-affine | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @d(%x: index) -> (index, index, index, index, index, index) {
  %c5 = arith.constant 5 : index
  %cm5 = arith.constant -5 : index
  %c3 = arith.constant 3 : index
  %0:3 = affine.delinearize_index %c5 into (2, 2) : index, index, index
  %1:2 = affine.delinearize_index %cm5 into (%c3) : index, index
  %2 = affine.linearize_index [%c3, %c5] by (4, 6) : index
  return %0#0, %0#1, %0#2, %1#0, %1#1, %2 : index, index, index, index, index, index
}
// -----
func.func @e(%x: index) -> (index, index, index) {
  %c3 = arith.constant 3 : index
  %1:2 = affine.delinearize_index %x into (%c3) : index, index
  %2 = affine.linearize_index [%x, %c3] by (%c3, %c3) : index
  return %1#0, %1#1, %2 : index, index, index
}

// CHECK: func.func @d(%arg0: index) -> (index, index, index, index, index, index) {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c-5 = arith.constant -5 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1_0 = arith.constant 1 : index
// CHECK-NEXT: %c-2 = arith.constant -2 : index
// CHECK-NEXT: %c1_1 = arith.constant 1 : index
// CHECK-NEXT: %c23 = arith.constant 23 : index
// CHECK-NEXT: return %c1, %c0, %c1_0, %c-2, %c1_1, %c23 : index, index, index, index, index, index
// CHECK-NEXT: }
// CHECK: func.func @e(%arg0: index) -> (index, index, index) {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c3_0 = arith.constant 3 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.floordivsi %arg0, %c3_0 : index
// CHECK-NEXT: %1 = arith.remsi %arg0, %c3_0 : index
// CHECK-NEXT: %2 = arith.cmpi slt, %1, %c0 : index
// CHECK-NEXT: %3 = arith.addi %1, %c3_0 overflow<nsw> : index
// CHECK-NEXT: %4 = arith.select %2, %3, %1 : index
// CHECK-NEXT: %c3_1 = arith.constant 3 : index
// CHECK-NEXT: %5 = arith.muli %arg0, %c3_1 overflow<nsw> : index
// CHECK-NEXT: %6 = arith.addi %5, %c3 overflow<nsw> : index
// CHECK-NEXT: return %0, %4, %6 : index, index, index
// CHECK-NEXT: }
