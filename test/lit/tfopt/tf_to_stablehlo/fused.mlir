// RUN: tf-opt %s --tf-to-stablehlo --canonicalize --split-input-file --verify-diagnostics | filecheck %s

/// A product with a bias and an activation is three steps again.
// CHECK-LABEL: func.func @matmul(
// CHECK: %[[P:.*]] = stablehlo.dot_general
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [1]
// CHECK: %[[S:.*]] = stablehlo.add %[[P]], %[[B]]
// CHECK: stablehlo.maximum %[[S]]
func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %bias: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = "tf._FusedMatMul"(%a, %b, %bias) <{fused_ops = ["BiasAdd", "Relu"]}> : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

/// All operands behind the filter are what the steps take: none are host operands.
// CHECK-LABEL: func.func @convolution(
// CHECK: %[[C:.*]] = stablehlo.convolution
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [1]
// CHECK: %[[S:.*]] = stablehlo.add %[[C]], %[[B]]
// CHECK: stablehlo.add %[[S]], %arg3
func.func @convolution(%x: tensor<1x3x4x5xf32>, %k: tensor<1x1x3x2xf32>, %bias: tensor<2xf32>, %y: tensor<1x2x4x5xf32>) -> tensor<1x2x4x5xf32> {
  %0 = "tf._FusedConv2D"(%x, %k, %bias, %y) <{data_format = "NCHW", fused_ops = ["BiasAdd", "Add"], num_args = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 2, 0>, padding = "VALID", strides = [1, 1, 1, 1]}> : (tensor<1x3x4x5xf32>, tensor<1x1x3x2xf32>, tensor<2xf32>, tensor<1x2x4x5xf32>) -> tensor<1x2x4x5xf32>
  return %0 : tensor<1x2x4x5xf32>
}

// -----

func.func @unknown(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{fused op 'Sqare' is not known; known are}}
  %0 = "tf._FusedMatMul"(%a, %b) <{fused_ops = ["Sqare"]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @too_few(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{fused op 'BiasAdd' lacks operands: 0 are given for BiasAdd, Relu}}
  %0 = "tf._FusedMatMul"(%a, %b) <{fused_ops = ["BiasAdd", "Relu"]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
