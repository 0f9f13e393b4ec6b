// RUN: tf-opt %s --tf-to-stablehlo --canonicalize --split-input-file --verify-diagnostics | filecheck %s

/// Numbers that nobody reads need not be drawn.
// CHECK-LABEL: func.func @unread
// CHECK-NOT: Random
func.func @unread(%x: tensor<2xf32>) -> tensor<2xf32> {
  %s = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.RandomUniform"(%s) <{seed = 0 : i64, seed2 = 0 : i64}> : (tensor<1xi32>) -> tensor<2xf32>
  %f = "tf.Floor"(%r) : (tensor<2xf32>) -> tensor<2xf32>
  %y = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

/// Dropout that keeps everything, as TensorFlow wrote it at first: x * floor(1 + u).
// CHECK-LABEL: func.func @floor
// CHECK-NEXT: return %arg0
func.func @floor(%x: tensor<2xf32>) -> tensor<2xf32> {
  %s = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %r = "tf.RandomUniform"(%s) <{seed = 0 : i64, seed2 = 0 : i64}> : (tensor<1xi32>) -> tensor<2xf32>
  %a = "tf.AddV2"(%one, %r) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %f = "tf.Floor"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %y = "tf.Mul"(%x, %f) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

/// And as it writes it now: u >= 0. That u is less than 1 is as sure.
// CHECK-LABEL: func.func @compare
// CHECK-NEXT: %c = stablehlo.constant dense<true>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<true>
// CHECK: return %c, %c_0
func.func @compare() -> (tensor<2xi1>, tensor<2xi1>) {
  %s = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tf.Const"() <{value = dense<0.0> : tensor<f64>}> : () -> tensor<f64>
  %one = "tf.Const"() <{value = dense<1.0> : tensor<f64>}> : () -> tensor<f64>
  %r = "tf.RandomUniform"(%s) <{seed = 0 : i64, seed2 = 0 : i64}> : (tensor<1xi32>) -> tensor<2xf64>
  %a = "tf.GreaterEqual"(%r, %zero) : (tensor<2xf64>, tensor<f64>) -> tensor<2xi1>
  %b = "tf.Greater"(%one, %r) : (tensor<f64>, tensor<2xf64>) -> tensor<2xi1>
  return %a, %b : tensor<2xi1>, tensor<2xi1>
}

// -----

/// What does depend on it is refused: u may be 0, and half of all u are below a half.
func.func @depends() -> (tensor<2xi1>, tensor<2xf32>) {
  %s = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %half = "tf.Const"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  // expected-error @+1 {{'tf.RandomUniform' op has no lowering to StableHLO}}
  %r = "tf.RandomUniform"(%s) <{seed = 0 : i64, seed2 = 0 : i64}> : (tensor<1xi32>) -> tensor<2xf32>
  %a = "tf.Greater"(%r, %zero) : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  %b = "tf.AddV2"(%r, %half) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %f = "tf.Floor"(%b) : (tensor<2xf32>) -> tensor<2xf32>
  return %a, %f : tensor<2xi1>, tensor<2xf32>
}
