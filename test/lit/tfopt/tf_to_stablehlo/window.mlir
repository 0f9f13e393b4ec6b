// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// SAME padding is worked out from the sizes; the odd element goes behind.
// CHECK-LABEL: func.func @convolution(
// CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[}}[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
func.func @convolution(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = "tf.Conv2D"(%x, %w) <{strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// -----

/// NCHW changes the dimension numbers only; explicit padding is given for all axes.
// CHECK-LABEL: func.func @nchw(
// CHECK: dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {pad = {{\[}}[1, 2], [0, 0]], rhs_dilate = [2, 1]}
func.func @nchw(%x: tensor<1x3x8x8xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x4x7x6xf32> {
  %0 = "tf.Conv2D"(%x, %w) <{strides = [1, 1, 1, 1], padding = "EXPLICIT", explicit_paddings = [0, 0, 0, 0, 1, 2, 0, 0], dilations = [1, 1, 2, 1], data_format = "NCHW"}> : (tensor<1x3x8x8xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x7x6xf32>
  return %0 : tensor<1x4x7x6xf32>
}

// -----

/// A depthwise convolution has as many groups as channels.
// CHECK-LABEL: func.func @depthwise(
// CHECK: %[[W:.*]] = stablehlo.reshape %{{.*}} : (tensor<3x3x4x2xf32>) -> tensor<3x3x1x8xf32>
// CHECK: stablehlo.convolution(%{{.*}}, %[[W]])
// CHECK-SAME: feature_group_count = 4 : i64
func.func @depthwise(%x: tensor<1x5x5x4xf32>, %w: tensor<3x3x4x2xf32>) -> tensor<1x3x3x8xf32> {
  %0 = "tf.DepthwiseConv2dNative"(%x, %w) <{strides = [1, 1, 1, 1], padding = "VALID"}> : (tensor<1x5x5x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x3x3x8xf32>
  return %0 : tensor<1x3x3x8xf32>
}

// -----

/// The largest under a window starts from minus infinity, and NaN counts as the lowest finite number.
// CHECK-LABEL: func.func @max_pool(
// CHECK: %[[LOWEST:.*]] = stablehlo.constant dense<-3.40282347E+38> : tensor<1x8x8x2xf32>
// CHECK: %[[COUNTS:.*]] = stablehlo.compare GT, %arg0, %[[LOWEST]], FLOAT
// CHECK: %[[X:.*]] = stablehlo.select %[[COUNTS]], %arg0, %{{.*}}
// CHECK: stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK: "stablehlo.reduce_window"(%[[X]], %{{.*}}) <{padding = dense<{{\[}}[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
// CHECK: stablehlo.maximum
// CHECK: (tensor<1x8x8x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
func.func @max_pool(%x: tensor<1x8x8x2xf32>) -> tensor<1x4x4x2xf32> {
  %0 = "tf.MaxPool"(%x) <{ksize = [1, 3, 3, 1], strides = [1, 2, 2, 1], padding = "SAME", data_format = "NHWC"}> : (tensor<1x8x8x2xf32>) -> tensor<1x4x4x2xf32>
  return %0 : tensor<1x4x4x2xf32>
}

// -----

/// The mean under a window: padding does not count, so each place has a divisor of its own.
// CHECK-LABEL: func.func @average_same(
// CHECK: %[[S:.*]] = "stablehlo.reduce_window"
// CHECK: %[[C:.*]] = stablehlo.constant dense<{{\[}}[4.000000e+00, 2.000000e+00], [2.000000e+00, 1.000000e+00]]> : tensor<2x2xf32>
// CHECK: %[[N:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2x1xf32>
// CHECK: stablehlo.divide %[[S]], %[[N]]
func.func @average_same(%x: tensor<1x3x3x1xf32>) -> tensor<1x2x2x1xf32> {
  %0 = "tf.AvgPool"(%x) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME", data_format = "NHWC"}> : (tensor<1x3x3x1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

// -----

/// Without padding the divisor is one number.
// CHECK-LABEL: func.func @average_valid(
// CHECK: stablehlo.constant dense<4.000000e+00> : tensor<1x1x1x1xf32>
// CHECK: stablehlo.divide
func.func @average_valid(%x: tensor<1x3x3x1xf32>) -> tensor<1x1x1x1xf32> {
  %0 = "tf.AvgPool"(%x) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "VALID", data_format = "NHWC"}> : (tensor<1x3x3x1xf32>) -> tensor<1x1x1x1xf32>
  return %0 : tensor<1x1x1x1xf32>
}

// -----

/// A transposed convolution puts zeros between the elements of its operand and turns the filter round.
// CHECK-LABEL: func.func @transposed(
// CHECK: %[[W:.*]] = stablehlo.reverse %{{.*}}, dims = [0, 1] : tensor<3x3x4x5xf32>
// CHECK: stablehlo.convolution(%{{.*}}, %[[W]]) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = {{\[}}[2, 1], [2, 1]], lhs_dilate = [2, 2]}
func.func @transposed(%x: tensor<1x4x4x5xf32>, %w: tensor<3x3x4x5xf32>) -> tensor<1x8x8x4xf32> {
  %sizes = "tf.Const"() <{value = dense<[1, 8, 8, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %0 = "tf.Conv2DBackpropInput"(%sizes, %w, %x) <{strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<4xi32>, tensor<3x3x4x5xf32>, tensor<1x4x4x5xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}
