// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Elements are of the kinds that an op takes; a reference counts as what it refers to.
func.func @f(%x: tensor<2xi1>, %y: tensor<2x!tf_type.f32ref>) {
  %0 = "tf.Abs"(%y) : (tensor<2x!tf_type.f32ref>) -> tensor<2xf32>
  // expected-error @+1 {{'tf.Abs' op operand #0 must be tensor of bfloat16 or 16-bit float or 32-bit float or 64-bit float or 16-bit integer or 32-bit integer or 64-bit integer or 8-bit integer values, but got 'tensor<2xi1>'}}
  %1 = "tf.Abs"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %s: i32) {
  // expected-error @+1 {{'tf.Pack' op operand #1 must be variadic of tensor of tf.dtype values, but got 'i32'}}
  %0 = "tf.Pack"(%x, %s) : (tensor<2xf32>, i32) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<index>) {
  // expected-error @+1 {{'tf.Identity' op operand #0 must be tensor of tf.dtype values, but got 'tensor<index>'}}
  %0 = "tf.Identity"(%x) : (tensor<index>) -> tensor<index>
  return
}

// -----

/// What has no default is said; what is said is of its kind.
func.func @f(%x: tensor<1x4x4x1xf32>) {
  // expected-error @+1 {{'tf.MaxPool' op requires attribute 'padding'}}
  %0 = "tf.MaxPool"(%x) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1]}> : (tensor<1x4x4x1xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>) {
  // expected-error @+1 {{attribute 'ksize' failed to satisfy constraint: 64-bit integer array attribute with at least 4 elements}}
  %0 = "tf.MaxPool"(%x) <{ksize = [1, 2, 2], padding = "SAME", strides = [1, 2, 2, 1]}> : (tensor<1x4x4x1xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>) {
  // expected-error @+1 {{attribute 'padding' failed to satisfy constraint: string attribute whose value is SAME, or VALID}}
  %0 = "tf.AvgPool"(%x) <{ksize = [1, 2, 2, 1], padding = "FULL", strides = [1, 2, 2, 1]}> : (tensor<1x4x4x1xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x4x1xf32>) {
  // expected-error @+1 {{attribute 'block_size' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 2}}
  %0 = "tf.DepthToSpace"(%x) <{block_size = 1 : i64}> : (tensor<1x4x4x1xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'Truncate' failed to satisfy constraint: bool attribute}}
  %0 = "tf.Cast"(%x) <{Truncate = 1 : i64}> : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

/// What types have in common; an unknown size fits.
func.func @f(%x: tensor<2xf32>) {
  %0 = "tf.Relu"(%x) : (tensor<2xf32>) -> tensor<?xf32>
  // expected-error @+1 {{'tf.Relu' op requires the same shape for all operands and results}}
  %1 = "tf.Relu"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{'tf.Neg' op requires compatible element types for all operands and results}}
  %0 = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @f(%x: tensor<2x1xf32>, %y: tensor<3xf32>, %z: tensor<2xf32>) {
  %0 = "tf.AddV2"(%x, %y) : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // expected-error @+1 {{'tf.AddV2' op operands don't have broadcast-compatible shapes}}
  %1 = "tf.AddV2"(%z, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x1xf32>, %y: tensor<?xf32>) {
  %0 = "tf.Mul"(%x, %y) : (tensor<2x1xf32>, tensor<?xf32>) -> tensor<2x5xf32>
  // expected-error @+1 {{'tf.Mul' op result type '3x5' not broadcast compatible with broadcasted operands's shapes '2x?'}}
  %1 = "tf.Mul"(%x, %y) : (tensor<2x1xf32>, tensor<?xf32>) -> tensor<3x5xf32>
  return
}

// -----

/// Nothing broadcast with one is nothing.
func.func @f(%x: tensor<0xf32>, %y: tensor<1xf32>) {
  %0 = "tf.Sub"(%x, %y) : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  // expected-error @+1 {{'tf.Sub' op result type '1' not broadcast compatible with broadcasted operands's shapes '0'}}
  %1 = "tf.Sub"(%x, %y) : (tensor<0xf32>, tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %p: tensor<2xi32>) {
  // expected-error @+1 {{'tf.Pad' op failed to verify that operand 1 is 2-D}}
  %0 = "tf.Pad"(%x, %p) : (tensor<2xf32>, tensor<2xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>, %a: tensor<i32>) {
  // expected-error @+1 {{'tf.Cumsum' op failed to verify that all of {x, out} have dynamically equal types}}
  %0 = "tf.Cumsum"(%x, %a) : (tensor<2xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

/// Reading makes a value of a reference; nothing makes a reference of a value.
func.func @f(%x: tensor<2x!tf_type.f32ref>, %y: tensor<2xf32>) {
  %0 = "tf.Identity"(%x) : (tensor<2x!tf_type.f32ref>) -> tensor<2xf32>
  // expected-error @+1 {{requires all operands and results to have compatible element types}}
  %1 = "tf.Identity"(%y) : (tensor<2xf32>) -> tensor<2x!tf_type.f32ref>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{'tf.BatchFunction' op operand count (2) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  %0 = "tf.BatchFunction"(%x, %x) <{batch_timeout_micros = 1 : i64, f = @f, max_batch_size = 1 : i64, num_batch_threads = 1 : i64, operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

/// Of an op that upstream does not declare nothing is checked.
func.func @f(%x: tensor<2xf32>) {
  %0 = "tf.NobodyKnowsThis"(%x) : (tensor<2xf32>) -> i7
  return
}
