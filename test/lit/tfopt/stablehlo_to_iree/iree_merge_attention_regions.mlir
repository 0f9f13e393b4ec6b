// RUN: tf-opt %s --iree-set-target=target=lavapipe,portable --iree-identify-dispatch-regions --iree-merge-row-regions --iree-merge-attention-regions --split-input-file | filecheck %s
// RUN: tf-opt %s --iree-set-target=target=portable,lavapipe --iree-identify-dispatch-regions --iree-merge-row-regions --iree-merge-attention-regions --split-input-file | filecheck %s --check-prefix=APART
// RUN: tf-opt %s --iree-set-target=target=lavapipe,x86-64-v3 --iree-identify-dispatch-regions --iree-merge-row-regions --iree-merge-attention-regions --split-input-file | filecheck %s --check-prefix=APART
// RUN: sed '/^.. -----/,$d' %s | tf-opt --iree-set-target=target=lavapipe --iree-identify-dispatch-regions --iree-merge-row-regions --iree-merge-attention-regions --mlir-pass-statistics -o /dev/null 2>&1 | filecheck %s --check-prefix=COUNTED
/// The softmax, the second product and the transpose have become part of the first region.
// COUNTED: IreeMergeAttentionRegions
// COUNTED: 3 regions-merged

/// Scores, softmax and sums by weights, and heads beside each other again: one region. Four where subgroups may not shuffle, or processors run it too.
// CHECK-LABEL: func.func @attention
// CHECK: %[[REGION:.*]] = iree.dispatch_region[{{.*}}](%{{.*}} = %arg0 : tensor<1x8x2x4xf32>, %{{.*}} = %arg1 : tensor<1x8x2x4xf32>, %{{.*}} = %arg2 : tensor<1x8x2x4xf32>) : tensor<1x8x2x4xf32> {
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.multiply
// CHECK: stablehlo.reduce({{.*}} applies stablehlo.maximum
// CHECK: stablehlo.exponential
// CHECK: stablehlo.divide
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.transpose
// CHECK-NEXT: iree.return
// CHECK: return %[[REGION]]
// APART-LABEL: func.func @attention
// APART-COUNT-4: iree.dispatch_region
func.func @attention(%q: tensor<1x8x2x4xf32>, %k: tensor<1x8x2x4xf32>, %v: tensor<1x8x2x4xf32>) -> tensor<1x8x2x4xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<1x8x2x4xf32>, tensor<1x8x2x4xf32>) -> tensor<1x2x8x8xf32>
  %half = stablehlo.constant dense<0.5> : tensor<1x2x8x8xf32>
  %1 = stablehlo.multiply %0, %half : tensor<1x2x8x8xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x8x8xf32>, tensor<f32>) -> tensor<1x2x8xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x2x8xf32>) -> tensor<1x2x8x8xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<1x2x8x8xf32>
  %5 = stablehlo.exponential %4 : tensor<1x2x8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<1x2x8x8xf32>, tensor<f32>) -> tensor<1x2x8xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x2x8xf32>) -> tensor<1x2x8x8xf32>
  %8 = stablehlo.divide %5, %7 : tensor<1x2x8x8xf32>
  %9 = stablehlo.dot_general %8, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<1x2x8x8xf32>, tensor<1x8x2x4xf32>) -> tensor<1x2x8x4xf32>
  %10 = stablehlo.transpose %9, dims = [0, 2, 1, 3] : (tensor<1x2x8x4xf32>) -> tensor<1x8x2x4xf32>
  return %10 : tensor<1x8x2x4xf32>
}

// -----

/// The weights are a result as well, so they go to memory anyhow.
// CHECK-LABEL: func.func @weights_returned
// CHECK-COUNT-3: iree.dispatch_region
// APART-LABEL: func.func @weights_returned
func.func @weights_returned(%q: tensor<8x4xf32>, %k: tensor<8x4xf32>, %v: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.exponential %0 : tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.divide %1, %3 : tensor<8x8xf32>
  %5 = stablehlo.dot_general %4, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %5, %4 : tensor<8x4xf32>, tensor<8x8xf32>
}

// -----

/// Weights down columns of the scores: a row of the result needs all rows of these.
// CHECK-LABEL: func.func @columns
// CHECK-COUNT-3: iree.dispatch_region
// APART-LABEL: func.func @columns
func.func @columns(%q: tensor<8x4xf32>, %k: tensor<8x4xf32>, %v: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.divide %0, %2 : tensor<8x8xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// -----

/// Rows of seven scores are no whole number of vectors of four.
// CHECK-LABEL: func.func @seven
// CHECK-COUNT-3: iree.dispatch_region
// APART-LABEL: func.func @seven
func.func @seven(%q: tensor<8x4xf32>, %k: tensor<7x4xf32>, %v: tensor<7x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<7x4xf32>) -> tensor<8x7xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x7xf32>
  %3 = stablehlo.divide %0, %2 : tensor<8x7xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<8x7xf32>, tensor<7x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// -----

/// Keys that a slice gives are copied first, since no kernel for products reads every second row.
// CHECK-LABEL: func.func @every_second_key
// CHECK: %[[KEYS:.*]] = iree.dispatch_region
// CHECK: iree.dispatch_region{{.*}} = %[[KEYS]]
// APART-LABEL: func.func @every_second_key
func.func @every_second_key(%q: tensor<8x4xf32>, %k: tensor<16x4xf32>, %v: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = stablehlo.slice %k [0:16:2, 0:4] : (tensor<16x4xf32>) -> tensor<8x4xf32>
  %0 = stablehlo.dot_general %q, %s, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.divide %0, %2 : tensor<8x8xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// -----

/// One attention reads the other's result twice, as what is asked and as what is summed: two dispatches.
// CHECK-LABEL: @one_behind_another
// CHECK-COUNT-2: iree.dispatch_region
// CHECK-NOT: iree.dispatch_region
func.func @one_behind_another(%q: tensor<2x8x4xf32>, %k: tensor<2x8x4xf32>, %v: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x8x8xf32>
  %1 = stablehlo.exponential %0 : tensor<2x8x8xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x8xf32>
  %4 = stablehlo.divide %1, %3 : tensor<2x8x8xf32>
  %5 = stablehlo.dot_general %4, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %6 = stablehlo.dot_general %5, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x4xf32>, tensor<2x8x4xf32>) -> tensor<2x8x8xf32>
  %7 = stablehlo.exponential %6 : tensor<2x8x8xf32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x8xf32>
  %10 = stablehlo.divide %7, %9 : tensor<2x8x8xf32>
  %11 = stablehlo.dot_general %10, %5, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %11 : tensor<2x8x4xf32>
}
