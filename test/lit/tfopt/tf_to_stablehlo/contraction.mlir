// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// A transposed operand is contracted over its other axis; nothing is moved.
// CHECK-LABEL: func.func @matmul(
// CHECK-NEXT: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
func.func @matmul(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = "tf.MatMul"(%x, %w) <{transpose_a = false, transpose_b = true}> : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

/// Stacks of matrices broadcast; a single matrix on the right is not repeated.
// CHECK-LABEL: func.func @stacks(
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 1, 2] : (tensor<1x2x3xf32>) -> tensor<5x2x3xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
// CHECK-NOT: broadcast_in_dim
// CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [2] x [0] : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<1x2x4xf32>
func.func @stacks(%x: tensor<1x2x3xf32>, %y: tensor<5x3x4xf32>, %z: tensor<3x4xf32>) -> (tensor<5x2x4xf32>, tensor<1x2x4xf32>) {
  %0 = "tf.BatchMatMulV2"(%x, %y) : (tensor<1x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  %1 = "tf.BatchMatMulV2"(%x, %z) : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<1x2x4xf32>
  return %0, %1 : tensor<5x2x4xf32>, tensor<1x2x4xf32>
}

// -----

/// Letters that both operands have are batched when the result has them, contracted when not.
// CHECK-LABEL: func.func @einsum(
// CHECK: %[[D:.*]] = stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x3x4x5xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x3x6xf32>
// CHECK: stablehlo.transpose %[[D]], dims = [0, 1, 3, 2]
func.func @einsum(%x: tensor<2x3x4x5xf32>, %y: tensor<2x6x4x5xf32>) -> tensor<2x4x6x3xf32> {
  %0 = "tf.Einsum"(%x, %y) <{equation = "aecd,abcd->acbe"}> : (tensor<2x3x4x5xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x6x3xf32>
  return %0 : tensor<2x4x6x3xf32>
}

// -----

/// A bias lies along the channels of its data format.
// CHECK-LABEL: func.func @bias(
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [3] : (tensor<3xf32>) -> tensor<1x3x3x3xf32>
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<1x3x3x3xf32>
func.func @bias(%x: tensor<1x3x3x3xf32>, %b: tensor<3xf32>) -> tensor<1x3x3x3xf32> {
  %0 = "tf.BiasAdd"(%x, %b) <{data_format = "NHWC"}> : (tensor<1x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x3x3xf32>
  %1 = "tf.BiasAdd"(%0, %b) <{data_format = "NCHW"}> : (tensor<1x3x3x3xf32>, tensor<3xf32>) -> tensor<1x3x3x3xf32>
  return %1 : tensor<1x3x3x3xf32>
}
