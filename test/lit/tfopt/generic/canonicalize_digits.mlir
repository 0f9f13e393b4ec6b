// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of numbers as digits.

// CHECK: func.func @linear(%arg0: index, %arg1: index, %arg2: index, %arg3: index) -> (index, index, index, index, index) {
// CHECK-NEXT: %c50 = arith.constant 50 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = affine.linearize_index [%arg1, %arg2] by (%arg3, 8) : index
// CHECK-NEXT: return %arg0, %0, %c1, %c1, %c50 : index, index, index, index, index
// CHECK-NEXT: }
func.func @linear(%i: index, %a: index, %b: index, %n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0:3 = affine.delinearize_index %i into (2, 3, 4) : index, index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1, %0#2] by (2, 3, 4) : index
  %2 = affine.linearize_index [%a, %c0, %b] by (%n, 1, 8) : index
  %3:2 = affine.delinearize_index %c5 into (4) : index, index
  %4 = affine.linearize_index [%c5, %c5] by (7, 9) : index
  return %1, %2, %3#0, %3#1, %4 : index, index, index, index, index
}

// -----

// CHECK: func.func @delinearized(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT: %0:2 = affine.delinearize_index %arg0 into (%arg1, 8) : index, index
// CHECK-NEXT: return %0#1, %arg0, %arg0 : index, index, index
// CHECK-NEXT: }
func.func @delinearized(%i: index, %n: index) -> (index, index, index) {
  %0:2 = affine.delinearize_index %i into (%n, 8) : index, index
  %1:3 = affine.delinearize_index %i into (1, 4, 1) : index, index, index
  %2:1 = affine.delinearize_index %i into (16) : index
  %3 = affine.linearize_index disjoint [%0#0, %0#1] by (%n, 8) : index
  return %0#1, %1#1, %3 : index, index, index
}
