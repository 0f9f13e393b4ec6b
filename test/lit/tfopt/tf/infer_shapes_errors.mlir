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

// -----

/// What the verifier would say of the shapes that are found here, it says in the same words.
func.func @packed(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<*xf32> {
  %0 = "tf.Identity"(%y) : (tensor<3xf32>) -> tensor<*xf32>
  // expected-error @+1 {{operand type 'tensor<3xf32>' is not compatible with preceding operands; expected dimension at index 0: 2}}
  %1 = "tf.Pack"(%x, %0) : (tensor<2xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

func.func @joined(%axis: tensor<i32>, %x: tensor<2x3xf32>, %y: tensor<4x5xf32>) -> tensor<*xf32> {
  %0 = "tf.Identity"(%y) : (tensor<4x5xf32>) -> tensor<*xf32>
  // expected-error @+1 {{operand type 'tensor<4x5xf32>' is not compatible with preceding operands; expected dimension at index 1: 3}}
  %1 = "tf.Concat"(%axis, %x, %0) : (tensor<i32>, tensor<2x3xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

func.func @widened(%x: tensor<4x3xi16>) -> tensor<*xf32> {
  %0 = "tf.Identity"(%x) : (tensor<4x3xi16>) -> tensor<*xi16>
  // expected-error @+1 {{'tf.Bitcast' op input rightmost dimension size is not equal to the divisor. the last dimension of input is expected to be 2}}
  %1 = "tf.Bitcast"(%0) : (tensor<*xi16>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

func.func @offsets(%axis: tensor<i32>, %x: tensor<3xi32>, %y: tensor<4xi32>) -> tensor<*xi32> {
  %0 = "tf.Identity"(%y) : (tensor<4xi32>) -> tensor<*xi32>
  // expected-error @+1 {{'tf.ConcatOffset' op requires shape tensor (rank 1) operand 1 to be of length 3, got tensor (rank 1) of length 4}}
  %1:2 = "tf.ConcatOffset"(%axis, %x, %0) : (tensor<i32>, tensor<3xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  return %1#0 : tensor<*xi32>
}

// -----

func.func @gradients(%x: tensor<4x2xf32>, %y: tensor<4x5xf32>) -> tensor<*xi32> {
  %0 = "tf.Shape"(%x) : (tensor<4x2xf32>) -> tensor<*xi32>
  %1 = "tf.Shape"(%y) : (tensor<4x5xf32>) -> tensor<*xi32>
  // expected-error @+1 {{but got dense<[4, 2]> : tensor<2xi32> and dense<[4, 5]> : tensor<2xi32>}}
  %2:2 = "tf.BroadcastGradientArgs"(%0, %1) : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  return %2#0 : tensor<*xi32>
}
