// RUN: tf-opt %s --iree-expand-winograd --split-input-file | filecheck %s

/// An image of 3 by 2 places with a border of one has 2 by 1 tiles of 2 by 2 places, each with 16 sums.
/// The weights are the number 4 in the middle of the window: transformed, rows times [-1, 0, 0], [1/2, 1/2, 1/2], [1/2, -1/2, 1/2], [0, 0, 1], then columns.
// CHECK-LABEL: @tile
// CHECK: %[[SUMS:.*]] = iree.winograd_sums %{{.*}}, step = 2, padding = [1, 1, 1, 1] : (tensor<1x3x2x1xf32>) -> tensor<16x2x1xf32>
// CHECK: %[[SHARES:.*]] = stablehlo.constant dense<{{\[\[}}[0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}1.000000e+00]], {{\[\[}}-1.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}-1.000000e+00]], {{\[\[}}1.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]], {{\[\[}}0.000000e+00]]]> : tensor<16x1x1xf32>
// CHECK: %[[PRODUCTS:.*]] = stablehlo.dot_general %[[SUMS]], %[[SHARES]], batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<16x2x1xf32>, tensor<16x1x1xf32>) -> tensor<16x2x1xf32>
// CHECK: iree.winograd_places %[[PRODUCTS]], step = 2 : (tensor<16x2x1xf32>) -> tensor<1x3x2x1xf32>
// CHECK-NOT: stablehlo.convolution
func.func @tile(%x: tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32> {
  %w = stablehlo.constant dense<[[[[0.0]], [[0.0]], [[0.0]]], [[[0.0]], [[4.0]], [[0.0]]], [[[0.0]], [[0.0]], [[0.0]]]]> : tensor<3x3x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, tfir.tiles = 2 : i64} : (tensor<1x3x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x3x2x1xf32>
  return %0 : tensor<1x3x2x1xf32>
}

// -----

/// One that is not marked, and one that is marked for strips of each channel by itself.
// CHECK-LABEL: @others
// CHECK-COUNT-2: stablehlo.convolution
// CHECK-NOT: iree.winograd
func.func @others(%x: tensor<1x3x2x2xf32>) -> (tensor<1x3x2x1xf32>, tensor<1x3x2x2xf32>) {
  %w = stablehlo.constant dense<2.0> : tensor<3x3x2x1xf32>
  %v = stablehlo.constant dense<2.0> : tensor<3x3x1x2xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2x2xf32>, tensor<3x3x2x1xf32>) -> tensor<1x3x2x1xf32>
  %1 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, tfir.tiles = 4 : i64} : (tensor<1x3x2x2xf32>, tensor<3x3x1x2xf32>) -> tensor<1x3x2x2xf32>
  return %0, %1 : tensor<1x3x2x1xf32>, tensor<1x3x2x2xf32>
}

// -----

/// Plain kernels compute one element at a time.
// CHECK-LABEL: @plain
// CHECK: stablehlo.convolution
module attributes {iree.spirv_style = "plain"} {
  func.func @plain(%x: tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32> {
    %w = stablehlo.constant dense<2.0> : tensor<3x3x1x1xf32>
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, tfir.tiles = 2 : i64} : (tensor<1x3x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x3x2x1xf32>
    return %0 : tensor<1x3x2x1xf32>
  }
}
