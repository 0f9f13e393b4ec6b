// RUN: tf-opt %s --stablehlo-transpose-right-operands --split-input-file | filecheck %s

/// The columns of the right operand (dimension 1 of [batch, columns, places]) come to stand side by side.
// CHECK-LABEL: @scores
// CHECK: %[[TURNED:.*]] = stablehlo.transpose %{{.*}}, dims = [0, 2, 1] : (tensor<2x16x4xf32>) -> tensor<2x4x16xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %[[TURNED]], batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x4xf32>, tensor<2x4x16xf32>) -> tensor<2x8x16xf32>
func.func @scores(%q: tensor<2x8x4xf32>, %k: tensor<2x16x4xf32>) -> tensor<2x8x16xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x4xf32>, tensor<2x16x4xf32>) -> tensor<2x8x16xf32>
  return %0 : tensor<2x8x16xf32>
}

// -----

/// One row goes through its right operand once; columns that stand side by side already stay where they are; constants are laid out later.
// CHECK-LABEL: @as_they_are
// CHECK-NOT: stablehlo.transpose
func.func @as_they_are(%x: tensor<1x4xf32>, %y: tensor<16x4xf32>, %z: tensor<8x4xf32>, %w: tensor<4x16xf32>) -> (tensor<1x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<1x4xf32>, tensor<16x4xf32>) -> tensor<1x16xf32>
  %1 = stablehlo.dot_general %z, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %c = stablehlo.constant dense<1.0> : tensor<16x4xf32>
  %2 = stablehlo.dot_general %z, %c, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<16x4xf32>) -> tensor<8x16xf32>
  return %0, %1, %2 : tensor<1x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

/// With few columns the places of the contraction come to stand side by side; a constant is another constant.
// CHECK-LABEL: @few_columns
// CHECK: %[[TURNED:.*]] = stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<16x2xf32>) -> tensor<2x16xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %[[TURNED]], contracting_dims = [1] x [1] : (tensor<8x16xf32>, tensor<2x16xf32>) -> tensor<8x2xf32>
// CHECK-NOT: stablehlo.transpose
// CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f]
// CHECK-SAME: (tensor<1x4x4x8xf32>, tensor<1x2x2x8xf32>) -> tensor<1x3x3x1xf32>
func.func @few_columns(%x: tensor<8x16xf32>, %y: tensor<16x2xf32>, %image: tensor<1x4x4x8xf32>) -> (tensor<8x2xf32>, tensor<1x3x3x1xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x2xf32>) -> tensor<8x2xf32>
  %c = stablehlo.constant dense<1.0> : tensor<2x2x8x1xf32>
  %1 = stablehlo.convolution(%image, %c) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x8xf32>, tensor<2x2x8x1xf32>) -> tensor<1x3x3x1xf32>
  return %0, %1 : tensor<8x2xf32>, tensor<1x3x3x1xf32>
}

// -----

/// Few columns of few places are no vectors either way; nor are places that lie apart on the left.
// CHECK-LABEL: @few_places
// CHECK-NOT: stablehlo.transpose
func.func @few_places(%x: tensor<8x15xf32>, %y: tensor<15x2xf32>, %z: tensor<16x8xf32>, %w: tensor<16x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x15xf32>, tensor<15x2xf32>) -> tensor<8x2xf32>
  %1 = stablehlo.dot_general %z, %w, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x2xf32>) -> tensor<8x2xf32>
  return %0, %1 : tensor<8x2xf32>, tensor<8x2xf32>
}
