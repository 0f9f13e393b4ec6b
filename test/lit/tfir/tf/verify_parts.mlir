// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Ops that take parts of tensors: what operands of other ranks, sizes and values are refused, beside the nearest program that is accepted.

func.func @band(%a0: tensor<2x3xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  %0 = "tf.MatrixBandPart"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @band_of_vector(%a0: tensor<3xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expected-error @+1 {{requires `input` to have rank of at least 2, but found 'tensor<3xf32>'}}
  %0 = "tf.MatrixBandPart"(%a0, %a1, %a2) {} : (tensor<3xf32>, tensor<i64>, tensor<i64>) -> (tensor<3xf32>)
  return
}

// -----

func.func @band_of_bounds(%a0: tensor<2x3xf32>, %a1: tensor<i64>, %a2: tensor<1xi64>) {
  // expected-error @+1 {{requires `num_upper` to have 0 dimensions, but found 'tensor<1xi64>'}}
  %0 = "tf.MatrixBandPart"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<i64>, tensor<1xi64>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @select_by_scalar(%a0: tensor<i1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %0 = "tf.Select"(%a0, %a1, %a2) {} : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @select_by_vector(%a0: tensor<2xi1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %0 = "tf.Select"(%a0, %a1, %a2) {} : (tensor<2xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @select_of_shapes(%a0: tensor<i1>, %a1: tensor<2x3xf32>, %a2: tensor<2x4xf32>) {
  // expected-error @+1 {{requires t and e have compatible shapes}}
  %0 = "tf.Select"(%a0, %a1, %a2) {} : (tensor<i1>, tensor<2x3xf32>, tensor<2x4xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @select_by_matrix(%a0: tensor<2x3xi1>, %a1: tensor<2x3x4xf32>, %a2: tensor<2x3x4xf32>) {
  // expected-error @+1 {{requires that pred is a scalar OR has the same rank as t and e OR is a vector}}
  %0 = "tf.Select"(%a0, %a1, %a2) {} : (tensor<2x3xi1>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @select_of_scalars(%a0: tensor<2xi1>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expected-error @+1 {{requires that t and e are nonscalar when pred is a vector}}
  %0 = "tf.Select"(%a0, %a1, %a2) {} : (tensor<2xi1>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @select_by_longer(%a0: tensor<3xi1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  // expected-error @+1 {{requires that, when pred is a vector, the shape matches the first dimension of t and e}}
  %0 = "tf.Select"(%a0, %a1, %a2) {} : (tensor<3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @scatter(%a0: tensor<2x3xf32>, %a1: tensor<4x2xi32>, %a2: tensor<4xf32>) {
  %0 = "tf.TensorScatterUpdate"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<4x2xi32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @scatter_to_scalar(%a0: tensor<f32>, %a1: tensor<4x2xi32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{requires tensor operand to have at least 1 dimension}}
  %0 = "tf.TensorScatterUpdate"(%a0, %a1, %a2) {} : (tensor<f32>, tensor<4x2xi32>, tensor<4xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @scatter_at_scalar(%a0: tensor<2x3xf32>, %a1: tensor<i32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{requires indices operand to have at least 1 dimension}}
  %0 = "tf.TensorScatterUpdate"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<i32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @scatter_too_deep(%a0: tensor<2x3xf32>, %a1: tensor<4x3xi32>, %a2: tensor<4xf32>) {
  // expected-error @+1 {{requires tensor operand with rank greater than or equal to the indices operand's last dimensions}}
  %0 = "tf.TensorScatterUpdate"(%a0, %a1, %a2) {} : (tensor<2x3xf32>, tensor<4x3xi32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @top(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %0:2 = "tf.TopKV2"(%a0, %a1) {sorted = true} : (tensor<4xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return
}

// -----

func.func @top_of_scalar(%a0: tensor<f32>, %a1: tensor<i32>) {
  // expected-error @+1 {{requires input operand to have at least 1 dimension}}
  %0:2 = "tf.TopKV2"(%a0, %a1) {sorted = true} : (tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return
}

// -----

func.func @top_of_counts(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  // expected-error @+1 {{requires k operand to be 0D tensor}}
  %0:2 = "tf.TopKV2"(%a0, %a1) {sorted = true} : (tensor<4xf32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return
}

// -----

func.func @gather(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5xi32>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.GatherV2"(%a0, %a1, %c2) {batch_dims = -1 : i64} : (tensor<2x3x4xf32>, tensor<2x5xi32>, tensor<i32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @gather_batch(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{batch_dims (2) must be in range [-1, 2)}}
  %0 = "tf.GatherV2"(%a0, %a1, %c2) {batch_dims = 2 : i64} : (tensor<2x3xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @gather_axes(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>, %a2: tensor<1x1xi32>) {
  // expected-error @+1 {{requires axis to have rank at most 1}}
  %0 = "tf.GatherV2"(%a0, %a1, %a2) {batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<2xi32>, tensor<1x1xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @gather_axis(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{axis (2) must be in range [-2, 2)}}
  %0 = "tf.GatherV2"(%a0, %a1, %c2) {batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @gather_axis_in_batch(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{requires axis (0) to be greater than or equal to batch_dims (1)}}
  %0 = "tf.GatherV2"(%a0, %a1, %c2) {batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @slice_of_unknown_begin(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %c2 = "tf.Const"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.Slice"(%a0, %a1, %c2) {} : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @slice_begin_rank(%a0: tensor<4xf32>, %a1: tensor<1x1xi32>, %a2: tensor<1xi32>) {
  // expected-error @+1 {{requires begin operand to be 1D tensor}}
  %0 = "tf.Slice"(%a0, %a1, %a2) {} : (tensor<4xf32>, tensor<1x1xi32>, tensor<1xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @slice_size_rank(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<i32>) {
  // expected-error @+1 {{requires size operand to be 1D tensor}}
  %0 = "tf.Slice"(%a0, %a1, %a2) {} : (tensor<4xf32>, tensor<1xi32>, tensor<i32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @slice_counts(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<2xi32>) {
  // expected-error @+1 {{requires begin and size operands to have the same number of elements}}
  %0 = "tf.Slice"(%a0, %a1, %a2) {} : (tensor<4xf32>, tensor<1xi32>, tensor<2xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @slice_axes(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  // expected-error @+1 {{requires number of elements in begin and size are equal to input rank}}
  %0 = "tf.Slice"(%a0, %a1, %a2) {} : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @slice_rank(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>) {
  // expected-error @+1 {{requires output to have the same rank as input, but got input rank 1 and output rank 2}}
  %0 = "tf.Slice"(%a0, %a1, %a2) {} : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @slice_too_long(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %c2 = "tf.Const"() <{value = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @+1 {{requires size[i] <= Di, even if begin[i] is unknown at compile time}}
  %0 = "tf.Slice"(%a0, %a1, %c2) {} : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @strided_scalar(%a0: tensor<4xf32>, %a1: tensor<i32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  // expected-error @+1 {{requires begin, end and strides to be 1D tensors}}
  %0 = "tf.StridedSlice"(%a0, %a1, %a2, %a3) {} : (tensor<4xf32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @strided_33(%a0: tensor<4xf32>, %a1: tensor<32xi32>, %a2: tensor<32xi32>, %a3: tensor<32xi32>) {
  // expected-error @+1 {{requires begin, end and strides operands with less than 32 elements}}
  %0 = "tf.StridedSlice"(%a0, %a1, %a2, %a3) {} : (tensor<4xf32>, tensor<32xi32>, tensor<32xi32>, tensor<32xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @one_ellipsis(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %0 = "tf.StridedSlice"(%a0, %a1, %a2, %a3) {ellipsis_mask = 2 : i64} : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @two_ellipses(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  // expected-error @+1 {{cannot have multiple ellipses}}
  %0 = "tf.StridedSlice"(%a0, %a1, %a2, %a3) {ellipsis_mask = 3 : i64} : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @strided_gradient(%a0: tensor<1xi32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>, %a4: tensor<2xf32>) {
  %0 = "tf.StridedSliceGrad"(%a0, %a1, %a2, %a3, %a4) {} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xf32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @strided_gradient_shape(%a0: tensor<1x1xi32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>, %a4: tensor<2xf32>) {
  // expected-error @+1 {{'shape' operand must be 1D tensor, but got 2D tensor}}
  %0 = "tf.StridedSliceGrad"(%a0, %a1, %a2, %a3, %a4) {} : (tensor<1x1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xf32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @segments(%a0: tensor<4x3xf32>, %a1: tensor<4xi32>) {
  %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.UnsortedSegmentSum"(%a0, %a1, %c2) {} : (tensor<4x3xf32>, tensor<4xi32>, tensor<i32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @segment_counts(%a0: tensor<4x3xf32>, %a1: tensor<4xi32>, %a2: tensor<1xi32>) {
  // expected-error @+1 {{number of segments should be a 0-D tensor}}
  %0 = "tf.UnsortedSegmentSum"(%a0, %a1, %a2) {} : (tensor<4x3xf32>, tensor<4xi32>, tensor<1xi32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @segment_rank(%a0: tensor<4xf32>, %a1: tensor<4x3xi32>, %a2: tensor<i32>) {
  // expected-error @+1 {{requires segment ids rank to be less than or equal to data's rank}}
  %0 = "tf.UnsortedSegmentMax"(%a0, %a1, %a2) {} : (tensor<4xf32>, tensor<4x3xi32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @segment_shape(%a0: tensor<4x3xf32>, %a1: tensor<4x2xi32>, %a2: tensor<i32>) {
  // expected-error @+1 {{requires segment ids shape to be a prefix of data shape, but dimension #1 differs: 2 vs. 3}}
  %0 = "tf.UnsortedSegmentMin"(%a0, %a1, %a2) {} : (tensor<4x3xf32>, tensor<4x2xi32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @segments_negative(%a0: tensor<4x3xf32>, %a1: tensor<4xi32>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{num of segments cannot be negative}}
  %0 = "tf.UnsortedSegmentProd"(%a0, %a1, %c2) {} : (tensor<4x3xf32>, tensor<4xi32>, tensor<i32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @stitch(%a2: tensor<2x3xf32>, %a3: tensor<1x3xf32>) {
  %c0 = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c1 = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.DynamicStitch"(%c0, %c1, %a2, %a3) {} : (tensor<2xi32>, tensor<1xi32>, tensor<2x3xf32>, tensor<1x3xf32>) -> (tensor<3x3xf32>)
  return
}

// -----

func.func @stitch_to_scalar(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error @+1 {{requires non scalar output}}
  %0 = "tf.DynamicStitch"(%a0, %a1) {} : (tensor<2xi32>, tensor<2xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @stitch_negative(%a1: tensor<2xf32>) {
  %c0 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires non-negative index values; found -1}}
  %0 = "tf.DynamicStitch"(%c0, %a1) {} : (tensor<2xi32>, tensor<2xf32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @stitch_missing(%a1: tensor<2xf32>) {
  %c0 = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{missing index 1}}
  %0 = "tf.DynamicStitch"(%c0, %a1) {} : (tensor<2xi32>, tensor<2xf32>) -> (tensor<?xf32>)
  return
}
