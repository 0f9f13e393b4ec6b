// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// What holds of operands and results of each op (the constraints that the specification numbers), family by family. Where types are
/// inferred, the reason comes first and then that they could not be inferred.

func.func @elements(%a: tensor<2xi32>) {
  // expected-error @+1 {{'stablehlo.cosine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type}}
  %0 = stablehlo.cosine %a : tensor<2xi32>
  return
}

// -----

func.func @ranked(%a: tensor<*xf32>) {
  // expected-error @+1 {{'stablehlo.add' op operand #0 must be ranked tensor}}
  %0 = stablehlo.add %a, %a : tensor<*xf32>
  return
}

// -----

func.func @dynamic_sizes_fit_anything(%a: tensor<?xf32>, %b: tensor<2xf32>) {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @add_elements(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{'stablehlo.add' op requires the same element type for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @select(%p: tensor<3xi1>, %a: tensor<2xf32>) {
  // expected-error @+2 {{requires the same shape for all operands}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @select_scalar_predicate(%p: tensor<i1>, %a: tensor<2xf32>) {
  %0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2xf32>
  return
}

// -----

func.func @clamp(%low: tensor<3xf32>, %a: tensor<2xf32>) {
  // expected-error @+2 {{min shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.clamp"(%low, %a, %a) : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @+2 {{inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<2xi32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<2xi32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{iota dimension cannot go beyond the output rank.}}
  %0 = stablehlo.iota dim = 1 : tensor<4xi32>
  return
}

// -----

func.func @broadcast_in_dim(%a: tensor<3xf32>) {
  // expected-error @+1 {{size of operand dimension 0 (3) is not equal to 1 or size of result dimension 1 (2)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @broadcast_twice(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{broadcast_dimensions should not have duplicates}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 1] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reshape(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{number of output elements (5) doesn't match expected number of elements (6)}}
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @concatenate(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>) {
  // expected-error @+2 {{shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, 3) != (3, 3)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @pad(%a: tensor<2xf32>, %zero: tensor<f32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<6xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.pad %a, %zero, low = [1], high = [2], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

func.func @slice(%a: tensor<4xf32>) {
  // expected-error @+2 {{limit index 5 is larger than dimension size 4 in dimension 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.slice %a [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @dynamic_slice(%a: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @+2 {{has slice size 5 greater than dimension size 4 in dimension 0 of operand}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @gather(%a: tensor<4x3xf32>, %i: tensor<5x1xi32>) {
  // expected-error @+2 {{start_index_map size (2) is not equal to size of index dimension (1) of start_indices (1)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<4x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @gather_fits(%a: tensor<4x3xf32>, %i: tensor<5x1xi32>) {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<4x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter(%a: tensor<4x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) {
  // expected-error @+1 {{For dimension 1, updates bound is 4, operand bound is 3.}}
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x3xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @dot_general(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{contracting dimension sizes must match for lhs/rhs}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @dot_general_result(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) {
  // expected-error @+1 {{inferred shape '[2, 5]' is incompatible with return type of operation 'tensor<5x2xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5x2xf32>
  return
}

// -----

func.func @convolution(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) {
  // expected-error @+1 {{inferred shape '[1, 6, 6, 4]' is incompatible with return type of operation 'tensor<1x8x8x4xf32>'}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  return
}

// -----

func.func @convolution_features(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x3x4xf32>) {
  // expected-error @+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (3)}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @reduce_window(%x: tensor<4x4xf32>, %init: tensor<f32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @reduce(%x: tensor<4x4xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{Out-of-bounds dimension 2, expected to be in range [0, 2)}}
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [2] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reducer(%x: tensor<4xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @sort(%x: tensor<4xf32>) {
  // expected-error @+1 {{comparator must return tensor<i1> but got 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while(%x: tensor<4xf32>) {
  // expected-error @+1 {{expect condition block return a zero-ranked tensor of i1 but got 'tensor<4xf32>'}}
  %0 = stablehlo.while(%i = %x) : tensor<4xf32> cond {
    stablehlo.return %i : tensor<4xf32>
  } do {
    stablehlo.return %i : tensor<4xf32>
  }
  return
}

// -----

func.func @if(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<4xf32>' vs 'tensor<3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @cholesky(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{minor dimensions of 'a' must have equal size, got shape 2, 3.}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.cholesky %x : tensor<2x3xf32>
  return
}

// -----

func.func @fft(%x: tensor<8xf32>) {
  // expected-error @+2 {{FFT/IFFT/IRFFT take a complex tensor as input}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @batch_norm(%x: tensor<2x3xf32>, %s: tensor<4xf32>) {
  // expected-error @+2 {{the size of single-dimensional operands is 4 and the feature count is 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @all_to_all(%x: tensor<4x16xf32>) {
  // expected-error @+2 {{replica id #1 seen more than once}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4x16xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @composite(%x: tensor<f32>) {
  // expected-error @+1 {{'missing' does not reference a valid function}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @missing} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

/// The values of constants count, one op at a time: the same types may be right and wrong.

func.func @dynamic_reshape(%x: tensor<?xf32>) {
  %good = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %good : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %bad = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error @+1 {{output shape [3, 2] is incompatible with return type of operation 'tensor<2x3xf32>'}}
  %1 = stablehlo.dynamic_reshape %x, %bad : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @quantized_signs(%x: tensor<2x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x!quant.uniform<u8:f32, 2.000000e+00>>'}}
  %0 = "stablehlo.add"(%x, %x) : (tensor<2x!quant.uniform<i8:f32, 2.0>>, tensor<2x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x!quant.uniform<u8:f32, 2.0>>
  return
}

// -----

func.func @quantized(%x: tensor<2x!quant.uniform<i8:f32, 2.0>>, %y: tensor<2x!quant.uniform<i4:f32, 2.0>>) {
  // expected-error @+1 {{mismatched operands and result quantization storage types}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<2x!quant.uniform<i8:f32, 2.0>>, tensor<2x!quant.uniform<i4:f32, 2.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @bounds(%x: tensor<?xf32, #stablehlo.bounds<2>>, %y: tensor<3xf32>) {
  // expected-error @+2 {{Mismatched dimension size 3 and bound 2 in dimension 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<3xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @bounds_of_both(%x: tensor<?x4xf32, #stablehlo.bounds<3, ?>>, %y: tensor<?x?xf32, #stablehlo.bounds<2, 5>>) {
  %0 = stablehlo.add %x, %y : (tensor<?x4xf32, #stablehlo.bounds<3, ?>>, tensor<?x?xf32, #stablehlo.bounds<2, 5>>) -> tensor<2x4xf32>
  // expected-error @+2 {{inferred type(s) 'tensor<?x4xf32, #stablehlo.bounds<2, ?>>' are incompatible with return type(s) of operation 'tensor<3x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %1 = stablehlo.multiply %x, %y : (tensor<?x4xf32, #stablehlo.bounds<3, ?>>, tensor<?x?xf32, #stablehlo.bounds<2, 5>>) -> tensor<3x4xf32>
  return
}

// -----

func.func @no_pairs(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error @+1 {{Reduction-region must take 2 parameters, but takes 4 parameter(s)}}
  %0 = "stablehlo.reduce"(%x, %i, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @numbers(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) {
  // expected-error @+2 {{duplicated `lhs_contracting_dimensions` entry}}
  // expected-error @+1 {{failed parsing dot dimension numbers}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], lhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @algorithm(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) {
  // expected-error @+1 {{dot algorithm not known to be supported on any hardware}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @ragged(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<3xi32>) {
  // expected-error @+1 {{rhs group dimension is expected to have size=3, got 2}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<3xi32>) -> tensor<4x5xf32>
  return
}

// -----

/// Shapes must fit each other also where the result's is not known.
func.func @sum(%a: tensor<5xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<5xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @comparison(%a: tensor<?xf32>, %b: tensor<2xf32>) -> tensor<3xi1> {
  // expected-error @+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<?xf32>, tensor<2xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @sum_of_what_may_fit(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Axes were elements before StableHLO 1.0, and are an array since.
func.func @axes_as_elements(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{'stablehlo.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @axes_of_other_integers(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{'stablehlo.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.transpose"(%a) {permutation = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
