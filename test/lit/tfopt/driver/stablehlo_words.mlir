// RUN: tf-opt --split-input-file --verify-diagnostics %s

func.func @precision(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-error @+2 {{custom op 'stablehlo.dot' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
  // expected-error @+1 {{custom op 'stablehlo.dot' failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`}}
  %0 = stablehlo.dot %a, %a, precision = [LOW] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @two_results(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{custom op 'stablehlo.add' expected single output}}
  %0:2 = stablehlo.add %a, %a : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0#0 : tensor<f32>
}

// -----

// What is wrong with the words for precision is told before the padding.
func.func @precision_and_padding(%a: tensor<3x2xf16>, %b: tensor<2x2xf16>) -> tensor<3x2xf16> {
  %0 = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error @+1 {{expects precision config to be empty or have <= 2 elements}}
  %1 = "stablehlo.dynamic_conv"(%a, %b, %0) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<3x2xf16>, tensor<2x2xf16>, tensor<2x2xi64>) -> tensor<3x2xf16>
  return %1 : tensor<3x2xf16>
}

// -----

// Each of the values fits the condition, with what is not known of them.
func.func @select(%p: tensor<2x3xi1>, %a: tensor<2x?xi32>, %b: tensor<?x2xi32>) -> tensor<2x?xi32> {
  %0 = stablehlo.select %p, %a, %b : (tensor<2x3xi1>, tensor<2x?xi32>, tensor<?x2xi32>) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}
