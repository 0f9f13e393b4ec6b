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

// -----

/// Where all kinds of elements are named floats come first; some are named as they are listed.

// CHECK: stablehlo_words.mlir:{{[0-9]+}}:8: error: 'stablehlo.multiply' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xindex>'
func.func @f(%a: tensor<2xindex>) -> tensor<2xindex> {
  %0 = stablehlo.multiply %a, %a : tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

// CHECK: stablehlo_words.mlir:{{[0-9]+}}:8: error: 'stablehlo.subtract' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type
func.func @f(%a: tensor<2xi1>) -> tensor<2xi1> {
  %0 = stablehlo.subtract %a, %a : tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

/// The place of an attribute that contradicts itself is behind it.

// CHECK: stablehlo_words.mlir:52:139: error: Invalid tolerances for ResultAccuracyAttr with mode HIGHEST, must be all zero.
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>
  return %0 : tensor<f32>
}
