// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// Blocks of space go into the channels by splitting axes, changing their order, and merging them.
// CHECK-LABEL: func.func @space_to_depth(
// CHECK: stablehlo.reshape %{{.*}} : (tensor<1x4x6x3xf32>) -> tensor<1x2x2x3x2x3xf32>
// CHECK: stablehlo.transpose %{{.*}}, dims = [0, 1, 3, 2, 4, 5]
// CHECK: stablehlo.reshape %{{.*}} -> tensor<1x2x3x12xf32>
func.func @space_to_depth(%x: tensor<1x4x6x3xf32>) -> tensor<1x2x3x12xf32> {
  %0 = "tf.SpaceToDepth"(%x) <{block_size = 2 : i64, data_format = "NHWC"}> : (tensor<1x4x6x3xf32>) -> tensor<1x2x3x12xf32>
  return %0 : tensor<1x2x3x12xf32>
}

// -----

/// A dilated convolution of Keras: padding, blocks of space into the batch.
// CHECK-LABEL: func.func @space_to_batch(
// CHECK: stablehlo.pad %{{.*}}, low = [0, 1, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<2x5x3xf32>, tensor<f32>) -> tensor<2x8x3xf32>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x8x3xf32>) -> tensor<2x4x2x3xf32>
// CHECK: stablehlo.transpose %{{.*}}, dims = [2, 0, 1, 3]
// CHECK: stablehlo.reshape %{{.*}} -> tensor<4x4x3xf32>
func.func @space_to_batch(%x: tensor<2x5x3xf32>) -> tensor<4x4x3xf32> {
  %block = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %paddings = "tf.Const"() <{value = dense<[[1, 2]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %0 = "tf.SpaceToBatchND"(%x, %block, %paddings) : (tensor<2x5x3xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<4x4x3xf32>
  return %0 : tensor<4x4x3xf32>
}
