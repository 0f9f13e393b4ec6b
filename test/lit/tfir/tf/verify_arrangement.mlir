// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Ops that arrange elements, and shapes as values: what is refused, beside the nearest program that is accepted.

func.func @bits(%a0: tensor<4xi32>) {
  %0 = "tf.Bitcast"(%a0) {} : (tensor<4xi32>) -> (tensor<4x2xi16>)
  return
}

// -----

func.func @bits_of_two(%a0: tensor<4x2xi32>) {
  %0 = "tf.Bitcast"(%a0) {} : (tensor<4x2xi32>) -> (tensor<4xi64>)
  return
}

// -----

func.func @bits_of_three(%a0: tensor<4x3xi32>) {
  // expected-error @+1 {{input rightmost dimension size is not equal to the divisor. the last dimension of input is expected to be 2}}
  %0 = "tf.Bitcast"(%a0) {} : (tensor<4x3xi32>) -> (tensor<4xi64>)
  return
}

// -----

func.func @bits_rank(%a0: tensor<4xi32>) {
  // expected-error @+1 {{rank of input tensor is 1. rank of output tensor is expected to be 2, instead of 1.}}
  %0 = "tf.Bitcast"(%a0) {} : (tensor<4xi32>) -> (tensor<4xi16>)
  return
}

// -----

func.func @bits_of_scalar(%a0: tensor<i16>) {
  // expected-error @+1 {{a scalar of 16 bits does not make one of 32}}
  %0 = "tf.Bitcast"(%a0) {} : (tensor<i16>) -> (tensor<i32>)
  return
}

// -----

func.func @bits_of_quantized(%a0: tensor<2x4x!tf_type.qint8>, %a1: tensor<2xcomplex<f32>>, %a2: tensor<2x!tf_type.f32ref>) {
  %0 = "tf.Bitcast"(%a0) {} : (tensor<2x4x!tf_type.qint8>) -> (tensor<2xi32>)
  %1 = "tf.Bitcast"(%a1) {} : (tensor<2xcomplex<f32>>) -> (tensor<2x2xf32>)
  %2 = "tf.Bitcast"(%a2) {} : (tensor<2x!tf_type.f32ref>) -> (tensor<2x4x!tf_type.quint8>)
  %3 = "tf.Bitcast"(%a0) {} : (tensor<2x4x!tf_type.qint8>) -> (tensor<2x!tf_type.qint32>)
  // expected-error @+1 {{the last dimension of input is expected to be 2}}
  %4 = "tf.Bitcast"(%a0) {} : (tensor<2x4x!tf_type.qint8>) -> (tensor<2x!tf_type.qint16>)
  return
}

// -----

func.func @concat(%a1: tensor<2x3xf32>, %a2: tensor<4x3xf32>) {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Concat"(%c0, %a1, %a2) {} : (tensor<i32>, tensor<2x3xf32>, tensor<4x3xf32>) -> (tensor<6x3xf32>)
  return
}

// -----

