// RUN: tf-opt %s --stablehlo-legalize-deprecated-ops --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tf-opt %s '--stablehlo-legalize-deprecated-ops=fail-on-unused=false' --split-input-file | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @products
// CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: stablehlo.dot_general %arg2, %arg2, contracting_dims = [0] x [0], precision = [HIGH, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
func.func @products(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %v: tensor<3xf32>) -> (tensor<2x4xf32>, tensor<f32>) {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot %v, %v, precision = [HIGH, DEFAULT] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0, %1 : tensor<2x4xf32>, tensor<f32>
}

// -----

// CHECK-LABEL: func.func @others
// CHECK-NEXT: stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: stablehlo.after_all
// CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: stablehlo.einsum %[[ONE]], %arg0, config = ",ab->b" : (tensor<f32>, tensor<2x3xf32>) -> tensor<3xf32>
// CHECK-NEXT: "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}>
// CHECK: stablehlo.add
func.func @others(%x: tensor<2x3xf32>) -> (tensor<4x2x3xf32>, !stablehlo.token, tensor<3xf32>, tensor<2x3xf32>) {
  %0 = "stablehlo.broadcast"(%x) {broadcast_sizes = array<i64: 4>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %1 = "stablehlo.create_token"() : () -> !stablehlo.token
  %2 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->b"} : (tensor<2x3xf32>) -> tensor<3xf32>
  %3 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3 : tensor<4x2x3xf32>, !stablehlo.token, tensor<3xf32>, tensor<2x3xf32>
}

// -----

// KEPT-LABEL: func.func @without_successor
// KEPT: stablehlo.map
func.func @without_successor(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'stablehlo.map' that was explicitly marked illegal}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.abs %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
