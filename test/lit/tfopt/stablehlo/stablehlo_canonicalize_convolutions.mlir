// RUN: tf-opt %s --stablehlo-canonicalize-convolutions --split-input-file | filecheck %s

/// Channels come to stand last, of the image, the filters and the result.
// CHECK-LABEL: @channels_first
// CHECK-DAG: %[[IMAGE:.*]] = stablehlo.transpose %arg0, dims = [0, 2, 3, 1] : (tensor<2x3x8x9xf32>) -> tensor<2x8x9x3xf32>
// CHECK-DAG: %[[FILTERS:.*]] = stablehlo.transpose %arg1, dims = [2, 3, 1, 0] : (tensor<5x3x2x1xf32>) -> tensor<2x1x3x5xf32>
// CHECK: %[[RESULT:.*]] = stablehlo.convolution(%[[IMAGE]], %[[FILTERS]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
// CHECK-SAME: stride = [2, 1]
// CHECK-SAME: -> tensor<2x4x9x5xf32>
// CHECK: stablehlo.transpose %[[RESULT]], dims = [0, 3, 1, 2] : (tensor<2x4x9x5xf32>) -> tensor<2x5x4x9xf32>
func.func @channels_first(%x: tensor<2x3x8x9xf32>, %w: tensor<5x3x2x1xf32>) -> tensor<2x5x4x9xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x8x9xf32>, tensor<5x3x2x1xf32>) -> tensor<2x5x4x9xf32>
  return %0 : tensor<2x5x4x9xf32>
}

// -----

/// A reversed window is one of filters the other way around; of constant ones it is a constant.
// CHECK-LABEL: @reversed
// CHECK: %[[FILTERS:.*]] = stablehlo.constant dense<{{\[\[\[}}2.000000e+00]], {{\[\[}}1.000000e+00]]]> : tensor<2x1x1xf32>
// CHECK: stablehlo.convolution(%arg0, %[[FILTERS]])
// CHECK-NOT: reverse
func.func @reversed(%x: tensor<1x8x1xf32>) -> tensor<1x7x1xf32> {
  %w = stablehlo.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x1xf32>, tensor<2x1x1xf32>) -> tensor<1x7x1xf32>
  return %0 : tensor<1x7x1xf32>
}

// -----

/// What is so already stays as it is, and so does what has no sizes.
// CHECK-LABEL: @as_they_are
// CHECK-NOT: stablehlo.transpose
func.func @as_they_are(%x: tensor<1x8x1xf32>, %w: tensor<2x1x1xf32>, %y: tensor<?x3x8x9xf32>, %v: tensor<5x3x2x1xf32>) -> (tensor<1x7x1xf32>, tensor<?x5x7x9xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x1xf32>, tensor<2x1x1xf32>) -> tensor<1x7x1xf32>
  %1 = stablehlo.convolution(%y, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x3x8x9xf32>, tensor<5x3x2x1xf32>) -> tensor<?x5x7x9xf32>
  return %0, %1 : tensor<1x7x1xf32>, tensor<?x5x7x9xf32>
}
