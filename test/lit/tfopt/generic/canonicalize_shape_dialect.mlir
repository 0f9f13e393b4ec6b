// RUN: tf-opt %s --canonicalize | filecheck %s
// What mlir-opt of LLVM 22 makes of the same programs.

// CHECK-LABEL: func.func @broadcasts
// CHECK: %0 = shape.const_shape [2, 8, 8] : tensor<3xindex>
// CHECK-NEXT: %1 = shape.const_shape [1] : tensor<1xindex>
// CHECK-NEXT: %2 = shape.shape_of %arg1 : tensor<2x?x8xi32> -> tensor<3xindex>
// CHECK-NEXT: %3 = shape.broadcast %2, %0 : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
// CHECK-NEXT: %4 = shape.broadcast %2, %1 : tensor<3xindex>, tensor<1xindex> -> tensor<3xindex>
// CHECK-NEXT: %cast = tensor.cast %4 : tensor<3xindex> to tensor<?xindex>
// CHECK-NEXT: return %3, %0, %2, %cast :
func.func @broadcasts(%a: tensor<1xi1>, %b: tensor<2x?x8xi32>, %c: tensor<2x8x8xi32>) -> (tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<?xindex>) {
  %0 = shape.shape_of %a : tensor<1xi1> -> tensor<1xindex>
  %1 = shape.shape_of %b : tensor<2x?x8xi32> -> tensor<3xindex>
  %2 = shape.shape_of %c : tensor<2x8x8xi32> -> tensor<3xindex>
  %3 = shape.broadcast %0, %1, %2 : tensor<1xindex>, tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
  %4 = shape.broadcast %0, %2 : tensor<1xindex>, tensor<3xindex> -> tensor<3xindex>
  %5 = shape.broadcast %1, %1 : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
  %6 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<3xindex> -> tensor<?xindex>
  return %3, %4, %5, %6 : tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<?xindex>
}

// Constraints hold for sure, might hold, and do not.
// CHECK-LABEL: func.func @constraints
// CHECK-DAG: %[[HOLDS:.*]] = shape.const_witness true
// CHECK-DAG: %[[ONE:.*]] = shape.const_shape [1] : tensor<1xindex>
// CHECK-DAG: %[[THREE:.*]] = shape.const_shape [3] : tensor<1xindex>
// CHECK-DAG: %[[FOUR:.*]] = shape.const_shape [4] : tensor<1xindex>
// CHECK: %[[SOME:.*]] = shape.cstr_broadcastable %arg0, %[[ONE]] : tensor<2xindex>, tensor<1xindex>
// CHECK-NEXT: %[[NONE:.*]] = shape.cstr_broadcastable %[[THREE]], %[[FOUR]] : tensor<1xindex>, tensor<1xindex>
// CHECK-NEXT: %[[UNEQUAL:.*]] = shape.cstr_eq %[[ONE]], %[[THREE]] : tensor<1xindex>, tensor<1xindex>
// CHECK-NEXT: return %[[HOLDS]], %[[SOME]], %[[NONE]], %[[HOLDS]], %[[UNEQUAL]], %[[SOME]] :
func.func @constraints(%s: tensor<2xindex>) -> (!shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness) {
  %1 = shape.const_shape [1] : tensor<1xindex>
  %3 = shape.const_shape [3] : tensor<1xindex>
  %4 = shape.const_shape [4] : tensor<1xindex>
  %holds = shape.cstr_broadcastable %1, %3 : tensor<1xindex>, tensor<1xindex>
  %some = shape.cstr_broadcastable %1, %s, %1 : tensor<1xindex>, tensor<2xindex>, tensor<1xindex>
  %none = shape.cstr_broadcastable %3, %4 : tensor<1xindex>, tensor<1xindex>
  %equal = shape.cstr_eq %3, %3 : tensor<1xindex>, tensor<1xindex>
  %unequal = shape.cstr_eq %1, %3 : tensor<1xindex>, tensor<1xindex>
  %all = shape.assuming_all %holds, %some, %equal
  return %holds, %some, %none, %equal, %unequal, %all : !shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness
}

// CHECK-LABEL: func.func @assumptions
// CHECK-DAG: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[SIXTY:.*]] = arith.constant 60 : index
// CHECK: %[[ASSUMED:.*]] = shape.assuming %arg0 -> (index) {
// CHECK: return %[[FIVE]], %[[SIXTY]], %[[ASSUMED]] : index, index, index
func.func @assumptions(%w: !shape.witness, %n: index) -> (index, index, index) {
  %c2 = arith.constant 2 : index
  %holds = shape.const_witness true
  %shape = shape.const_shape [3, 4, 5] : tensor<3xindex>
  %0 = shape.assuming %holds -> (index) {
    %size = shape.get_extent %shape, %c2 : tensor<3xindex>, index -> index
    shape.assuming_yield %size : index
  }
  %1 = shape.num_elements %shape : tensor<3xindex> -> index
  %2 = shape.assuming %w -> (index) {
    shape.assuming_yield %n : index
  }
  return %0, %1, %2 : index, index, index
}
