// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3xf32>) {
  %c = "tf.Const"() <{value = dense<[3, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.Reshape"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  // expected-error @+1 {{'tf.Reshape' op requires 'output' type 'tensor<2x3xf32>' to be cast compatible with expected type 'tensor<3x2xf32>'}}
  %1 = "tf.Reshape"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %c = "tf.Const"() <{value = dense<[4, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires 'tensor' number of elements be a multiple of 4, but got 6}}
  %0 = "tf.Reshape"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %c = "tf.Const"() <{value = dense<-1> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{requires 'shape' to have at most one dynamic dimension, but got multiple dynamic dimensions at indices 0 and 1}}
  %0 = "tf.Reshape"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{requires 'output' number of elements to match 'tensor' number of elements, but got 8 and 6}}
  %0 = "tf.Reshape"(%x, %s) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %c = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.Transpose"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  // expected-error @+1 {{requires y.shape[0] (2) to be equal to x.shape[perm[1]] (3)}}
  %1 = "tf.Transpose"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %c = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{perm[0]=2 must be in range [-2, 2)}}
  %0 = "tf.Transpose"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %c = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.Tile"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x6xf32>
  // expected-error @+1 {{requires input.shape[1] (3) * 2 to be equal to output.shape[1] (7)}}
  %1 = "tf.Tile"(%x, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x7xf32>
  return
}

// -----

/// Along one axis sizes may differ.
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>, %a: tensor<i32>, %z: tensor<3x5xf32>) {
  %0 = "tf.ConcatV2"(%x, %y, %a) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<2x7xf32>
  // expected-error @+1 {{operand type 'tensor<3x5xf32>' is not compatible with preceding operands; expected dimension at index 1: 3}}
  %1 = "tf.ConcatV2"(%x, %z, %a) : (tensor<2x3xf32>, tensor<3x5xf32>, tensor<i32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{operand type 'tensor<3xf32>' is not compatible with preceding operands; expected dimension at index 0: 2}}
  %0 = "tf.Pack"(%x, %y) <{axis = 0 : i64}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  %0 = "tf.Pack"(%x) <{axis = -2 : i64}> : (tensor<2xf32>) -> tensor<1x2xf32>
  // expected-error @+1 {{attribute 'axis' should be within range [-2, 2); actual value: 2}}
  %1 = "tf.Pack"(%x) <{axis = 2 : i64}> : (tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tf.Unpack' op result count must be equal to 2}}
  %0:3 = "tf.Unpack"(%x) <{axis = 0 : i64}> : (tensor<2x3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%x: tensor<2x1xf32>) {
  // expected-error @+1 {{'tf.Squeeze' op squeeze dimension -3 not in [-2, 2)}}
  %0 = "tf.Squeeze"(%x) <{squeeze_dims = [-3]}> : (tensor<2x1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %0 = "tf.Bitcast"(%x) : (tensor<4xf32>) -> tensor<4x2xi16>
  // expected-error @+1 {{'tf.Bitcast' op output rightmost dimension size is not equal to the divisor. the last dimension of output is expected to be 2}}
  %1 = "tf.Bitcast"(%x) : (tensor<4xf32>) -> tensor<4x4xi16>
  return
}

// -----

func.func @f(%x: tensor<4x2xi16>) {
  // expected-error @+1 {{'tf.Bitcast' op rank of input tensor is 2. rank of output tensor is expected to be 1, instead of 2.}}
  %0 = "tf.Bitcast"(%x) : (tensor<4x2xi16>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %0 = "tf.Shape"(%x) : (tensor<2x3xf32>) -> tensor<2xi64>
  // expected-error @+1 {{'tf.Shape' op requires dimension size of result to match rank of operand}}
  %1 = "tf.Shape"(%x) : (tensor<2x3xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @f() {
  %a = "tf.Const"() <{value = dense<[2, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<[1, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0:2 = "tf.BroadcastGradientArgs"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  // expected-error @+1 {{requires dimension 0 size of 'r0' to be 1 but got 2}}
  %1:2 = "tf.BroadcastGradientArgs"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<1xi32>)
  return
}

// -----

func.func @f(%x: tensor<4x2x2x1xf32>) {
  %c = "tf.Const"() <{value = dense<[[0, 1], [0, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = "tf.BatchToSpace"(%x, %c) <{block_size = 2 : i64}> : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> tensor<1x3x4x1xf32>
  // expected-error @+1 {{requires output height (dimension 1) to be equal to input height (dimension 1) * block_size - crop_top - crop_bottom, but got output height 4, input height 2, crop_top 0, crop_bottom 1, and block_size 2}}
  %1 = "tf.BatchToSpace"(%x, %c) <{block_size = 2 : i64}> : (tensor<4x2x2x1xf32>, tensor<2x2xi32>) -> tensor<1x4x4x1xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4xf32>) {
  %b = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %p = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  // expected-error @+1 {{requires block_shape[i] divides input_shape[i + 1] + paddings[i, 0] + paddings[i, 1]; failed for i=0}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  return
}

// -----

/// No type fits a convolution that has less than no places; one that has none is empty.
func.func @f(%x: tensor<1x2x2x3xf32>, %k: tensor<4x4x3x8xf32>, %l: tensor<3x3x3x8xf32>) {
  %0 = "tf.Conv2D"(%x, %l) <{padding = "VALID", strides = [1, 1, 1, 1]}> : (tensor<1x2x2x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x0x0x8xf32>
  %1 = "tf.Conv2D"(%x, %k) <{padding = "VALID", strides = [1, 3, 3, 1]}> : (tensor<1x2x2x3xf32>, tensor<4x4x3x8xf32>) -> tensor<1x0x0x8xf32>
  // expected-error @+2 {{'tf.Conv2D' op Computed output size would be negative: -1 [input_size: 2, effective_filter_size: 4, stride: 1]}}
  // expected-error @+1 {{'tf.Conv2D' op failed to infer returned types}}
  %2 = "tf.Conv2D"(%x, %k) <{padding = "VALID", strides = [1, 1, 1, 1]}> : (tensor<1x2x2x3xf32>, tensor<4x4x3x8xf32>) -> tensor<*xf32>
  return
}
