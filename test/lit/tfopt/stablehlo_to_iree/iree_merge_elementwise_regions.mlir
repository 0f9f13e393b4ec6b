// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-merge-elementwise-regions --split-input-file | filecheck %s

/// A cell: its state is computed of slices, its output of the state, and both are kept for some rows only. They are one region, of the results that are read elsewhere.
// CHECK-LABEL: func.func @cell
// CHECK: %[[CELL:.*]]:3 = iree.dispatch_region[%{{.*}} : tensor<3xi32>]({{.*}}) : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32> {
// CHECK-DAG: stablehlo.slice
// CHECK-DAG: stablehlo.logistic
// CHECK-DAG: stablehlo.tanh
// CHECK-DAG: stablehlo.select
// CHECK: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @cell(%gates: tensor<1x8xf32>, %state: tensor<1x4xf32>, %is_kept: tensor<1x4xi1>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>) {
  %0 = stablehlo.slice %gates [0:1, 0:4] : (tensor<1x8xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.slice %gates [0:1, 4:8] : (tensor<1x8xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.logistic %0 : tensor<1x4xf32>
  %3 = stablehlo.multiply %2, %state : tensor<1x4xf32>
  %4 = stablehlo.tanh %3 : tensor<1x4xf32>
  %5 = stablehlo.multiply %4, %1 : tensor<1x4xf32>
  %6 = stablehlo.select %is_kept, %5, %state : tensor<1x4xi1>, tensor<1x4xf32>
  return %3, %5, %6 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
}

// -----

/// Two that read one tensor, and nothing of each other.
// CHECK-LABEL: func.func @of_one_tensor
// CHECK: iree.dispatch_region[{{.*}} : tensor<4xf32>, tensor<4xf32> {
// CHECK-NOT: iree.dispatch_region
func.func @of_one_tensor(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.exponential %x : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// Of other shapes, of bytes, and of a slice of what one of them has computed: each for itself.
// CHECK-LABEL: func.func @other_shape
// CHECK-COUNT-2: iree.dispatch_region
// CHECK-LABEL: func.func @bytes
// CHECK-COUNT-2: iree.dispatch_region
// CHECK-LABEL: func.func @slice_of_a_result
// CHECK-COUNT-2: iree.dispatch_region
func.func @other_shape(%x: tensor<4xf32>, %y: tensor<2x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>) {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.add %1, %y : tensor<2x4xf32>
  return %0, %2 : tensor<4xf32>, tensor<2x4xf32>
}

func.func @bytes(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.compare LT, %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xf32>, tensor<4xi1>
}

func.func @slice_of_a_result(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  %1 = stablehlo.slice %0 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.concatenate %1, %1, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %3 = stablehlo.add %2, %x : tensor<8xf32>
  return %0, %3 : tensor<8xf32>, tensor<8xf32>
}

// -----

/// The product would wait for the sum, which it does not need, were that a part of what it reads.
// CHECK-LABEL: func.func @waits
// CHECK-COUNT-3: iree.dispatch_region
func.func @waits(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.tanh %x : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.subtract %x, %y : tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

/// Four buffers in all: three are read and two written by both.
// CHECK-LABEL: func.func @few_buffers
// CHECK-COUNT-2: iree.dispatch_region
module attributes {iree.target = #iree.target<max_storage_bindings = 4>} {
  func.func @few_buffers(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.add %x, %y : tensor<4xf32>
    %1 = stablehlo.add %x, %z : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}

// -----

/// A cell of as many rows as a call brings, by slices that are told where they end.
// CHECK-LABEL: func.func @open_cell
// CHECK: %[[CELL:.*]]:2 = iree.dispatch_region[%{{.*}} : tensor<2xi32>]({{.*}}) : tensor<?x4xf32>, tensor<?x4xf32> {
// CHECK-COUNT-2: stablehlo.real_dynamic_slice
// CHECK: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @open_cell(%gates: tensor<?x8xf32>, %state: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %rows = stablehlo.get_dimension_size %gates, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %list = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %eight = stablehlo.constant dense<8> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %begin = stablehlo.constant dense<0> : tensor<2xi32>
  %middle = stablehlo.constant dense<[0, 4]> : tensor<2xi32>
  %to_four = stablehlo.concatenate %list, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %to_eight = stablehlo.concatenate %list, %eight, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %gates, %begin, %to_four, %ones : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.real_dynamic_slice %gates, %middle, %to_eight, %ones : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  %2 = stablehlo.multiply %0, %state : tensor<?x4xf32>
  %3 = stablehlo.tanh %2 : tensor<?x4xf32>
  %4 = stablehlo.multiply %3, %1 : tensor<?x4xf32>
  return %2, %4 : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

/// Rows of two feeds, which need not be as many.
// CHECK-LABEL: func.func @open_rows_of_two
// CHECK-COUNT-2: iree.dispatch_region
func.func @open_rows_of_two(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %of_x = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %of_y = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %of_x, dims = [0] : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %z, %of_y, dims = [0] : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.add %x, %0 : tensor<?xf32>
  %3 = stablehlo.add %y, %1 : tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

/// Numbers by themselves are computed together, also where nothing relates them: a loop's counters. Longer tensors are not.
// CHECK-LABEL: func.func @counters
// CHECK: iree.dispatch_region[{{.*}} : tensor<i32>, tensor<i32> {
// CHECK-NOT: iree.dispatch_region
// CHECK-LABEL: func.func @tensors
// CHECK-COUNT-2: iree.dispatch_region
func.func @counters(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.add %x, %x : tensor<i32>
  %1 = stablehlo.negate %y : tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}

func.func @tensors(%x: tensor<8xi32>, %y: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0 = stablehlo.add %x, %x : tensor<8xi32>
  %1 = stablehlo.negate %y : tensor<8xi32>
  return %0, %1 : tensor<8xi32>, tensor<8xi32>
}
