// RUN: tf-opt %s --stablehlo-align-attention --canonicalize --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-align-attention=most-turned=4 --canonicalize --split-input-file | filecheck %s --check-prefix=KEPT
// RUN: tf-opt %s --stablehlo-align-attention --check-equivalence=seed=1 --split-input-file -o /dev/null

/// Heads beside the batch, keys turned: both products take heads where projections have them, and the mask, of all heads, is broadcast to scores. Keys
/// of which there are many stay turned.
// CHECK-LABEL: @joined_heads
// CHECK: %[[Q:.*]] = stablehlo.reshape %arg0 : (tensor<16x8xf32>) -> tensor<2x8x2x4xf32>
// CHECK: %[[S:.*]] = stablehlo.dot_general %[[Q]], %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x8x2x4xf32>, tensor<2x8x2x4xf32>) -> tensor<2x2x8x8xf32>
// CHECK: %[[M:.*]] = stablehlo.broadcast_in_dim %arg3, dims = [0, 3] : (tensor<2x8xf32>) -> tensor<2x2x8x8xf32>
// CHECK: %[[A:.*]] = stablehlo.add %[[S]], %[[M]]
// CHECK: %[[N:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [3]
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[N]], dims = [0, 1, 2]
// CHECK: %[[W:.*]] = stablehlo.divide %{{.*}}, %[[B]] : tensor<2x2x8x8xf32>
// CHECK: %[[O:.*]] = stablehlo.dot_general %[[W]], %arg2, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1]
// CHECK: %[[T:.*]] = stablehlo.transpose %[[O]], dims = [0, 2, 1, 3]
// CHECK: stablehlo.reshape %[[T]] : (tensor<2x8x2x4xf32>) -> tensor<16x8xf32>
// KEPT-LABEL: @joined_heads
// KEPT: %[[K:.*]] = stablehlo.transpose %arg1, dims = [0, 2, 3, 1]
// KEPT: stablehlo.dot_general %{{.*}}, %[[K]], batching_dims = [0, 2] x [0, 1], contracting_dims = [3] x [2]
func.func @joined_heads(%q: tensor<16x8xf32>, %k: tensor<2x8x2x4xf32>, %v: tensor<2x8x2x4xf32>, %m: tensor<2x8xf32>) -> tensor<16x8xf32> {
  %0 = stablehlo.reshape %q : (tensor<16x8xf32>) -> tensor<2x8x2x4xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1, 3] : (tensor<2x8x2x4xf32>) -> tensor<2x2x8x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x2x8x4xf32>) -> tensor<4x8x4xf32>
  %3 = stablehlo.transpose %k, dims = [0, 2, 3, 1] : (tensor<2x8x2x4xf32>) -> tensor<2x2x4x8xf32>
  %4 = stablehlo.reshape %3 : (tensor<2x2x4x8xf32>) -> tensor<4x4x8xf32>
  %5 = stablehlo.transpose %v, dims = [0, 2, 1, 3] : (tensor<2x8x2x4xf32>) -> tensor<2x2x8x4xf32>
  %6 = stablehlo.reshape %5 : (tensor<2x2x8x4xf32>) -> tensor<4x8x4xf32>
  %7 = stablehlo.dot_general %2, %4, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x4xf32>, tensor<4x4x8xf32>) -> tensor<4x8x8xf32>
  %8 = stablehlo.reshape %7 : (tensor<4x8x8xf32>) -> tensor<2x2x8x8xf32>
  %9 = stablehlo.broadcast_in_dim %m, dims = [0, 3] : (tensor<2x8xf32>) -> tensor<2x2x8x8xf32>
  %10 = stablehlo.add %8, %9 : tensor<2x2x8x8xf32>
  %11 = stablehlo.exponential %10 : tensor<2x2x8x8xf32>
  %12 = stablehlo.reshape %11 : (tensor<2x2x8x8xf32>) -> tensor<4x8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %13 = stablehlo.reduce(%12 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8x8xf32>
  %15 = stablehlo.divide %12, %14 : tensor<4x8x8xf32>
  %16 = stablehlo.dot_general %15, %6, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x8xf32>, tensor<4x8x4xf32>) -> tensor<4x8x4xf32>
  %17 = stablehlo.reshape %16 : (tensor<4x8x4xf32>) -> tensor<2x2x8x4xf32>
  %18 = stablehlo.transpose %17, dims = [0, 2, 1, 3] : (tensor<2x2x8x4xf32>) -> tensor<2x8x2x4xf32>
  %19 = stablehlo.reshape %18 : (tensor<2x8x2x4xf32>) -> tensor<16x8xf32>
  return %19 : tensor<16x8xf32>
}

// -----

/// Weights on the right change sides. Between the products there is nothing that goes along all scores of a row: no attention.
// CHECK-LABEL: @right
// CHECK: %[[W:.*]] = stablehlo.divide
// CHECK: %[[O:.*]] = stablehlo.dot_general %[[W]], %arg2, contracting_dims = [1] x [0]
// CHECK: stablehlo.transpose %[[O]], dims = [1, 0]
func.func @right(%q: tensor<8x4xf32>, %k: tensor<8x4xf32>, %v: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.divide %0, %2 : tensor<8x8xf32>
  %4 = stablehlo.dot_general %v, %3, contracting_dims = [0] x [1] : (tensor<8x4xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}
// CHECK-LABEL: @no_reduction
// CHECK: %[[E:.*]] = stablehlo.exponential
// CHECK: stablehlo.dot_general %arg2, %[[E]]
func.func @no_reduction(%q: tensor<8x4xf32>, %k: tensor<8x4xf32>, %v: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.exponential %0 : tensor<8x8xf32>
  %2 = stablehlo.dot_general %v, %1, contracting_dims = [0] x [1] : (tensor<8x4xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
