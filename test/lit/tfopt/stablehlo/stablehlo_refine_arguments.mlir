// RUN: tf-opt %s --stablehlo-refine-arguments='types=tensor<7x4xf32>,tensor<2x?xf32>,!stablehlo.token' --split-input-file --verify-diagnostics | filecheck %s
// RUN: not tf-opt %s --split-input-file --stablehlo-refine-arguments='types=tensor<7x' 2>&1 | filecheck %s --check-prefix=NO-TYPE

/// An argument that gets another type is read through a call that has the old one; others are read as before.
// NO-TYPE: Invalid type string: tensor<7x
// CHECK-LABEL: func.func @kept
// CHECK-SAME: (%[[X:.+]]: tensor<7x4xf32>, %[[Y:.+]]: tensor<2x?xf32>, %[[T:.+]]: !stablehlo.token) -> (tensor<?x4xf32>, tensor<*xf32>, !stablehlo.token)
func.func @kept(%x: tensor<?x4xf32>, %y: tensor<*xf32>, %t: !stablehlo.token) -> (tensor<?x4xf32>, tensor<*xf32>, !stablehlo.token) {
  // CHECK: %[[SHAPE:.+]] = stablehlo.constant dense<[7, 4]> : tensor<2xi64>
  // CHECK: %[[OLD:.+]] = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%[[X]], %[[SHAPE]]) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<7x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  // CHECK: %[[UNKNOWN:.+]] = stablehlo.constant dense<[2, -9223372036854775808]> : tensor<2xi64>
  // CHECK: %[[RANKED:.+]] = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%[[Y]], %[[UNKNOWN]])
  // CHECK: return %[[OLD]], %[[RANKED]], %[[T]]
  return %x, %y, %t : tensor<?x4xf32>, tensor<*xf32>, !stablehlo.token
}

// -----

// expected-error @+1 {{number of refinements must match number of op operands 3 vs 1}}
func.func @count(%x: tensor<?x4xf32>) {
  return
}

// -----

// expected-error @+1 {{invalid refinement for argument 2, refinement must be a tensor in tensor<i32> -> !stablehlo.token}}
func.func @no_tensor(%x: tensor<?x4xf32>, %y: tensor<?x?xf32>, %t: tensor<i32>) {
  return
}

// -----

// expected-error @+1 {{invalid refinement for argument 0, refinement dimension sizes must match for static dimensions in tensor<?x5xf32> -> tensor<7x4xf32>}}
func.func @size(%x: tensor<?x5xf32>, %y: tensor<*xf32>, %t: !stablehlo.token) {
  return
}

// -----

// expected-error @+1 {{invalid refinement for argument 0, refinement rank must match operand rank in tensor<?xf32> -> tensor<7x4xf32>}}
func.func @rank(%x: tensor<?xf32>, %y: tensor<*xf32>, %t: !stablehlo.token) {
  return
}

// -----

// expected-error @+1 {{invalid refinement for argument 1, refinement element types must match in tensor<*xf64> -> tensor<2x?xf32>}}
func.func @element(%x: tensor<?x4xf32>, %y: tensor<*xf64>, %t: !stablehlo.token) {
  return
}
