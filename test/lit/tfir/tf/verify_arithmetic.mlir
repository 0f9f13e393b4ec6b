// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<1x4x5xf32>) {
  %0 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<1x4x5xf32>) -> tensor<2x3x5xf32>
  // expected-error @+1 {{found invalid output dimension on row, expected 3 but got 5}}
  %1 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<1x4x5xf32>) -> tensor<2x5x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<1x4x5xf32>) {
  // expected-error @+1 {{found mismatching batch dimensions for lhs shape 'tensor<2x3x4xf32>' and rhs shape 'tensor<1x4x5xf32>'}}
  %0 = "tf.BatchMatMul"(%x, %y) : (tensor<2x3x4xf32>, tensor<1x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  %0 = "tf.Conv2D"(%x, %k) <{padding = "VALID", strides = [1, 2, 1, 1]}> : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x3x6x6xf32>
  // expected-error @+1 {{requires strides attribute length to be 4}}
  %1 = "tf.Conv2D"(%x, %k) <{padding = "VALID", strides = [1, 2, 1]}> : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error @+1 {{requires the number of input channels to be divisible by the number of filter input channels; found 3 and 2, respectively}}
  %0 = "tf.Conv2D"(%x, %k) <{padding = "SAME", strides = [1, 1, 1, 1]}> : (tensor<1x8x8x3xf32>, tensor<3x3x2x6xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{requires channel dimension and feature dimension to match; found 3 and 4, respectively}}
  %0 = "tf.BiasAdd"(%x, %b) <{data_format = "NHWC"}> : (tensor<1x8x8x3xf32>, tensor<4xf32>) -> tensor<1x8x8x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %c = "tf.Const"() <{value = dense<-3> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+1 {{axis operand should be within range [-2, 2); actual value: -3}}
  %0 = "tf.Cumsum"(%x, %c) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xi1>) {
  %c = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @+1 {{1-th dimension should be in the range of [-2, 2)}}
  %0 = "tf.All"(%x, %c) : (tensor<2x3xi1>, tensor<2xi32>) -> tensor<*xi1>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  %0 = "tf.Equal"(%x, %y) <{incompatible_shape_error = false}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xi1>
  // expected-error @+1 {{operands don't have broadcast-compatible shapes}}
  %1 = "tf.Equal"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xi1>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %l: tensor<4xi32>) {
  // expected-error @+1 {{requires features and labels with matching first dimension}}
  %0:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%x, %l) : (tensor<2x3xf32>, tensor<4xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  %0 = "tf.ToBool"(%x) : (tensor<2xf32>) -> tensor<i1>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{requires num_bits to be between 2 and 16, inclusive}}
  %0 = "tf.FakeQuantWithMinMaxArgs"(%x) <{max = 1.0 : f32, min = 0.0 : f32, num_bits = 17 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %s: tensor<2xf32>, %z: tensor<i32>) {
  // expected-error @+1 {{quantization_axis is -1, scales must have 0 rank.}}
  %0 = "tf.UniformQuantize"(%x, %s, %z) <{quantization_axis = -1 : i64, quantization_max_val = 127 : i64, quantization_min_val = -128 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2x!tf_type.qint8>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tf.VarHandleOp' op must have exactly one subtype in the result resource type}}
  %0 = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource>
  return
}

// -----

/// Two errors, as from all ops whose types follow from their operands.
func.func @f(%x: tensor<2xf32>) {
  // expected-error @+2 {{'tf.ToBool' op inferred type(s) 'tensor<i1>' are incompatible with return type(s) of operation 'tensor<2xi1>'}}
  // expected-error @+1 {{'tf.ToBool' op failed to infer returned types}}
  %0 = "tf.ToBool"(%x) : (tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x6xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<1x4x8x6xf32>' are incompatible with return type(s) of operation 'tensor<1x3x8x6xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "tf.Conv2D"(%x, %k) <{padding = "SAME", strides = [1, 2, 1, 1]}> : (tensor<1x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<1x3x8x6xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<5x4x5xf32>) {
  // expected-error @+1 {{'tf.BatchMatMulV2' op found incompatible broadcast batch dimensions for lhs shape 'tensor<2x3x4xf32>' and rhs shape 'tensor<5x4x5xf32>'}}
  %0 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<5x4x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<4xf32>, %z: tensor<*xf32>) {
  // expected-error @+1 {{requires rhs operand to have rank at least two}}
  %0 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{requires lhs operand to have rank at least two}}
  %1 = "tf.BatchMatMul"(%y, %z) : (tensor<4xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<1x4x5xf32>) {
  // expected-error @+1 {{found invalid output rank, expected 3 but got 2}}
  %0 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<1x4x5xf32>) -> tensor<3x5xf32>
  // expected-error @+1 {{has mismatching input batch dimension 2 and output batch dimension 1}}
  %1 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<1x4x5xf32>) -> tensor<1x3x5xf32>
  // expected-error @+1 {{found invalid output dimension on col, expected 5 but got 3}}
  %2 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<1x4x5xf32>) -> tensor<2x3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x5x6xf32>) {
  // expected-error @+1 {{'tf.BatchMatMulV2' op inner sizes differ: 4 and 5}}
  %0 = "tf.BatchMatMulV2"(%x, %y) : (tensor<2x3x4xf32>, tensor<2x5x6xf32>) -> tensor<2x3x6xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %y: tensor<1x3xf32>, %z: tensor<3xf32>, %u: tensor<2x3xf32>) {
  %0:2 = "tf.SoftmaxCrossEntropyWithLogits"(%x, %y) : (tensor<4x3xf32>, tensor<1x3xf32>) -> (tensor<4xf32>, tensor<4x3xf32>)
  // expected-error @+1 {{requires features and labels to be broadcast compatible to rank two}}
  %1:2 = "tf.SoftmaxCrossEntropyWithLogits"(%z, %z) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  // expected-error @+1 {{requires features and labels to be broadcast compatible to rank two}}
  %2:2 = "tf.SoftmaxCrossEntropyWithLogits"(%x, %u) : (tensor<4x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

func.func @f(%x: tensor<?x3xf32>, %y: tensor<1x3xf32>, %z: tensor<0x3xf32>, %u: tensor<2x3xf32>) {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  // expected-error @+1 {{result type '2x2' not broadcast compatible with broadcasted operands's shapes '?x3'}}
  %1 = "tf.AddV2"(%x, %y) : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<2x2xf32>
  // expected-error @+1 {{result type '2x3' not broadcast compatible with broadcasted operands's shapes '0x3'}}
  %2 = "tf.AddV2"(%x, %z) : (tensor<?x3xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  // expected-error @+1 {{operands don't have broadcast-compatible shapes}}
  %3 = "tf.AddV2"(%z, %u) : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  return
}
