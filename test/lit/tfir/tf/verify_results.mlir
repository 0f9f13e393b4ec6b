// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Sizes that nothing else holds are held to what inference makes of the operands; unknown ones agree with any.
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x?xf32>) {
  %0 = "tf.MatMul"(%x, %y) : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<2x5xf32>
  %1 = "tf.MatMul"(%x, %y) : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<?x5xf32>
  // expected-error @+2 {{'tf.MatMul' op inferred type(s) 'tensor<2x?xf32>' are incompatible with return type(s) of operation 'tensor<3x5xf32>'}}
  // expected-error @+1 {{'tf.MatMul' op failed to infer returned types}}
  %2 = "tf.MatMul"(%x, %y) : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<3x5xf32>
  return
}

// -----

/// One of several results, of another rank.
func.func @f(%x: tensor<4x6xf32>) {
  %k = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  // expected-error @+2 {{'tf.TopKV2' op inferred type(s) 'tensor<4x2xi32>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  // expected-error @+1 {{'tf.TopKV2' op failed to infer returned types}}
  %0:2 = "tf.TopKV2"(%x, %k) : (tensor<4x6xf32>, tensor<i32>) -> (tensor<4x2xf32>, tensor<4xi32>)
  return
}

// -----

/// Equal types and other constants are looked at again: only the second sum is of the other axis.
func.func @f(%x: tensor<2x3xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Sum"(%x, %zero) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
  // expected-error @+2 {{'tf.Sum' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error @+1 {{'tf.Sum' op failed to infer returned types}}
  %1 = "tf.Sum"(%x, %one) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
  %2 = "tf.Sum"(%x, %zero) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

/// Operands that inference refuses, which upstream's verifier takes, and handles, whose types say no shape of data.
func.func @f(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>, %s: tensor<?xi32>, %n: tensor<i32>) {
  %0 = "tf.MatMul"(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  %1 = "tf.TensorListReserve"(%s, %n) : (tensor<?xi32>, tensor<i32>) -> tensor<7x!tf_type.variant<tensor<*xf32>>>
  return
}

// -----

/// Of some ops upstream's verifier refuses the operands that their `infer` refuses, whatever is known of the results.
func.func @f(%i: tensor<2xi32>, %x: tensor<3xf32>) {
  // expected-error @+1 {{'tf.DynamicStitch' op the shapes of indices and of rows differ: (2) and (3)}}
  %0 = "tf.DynamicStitch"(%i, %x) : (tensor<2xi32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<5xf32>, %n: tensor<2xi32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %sizes = "tf.Const"() <{value = dense<[-1, 6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0:2 = "tf.SplitV"(%x, %n, %axis) : (tensor<5xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  // expected-error @+1 {{'tf.SplitV' op split sizes must sum up to be less than or equal to the dimension size along split dimension, found 6 vs 5}}
  %1:2 = "tf.SplitV"(%x, %sizes, %axis) : (tensor<5xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}
