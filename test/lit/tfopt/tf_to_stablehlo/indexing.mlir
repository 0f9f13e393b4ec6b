// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// Rows chosen by index: the indices' axes stand where the axis was.
// CHECK-LABEL: func.func @gather(
// CHECK: "stablehlo.gather"
// CHECK-SAME: #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>
// CHECK-SAME: slice_sizes = array<i64: 1, 4>
// CHECK-SAME: (tensor<10x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
func.func @gather(%x: tensor<10x4xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x4xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.GatherV2"(%x, %i, %axis) <{batch_dims = 0 : i64}> : (tensor<10x4xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

/// Axes that go together are batching dimensions.
// CHECK-LABEL: func.func @batched(
// CHECK: #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
func.func @batched(%x: tensor<2x10xf32>, %i: tensor<2x3xi32>) -> tensor<2x3xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.GatherV2"(%x, %i, %axis) <{batch_dims = 1 : i64}> : (tensor<2x10xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// One-hot compares the index with each position.
// CHECK-LABEL: func.func @one_hot(
// CHECK: stablehlo.iota dim = 1 : tensor<2x5xi32>
// CHECK: stablehlo.compare EQ
// CHECK: stablehlo.select
func.func @one_hot(%i: tensor<2xi32>) -> tensor<2x5xf32> {
  %depth = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %on = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %off = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "tf.OneHot"(%i, %depth, %on, %off) : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
