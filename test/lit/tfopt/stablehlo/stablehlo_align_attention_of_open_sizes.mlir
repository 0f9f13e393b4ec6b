// RUN: tf-opt %s --stablehlo-align-attention --canonicalize --cse --split-input-file | filecheck %s

/// Heads joined with a batch that a call brings, and weights on the right: both products have batch and heads side by side, and what the scores are
/// divided by is told that shape.
// CHECK-LABEL: func.func @joined
// CHECK: %[[S:.*]] = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<?x8x2x4xf32>, tensor<?x8x2x4xf32>) -> tensor<?x2x8x8xf32>
// CHECK: %[[E:.*]] = stablehlo.exponential %[[S]] : tensor<?x2x8x8xf32>
// CHECK: %[[R:.*]] = stablehlo.reduce(%[[E]] {{.*}} across dimensions = [3] : (tensor<?x2x8x8xf32>, tensor<f32>) -> tensor<?x2x8xf32>
// CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %[[R]], %{{.*}}, dims = [0, 1, 2] : (tensor<?x2x8xf32>, tensor<4xi32>) -> tensor<?x2x8x8xf32>
// CHECK: %[[W:.*]] = stablehlo.divide %[[E]], %[[B]]
// CHECK: %[[O:.*]] = stablehlo.dot_general %[[W]], %arg2, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1]
// CHECK: stablehlo.transpose %[[O]], dims = [0, 1, 3, 2] : (tensor<?x2x8x4xf32>) -> tensor<?x2x4x8xf32>
// CHECK: stablehlo.dynamic_reshape
func.func @joined(%q: tensor<?x8x2x4xf32>, %k: tensor<?x8x2x4xf32>, %v: tensor<?x8x2x4xf32>) -> tensor<?x4x8xf32> {
  %n = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x8x2x4xf32>) -> tensor<i32>
  %heads = stablehlo.constant dense<2> : tensor<i32>
  %joined = stablehlo.multiply %n, %heads : tensor<i32>
  %list = stablehlo.reshape %joined : (tensor<i32>) -> tensor<1xi32>
  %of_rows = stablehlo.constant dense<[8, 4]> : tensor<2xi32>
  %of_scores = stablehlo.constant dense<[8, 8]> : tensor<2xi32>
  %rows = stablehlo.concatenate %list, %of_rows, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %scores = stablehlo.concatenate %list, %of_scores, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %0 = stablehlo.transpose %q, dims = [0, 2, 1, 3] : (tensor<?x8x2x4xf32>) -> tensor<?x2x8x4xf32>
  %1 = stablehlo.dynamic_reshape %0, %rows : (tensor<?x2x8x4xf32>, tensor<3xi32>) -> tensor<?x8x4xf32>
  %2 = stablehlo.transpose %k, dims = [0, 2, 1, 3] : (tensor<?x8x2x4xf32>) -> tensor<?x2x8x4xf32>
  %3 = stablehlo.dynamic_reshape %2, %rows : (tensor<?x2x8x4xf32>, tensor<3xi32>) -> tensor<?x8x4xf32>
  %4 = stablehlo.transpose %v, dims = [0, 2, 1, 3] : (tensor<?x8x2x4xf32>) -> tensor<?x2x8x4xf32>
  %5 = stablehlo.dynamic_reshape %4, %rows : (tensor<?x2x8x4xf32>, tensor<3xi32>) -> tensor<?x8x4xf32>
  %6 = stablehlo.dot_general %1, %3, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x8x4xf32>, tensor<?x8x4xf32>) -> tensor<?x8x8xf32>
  %7 = stablehlo.exponential %6 : tensor<?x8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x8x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %9 = stablehlo.dynamic_broadcast_in_dim %8, %scores, dims = [0, 1] : (tensor<?x8xf32>, tensor<3xi32>) -> tensor<?x8x8xf32>
  %10 = stablehlo.divide %7, %9 : tensor<?x8x8xf32>
  %11 = stablehlo.dot_general %5, %10, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<?x8x4xf32>, tensor<?x8x8xf32>) -> tensor<?x4x8xf32>
  return %11 : tensor<?x4x8xf32>
}

