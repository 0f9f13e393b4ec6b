// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// How the scales, zero points and axes of quantized operands and results must fit together: per tensor (`!quant.uniform<i8:f32, 2.0>`)
/// or per axis (`!quant.uniform<i8:f32:1, {1.0, 2.0}>`). Each refusal stands beside the nearest program that is none.

!per_axis = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @sums(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 2.0>>, %c: tensor<2x!per_axis>) {
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x!quant.uniform<i8:f32, 4.0>>
  %1 = "stablehlo.add"(%c, %a) : (tensor<2x!per_axis>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!per_axis>
  return
}

// -----

func.func @sum_of_quantized_and_real(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2xf32>) {
  // expected-error @+1 {{all operands and results to be either quantized or non-quantized}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @sum_expressed(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f16, 1.0>>) {
  // expected-error @+1 {{mismatched operands and result quantization expressed types}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f16, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

!per_axis = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @sum_gains_an_axis(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{result per_axis quantized but none from rhs and lhs are per_axis quantized}}
  %0 = "stablehlo.add"(%a, %a) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!per_axis>
  return
}

// -----

!per_axis = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @sum_loses_its_axis(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!per_axis>) {
  // expected-error @+1 {{result is not per_axis quantized but lhs or rhs are}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!per_axis>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
!columns = !quant.uniform<i8:f32:1, {1.0, 2.0}>
func.func @sum_of_another_axis(%a: tensor<2x2x!rows>, %b: tensor<2x2x!columns>) {
  // expected-error @+1 {{quantization_dimension of rhs and result are not same}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2x2x!rows>, tensor<2x2x!columns>) -> tensor<2x2x!rows>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!wide = !quant.uniform<i32:f32, 1.0>
!columns = !quant.uniform<i8:f32:1, {1.0, 2.0}>
!wide_columns = !quant.uniform<i32:f32:1, {1.0, 2.0}>
func.func @products(%a: tensor<2x2x!q>, %b: tensor<2x2xf32>, %c: tensor<2x2x!columns>) {
  %0 = "stablehlo.dot_general"(%a, %c) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!columns>) -> tensor<2x2x!wide_columns>
  %1 = "stablehlo.dot_general"(%a, %c) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!columns>) -> tensor<2x2x!wide>
  %2 = "stablehlo.dot_general"(%b, %c) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2xf32>, tensor<2x2x!columns>) -> tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
func.func @product_with_real_kernel(%a: tensor<2x2x!q>, %b: tensor<2x2xf32>) {
  // expected-error @+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2xf32>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f16, 1.0>
func.func @product_of_real_and_quantized(%a: tensor<2x2xf32>, %b: tensor<2x2x!q>) {
  // expected-error @+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2xf32>, tensor<2x2x!q>) -> tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!narrow = !quant.uniform<i4:f32, 1.0>
func.func @product_storage(%a: tensor<2x2x!q>, %b: tensor<2x2x!narrow>) {
  // expected-error @+1 {{mismatched lhs and rhs quantization storage types}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!narrow>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!half = !quant.uniform<i8:f16, 1.0>
func.func @product_expressed(%a: tensor<2x2x!q>) {
  // expected-error @+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %0 = "stablehlo.dot_general"(%a, %a) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!q>) -> tensor<2x2x!half>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!columns = !quant.uniform<i8:f32:1, {1.0, 2.0}>
func.func @product_gains_an_axis(%a: tensor<2x2x!q>) {
  // expected-error @+1 {{mismatched rhs and result quantization granularity}}
  %0 = "stablehlo.dot_general"(%a, %a) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!q>) -> tensor<2x2x!columns>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!shifted = !quant.uniform<i8:f32, 1.0:3>
func.func @product_zero_point(%a: tensor<2x2x!shifted>, %b: tensor<2x2x!q>) {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!shifted>, tensor<2x2x!q>) -> tensor<2x2x!shifted>
  // expected-error @+1 {{Zero point of rhs should be 0}}
  %1 = "stablehlo.dot_general"(%b, %a) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!shifted>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!shifted = !quant.uniform<i8:f32:1, {1.0, 2.0:3}>
func.func @product_zero_points(%a: tensor<2x2x!q>, %b: tensor<2x2x!shifted>) {
  // expected-error @+1 {{Zero points of rhs should be 0}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!shifted>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @product_along_the_axis(%a: tensor<2x2x!q>, %b: tensor<2x2x!rows>) {
  // expected-error @+1 {{Quantization dimension of rhs should not be in the contracting dimension of rhs}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!q>, tensor<2x2x!rows>) -> tensor<2x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!outputs = !quant.uniform<i8:f32:3, {1.0, 2.0}>
func.func @convolution(%a: tensor<1x4x4x3x!q>, %b: tensor<1x1x3x2x!outputs>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x3x!q>, tensor<1x1x3x2x!outputs>) -> tensor<1x4x4x2x!outputs>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!inputs = !quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>
func.func @convolution_kernel_axis(%a: tensor<1x4x4x3x!q>, %b: tensor<1x1x3x2x!inputs>) {
  // expected-error @+1 {{quantization dimension of rhs should be same with kernel_output_feature_dimension}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x3x!q>, tensor<1x1x3x2x!inputs>) -> tensor<1x4x4x2x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!outputs = !quant.uniform<i8:f32:3, {1.0, 2.0}>
!batch = !quant.uniform<i8:f32:0, {1.0}>
func.func @convolution_result_axis(%a: tensor<1x4x4x3x!q>, %b: tensor<1x1x3x2x!outputs>) {
  // expected-error @+1 {{quantization dimension of result should be same with output_feature_dimension}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x3x!q>, tensor<1x1x3x2x!outputs>) -> tensor<1x4x4x2x!batch>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
!columns = !quant.uniform<i8:f32:1, {1.0, 2.0}>
func.func @shapes(%a: tensor<2x3x!q>, %b: tensor<2x3x!rows>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!q>) -> tensor<3x2x!q>
  %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<2x3x!rows>) -> tensor<3x2x!columns>
  %2 = stablehlo.reshape %a : (tensor<2x3x!q>) -> tensor<6x!q>
  %3 = stablehlo.reshape %b : (tensor<2x3x!rows>) -> tensor<2x3x1x!rows>
  return
}

// -----

!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
!others = !quant.uniform<i8:f32:1, {1.0, 2.5}>
func.func @transpose_scales(%a: tensor<2x3x!rows>) {
  // expected-error @+1 {{expect same quantization scales and zero_points}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!rows>) -> tensor<3x2x!others>
  return
}

// -----

func.func @transpose_scale(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{expect same quantization scale and zero_point}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x2x!quant.uniform<i8:f32, 1.0:4>>
  return
}

// -----

!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @transpose_axis(%a: tensor<2x2x!rows>) {
  // expected-error @+1 {{operand quantization_dimension 0 is not same as permutation[0] = 1}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!rows>) -> tensor<2x2x!rows>
  return
}

// -----

!one = !quant.uniform<i8:f32:0, {1.0}>
!two = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @reshape_axis_size(%a: tensor<1x2x!one>) {
  // expected-error @+1 {{expect same quantization dimension size for operand and result}}
  %0 = stablehlo.reshape %a : (tensor<1x2x!one>) -> tensor<2x!two>
  return
}

// -----

!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
!columns = !quant.uniform<i8:f32:1, {1.0, 2.0}>
func.func @reshape_moves_the_axis(%a: tensor<2x3x!rows>) {
  // expected-error @+1 {{product of dimensions before quantization dimension must match between operand and result for 1 and 3}}
  %0 = stablehlo.reshape %a : (tensor<2x3x!rows>) -> tensor<3x2x!columns>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0>
!one = !quant.uniform<i8:f32:0, {2.0:1}>
!spread = !quant.uniform<i8:f32:1, {2.0:1, 2.0:1}>
!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
!columns = !quant.uniform<i8:f32:1, {1.0, 2.0}>
func.func @broadcasts(%a: tensor<2x!q>, %b: tensor<1x!one>, %c: tensor<2x!rows>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2x!q>) -> tensor<3x2x!q>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<1x!one>) -> tensor<3x2x!spread>
  %2 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2x!rows>) -> tensor<3x2x!columns>
  return
}

// -----

func.func @broadcast_scale(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{expect same quantization scale and zero_point}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

!rows = !quant.uniform<i8:f32:0, {1.0, 2.0}>
func.func @broadcast_axis(%a: tensor<2x!rows>) {
  // expected-error @+1 {{result quantization_dimension 0 not same as broadcast_dimensions[0] = 1}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2x!rows>) -> tensor<2x2x!rows>
  return
}

// -----

!one = !quant.uniform<i8:f32:0, {2.0}>
!spread = !quant.uniform<i8:f32:1, {2.0, 2.5}>
func.func @broadcast_scales(%a: tensor<1x!one>) {
  // expected-error @+1 {{mismatch result scale 1 (2.500000e+00) and operand scale 0 (2.000000e+00)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<1x!one>) -> tensor<3x2x!spread>
  return
}

// -----

!one = !quant.uniform<i8:f32:0, {2.0:1}>
!spread = !quant.uniform<i8:f32:1, {2.0:1, 2.0:7}>
func.func @broadcast_zero_points(%a: tensor<1x!one>) {
  // expected-error @+1 {{mismatch result zero_point 1 (7) and operand zero_point 0 (1)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<1x!one>) -> tensor<3x2x!spread>
  return
}

// -----

func.func @quantize(%a: tensor<2xf32>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  %1 = "stablehlo.uniform_quantize"(%b) : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i4:f32, 2.0>>
  return
}

// -----

func.func @quantize_expressed(%a: tensor<2xf32>) {
  // expected-error @+1 {{Expressed type of result expected to be 'f32', but got 'f16'}}
  %0 = "stablehlo.uniform_quantize"(%a) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f16, 1.0>>
  return
}
