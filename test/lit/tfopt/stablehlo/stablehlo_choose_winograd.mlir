// RUN: tf-opt %s '--stablehlo-choose-winograd=least-channels=1 least-tiles=1' --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-choose-winograd --split-input-file | filecheck %s --check-prefix=FEW
// RUN: tf-opt %s '--stablehlo-choose-winograd=largest-step=4' --split-input-file | filecheck %s --check-prefix=LARGE
// RUN: tf-opt %s --stablehlo-choose-winograd=depthwise=true --split-input-file | filecheck %s --check-prefix=STRIPS

// CHECK-LABEL: @tile
// CHECK: stablehlo.convolution{{.*}} tfir.tiles = 2 : i64
/// By default there are 64 channels and 48 tiles.
// FEW-NOT: tfir.tiles
func.func @tile(%x: tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32> {
  %w = stablehlo.constant dense<2.0> : tensor<3x3x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x3x2x1xf32>
  return %0 : tensor<1x3x2x1xf32>
}

// -----

/// The default said out loud.
// CHECK-LABEL: @default
// CHECK: stablehlo.convolution{{.*}} tfir.tiles = 2 : i64
func.func @default(%x: tensor<1x3x2x1xf32>) -> tensor<1x1x2x1xf32> {
  %w = stablehlo.constant dense<2.0> : tensor<3x3x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x3x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

// -----

// CHECK-LABEL: @precise
// CHECK-NOT: tfir.tiles
func.func @precise(%x: tensor<1x3x2x1xf32>) -> tensor<1x1x2x1xf32> {
  %w = stablehlo.constant dense<2.0> : tensor<3x3x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<1x3x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

// -----

/// Weights that are not known, double precision, windows that step.
// CHECK-LABEL: @others
// CHECK-NOT: tfir.tiles
func.func @others(%x: tensor<1x3x3x1xf32>, %y: tensor<1x3x3x1xf64>, %v: tensor<3x3x1x1xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf64>, tensor<1x2x2x1xf32>) {
  %w = stablehlo.constant dense<2.0> : tensor<3x3x1x1xf32>
  %u = stablehlo.constant dense<2.0> : tensor<3x3x1x1xf64>
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x1x1x1xf32>
  %1 = stablehlo.convolution(%y, %u) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf64>, tensor<3x3x1x1xf64>) -> tensor<1x1x1x1xf64>
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return %0, %1, %2 : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf64>, tensor<1x2x2x1xf32>
}

// -----

/// Of 196 tiles of 4 places 36 products each, or of 784 tiles of 2 places 16; with many channels few sums of tiles stay near.
// CHECK-LABEL: @steps
// FEW-LABEL: @steps
// LARGE-LABEL: @steps
// LARGE: stablehlo.convolution{{.*}} tfir.tiles = 4 : i64
// LARGE: stablehlo.convolution{{.*}} tfir.tiles = 2 : i64
func.func @steps(%x: tensor<1x56x56x64xf32>, %y: tensor<1x56x56x512xf32>) -> (tensor<1x56x56x64xf32>, tensor<1x56x56x64xf32>) {
  %w = stablehlo.constant dense<2.0> : tensor<3x3x64x64xf32>
  %v = stablehlo.constant dense<2.0> : tensor<3x3x512x64xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
  %1 = stablehlo.convolution(%y, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x512xf32>, tensor<3x3x512x64xf32>) -> tensor<1x56x56x64xf32>
  return %0, %1 : tensor<1x56x56x64xf32>, tensor<1x56x56x64xf32>
}

// -----

/// Each channel by itself: 20 rows of products for 14 of the result and not 70, of windows of five rows. Those of three take as long otherwise, and small ones are computed at once.
// CHECK-LABEL: @depthwise
// CHECK-NOT: tfir.tiles
// LARGE-LABEL: @depthwise
// LARGE-NOT: tfir.tiles
// STRIPS-LABEL: @depthwise
// STRIPS: tensor<5x5x1x128xf32>
// STRIPS: stablehlo.convolution{{.*}} tfir.tiles = 4 : i64
// STRIPS-NOT: tfir.tiles
func.func @depthwise(%x: tensor<1x14x14x128xf32>, %y: tensor<1x7x7x128xf32>, %w: tensor<5x5x1x128xf32>) -> (tensor<1x14x14x128xf32>, tensor<1x14x14x128xf32>, tensor<1x7x7x128xf32>, tensor<1x14x14x128xf32>, tensor<1x7x7x128xf32>) {
  %v = stablehlo.constant dense<2.0> : tensor<5x5x1x128xf32>
  %u = stablehlo.constant dense<2.0> : tensor<3x3x1x128xf32>
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 128 : i64} : (tensor<1x14x14x128xf32>, tensor<5x5x1x128xf32>) -> tensor<1x14x14x128xf32>
  %1 = stablehlo.convolution(%x, %u) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 128 : i64} : (tensor<1x14x14x128xf32>, tensor<3x3x1x128xf32>) -> tensor<1x14x14x128xf32>
  %2 = stablehlo.convolution(%y, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 128 : i64} : (tensor<1x7x7x128xf32>, tensor<5x5x1x128xf32>) -> tensor<1x7x7x128xf32>
  %3 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 128 : i64} : (tensor<1x14x14x128xf32>, tensor<5x5x1x128xf32>) -> tensor<1x14x14x128xf32>
  %4 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 128 : i64} : (tensor<1x14x14x128xf32>, tensor<5x5x1x128xf32>) -> tensor<1x7x7x128xf32>
  return %0, %1, %2, %3, %4 : tensor<1x14x14x128xf32>, tensor<1x14x14x128xf32>, tensor<1x7x7x128xf32>, tensor<1x14x14x128xf32>, tensor<1x7x7x128xf32>
}
