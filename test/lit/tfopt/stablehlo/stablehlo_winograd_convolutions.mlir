// RUN: tf-opt %s '--stablehlo-winograd-convolutions=least-channels=1 least-tiles=1' --split-input-file | filecheck %s

/// One tile of four places of the output: of its 16 sums of the input each is multiplied by its share of the weights. That of the first is the
/// weight at the first place, that of the second half of the sum of a row, that of the sixth a quarter of all nine.
// CHECK-LABEL: @tile
// CHECK: %[[IMAGE:.*]] = stablehlo.pad %{{.*}}, %{{.*}}, low = [0, 1, 1, 0], high = [0, 1, 1, 0]
// CHECK: stablehlo.constant dense<1.000000e+00> : tensor<1x1xf32>
// CHECK: stablehlo.slice %[[IMAGE]] [0:1, 0:1:2, 0:1:2, 0:1]
// CHECK: stablehlo.slice %[[IMAGE]] [0:1, 0:1:2, 2:3:2, 0:1]
// CHECK: stablehlo.subtract
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.constant dense<3.000000e+00> : tensor<1x1xf32>
// CHECK: stablehlo.constant dense<1.125000e+01> : tensor<1x1xf32>
// CHECK-COUNT-4: stablehlo.pad {{.*}} interior = [0, 1, 1, 0]
// CHECK-NOT: stablehlo.convolution
func.func @tile(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %w = stablehlo.constant dense<[[[[1.0]], [[2.0]], [[3.0]]], [[[4.0]], [[5.0]], [[6.0]]], [[[7.0]], [[8.0]], [[9.0]]]]> : tensor<3x3x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

// -----

/// Windows that move by two places do not overlap enough.
// CHECK-LABEL: @strided
// CHECK: stablehlo.convolution
func.func @strided(%x: tensor<1x4x4x1xf32>) -> tensor<1x2x2x1xf32> {
  %w = stablehlo.constant dense<1.0> : tensor<3x3x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}
