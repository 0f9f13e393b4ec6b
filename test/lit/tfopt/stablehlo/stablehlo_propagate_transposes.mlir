// RUN: tf-opt %s --stablehlo-propagate-transposes --canonicalize --split-input-file | filecheck %s

/// Between two transposes nothing is left of them: windows, their padding, numbers of each channel and dimensions have channels last.
// CHECK-LABEL: @between
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x6x2xf32>, %[[B:.*]]: tensor<2xf32>)
// CHECK-NOT: stablehlo.transpose
// CHECK: %[[BIAS:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [3] : (tensor<2xf32>) -> tensor<1x4x6x2xf32>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[X]], %[[BIAS]]
// CHECK: %[[PADDED:.*]] = stablehlo.pad %[[SUM]], %{{.*}}, low = [0, 1, 0, 0], high = [0, 0, 2, 0], interior = [0, 0, 0, 0] : (tensor<1x4x6x2xf32>, tensor<f32>) -> tensor<1x5x8x2xf32>
// CHECK: %[[POOLED:.*]] = "stablehlo.reduce_window"(%[[PADDED]], %{{.*}}) <{padding = dense<{{\[\[}}0, 0], [0, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 3, 1>, window_strides = array<i64: 1, 2, 1, 1>}>
// CHECK: stablehlo.concatenate %[[POOLED]], %[[POOLED]], dim = 3 : (tensor<1x3x7x2xf32>, tensor<1x3x7x2xf32>) -> tensor<1x3x7x4xf32>
// CHECK-NOT: stablehlo.transpose
// CHECK: return
func.func @between(%x: tensor<1x4x6x2xf32>, %b: tensor<2xf32>) -> tensor<1x3x7x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [0, 3, 1, 2] : (tensor<1x4x6x2xf32>) -> tensor<1x2x4x6xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<1x2x4x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x2x4x6xf32>
  %3 = stablehlo.pad %2, %zero, low = [0, 0, 1, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<1x2x4x6xf32>, tensor<f32>) -> tensor<1x2x5x8xf32>
  %4 = "stablehlo.reduce_window"(%3, %zero) <{window_dimensions = array<i64: 1, 1, 2, 3>, window_strides = array<i64: 1, 1, 2, 1>, padding = dense<[[0, 0], [0, 0], [0, 1], [1, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %m = stablehlo.maximum %a, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x2x5x8xf32>, tensor<f32>) -> tensor<1x2x3x7xf32>
  %5 = stablehlo.concatenate %4, %4, dim = 1 : (tensor<1x2x3x7xf32>, tensor<1x2x3x7xf32>) -> tensor<1x4x3x7xf32>
  %6 = stablehlo.transpose %5, dims = [0, 2, 3, 1] : (tensor<1x4x3x7xf32>) -> tensor<1x3x7x4xf32>
  return %6 : tensor<1x3x7x4xf32>
}

// -----

/// What a reduction leaves has its order: rows by channels come from channels by rows.
// CHECK-LABEL: @reduced
// CHECK: %[[R:.*]] = stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<5x6x2xf32>, tensor<f32>) -> tensor<5x2xf32>
// CHECK: stablehlo.transpose %[[R]], dims = [1, 0] : (tensor<5x2xf32>) -> tensor<2x5xf32>
func.func @reduced(%x: tensor<5x6x2xf32>) -> tensor<2x5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<5x6x2xf32>) -> tensor<2x5x6xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x5x6xf32>, tensor<f32>) -> tensor<2x5xf32>
  return %1 : tensor<2x5xf32>
}

// -----

/// Tensors in two orders, one that is in its own, and a transpose that is read otherwise as well stay.
// CHECK-LABEL: @others
// CHECK-COUNT-3: stablehlo.transpose %{{.*}}, dims
// CHECK: stablehlo.add
// CHECK: stablehlo.multiply
// CHECK: %[[N:.*]] = stablehlo.negate
// CHECK: return %{{.*}}, %{{.*}}, %[[N]]
func.func @others(%x: tensor<3x3x3xf32>) -> (tensor<3x3x3xf32>, tensor<3x3x3xf32>, tensor<3x3x3xf32>, tensor<3x3x3xf32>) {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
  %1 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
  %2 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
  %3 = stablehlo.add %0, %1 : tensor<3x3x3xf32>
  %4 = stablehlo.multiply %0, %x : tensor<3x3x3xf32>
  %5 = stablehlo.negate %2 : tensor<3x3x3xf32>
  return %3, %4, %5, %2 : tensor<3x3x3xf32>, tensor<3x3x3xf32>, tensor<3x3x3xf32>, tensor<3x3x3xf32>
}
