// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Convolutions, pooling, normalization and simulated quantization: what is refused, beside the nearest program that is accepted.

func.func @bias(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %0 = "tf.BiasAdd"(%a0, %a1) {data_format = "NHWC"} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @bias_before(%a0: tensor<2x3x4x5xf32>, %a1: tensor<3xf32>) {
  %0 = "tf.BiasAdd"(%a0, %a1) {data_format = "NCHW"} : (tensor<2x3x4x5xf32>, tensor<3xf32>) -> (tensor<2x3x4x5xf32>)
  return
}

// -----

func.func @bias_of_vector(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  // expected-error @+1 {{requires value operand to have rank at least two with `NHWC` data format}}
  %0 = "tf.BiasAdd"(%a0, %a1) {data_format = "NHWC"} : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @bias_of_matrix(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-error @+1 {{requires value operand to have rank at least three with `NCHW` data format}}
  %0 = "tf.BiasAdd"(%a0, %a1) {data_format = "NCHW"} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @bias_matrix(%a0: tensor<2x3xf32>, %a1: tensor<1x3xf32>) {
  // expected-error @+1 {{requires bias operand to have rank exactly one}}
  %0 = "tf.BiasAdd"(%a0, %a1) {data_format = "NHWC"} : (tensor<2x3xf32>, tensor<1x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @bias_features(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>) {
  // expected-error @+1 {{requires channel dimension and feature dimension to match; found 3 and 2, respectively}}
  %0 = "tf.BiasAdd"(%a0, %a1) {data_format = "NHWC"} : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @bias_gradient(%a0: tensor<2x3xf32>) {
  %0 = "tf.BiasAddGrad"(%a0) {data_format = "NHWC"} : (tensor<2x3xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @bias_gradient_rank(%a0: tensor<3xf32>) {
  // expected-error @+1 {{requires out_backprop operand to have rank at least two with `NHWC` data format}}
  %0 = "tf.BiasAddGrad"(%a0) {data_format = "NHWC"} : (tensor<3xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @explicit_convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "EXPLICIT", explicit_paddings = [0, 0, 1, 1, 1, 1, 0, 0]} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @image_rank(%a0: tensor<8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires operands to be 4D tensor}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @paddings_missing(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires attribute 'explicit_paddings' with 'EXPLICIT' padding mode}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "EXPLICIT", explicit_paddings = []} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @paddings_count(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires explicit_paddings attribute length to be 8}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "EXPLICIT", explicit_paddings = [0, 0, 1, 1]} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @paddings_negative(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires non negative explicit paddings}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "EXPLICIT", explicit_paddings = [0, 0, -1, 1, 1, 1, 0, 0]} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @strides_count(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires strides attribute length to be 4}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @strides_zero(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires positive strides}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 0, 1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @dilations_count(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires dilations attribute length to be 4}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @dilations_zero(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires positive dilations}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 0, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @channels(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x3x6xf32>) {
  // expected-error @+1 {{requires the number of input channels to be divisible by the number of filter input channels; found 4 and 3, respectively}}
  %0 = "tf.Conv2D"(%a0, %a1) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x8x8x4xf32>, tensor<3x3x3x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @backprop(%a1: tensor<3x3x2x6xf32>, %a2: tensor<1x8x8x6xf32>) {
  %c0 = "tf.Const"() <{value = dense<[1, 8, 8, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %0 = "tf.Conv2DBackpropInput"(%c0, %a1, %a2) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<4xi32>, tensor<3x3x2x6xf32>, tensor<1x8x8x6xf32>) -> (tensor<1x8x8x4xf32>)
  return
}

// -----

func.func @backprop_rank(%a0: tensor<4xi32>, %a1: tensor<3x3x2x6xf32>, %a2: tensor<8x8x6xf32>) {
  // expected-error @+1 {{requires operands to be 4D tensor}}
  %0 = "tf.Conv2DBackpropInput"(%a0, %a1, %a2) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<4xi32>, tensor<3x3x2x6xf32>, tensor<8x8x6xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @backprop_result(%a0: tensor<4xi32>, %a1: tensor<3x3x2x6xf32>, %a2: tensor<1x8x8x6xf32>) {
  // expected-error @+1 {{requires result to be 4D tensor}}
  %0 = "tf.Conv2DBackpropInput"(%a0, %a1, %a2) {strides = [1, 1, 1, 1], dilations = [1, 1, 1, 1], padding = "SAME", explicit_paddings = []} : (tensor<4xi32>, tensor<3x3x2x6xf32>, tensor<1x8x8x6xf32>) -> (tensor<8x8x4xf32>)
  return
}

// -----

func.func @permute_vector(%a0: tensor<2xi32>) {
  %0 = "tf.DataFormatVecPermute"(%a0) {src_format = "NHWC", dst_format = "NCHW"} : (tensor<2xi32>) -> (tensor<2xi32>)
  return
}

// -----

func.func @permute_pairs(%a0: tensor<4x2xi32>) {
  %0 = "tf.DataFormatVecPermute"(%a0) {src_format = "NHWC", dst_format = "NCHW"} : (tensor<4x2xi32>) -> (tensor<4x2xi32>)
  return
}

// -----

func.func @permute_cube(%a0: tensor<4x2x1xi32>) {
  // expected-error @+1 {{requires input of rank 1 or 2}}
  %0 = "tf.DataFormatVecPermute"(%a0) {src_format = "NHWC", dst_format = "NCHW"} : (tensor<4x2x1xi32>) -> (tensor<4x2x1xi32>)
  return
}

// -----

func.func @permute_three(%a0: tensor<3xi32>) {
  // expected-error @+1 {{requires 1D input of size 4 or size 2}}
  %0 = "tf.DataFormatVecPermute"(%a0) {src_format = "NHWC", dst_format = "NCHW"} : (tensor<3xi32>) -> (tensor<3xi32>)
  return
}

// -----

func.func @permute_three_pairs(%a0: tensor<3x2xi32>) {
  // expected-error @+1 {{requires first dimensions of 2D input to be of size 4}}
  %0 = "tf.DataFormatVecPermute"(%a0) {src_format = "NHWC", dst_format = "NCHW"} : (tensor<3x2xi32>) -> (tensor<3x2xi32>)
  return
}

// -----

func.func @permute_triples(%a0: tensor<4x3xi32>) {
  // expected-error @+1 {{requires second dimensions of 2D input to be of size 2}}
  %0 = "tf.DataFormatVecPermute"(%a0) {src_format = "NHWC", dst_format = "NCHW"} : (tensor<4x3xi32>) -> (tensor<4x3xi32>)
  return
}

// -----

func.func @norm(%a0: tensor<1x4x4x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  %0:5 = "tf.FusedBatchNorm"(%a0, %a1, %a2, %a3, %a4) {} : (tensor<1x4x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x4x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @norm_rank(%a0: tensor<4x4x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error @+1 {{requires x to be a 4D float tensor}}
  %0:5 = "tf.FusedBatchNorm"(%a0, %a1, %a2, %a3, %a4) {} : (tensor<4x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @norm_scale(%a0: tensor<1x4x4x2xf32>, %a1: tensor<1x2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error @+1 {{requires scale to be a 1D float tensor}}
  %0:5 = "tf.FusedBatchNorm"(%a0, %a1, %a2, %a3, %a4) {} : (tensor<1x4x4x2xf32>, tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @pool(%a0: tensor<1x4x4x2xf32>, %a1: tensor<1x2x2x2xf32>, %a2: tensor<1x2x2x2xf32>) {
  %0 = "tf.MaxPoolGrad"(%a0, %a1, %a2) {ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x4x4x2xf32>, tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> (tensor<1x4x4x2xf32>)
  return
}

// -----

func.func @pool_rank(%a0: tensor<1x4x4x2xf32>, %a1: tensor<2x2x2xf32>, %a2: tensor<1x2x2x2xf32>) {
  // expected-error @+1 {{requires orig_output to be rank 4}}
  %0 = "tf.MaxPoolGrad"(%a0, %a1, %a2) {ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME", explicit_paddings = []} : (tensor<1x4x4x2xf32>, tensor<2x2x2xf32>, tensor<1x2x2x2xf32>) -> (tensor<1x4x4x2xf32>)
  return
}

// -----

func.func @quantized(%a0: tensor<4xf32>) {
  %0 = "tf.FakeQuantWithMinMaxArgs"(%a0) {min = -1.0 : f32, max = 1.0 : f32, num_bits = 8 : i64, narrow_range = false} : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @quantized_range(%a0: tensor<4xf32>) {
  // expected-error @+1 {{range is invalid: [1.000000,1.000000]}}
  %0 = "tf.FakeQuantWithMinMaxArgs"(%a0) {min = 1.0 : f32, max = 1.0 : f32, num_bits = 8 : i64, narrow_range = false} : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @quantized_bits(%a0: tensor<4xf32>) {
  // expected-error @+1 {{requires num_bits to be between 2 and 16, inclusive}}
  %0 = "tf.FakeQuantWithMinMaxArgs"(%a0) {min = -1.0 : f32, max = 1.0 : f32, num_bits = 17 : i64, narrow_range = false} : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @quantized_by_scalars(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %0 = "tf.FakeQuantWithMinMaxVars"(%a0, %a1, %a2) {num_bits = 16 : i64, narrow_range = false} : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @quantized_by_vector(%a0: tensor<4xf32>, %a1: tensor<1xf32>, %a2: tensor<f32>) {
  // expected-error @+1 {{requires min to be a 0d float tensor}}
  %0 = "tf.FakeQuantWithMinMaxVars"(%a0, %a1, %a2) {num_bits = 8 : i64, narrow_range = false} : (tensor<4xf32>, tensor<1xf32>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @quantized_to_a_bit(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expected-error @+1 {{requires num_bits to be between 2 and 16, inclusive}}
  %0 = "tf.FakeQuantWithMinMaxVars"(%a0, %a1, %a2) {num_bits = 1 : i64, narrow_range = false} : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @channels_quantized(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  %0 = "tf.FakeQuantWithMinMaxVarsPerChannel"(%a0, %a1, %a2) {num_bits = 8 : i64, narrow_range = false} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @channels_by_scalar(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>) {
  // expected-error @+1 {{requires max to be a 1d float tensor}}
  %0 = "tf.FakeQuantWithMinMaxVarsPerChannel"(%a0, %a1, %a2) {num_bits = 8 : i64, narrow_range = false} : (tensor<2x4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @scalar_channels(%a0: tensor<f32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{requires inputs to be at least 1d float tensor}}
  %0 = "tf.FakeQuantWithMinMaxVarsPerChannel"(%a0, %a1, %a2) {num_bits = 8 : i64, narrow_range = false} : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @channels_to_a_bit(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{requires num_bits to be between 2 and 16, inclusive}}
  %0 = "tf.FakeQuantWithMinMaxVarsPerChannel"(%a0, %a1, %a2) {num_bits = 1 : i64, narrow_range = false} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @channels_count(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<3xf32>) {
  // expected-error @+1 {{requires min and max to have same size as last dimension of inputs}}
  %0 = "tf.FakeQuantWithMinMaxVarsPerChannel"(%a0, %a1, %a2) {num_bits = 8 : i64, narrow_range = false} : (tensor<2x4xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x4xf32>)
  return
}
