// RUN: tf-opt %s --stablehlo-sink-offsets --dce --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-sink-offsets --check-equivalence=seed=1 --split-input-file -o /dev/null

/// 1 * 1 + 2 * 4 and 1 * 2 + 2 * 5 beside what is added already.
// CHECK-LABEL: @into_convolution
// CHECK: %[[X:.*]] = stablehlo.convolution(%arg0, %{{.*}})
// CHECK-NEXT: %[[Y:.*]] = stablehlo.convolution(%[[X]], %{{.*}})
// CHECK: %[[OFFSET:.*]] = stablehlo.constant dense<[1.900000e+01, 3.200000e+01]> : tensor<2xf32>
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[OFFSET]], dims = [3]
// CHECK: %[[Z:.*]] = stablehlo.add %[[Y]], %[[SPREAD]]
// CHECK-NEXT: stablehlo.tanh %[[Z]]
func.func @into_convolution(%x: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %w = stablehlo.constant dense<[[[[1.0, 2.0], [4.0, 5.0]]]]> : tensor<1x1x2x2xf32>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  %3 = stablehlo.add %2, %0 : tensor<1x4x4x2xf32>
  %4 = stablehlo.convolution(%3, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = stablehlo.add %4, %1 : tensor<1x4x4x2xf32>
  %6 = stablehlo.tanh %5 : tensor<1x4x4x2xf32>
  return %6 : tensor<1x4x4x2xf32>
}

// -----

/// Two terms of a sum with offsets, both of which a convolution takes in behind it: 10 + 3 * 1 + 5 * 4, 20 + 3 * 2 + 5 * 5.
// CHECK-LABEL: @through_a_sum
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg1
// CHECK-NEXT: %[[Y:.*]] = stablehlo.convolution(%[[SUM]], %{{.*}})
// CHECK: stablehlo.constant dense<[3.300000e+01, 5.100000e+01]>
// CHECK: stablehlo.add %[[Y]], %{{.*}}
// CHECK-NOT: stablehlo.add
func.func @through_a_sum(%x: tensor<1x4x4x2xf32>, %y: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %w = stablehlo.constant dense<[[[[1.0, 2.0], [4.0, 5.0]]]]> : tensor<1x1x2x2xf32>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %c = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %2 = stablehlo.broadcast_in_dim %c, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %3 = stablehlo.add %x, %0 : tensor<1x4x4x2xf32>
  %4 = stablehlo.add %y, %1 : tensor<1x4x4x2xf32>
  %5 = stablehlo.add %3, %4 : tensor<1x4x4x2xf32>
  %6 = stablehlo.convolution(%5, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  %7 = stablehlo.add %2, %6 : tensor<1x4x4x2xf32>
  return %7 : tensor<1x4x4x2xf32>
}

// -----

/// Nothing takes an offset behind this sum.
// CHECK-LABEL: @of_no_use
// CHECK: %[[X:.*]] = stablehlo.add %arg0, %
// CHECK: %[[SUM:.*]] = stablehlo.add %[[X]], %arg1
// CHECK-NEXT: stablehlo.tanh %[[SUM]]
func.func @of_no_use(%x: tensor<4x2xf64>, %y: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf64>) -> tensor<4x2xf64>
  %1 = stablehlo.add %x, %0 : tensor<4x2xf64>
  %2 = stablehlo.add %1, %y : tensor<4x2xf64>
  %3 = stablehlo.tanh %2 : tensor<4x2xf64>
  return %3 : tensor<4x2xf64>
}

// -----

/// One offset is left for two.
// CHECK-LABEL: @one_behind_the_other
// CHECK: stablehlo.constant dense<3.000000e+00> : tensor<2xf64>
// CHECK: %[[X:.*]] = stablehlo.add %arg0, %
// CHECK-NEXT: stablehlo.tanh %[[X]]
func.func @one_behind_the_other(%x: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %b = stablehlo.constant dense<[2.0, 1.0]> : tensor<2xf64>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf64>) -> tensor<4x2xf64>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf64>) -> tensor<4x2xf64>
  %2 = stablehlo.add %x, %0 : tensor<4x2xf64>
  %3 = stablehlo.add %2, %1 : tensor<4x2xf64>
  %4 = stablehlo.tanh %3 : tensor<4x2xf64>
  return %4 : tensor<4x2xf64>
}

// -----

/// Zeros around an image have no offset, windows of two places see some of them; a sum that is read by something else as well; a convolution that adds nothing.
// CHECK-LABEL: @others
// CHECK: %[[X:.*]] = stablehlo.add %arg0, %
// CHECK: stablehlo.convolution(%[[X]], %
// CHECK: %[[Y:.*]] = stablehlo.add %arg0, %
// CHECK: stablehlo.convolution(%[[Y]], %
// CHECK: stablehlo.tanh %[[Y]]
// CHECK: %[[Z:.*]] = stablehlo.add %arg0, %
// CHECK: stablehlo.convolution(%[[Z]], %
func.func @others(%x: tensor<1x4x4x2xf32>) -> (tensor<1x6x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) {
  %w = stablehlo.constant dense<[[[[1.0, 2.0], [4.0, 5.0]]]]> : tensor<1x1x2x2xf32>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.broadcast_in_dim %a, dims = [3] : (tensor<2xf32>) -> tensor<1x6x4x2xf32>
  %2 = stablehlo.add %x, %0 : tensor<1x4x4x2xf32>
  %3 = stablehlo.convolution(%2, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x6x4x2xf32>
  %4 = stablehlo.add %3, %1 : tensor<1x6x4x2xf32>
  %5 = stablehlo.add %x, %0 : tensor<1x4x4x2xf32>
  %6 = stablehlo.convolution(%5, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  %7 = stablehlo.add %6, %0 : tensor<1x4x4x2xf32>
  %8 = stablehlo.tanh %5 : tensor<1x4x4x2xf32>
  %9 = stablehlo.add %x, %0 : tensor<1x4x4x2xf32>
  %10 = stablehlo.convolution(%9, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  %11 = stablehlo.tanh %10 : tensor<1x4x4x2xf32>
  return %4, %7, %8, %11 : tensor<1x6x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>
}
