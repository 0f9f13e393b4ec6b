// RUN: tf-opt %s --infer-shapes --split-input-file --verify-diagnostics

/// Sizes that must agree and do not.
func.func @inner(%x: tensor<2x3xf32>, %w: tensor<4x5xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'tf.MatMul' op inner sizes differ: 3 and 4}}
  %0 = "tf.MatMul"(%x, %w) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// A declared type that the operands contradict, as the verifier tells.
func.func @declared(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) -> tensor<2x4xf32> {
  // expected-error @+2 {{'tf.MatMul' op inferred type(s) 'tensor<2x5xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error @+1 {{'tf.MatMul' op failed to infer returned types}}
  %0 = "tf.MatMul"(%x, %y) : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

/// One that a computed operand contradicts.
func.func @computed(%value: tensor<f32>) -> tensor<2x3xf32> {
  %one = "tf.Const"() <{value = dense<[2, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %shape = "tf.AddV2"(%one, %one) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  // expected-error @+1 {{'tf.Fill' op result 0 is declared as tensor<2x3xf32>, but its operands make it tensor<4x2xf32>}}
  %0 = "tf.Fill"(%shape, %value) : (tensor<2xi32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// A shape that has not room for all elements.
func.func @reshape(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  %one = "tf.Const"() <{value = dense<[3, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %two = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %shape = "tf.AddV2"(%one, %two) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  // expected-error @+1 {{'tf.Reshape' op the elements of shape (2, 3) do not fit shape (4, -1)}}
  %0 = "tf.Reshape"(%x, %shape) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// An attribute that makes no sense.
func.func @stride(%x: tensor<1x4x4x1xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'tf.MaxPool' op has operands or attributes that give its result no shape}}
  %0 = "tf.MaxPool"(%x) <{ksize = [1, 2, 2, 1], strides = [1, 0, 0, 1], padding = "SAME"}> : (tensor<1x4x4x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// A size that is less than nothing.
func.func @negative(%i: tensor<2xi32>, %x: tensor<f32>) -> tensor<*xf32> {
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %depth = "tf.Neg"(%three) : (tensor<i32>) -> tensor<i32>
  // expected-error @+1 {{'tf.OneHot' op result 0 would have the shape (2, -3); sizes are not negative}}
  %0 = "tf.OneHot"(%i, %depth, %x, %x) : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

/// A window larger than what it moves over, in TensorFlow's words; one that is larger by less than two strides has no places.
func.func @pool(%x: tensor<1x2x2x3xf32>) -> tensor<*xf32> {
  %0 = "tf.AvgPool"(%x) <{ksize = [1, 3, 3, 1], strides = [1, 1, 1, 1], padding = "VALID"}> : (tensor<1x2x2x3xf32>) -> tensor<1x0x0x3xf32>
  // expected-error @+1 {{'tf.MaxPool' op Computed output size would be negative: -1 [input_size: 2, effective_filter_size: 4, stride: 1]}}
  %1 = "tf.MaxPool"(%x) <{ksize = [1, 4, 4, 1], strides = [1, 1, 1, 1], padding = "VALID"}> : (tensor<1x2x2x3xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

func.func @depthwise(%x: tensor<1x3x3x3xf32>, %w: tensor<3x3x3x2xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'tf.DepthwiseConv2dNative' op Computed output size would be negative: -1 [input_size: 3, effective_filter_size: 5, stride: 1]}}
  %0 = "tf.DepthwiseConv2dNative"(%x, %w) <{strides = [1, 1, 1, 1], padding = "VALID", dilations = [1, 2, 2, 1]}> : (tensor<1x3x3x3xf32>, tensor<3x3x3x2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
