// RUN: tf-opt %s --stablehlo-scale-weights --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-scale-weights --check-equivalence=seed=1 --split-input-file -o /dev/null

// CHECK-LABEL: @gate
// CHECK-SAME: %[[X:.*]]: tensor<1x4x4x2xf32>, %[[S:.*]]: tensor<1x1x1x2xf32>
// CHECK-NOT: tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
// CHECK: %[[LINE:.*]] = stablehlo.reshape %[[S]] : (tensor<1x1x1x2xf32>) -> tensor<2xf32>
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[LINE]], dims = [2] : (tensor<2xf32>) -> tensor<1x1x2x3xf32>
// CHECK: %[[W:.*]] = stablehlo.multiply %{{.*}}, %[[SPREAD]] : tensor<1x1x2x3xf32>
// CHECK: stablehlo.convolution(%[[X]], %[[W]])
// CHECK-NOT: stablehlo.multiply
func.func @gate(%x: tensor<1x4x4x2xf32>, %s: tensor<1x1x1x2xf32>) -> tensor<1x4x4x3xf32> {
  %w = stablehlo.constant dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]]> : tensor<1x1x2x3xf32>
  %0 = stablehlo.broadcast_in_dim %s, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<1x4x4x2xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x3xf32>) -> tensor<1x4x4x3xf32>
  return %2 : tensor<1x4x4x3xf32>
}

// -----

/// Channels first, and the gate on the left; all images of a batch have the one.
// CHECK-LABEL: @channels_first
// CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<2xf32>) -> tensor<3x2x1x1xf32>
// CHECK: stablehlo.convolution(%arg0, %
func.func @channels_first(%x: tensor<2x2x4x4xf32>, %s: tensor<2xf32>, %w: tensor<3x2x1x1xf32>) -> tensor<2x3x2x2xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<2xf32>) -> tensor<2x2x4x4xf32>
  %1 = stablehlo.multiply %0, %x : tensor<2x2x4x4xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x4x4xf32>, tensor<3x2x1x1xf32>) -> tensor<2x3x2x2xf32>
  return %2 : tensor<2x3x2x2xf32>
}

// -----

/// Each image has a gate of its own.
// CHECK-LABEL: @of_images
// CHECK: stablehlo.multiply %arg0, %
func.func @of_images(%x: tensor<2x4x4x2xf32>, %s: tensor<2x1x1x2xf32>, %w: tensor<1x1x2x3xf32>) -> tensor<2x4x4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [0, 1, 2, 3] : (tensor<2x1x1x2xf32>) -> tensor<2x4x4x2xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<2x4x4x2xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x2xf32>, tensor<1x1x2x3xf32>) -> tensor<2x4x4x3xf32>
  return %2 : tensor<2x4x4x3xf32>
}

// -----

/// One number for all channels is repeated along them.
// CHECK-LABEL: @one_number
// CHECK: stablehlo.multiply %arg0, %
func.func @one_number(%x: tensor<1x4x4x2xf32>, %s: tensor<1x1x1x1xf32>, %w: tensor<1x1x2x3xf32>) -> tensor<1x4x4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<1x4x4x2xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x3xf32>) -> tensor<1x4x4x3xf32>
  return %2 : tensor<1x4x4x3xf32>
}

// -----

/// As many weights as elements; windows of several places; what is read again.
// CHECK-LABEL: @others
// CHECK: %[[A:.*]] = stablehlo.multiply %arg0, %
// CHECK: stablehlo.convolution(%[[A]], %arg2)
// CHECK: %[[B:.*]] = stablehlo.multiply %arg0, %
// CHECK: stablehlo.convolution(%[[B]], %arg3)
// CHECK: %[[C:.*]] = stablehlo.multiply %arg0, %
// CHECK: stablehlo.convolution(%[[C]], %arg4)
func.func @others(%x: tensor<1x4x4x2xf32>, %s: tensor<2xf32>, %w: tensor<1x1x2x16xf32>, %v: tensor<1x3x2x1xf32>, %u: tensor<1x1x2x3xf32>) -> (tensor<1x4x4x16xf32>, tensor<1x4x2x1xf32>, tensor<1x4x4x3xf32>, tensor<1x4x4x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %s, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<1x4x4x2xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x16xf32>) -> tensor<1x4x4x16xf32>
  %3 = stablehlo.multiply %x, %0 : tensor<1x4x4x2xf32>
  %4 = stablehlo.convolution(%3, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x3x2x1xf32>) -> tensor<1x4x2x1xf32>
  %5 = stablehlo.multiply %x, %0 : tensor<1x4x4x2xf32>
  %6 = stablehlo.convolution(%5, %u) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x3xf32>) -> tensor<1x4x4x3xf32>
  return %2, %4, %6, %5 : tensor<1x4x4x16xf32>, tensor<1x4x2x1xf32>, tensor<1x4x4x3xf32>, tensor<1x4x4x2xf32>
}
