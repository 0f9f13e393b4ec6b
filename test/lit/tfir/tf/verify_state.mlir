// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Ops around what they hold: lists, variables, partitions, examples. Each refusal stands beside the nearest program that is none.

func.func @lists(%s: tensor<1xi32>, %n: tensor<i32>) {
  %0 = "tf.EmptyTensorList"(%s, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<2xf32>>>
  %1 = "tf.TensorListReserve"(%s, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<2xf32>>>
  return
}

// -----

func.func @empty_of_two_types(%s: tensor<1xi32>, %n: tensor<i32>) {
  // expected-error @+1 {{must have exactly one subtype in the result variant type}}
  %0 = "tf.EmptyTensorList"(%s, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<2xf32>, tensor<2xf32>>>
  return
}

// -----

func.func @empty_of_no_type(%s: tensor<1xi32>, %n: tensor<i32>) {
  // expected-error @+1 {{must have exactly one subtype in the result variant type}}
  %0 = "tf.EmptyTensorList"(%s, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  return
}

// -----

func.func @empty_shape(%s: tensor<1x1xi32>, %n: tensor<i32>) {
  // expected-error @+1 {{requires element_shape operand to be 0D/1D tensor}}
  %0 = "tf.EmptyTensorList"(%s, %n) : (tensor<1x1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<2xf32>>>
  return
}

// -----

func.func @empty_count(%s: tensor<1xi32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{requires max_num_elements operand to be 0D tensor}}
  %0 = "tf.EmptyTensorList"(%s, %n) : (tensor<1xi32>, tensor<1xi32>) -> tensor<!tf_type.variant<tensor<2xf32>>>
  return
}

// -----

func.func @reserved_of_two_types(%s: tensor<1xi32>, %n: tensor<i32>) {
  // expected-error @+1 {{must have exactly one subtype in the result variant type}}
  %0 = "tf.TensorListReserve"(%s, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<2xf32>, tensor<2xf32>>>
  return
}

// -----

func.func @reserved_of_no_type(%s: tensor<1xi32>, %n: tensor<i32>) {
  // expected-error @+1 {{must have exactly one subtype in the result variant type}}
  %0 = "tf.TensorListReserve"(%s, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  return
}

// -----

func.func @reserved_shape(%s: tensor<1x1xi32>, %n: tensor<i32>) {
  // expected-error @+1 {{requires element_shape operand to be 0D/1D tensor}}
  %0 = "tf.TensorListReserve"(%s, %n) : (tensor<1x1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<2xf32>>>
  return
}

// -----

func.func @reserved_count(%s: tensor<1xi32>, %n: tensor<1xi32>) {
  // expected-error @+1 {{requires num_elements operand to be 0D tensor}}
  %0 = "tf.TensorListReserve"(%s, %n) : (tensor<1xi32>, tensor<1xi32>) -> tensor<!tf_type.variant<tensor<2xf32>>>
  return
}

// -----

func.func @stack(%l: tensor<!tf_type.variant<tensor<2xf32>>>, %s: tensor<1xi32>) {
  %0 = "tf.TensorListStack"(%l, %s) {num_elements = -1 : i64} : (tensor<!tf_type.variant<tensor<2xf32>>>, tensor<1xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @stack_shape(%l: tensor<!tf_type.variant<tensor<2xf32>>>, %s: tensor<1x1xi32>) {
  // expected-error @+1 {{requires element_shape operand to be 0D/1D tensor}}
  %0 = "tf.TensorListStack"(%l, %s) {num_elements = -1 : i64} : (tensor<!tf_type.variant<tensor<2xf32>>>, tensor<1x1xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @variable() {
  %0 = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  return
}

// -----

func.func @variable_of_no_type() {
  // expected-error @+1 {{must have exactly one subtype in the result resource type}}
  %0 = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource>
  return
}

// -----

func.func @bounds(%a: tensor<?x2xf32>, %s: tensor<2xi32>) {
  %0 = "tf.SetStaticDimensionBounds"(%a, %s) : (tensor<?x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @bounds_of_cube(%a: tensor<?x2x2xf32>, %s: tensor<3xi32>) {
  // expected-error @+1 {{was used with an input tensor with rank > 2, only tensors of rank 1,2 are supported}}
  %0 = "tf.SetStaticDimensionBounds"(%a, %s) : (tensor<?x2x2xf32>, tensor<3xi32>) -> tensor<?x2x2xf32>
  return
}

// -----

func.func @bounds_matrix(%a: tensor<?x2xf32>, %s: tensor<2x1xi32>) {
  // expected-error @+1 {{static shape must be of rank 1 (vector)}}
  %0 = "tf.SetStaticDimensionBounds"(%a, %s) : (tensor<?x2xf32>, tensor<2x1xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @bounds_count(%a: tensor<?x2xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{static shape must have num_elements == rank of input tensor}}
  %0 = "tf.SetStaticDimensionBounds"(%a, %s) : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @partitions(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %0 = "tf.TPUPartitionedInputV2"(%a0, %a1) {partition_dims = [2], is_packed = false} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @packed_partition(%a0: tensor<4xf32>) {
  %0 = "tf.TPUPartitionedInputV2"(%a0) {partition_dims = [2], is_packed = true} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @partitions_missing(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{expected 4 inputs, got 3}}
  %0 = "tf.TPUPartitionedInputV2"(%a0, %a1, %a2) {partition_dims = [2, 2], is_packed = false} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @packed_partitions(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{expected 1 inputs, got 2}}
  %0 = "tf.TPUPartitionedInputV2"(%a0, %a1) {partition_dims = [2], is_packed = true} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @execute(%v: tensor<!tf_type.resource<tensor<2xf32>>>, %a: tensor<2xf32>, %k: tensor<3x!tf_type.string>) {
  %0 = "tf.TPUExecuteAndUpdateVariables"(%v, %a, %k) {device_var_reads_indices = [0], device_var_updates_indices = [-1]} : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>, tensor<3x!tf_type.string>) -> tensor<2xf32>
  return
}

// -----

func.func @execute_reads(%v: tensor<!tf_type.resource<tensor<2xf32>>>, %a: tensor<2xf32>, %k: tensor<3x!tf_type.string>) {
  // expected-error @+1 {{requires 'device_var_reads_indices' to be the same size as number of resource handles in 'args' (1), but got 2}}
  %0 = "tf.TPUExecuteAndUpdateVariables"(%v, %a, %k) {device_var_reads_indices = [0, 1], device_var_updates_indices = [-1]} : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>, tensor<3x!tf_type.string>) -> tensor<2xf32>
  return
}

// -----

func.func @execute_updates(%v: tensor<!tf_type.resource<tensor<2xf32>>>, %a: tensor<2xf32>, %k: tensor<3x!tf_type.string>) {
  // expected-error @+1 {{requires 'device_var_updates_indices' to be the same size as number of resource handles in 'args' (1), but got 0}}
  %0 = "tf.TPUExecuteAndUpdateVariables"(%v, %a, %k) {device_var_reads_indices = [0], device_var_updates_indices = []} : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>, tensor<3x!tf_type.string>) -> tensor<2xf32>
  return
}

// -----

func.func @execute_negative_read(%v: tensor<!tf_type.resource<tensor<2xf32>>>, %a: tensor<2xf32>, %k: tensor<3x!tf_type.string>) {
  // expected-error @+1 {{requires 'device_var_reads_indices' to contain values of at least 0, but got -1 at index 0}}
  %0 = "tf.TPUExecuteAndUpdateVariables"(%v, %a, %k) {device_var_reads_indices = [-1], device_var_updates_indices = [-1]} : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>, tensor<3x!tf_type.string>) -> tensor<2xf32>
  return
}

// -----

func.func @execute_negative_update(%v: tensor<!tf_type.resource<tensor<2xf32>>>, %a: tensor<2xf32>, %k: tensor<3x!tf_type.string>) {
  // expected-error @+1 {{requires 'device_var_updates_indices' to contain values of at least -1, but got -2 at index 0}}
  %0 = "tf.TPUExecuteAndUpdateVariables"(%v, %a, %k) {device_var_reads_indices = [0], device_var_updates_indices = [-2]} : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>, tensor<3x!tf_type.string>) -> tensor<2xf32>
  return
}

// -----

func.func @parse_example(%e: tensor<1x!tf_type.string>, %n: tensor<0x!tf_type.string>, %k: tensor<1x!tf_type.string>, %d: tensor<1xf32>) {
  %0:6 = "tf.ParseExampleV2"(%e, %n, %k, %k, %k, %d) {dense_shapes = [#tf_type.shape<1>], num_sparse = 1 : i64, resultSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>} : (tensor<1x!tf_type.string>, tensor<0x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1xf32>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1x1xf32>, tensor<?xf32>, tensor<?xi64>)
  return
}

// -----

func.func @dense_values(%e: tensor<1x!tf_type.string>, %n: tensor<0x!tf_type.string>, %k: tensor<1x!tf_type.string>, %d: tensor<1xf32>) {
  // expected-error @+1 {{output 'dense_values' should have same length as attribute 'Tdense'}}
  %0:7 = "tf.ParseExampleV2"(%e, %n, %k, %k, %k, %d) {dense_shapes = [#tf_type.shape<1>], num_sparse = 1 : i64, resultSegmentSizes = array<i32: 1, 1, 1, 2, 1, 1>} : (tensor<1x!tf_type.string>, tensor<0x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1xf32>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<?xf32>, tensor<?xi64>)
  return
}

// -----

func.func @sparse_count(%e: tensor<1x!tf_type.string>, %n: tensor<0x!tf_type.string>, %k: tensor<1x!tf_type.string>, %d: tensor<1xf32>) {
  // expected-error @+1 {{attribute 'num_sparse' should be the same as the length of attribute 'sparse_types'}}
  %0:6 = "tf.ParseExampleV2"(%e, %n, %k, %k, %k, %d) {dense_shapes = [#tf_type.shape<1>], num_sparse = 2 : i64, resultSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>} : (tensor<1x!tf_type.string>, tensor<0x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1xf32>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1x1xf32>, tensor<?xf32>, tensor<?xi64>)
  return
}

// -----

func.func @sparse_indices(%e: tensor<1x!tf_type.string>, %n: tensor<0x!tf_type.string>, %k: tensor<1x!tf_type.string>, %d: tensor<1xf32>) {
  // expected-error @+1 {{output 'sparse_indices' should have same length as attribute 'sparse_types'}}
  %0:7 = "tf.ParseExampleV2"(%e, %n, %k, %k, %k, %d) {dense_shapes = [#tf_type.shape<1>], num_sparse = 1 : i64, resultSegmentSizes = array<i32: 2, 1, 1, 1, 1, 1>} : (tensor<1x!tf_type.string>, tensor<0x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1xf32>) -> (tensor<?x2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1x1xf32>, tensor<?xf32>, tensor<?xi64>)
  return
}

// -----

func.func @sparse_shapes(%e: tensor<1x!tf_type.string>, %n: tensor<0x!tf_type.string>, %k: tensor<1x!tf_type.string>, %d: tensor<1xf32>) {
  // expected-error @+1 {{output 'sparse_shapes' should have same length as attribute 'sparse_types'}}
  %0:5 = "tf.ParseExampleV2"(%e, %n, %k, %k, %k, %d) {dense_shapes = [#tf_type.shape<1>], num_sparse = 1 : i64, resultSegmentSizes = array<i32: 1, 1, 0, 1, 1, 1>} : (tensor<1x!tf_type.string>, tensor<0x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1xf32>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<1x1xf32>, tensor<?xf32>, tensor<?xi64>)
  return
}

// -----

func.func @ragged_splits(%e: tensor<1x!tf_type.string>, %n: tensor<0x!tf_type.string>, %k: tensor<1x!tf_type.string>, %d: tensor<1xf32>) {
  // expected-error @+1 {{attribute 'ragged_value_types' should have same length as attribute 'ragged_split_types'}}
  %0:7 = "tf.ParseExampleV2"(%e, %n, %k, %k, %k, %d) {dense_shapes = [#tf_type.shape<1>], num_sparse = 1 : i64, resultSegmentSizes = array<i32: 1, 1, 1, 1, 1, 2>} : (tensor<1x!tf_type.string>, tensor<0x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1x!tf_type.string>, tensor<1xf32>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1x1xf32>, tensor<?xf32>, tensor<?xi64>, tensor<?xi64>)
  return
}
