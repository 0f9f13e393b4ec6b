// RUN: tf-opt %s --iree-set-target=target=lavapipe --iree-identify-dispatch-regions --iree-merge-row-regions --iree-merge-attention-regions --split-input-file | filecheck %s

/// A softmax of as many rows as a call brings. What rows are reduced to is seen in another shape, whose size is asked of it.
// CHECK-LABEL: func.func @softmax
// CHECK: iree.dispatch_region
// CHECK: stablehlo.reduce({{.*}} applies stablehlo.maximum
// CHECK: stablehlo.exponential
// CHECK: %[[SUM:.*]] = stablehlo.reduce({{.*}} applies stablehlo.add
// CHECK: %[[ROWS:.*]] = stablehlo.get_dimension_size %[[SUM]], dim = 0
// CHECK: %[[LIST:.*]] = stablehlo.reshape %[[ROWS]]
// CHECK: %[[SHAPE:.*]] = stablehlo.concatenate %[[LIST]], %{{.*}}, dim = 0
// CHECK: stablehlo.dynamic_reshape %[[SUM]], %[[SHAPE]]
// CHECK: stablehlo.divide
// CHECK-NEXT: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @softmax(%x: tensor<?x100xf32>) -> tensor<?x100xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x100xf32>) -> tensor<i32>
  %list = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %hundred = stablehlo.constant dense<100> : tensor<1xi32>
  %of_rows = stablehlo.concatenate %list, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %whole = stablehlo.concatenate %list, %hundred, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<?x100xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %whole, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x100xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<?x100xf32>
  %3 = stablehlo.exponential %2 : tensor<?x100xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x100xf32>, tensor<f32>) -> tensor<?xf32>
  %5 = stablehlo.dynamic_reshape %4, %of_rows : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  %6 = stablehlo.dynamic_broadcast_in_dim %5, %whole, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x100xf32>
  %7 = stablehlo.divide %3, %6 : tensor<?x100xf32>
  return %7 : tensor<?x100xf32>
}

// -----

/// Rows of a length that only a call brings.
// CHECK-LABEL: func.func @open_rows
// CHECK-COUNT-2: iree.dispatch_region
func.func @open_rows(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %size = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x?xf32>) -> tensor<i32>
  %list = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %whole = stablehlo.concatenate %four, %list, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %whole, dims = [0] : (tensor<4xf32>, tensor<2xi32>) -> tensor<4x?xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x?xf32>
  return %2 : tensor<4x?xf32>
}

// -----

/// There may be one row of sums for all rows of what they are taken from.
// CHECK-LABEL: func.func @rows_of_another
// CHECK-COUNT-2: iree.dispatch_region
func.func @rows_of_another(%x: tensor<?x100xf32>, %y: tensor<?x100xf32>) -> tensor<?x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x100xf32>) -> tensor<i32>
  %list = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %hundred = stablehlo.constant dense<100> : tensor<1xi32>
  %whole = stablehlo.concatenate %list, %hundred, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x100xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %whole, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x100xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<?x100xf32>
  return %2 : tensor<?x100xf32>
}

// -----

/// Attention of as many sequences as a call brings.
// CHECK-LABEL: func.func @attention
// CHECK: iree.dispatch_region
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.reduce
// CHECK: stablehlo.dot_general
// CHECK-NOT: iree.dispatch_region
func.func @attention(%q: tensor<?x2x16x8xf32>, %k: tensor<?x2x16x8xf32>, %v: tensor<?x2x16x8xf32>) -> tensor<?x2x16x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %size = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x2x16x8xf32>) -> tensor<i32>
  %list = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %inner = stablehlo.constant dense<[2, 16, 16]> : tensor<3xi32>
  %whole = stablehlo.concatenate %list, %inner, dim = 0 : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<?x2x16x8xf32>, tensor<?x2x16x8xf32>) -> tensor<?x2x16x16xf32>
  %1 = stablehlo.exponential %0 : tensor<?x2x16x16xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<?x2x16x16xf32>, tensor<f32>) -> tensor<?x2x16xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %whole, dims = [0, 1, 2] : (tensor<?x2x16xf32>, tensor<4xi32>) -> tensor<?x2x16x16xf32>
  %4 = stablehlo.divide %1, %3 : tensor<?x2x16x16xf32>
  %5 = stablehlo.dot_general %4, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<?x2x16x16xf32>, tensor<?x2x16x8xf32>) -> tensor<?x2x16x8xf32>
  return %5 : tensor<?x2x16x8xf32>
}

// -----

/// Sequences of open length have rows of scores of open length.
// CHECK-LABEL: func.func @open_length
// CHECK-COUNT-4: iree.dispatch_region
func.func @open_length(%q: tensor<2x?x8xf32>, %k: tensor<2x?x8xf32>, %v: tensor<2x?x8xf32>) -> tensor<2x?x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %size = stablehlo.get_dimension_size %q, dim = 1 : (tensor<2x?x8xf32>) -> tensor<i32>
  %list = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %whole = stablehlo.concatenate %two, %list, %list, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x?x8xf32>, tensor<2x?x8xf32>) -> tensor<2x?x?xf32>
  %1 = stablehlo.exponential %0 : tensor<2x?x?xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x?x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %whole, dims = [0, 1] : (tensor<2x?xf32>, tensor<3xi32>) -> tensor<2x?x?xf32>
  %4 = stablehlo.divide %1, %3 : tensor<2x?x?xf32>
  %5 = stablehlo.dot_general %4, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x?x?xf32>, tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  return %5 : tensor<2x?x8xf32>
}