// -----

/// The one thing in the way may be one row for all sequences: the mask is read as it is.
// CHECK-LABEL: func.func @mask
// CHECK: %[[M:.*]] = stablehlo.dynamic_broadcast_in_dim %arg3, %{{.*}}, dims = [0, 1, 2] : (tensor<?x1x8xf32>, tensor<3xi32>) -> tensor<?x8x8xf32>
// CHECK: %[[S:.*]] = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [2]
// CHECK: stablehlo.add %[[S]], %[[M]]
// CHECK: %[[W:.*]] = stablehlo.divide
// CHECK: stablehlo.dot_general %[[W]], %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [1]
func.func @mask(%q: tensor<?x8x4xf32>, %k: tensor<?x8x4xf32>, %v: tensor<?x8x4xf32>, %mask: tensor<?x1x8xf32>) -> tensor<?x4x8xf32> {
  %n = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x8x4xf32>) -> tensor<i32>
  %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %inner = stablehlo.constant dense<[8, 8]> : tensor<2xi32>
  %whole = stablehlo.concatenate %list, %inner, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x8x4xf32>, tensor<?x8x4xf32>) -> tensor<?x8x8xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %mask, %whole, dims = [0, 1, 2] : (tensor<?x1x8xf32>, tensor<3xi32>) -> tensor<?x8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x8x8xf32>
  %3 = stablehlo.exponential %2 : tensor<?x8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x8x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %5 = stablehlo.dynamic_broadcast_in_dim %4, %whole, dims = [0, 1] : (tensor<?x8xf32>, tensor<3xi32>) -> tensor<?x8x8xf32>
  %6 = stablehlo.divide %3, %5 : tensor<?x8x8xf32>
  %7 = stablehlo.dot_general %v, %6, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<?x8x4xf32>, tensor<?x8x8xf32>) -> tensor<?x4x8xf32>
  return %7 : tensor<?x4x8xf32>
}

// -----

/// No weights: what is between two products goes along no rows. All is as it was.
// CHECK-LABEL: func.func @products
// CHECK: %[[SHAPE:.*]] = stablehlo.concatenate
// CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[SHAPE]], dims = [1]
// CHECK: stablehlo.add %{{.*}}, %[[B]] : tensor<?x8xf32>
// CHECK: stablehlo.dot_general
// CHECK-NOT: get_dimension_size
func.func @products(%x: tensor<?x4xf32>, %w: tensor<4x8xf32>, %b: tensor<8xf32>, %v: tensor<8x4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %eight = stablehlo.constant dense<8> : tensor<1xi32>
  %shape = stablehlo.concatenate %list, %eight, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %shape, dims = [1] : (tensor<8xf32>, tensor<2xi32>) -> tensor<?x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x8xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}

// -----

/// Sizes of a value around the block are not numbers: what is told them stays as it is.
// CHECK-LABEL: func.func @around
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK: stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0]
func.func @around(%q: tensor<?x8x4xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?x8x8xf32>) {
  %0:2 = "stablehlo.if"(%p) ({
    %n = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x8x4xf32>) -> tensor<i32>
    %m = stablehlo.multiply %n, %n : tensor<i32>
    %list = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = stablehlo.dynamic_broadcast_in_dim %one, %list, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %2 = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x8x4xf32>, tensor<?x8x4xf32>) -> tensor<?x8x8xf32>
    stablehlo.return %1, %2 : tensor<?xf32>, tensor<?x8x8xf32>
  }, {
    %n = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x8x4xf32>) -> tensor<i32>
    %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.dynamic_broadcast_in_dim %two, %list, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %2 = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x8x4xf32>, tensor<?x8x4xf32>) -> tensor<?x8x8xf32>
    stablehlo.return %1, %2 : tensor<?xf32>, tensor<?x8x8xf32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<?x8x8xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?x8x8xf32>
}
