// A window whose size is computed has no lowering: the node and the operand are told, in no words of Python's.
// RUN: not tf-opt %s --infer-shapes --tf-to-stablehlo 2>&1 | filecheck %s
// CHECK: error: 'tf.DepthwiseConv2dNative' op of node 'blur/depthwise' needs static shapes to be lowered to StableHLO, but operand 'filter' is tensor<?x?x1x1xf32>
// CHECK: note: --allow-host-ops leaves such ops to the host

// With a window of a known size the image may be of any.
// RUN: tf-opt %s --infer-shapes --tf-to-stablehlo=allow-host-ops | filecheck %s --check-prefix=KNOWN
// KNOWN-LABEL: func.func @main
// KNOWN: tf.DepthwiseConv2dNative
// KNOWN-LABEL: func.func @known
// KNOWN: stablehlo.convolution
func.func @main(%x: tensor<1x8x8x1xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %value = "tf.Const"() {value = dense<0.25> : tensor<f32>} : () -> tensor<f32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %twice = "tf.AddV2"(%n, %n) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %sizes = "tf.Pack"(%n, %twice, %one, %one) {axis = 0 : i64} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %filter = "tf.Fill"(%sizes, %value) : (tensor<4xi32>, tensor<f32>) -> tensor<?x?x1x1xf32>
  %0 = "tf.DepthwiseConv2dNative"(%x, %filter) {strides = [1, 1, 1, 1], padding = "SAME"} : (tensor<1x8x8x1xf32>, tensor<?x?x1x1xf32>) -> tensor<*xf32> loc("blur/depthwise")
  return %0 : tensor<*xf32>
}
func.func @known(%x: tensor<?x?x?x1xf32>) -> tensor<*xf32> {
  %filter = "tf.Const"() {value = dense<0.25> : tensor<2x2x1x1xf32>} : () -> tensor<2x2x1x1xf32>
  %0 = "tf.DepthwiseConv2dNative"(%x, %filter) {strides = [1, 1, 1, 1], padding = "SAME"} : (tensor<?x?x?x1xf32>, tensor<2x2x1x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
