// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// The ops that stand for XLA's: windows that have one number for each axis, computations that are functions. Each refusal stands beside the
/// nearest program that is none.

func.func @convolution(%a: tensor<1x4x4x3xf32>, %b: tensor<1x1x3x2xf32>) {
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %l = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %g = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.XlaConvV2"(%a, %b, %s, %p, %l, %r, %g) {batch_group_count = 1 : i64, dimension_numbers = "", precision_config = ""} : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @strides_of_convolution(%a: tensor<1x4x4x3xf32>, %b: tensor<1x1x3x2xf32>) {
  %s = "tf.Const"() <{value = dense<1> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %l = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %g = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{expects window_stride to be a vector}}
  %0 = "tf.XlaConvV2"(%a, %b, %s, %p, %l, %r, %g) {batch_group_count = 1 : i64, dimension_numbers = "", precision_config = ""} : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2x1xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @padding_of_convolution(%a: tensor<1x4x4x3xf32>, %b: tensor<1x1x3x2xf32>) {
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %l = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %g = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{expects padding to be a matrix with minor dimension 2}}
  %0 = "tf.XlaConvV2"(%a, %b, %s, %p, %l, %r, %g) {batch_group_count = 1 : i64, dimension_numbers = "", precision_config = ""} : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2xi32>, tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @left_dilation_of_convolution(%a: tensor<1x4x4x3xf32>, %b: tensor<1x1x3x2xf32>) {
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %l = "tf.Const"() <{value = dense<1> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %g = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{expects lhs_dilation to be a vecotr}}
  %0 = "tf.XlaConvV2"(%a, %b, %s, %p, %l, %r, %g) {batch_group_count = 1 : i64, dimension_numbers = "", precision_config = ""} : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x1xi32>, tensor<2xi32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @right_dilation_of_convolution(%a: tensor<1x4x4x3xf32>, %b: tensor<1x1x3x2xf32>) {
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %l = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %g = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{expects rhs_dilation to be a vecotr}}
  %0 = "tf.XlaConvV2"(%a, %b, %s, %p, %l, %r, %g) {batch_group_count = 1 : i64, dimension_numbers = "", precision_config = ""} : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @groups_of_convolution(%a: tensor<1x4x4x3xf32>, %b: tensor<1x1x3x2xf32>) {
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %l = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %g = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @+1 {{expects feature_group_count to be a scalar}}
  %0 = "tf.XlaConvV2"(%a, %b, %s, %p, %l, %r, %g) {batch_group_count = 1 : i64, dimension_numbers = "", precision_config = ""} : (tensor<1x4x4x3xf32>, tensor<1x1x3x2xf32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @reduce_window(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @sum} : (tensor<2x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @reduce_windows_of_unknown_rank(%a: tensor<*xf32>, %i: tensor<f32>, %w: tensor<3xi32>) {
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @sum} : (tensor<*xf32>, tensor<f32>, tensor<3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @dimensions_of_window(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<3xi32>}> : () -> tensor<3xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects the size of window_dimensions to be equal to the input rank (3 vs. 2)}}
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @sum} : (tensor<2x4xf32>, tensor<f32>, tensor<3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @rank_of_strides(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects the rank of window_stridesto be 1, got 2}}
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @sum} : (tensor<2x4xf32>, tensor<f32>, tensor<2xi32>, tensor<1x2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @base_dilations_of_window(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects the size of base_dilations to be equal to the input rank (1 vs. 2)}}
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @sum} : (tensor<2x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @window_dilations_of_window(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects the size of window_dilations to be equal to the input rank (1 vs. 2)}}
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @sum} : (tensor<2x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @padding_of_window(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<4xi32>}> : () -> tensor<4xi32>
  // expected-error @+1 {{expects padding to be a matrix with minor dimension 2, got 4}}
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @sum} : (tensor<2x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @no_reduction(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{has no reduction function specified}}
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @missing} : (tensor<2x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @reduction_of_one(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects reduction function to take 2 parameters, but has 1 parameter(s)}}
  %0 = "tf.XlaReduceWindow"(%a, %i, %w, %s, %b, %d, %p) {computation = @one} : (tensor<2x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @less(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %0 = "tf.Less"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @select_and_scatter(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = "tf.XlaSelectAndScatter"(%a, %w, %s, %p, %a, %i) {scatter = @sum, select = @less} : (tensor<2x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @less(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %0 = "tf.Less"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @scatter_window(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects the size of window_dimensionsto be equal to the input rank (1 vs. 2)}}
  %0 = "tf.XlaSelectAndScatter"(%a, %w, %s, %p, %a, %i) {scatter = @sum, select = @less} : (tensor<2x4xf32>, tensor<1xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @less(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %0 = "tf.Less"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @scatter_padding(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
  // expected-error @+1 {{expects padding to be a matrix with minor dimension 2, got 2, 1}}
  %0 = "tf.XlaSelectAndScatter"(%a, %w, %s, %p, %a, %i) {scatter = @sum, select = @less} : (tensor<2x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x1xi32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @no_select(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{has no select function specified}}
  %0 = "tf.XlaSelectAndScatter"(%a, %w, %s, %p, %a, %i) {scatter = @sum, select = @missing} : (tensor<2x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @select_of_one(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects select function to take 2 parameters, but has 1 parameter(s)}}
  %0 = "tf.XlaSelectAndScatter"(%a, %w, %s, %p, %a, %i) {scatter = @sum, select = @one} : (tensor<2x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @select_number(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects select function to return a single boolean result but got 'tensor<f32>'}}
  %0 = "tf.XlaSelectAndScatter"(%a, %w, %s, %p, %a, %i) {scatter = @sum, select = @sum} : (tensor<2x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func private @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func private @less(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %0 = "tf.Less"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @scatter_of_one(%a: tensor<2x4xf32>, %i: tensor<f32>) {
  %w = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  // expected-error @+1 {{expects scatter function to take 2 parameters, but has 1 parameter(s)}}
  %0 = "tf.XlaSelectAndScatter"(%a, %w, %s, %p, %a, %i) {scatter = @one, select = @less} : (tensor<2x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @variadic_reduce(%a0: tensor<2x4xf32>, %i0: tensor<f32>) {
  %0 = "tf.XlaVariadicReduce"(%a0, %i0) {dimensions_to_reduce = [0], reducer = @sum} : (tensor<2x4xf32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @variadic_reduce_v2(%a0: tensor<2x4xf32>, %i0: tensor<f32>) {
  %0 = "tf.XlaVariadicReduceV2"(%a0, %i0) {dimensions_to_reduce = [0], reducer = @sum, operandSegmentSizes = array<i32: 1, 1>} : (tensor<2x4xf32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @initial_values(%a0: tensor<2x4xf32>, %a1: tensor<2x4xf32>, %i0: tensor<f32>) {
  // expected-error @+1 {{Number of inputs (2) is different than number of init_values (1)}}
  %0:2 = "tf.XlaVariadicReduceV2"(%a0, %a1, %i0) {dimensions_to_reduce = [0], reducer = @sum, operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @shapes_of_inputs(%a0: tensor<2x4xf32>, %a1: tensor<2x3xf32>, %i0: tensor<f32>, %i1: tensor<f32>) {
  // expected-error @+1 {{inputs[1] has shape [2, 3] different than the shape of inputs[0]: 2, 4}}
  %0:2 = "tf.XlaVariadicReduceV2"(%a0, %a1, %i0, %i1) {dimensions_to_reduce = [0], reducer = @sum, operandSegmentSizes = array<i32: 2, 2>} : (tensor<2x4xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @reduced_dimensions(%a0: tensor<4xf32>, %i0: tensor<f32>) {
  // expected-error @+1 {{Invalid dimensions_to_reduce argument to XlaVariadicReduceV2}}
  %0 = "tf.XlaVariadicReduceV2"(%a0, %i0) {dimensions_to_reduce = [0, 1], reducer = @sum, operandSegmentSizes = array<i32: 1, 1>} : (tensor<4xf32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @initial_vector(%a0: tensor<4xf32>, %i0: tensor<2xf32>) {
  // expected-error @+1 {{init_values[0] must be a scalar but got [2]}}
  %0 = "tf.XlaVariadicReduceV2"(%a0, %i0) {dimensions_to_reduce = [0], reducer = @sum, operandSegmentSizes = array<i32: 1, 1>} : (tensor<4xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  return
}

// -----

func.func @no_reducer(%a0: tensor<4xf32>, %i0: tensor<f32>) {
  // expected-error @+1 {{No reducer}}
  %0 = "tf.XlaVariadicReduceV2"(%a0, %i0) {dimensions_to_reduce = [0], reducer = @missing, operandSegmentSizes = array<i32: 1, 1>} : (tensor<4xf32>, tensor<f32>) -> (tensor<*xf32>)
  return
}

// -----

func.func private @less(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %0 = "tf.Less"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @variadic_sort(%a0: tensor<4xf32>) {
  %d = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.XlaVariadicSort"(%a0, %d) {comparator = @less, is_stable = true} : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>)
  return
}

// -----

func.func private @less(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %0 = "tf.Less"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @sorted_shapes(%a0: tensor<4xf32>, %a1: tensor<3xf32>) {
  %d = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{input[1] has shape [3] different than the shape of input[0]: 4}}
  %0:2 = "tf.XlaVariadicSort"(%a0, %a1, %d) {comparator = @less, is_stable = true} : (tensor<4xf32>, tensor<3xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<3xf32>)
  return
}

// -----

func.func private @less(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %0 = "tf.Less"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @sorted_dimension(%a0: tensor<4xf32>) {
  %d = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @+1 {{dimension must be a scalar}}
  %0 = "tf.XlaVariadicSort"(%a0, %d) {comparator = @less, is_stable = true} : (tensor<4xf32>, tensor<1xi32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @no_comparator(%a0: tensor<4xf32>) {
  %d = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{No comparator}}
  %0 = "tf.XlaVariadicSort"(%a0, %d) {comparator = @missing, is_stable = true} : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>)
  return
}

// -----

func.func private @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @call_module(%a: tensor<4xf32>) {
  %0 = "tf.XlaCallModule"(%a) {Sout = [#tf_type.shape<?>], module = "", version = 10 : i64, function_list = [@one]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_module_of_missing(%a: tensor<4xf32>) {
  // expected-error @+1 {{refers to an undefined function: @missing}}
  %0 = "tf.XlaCallModule"(%a) {Sout = [#tf_type.shape<?>], module = "", version = 10 : i64, function_list = [@missing]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
