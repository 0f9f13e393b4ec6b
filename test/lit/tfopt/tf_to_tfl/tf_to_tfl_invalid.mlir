// RUN: tf-opt %s --tf-to-tfl --split-input-file --verify-diagnostics
// RUN: tf-opt %s --tf-to-tfl=allow-custom-ops=true --split-input-file | filecheck %s

// CHECK: "tfl.custom"(%{{.*}}) <{custom_code = "Lgamma", custom_option = #tfl<const_bytes : "0x">}> : (tensor<4xf32>) -> tensor<4xf32>
func.func @none(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tf.Lgamma' op has no operator in TensorFlow Lite; so for 1 more}}
  %0 = "tf.Lgamma"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "tf.Lgamma"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @kernel(%x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{'tf.Exp' op has no kernel in TensorFlow Lite: 'x' of 'exp' is tensor of 32-bit float}}
  %0 = "tf.Exp"(%x) : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @no_gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = "tf.Const"() {value = dense<0.25> : tensor<f32>} : () -> tensor<f32>
  %root = "tf.Const"() {value = dense<-0.70710677> : tensor<f32>} : () -> tensor<f32>
  %0 = "tf.Mul"(%half, %x) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "tf.Mul"(%x, %root) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-error@+1 {{'tf.Erfc' op has no operator in TensorFlow Lite}}
  %3 = "tf.Erfc"(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "tf.Mul"(%0, %3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

func.func @cut(%x: tensor<4xf32>) -> tensor<4xf16> {
  // expected-error@+1 {{'tf.Cast' op has no kernel in TensorFlow Lite that cuts digits off}}
  %0 = "tf.Cast"(%x) {Truncate = true} : (tensor<4xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @layout(%x: tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32> {
  // expected-error@+1 {{'tf.DepthToSpace' op has no kernel in TensorFlow Lite with the layout NCHW}}
  %0 = "tf.DepthToSpace"(%x) {block_size = 2 : i64, data_format = "NCHW"} : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  return %0 : tensor<1x1x4x4xf32>
}