func.func @concat_axis(%a0: tensor<2x3xf32>, %a1: tensor<4x3xf32>, %a2: tensor<1x1xi32>) {
  // expected-error @+1 {{requires axis to be of scalar type (or vector type for older versions)}}
  %0 = "tf.ConcatV2"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<1x1xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @concat_ranks(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>, %a2: tensor<i32>) {
  // expected-error @+1 {{operand type 'tensor<4xf32>' is not compatible with preceding operands; expected rank: 2}}
  %0 = "tf.ConcatV2"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<4xf32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @concat_two_axes(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>, %a2: tensor<i32>) {
  // expected-error @+1 {{operand type 'tensor<4x5xf32>' is not compatible with preceding operands; expected dimension at index 1: 3}}
  %0 = "tf.ConcatV2"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<4x5xf32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @offsets(%a0: tensor<i32>, %a1: tensor<3xi32>, %a2: tensor<3xi32>) {
  %0:2 = "tf.ConcatOffset"(%a0, %a1, %a2) {} : (tensor<i32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return
}

// -----

func.func @offsets_of_one(%a0: tensor<i32>, %a1: tensor<3xi32>) {
  // expected-error @+1 {{requires N to be at least 2, got 1}}
  %0 = "tf.ConcatOffset"(%a0, %a1) {} : (tensor<i32>, tensor<3xi32>) -> (tensor<3xi32>)
  return
}

// -----

func.func @offsets_count(%a0: tensor<i32>, %a1: tensor<3xi32>, %a2: tensor<3xi32>) {
  // expected-error @+1 {{requires sizes of shapes and offsets to be the same, got sizes 2 and 1}}
  %0 = "tf.ConcatOffset"(%a0, %a1, %a2) {} : (tensor<i32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>)
  return
}

// -----

func.func @offsets_axis(%a0: tensor<1xi32>, %a1: tensor<3xi32>, %a2: tensor<3xi32>) {
  // expected-error @+1 {{requires concat_dim to be a scalar, got tensor of rank 1}}
  %0:2 = "tf.ConcatOffset"(%a0, %a1, %a2) {} : (tensor<1xi32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return
}

// -----

func.func @offsets_shape(%a0: tensor<i32>, %a1: tensor<3xi32>, %a2: tensor<3xi32>) {
  // expected-error @+1 {{requires operand and result 1 to have compatible shapes}}
  %0:2 = "tf.ConcatOffset"(%a0, %a1, %a2) {} : (tensor<i32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<4xi32>)
  return
}

// -----

func.func @offsets_of_matrix(%a0: tensor<i32>, %a1: tensor<3xi32>, %a2: tensor<3x1xi32>) {
  // expected-error @+1 {{requires shape tensor operand 1 to be of rank 1, got tensor of rank 2}}
  %0:2 = "tf.ConcatOffset"(%a0, %a1, %a2) {} : (tensor<i32>, tensor<3xi32>, tensor<3x1xi32>) -> (tensor<3xi32>, tensor<3x1xi32>)
  return
}

// -----

func.func @offsets_lengths(%a0: tensor<i32>, %a1: tensor<3xi32>, %a2: tensor<4xi32>) {
  // expected-error @+1 {{requires shape tensor (rank 1) operand 1 to be of length 3, got tensor (rank 1) of length 4}}
  %0:2 = "tf.ConcatOffset"(%a0, %a1, %a2) {} : (tensor<i32>, tensor<3xi32>, tensor<4xi32>) -> (tensor<3xi32>, tensor<4xi32>)
  return
}

// -----

func.func @fill(%a0: tensor<2xi32>, %a1: tensor<f32>) {
  %0 = "tf.Fill"(%a0, %a1) {} : (tensor<2xi32>, tensor<f32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @fill_shape(%a0: tensor<2x1xi32>, %a1: tensor<f32>) {
  // expected-error @+1 {{requires dims to be a 1D tensor}}
  %0 = "tf.Fill"(%a0, %a1) {} : (tensor<2x1xi32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @fill_value(%a0: tensor<2xi32>, %a1: tensor<1xf32>) {
  // expected-error @+1 {{requires value to be a scalar}}
  %0 = "tf.Fill"(%a0, %a1) {} : (tensor<2xi32>, tensor<1xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @reshape_shape(%a0: tensor<4xf32>, %a1: tensor<1x1xi32>) {
  // expected-error @+1 {{requires 'shape' to be rank 1, but got 2}}
  %0 = "tf.Reshape"(%a0, %a1) {} : (tensor<4xf32>, tensor<1x1xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @reshape_negative(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires 'shape' to have dimensions greater than -1, but got -2 at index 1}}
  %0 = "tf.Reshape"(%a0, %c1) {} : (tensor<4xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @tile(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.Tile"(%a0, %c1) {} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<4x3xf32>)
  return
}

// -----

func.func @tile_rank(%a0: tensor<2x3xf32>, %a1: tensor<2x1xi32>) {
  // expected-error @+1 {{expected multiples to be rank 1, got rank = 2}}
  %0 = "tf.Tile"(%a0, %a1) {} : (tensor<2x3xf32>, tensor<2x1xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @tile_count(%a0: tensor<2x3xf32>, %a1: tensor<3xi32>) {
  // expected-error @+1 {{expected size of multiples equal to rank of input, got multiples of size 3, and input of rank 2}}
  %0 = "tf.Tile"(%a0, %a1) {} : (tensor<2x3xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @tile_negative(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{expected multiples to be non-negative, got multiples[0] = -1}}
  %0 = "tf.Tile"(%a0, %c1) {} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<?x3xf32>)
  return
}

// -----

func.func @perm_rank(%a0: tensor<2x3xf32>, %a1: tensor<2x1xi32>) {
  // expected-error @+1 {{expected perm to be a 1-D Tensor, got perm of rank 2}}
  %0 = "tf.Transpose"(%a0, %a1) {} : (tensor<2x3xf32>, tensor<2x1xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @perm_count(%a0: tensor<2x3xf32>, %a1: tensor<3xi32>) {
  // expected-error @+1 {{expected perm to be a 1-D Tensor of size equal to the rank of x, got perm of size 3, and x of rank 2}}
  %0 = "tf.Transpose"(%a0, %a1) {} : (tensor<2x3xf32>, tensor<3xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @one_hot(%a0: tensor<3xi32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.OneHot"(%a0, %c1, %a2, %a3) {axis = 0 : i64} : (tensor<3xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<4x3xf32>)
  return
}

// -----

func.func @one_hot_axis(%a0: tensor<3xi32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error @+1 {{expected axis (2) to be -1 or between [0, 1]}}
  %0 = "tf.OneHot"(%a0, %a1, %a2, %a3) {axis = 2 : i64} : (tensor<3xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @one_hot_depth(%a0: tensor<3xi32>, %a1: tensor<1xi32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error @+1 {{requires depth to be a scalar}}
  %0 = "tf.OneHot"(%a0, %a1, %a2, %a3) {axis = -1 : i64} : (tensor<3xi32>, tensor<1xi32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @one_hot_value(%a0: tensor<3xi32>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<1xf32>) {
  // expected-error @+1 {{requires off_value to be a scalar}}
  %0 = "tf.OneHot"(%a0, %a1, %a2, %a3) {axis = -1 : i64} : (tensor<3xi32>, tensor<i32>, tensor<f32>, tensor<1xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @one_hot_negative(%a0: tensor<3xi32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{depth must be non-negative, got: -1}}
  %0 = "tf.OneHot"(%a0, %c1, %a2, %a3) {axis = -1 : i64} : (tensor<3xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @shape_matrix(%a0: tensor<2x3xf32>) {
  // expected-error @+1 {{requires 1D type for result}}
  %0 = "tf.Shape"(%a0) {} : (tensor<2x3xf32>) -> (tensor<2x1xi32>)
  return
}

// -----

func.func @shapes(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  %0:2 = "tf.ShapeN"(%a0, %a1) {} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2xi32>, tensor<1xi32>)
  return
}

// -----

func.func @shapes_rank(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{requires dimension size of result #1 to match rank of operand #1}}
  %0:2 = "tf.ShapeN"(%a0, %a1) {} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2xi32>, tensor<2xi32>)
  return
}

// -----

func.func @shapes_count(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expected-error @+1 {{requires 2 result(s), got 1 result(s)}}
  %0 = "tf.ShapeN"(%a0, %a1) {} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2xi32>)
  return
}

// -----

/// A length that is declared where none is inferred: upstream warns, and takes it.
func.func @shape_of_any(%a0: tensor<*xf32>, %a1: tensor<!tf_type.resource>) {
  // expected-warning @+1 {{has static shape result for unranked operand}}
  %0 = "tf.Shape"(%a0) {} : (tensor<*xf32>) -> (tensor<2xi32>)
  // expected-warning @+1 {{has static shape result #1 for unranked operand #1}}
  %1:2 = "tf.ShapeN"(%0, %a0) {} : (tensor<2xi32>, tensor<*xf32>) -> (tensor<1xi32>, tensor<2xi32>)
  // expected-warning @+1 {{has static shape result for unranked operand}}
  %2 = "tf.VariableShape"(%a1) {} : (tensor<!tf_type.resource>) -> (tensor<2xi32>)
  %3 = "tf.Shape"(%a0) {} : (tensor<*xf32>) -> (tensor<?xi32>)
  return
}

// -----

func.func @shape_of_scalar(%a0: tensor<f32>) {
  %0 = "tf.Shape"(%a0) {} : (tensor<f32>) -> (tensor<0xi32>)
  // expected-error @+1 {{'tf.Shape' op requires dimension size of result to match rank of operand}}
  %1 = "tf.Shape"(%a0) {} : (tensor<f32>) -> (tensor<1xi32>)
  return
}

// -----

func.func @variable_shape(%a0: tensor<!tf_type.resource<tensor<2x3xf32>>>) {
  %0 = "tf.VariableShape"(%a0) {} : (tensor<!tf_type.resource<tensor<2x3xf32>>>) -> (tensor<2xi32>)
  return
}

// -----

func.func @variables_shape(%a0: tensor<2x!tf_type.resource<tensor<2x3xf32>>>) {
  // expected-error @+1 {{requires input to have one resource}}
  %0 = "tf.VariableShape"(%a0) {} : (tensor<2x!tf_type.resource<tensor<2x3xf32>>>) -> (tensor<2xi32>)
  return
}

// -----

func.func @variable_of_two(%a0: tensor<!tf_type.resource<tensor<2xf32>, tensor<2xf32>>>) {
  // expected-error @+1 {{requires resource input type to have at most 1 subtype}}
  %0 = "tf.VariableShape"(%a0) {} : (tensor<!tf_type.resource<tensor<2xf32>, tensor<2xf32>>>) -> (tensor<1xi32>)
  return
}

// -----

func.func @variable_rank(%a0: tensor<!tf_type.resource<tensor<2x3xf32>>>) {
  // expected-error @+1 {{requires dimension size of result to match rank of operand}}
  %0 = "tf.VariableShape"(%a0) {} : (tensor<!tf_type.resource<tensor<2x3xf32>>>) -> (tensor<3xi32>)
  return
}

// -----

func.func @gradient_axes() {
  %c0 = "tf.Const"() <{value = dense<[4, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c1 = "tf.Const"() <{value = dense<[4, 5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0:2 = "tf.BroadcastGradientArgs"(%c0, %c1) {} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<1xi32>, tensor<0xi32>)
  return
}

// -----

func.func @gradient_shapes() {
  %c0 = "tf.Const"() <{value = dense<[4, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c1 = "tf.Const"() <{value = dense<[4, 5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires broadcast compatible shape tensors for 's0' and 's1'}}
  %0:2 = "tf.BroadcastGradientArgs"(%c0, %c1) {} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @space(%a0: tensor<8x2x2xf32>, %a1: tensor<2xi32>, %a2: tensor<2x2xi32>) {
  %0 = "tf.BatchToSpaceND"(%a0, %a1, %a2) {} : (tensor<8x2x2xf32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @space_crops(%a0: tensor<8x2x2xf32>, %a1: tensor<2xi32>, %a2: tensor<3x2xi32>) {
  // expected-error @+1 {{crops should have shape [2, 2] instead of 3, 2}}
  %0 = "tf.BatchToSpaceND"(%a0, %a1, %a2) {} : (tensor<8x2x2xf32>, tensor<2xi32>, tensor<3x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @batch(%a0: tensor<1x4x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = "tf.SpaceToBatchND"(%a0, %c1, %c2) {} : (tensor<1x4x4xf32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<4x2x2xf32>)
  return
}

// -----

func.func @batch_block(%a0: tensor<1x4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x2xi32>) {
  // expected-error @+1 {{requires rank of block_shape = 1; got 2}}
  %0 = "tf.SpaceToBatchND"(%a0, %a1, %a2) {} : (tensor<1x4x4xf32>, tensor<2x1xi32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @batch_paddings(%a0: tensor<1x4x4xf32>, %a1: tensor<2xi32>, %a2: tensor<4xi32>) {
  // expected-error @+1 {{requires rank of paddings = 2; got 1}}
  %0 = "tf.SpaceToBatchND"(%a0, %a1, %a2) {} : (tensor<1x4x4xf32>, tensor<2xi32>, tensor<4xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @batch_triples(%a0: tensor<1x4x4xf32>, %a1: tensor<2xi32>, %a2: tensor<2x3xi32>) {
  // expected-error @+1 {{requires paddings.shape[1] to be 2; got 3}}
  %0 = "tf.SpaceToBatchND"(%a0, %a1, %a2) {} : (tensor<1x4x4xf32>, tensor<2xi32>, tensor<2x3xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @batch_counts(%a0: tensor<1x4x4xf32>, %a1: tensor<2xi32>, %a2: tensor<3x2xi32>) {
  // expected-error @+1 {{requires block_shape.shape[0] must equal paddings.shape[0]}}
  %0 = "tf.SpaceToBatchND"(%a0, %a1, %a2) {} : (tensor<1x4x4xf32>, tensor<2xi32>, tensor<3x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @batch_rank(%a0: tensor<1x4xf32>, %a1: tensor<2xi32>, %a2: tensor<2x2xi32>) {
  // expected-error @+1 {{requires rank of input >= 1 + rank of block}}
  %0 = "tf.SpaceToBatchND"(%a0, %a1, %a2) {} : (tensor<1x4xf32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @batch_block_of_zero(%a0: tensor<1x4x4xf32>, %a2: tensor<2x2xi32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires all values of block_shape to be >= 1; failed for dimension 1}}
  %0 = "tf.SpaceToBatchND"(%a0, %c1, %a2) {} : (tensor<1x4x4xf32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @batch_negative(%a0: tensor<1x4x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[[0, 0], [-1, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{requires all values of paddings to be >= 0; failed for dimension 1}}
  %0 = "tf.SpaceToBatchND"(%a0, %c1, %c2) {} : (tensor<1x4x4xf32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @blocks(%a0: tensor<4x2x2x1xf32>) {
  %c1 = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = "tf.BatchToSpace"(%a0, %c1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> (tensor<1x4x4x1xf32>)
  return
}

// -----

func.func @blocks_rank(%a0: tensor<4x2x2xf32>, %a1: tensor<2x2xi32>) {
  // expected-error @+1 {{requires input to be a 4D tensor, but got 'tensor<4x2x2xf32>'}}
  %0 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<4x2x2xf32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @blocks_batch(%a0: tensor<6x2x2x1xf32>, %a1: tensor<2x2xi32>) {
  // expected-error @+1 {{requires input batch (dimension 0) to be evenly divisible by (block_size * block_size), but got input batch 6 and block_size 2}}
  %0 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<6x2x2x1xf32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @blocks_crops(%a0: tensor<4x2x2x1xf32>, %a1: tensor<4xi32>) {
  // expected-error @+1 {{requires crops to be a 2D tensor, but got 'tensor<4xi32>'}}
  %0 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<4xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @blocks_triples(%a0: tensor<4x2x2x1xf32>, %a1: tensor<2x3xi32>) {
  // expected-error @+1 {{requires crops to be a tensor<2x2>, but got 'tensor<2x3xi32>'}}
  %0 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<2x3xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @blocks_negative(%a0: tensor<4x2x2x1xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[0, -1], [0, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{requires all crop values to be nonnegative, but got dense<[[0, -1], [0, 0]]> : tensor<2x2xi32>}}
  %0 = "tf.BatchToSpace"(%a0, %c1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @blocks_result(%a0: tensor<4x2x2x1xf32>, %a1: tensor<2x2xi32>) {
  // expected-error @+1 {{requires output to be a 4D tensor, but got 'tensor<4x4x1xf32>'}}
  %0 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> (tensor<4x4x1xf32>)
  return
}

// -----

func.func @blocks_too_high(%a0: tensor<4x2x2x1xf32>, %a1: tensor<2x2xi32>) {
  // expected-error @+1 {{requires output height (dimension 1) to be less than or equal to input height (dimension 1) * block_size, but got output height 5, input height 2, and block_size 2}}
  %0 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> (tensor<1x5x4x1xf32>)
  return
}

// -----

func.func @blocks_batch_of_result(%a0: tensor<4x2x2x1xf32>, %a1: tensor<2x2xi32>) {
  // expected-error @+1 {{requires output batch (dimension 0) to be equal to input batch (dimension 0) / (block_size * block_size), but got output batch 2, input batch 4, and block_size 2}}
  %0 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> (tensor<2x4x4x1xf32>)
  // expected-error @+1 {{requires output depth (dimension 3) to be equal to input depth (dimension 3), but got output depth 3 and input depth 1}}
  %1 = "tf.BatchToSpace"(%a0, %a1) {block_size = 2 : i64} : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> (tensor<1x4x4x3xf32>)
  return
}

// -----

func.func @arranged_handles(%a0: tensor<2x3x!tf_type.variant>) {
  %c1 = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires y.shape[0] (2) to be equal to x.shape[perm[1]] (3)}}
  %0 = "tf.Transpose"(%a0, %c1) : (tensor<2x3x!tf_type.variant>, tensor<2xi32>) -> tensor<2x3x!tf_type.variant>
  return
}

// -----

func.func @reshape_elements(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires 'output' type 'tensor<?x2xi32>' to be cast compatible with expected type 'tensor<2x2xf32>'}}
  %0 = "tf.Reshape"(%a0, %c1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x2xi32>
  return
}
