// RUN: tf-opt %s --stablehlo-pad-convolution-inputs --split-input-file | filecheck %s

/// Padding becomes an operation on rows of the image with their channels: 4 of 5 columns of 3 channels, one column of padding on the left, two on
/// the right.
// CHECK-LABEL: @padded
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[ROWS:.*]] = stablehlo.reshape %{{.*}} : (tensor<1x4x5x3xf32>) -> tensor<1x4x15xf32>
// CHECK: %[[PAD:.*]] = stablehlo.pad %[[ROWS]], %[[ZERO]], low = [0, 1, 3], high = [0, 0, 6], interior = [0, 0, 0] : (tensor<1x4x15xf32>, tensor<f32>) -> tensor<1x5x24xf32>
// CHECK: %[[IMAGE:.*]] = stablehlo.reshape %[[PAD]] : (tensor<1x5x24xf32>) -> tensor<1x5x8x3xf32>
// CHECK: stablehlo.convolution(%[[IMAGE]], %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {{.*}} -> tensor<1x2x3x8xf32>
func.func @padded(%x: tensor<1x4x5x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<1x2x3x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x5x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x2x3x8xf32>
  return %0 : tensor<1x2x3x8xf32>
}

// -----

/// A dilated input has zeros between its columns: 3 become 5.
// CHECK-LABEL: @dilated
// CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [0, 2, 0], high = [0, 2, 0], interior = [0, 1, 0] : (tensor<1x3x2xf32>, tensor<f32>) -> tensor<1x9x2xf32>
// CHECK: stablehlo.convolution
// CHECK-NOT: lhs_dilate
func.func @dilated(%x: tensor<1x3x2xf32>, %w: tensor<3x2x8xf32>) -> tensor<1x7x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2xf32>, tensor<3x2x8xf32>) -> tensor<1x7x8xf32>
  return %0 : tensor<1x7x8xf32>
}

// -----

/// What runs channel by channel keeps its padding, and so does what has no padding its input.
// CHECK-LABEL: @depthwise
// CHECK-NOT: stablehlo.pad
func.func @depthwise(%x: tensor<1x4x4x8xf32>, %w: tensor<3x3x1x8xf32>, %v: tensor<1x1x8x8xf32>) -> tensor<1x4x4x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<1x4x4x8xf32>, tensor<3x3x1x8xf32>) -> tensor<1x4x4x8xf32>
  %1 = stablehlo.convolution(%0, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x4x4x8xf32>
  return %1 : tensor<1x4x4x8xf32>
}

// -----

/// A pad of the program's own is one of rows with their channels; one between channels stays as it is.
// CHECK-LABEL: @images
// CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [0, 0, 3], high = [0, 1, 6], interior = [0, 0, 0] : (tensor<1x4x15xf32>, tensor<f32>) -> tensor<1x5x24xf32>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<1x5x24xf32>) -> tensor<1x5x8x3xf32>
// CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [0, 0, 0, 1], high = [0, 0, 0, 0], interior = [0, 0, 0, 0]
func.func @images(%x: tensor<1x4x5x3xf32>, %zero: tensor<f32>) -> tensor<1x5x8x4xf32> {
  %0 = stablehlo.pad %x, %zero, low = [0, 0, 1, 0], high = [0, 1, 2, 0], interior = [0, 0, 0, 0] : (tensor<1x4x5x3xf32>, tensor<f32>) -> tensor<1x5x8x3xf32>
  %1 = stablehlo.pad %0, %zero, low = [0, 0, 0, 1], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<1x5x8x3xf32>, tensor<f32>) -> tensor<1x5x8x4xf32>
  return %1 : tensor<1x5x8x4xf32>
}
