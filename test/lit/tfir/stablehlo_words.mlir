// RUN: not tf-opt %s --split-input-file 2>&1 | filecheck %s

/// A constraint of StableHLO is told without the name of the op; what MLIR itself says of an op begins with it.

// CHECK: stablehlo_words.mlir:7:8: error: number of output elements (3) doesn't match expected number of elements (2)
func.func @f(%a: tensor<2xf32>) -> tensor<3xf32> {
  %0 = stablehlo.reshape %a : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK: stablehlo_words.mlir:16:8: error: 'stablehlo.transpose' op inferred type(s) 'tensor<2x1xf32>' are incompatible with return type(s) of operation 'tensor<1x2xf32>'
// CHECK: stablehlo_words.mlir:16:8: error: 'stablehlo.transpose' op failed to infer returned types
func.func @f(%a: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// CHECK: stablehlo_words.mlir:24:8: error: 'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
