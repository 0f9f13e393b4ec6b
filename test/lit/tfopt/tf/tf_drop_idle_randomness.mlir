// RUN: tf-opt %s --tf-drop-idle-randomness | filecheck %s

// What is drawn, and its sum, is not read; effects stay.
// CHECK-LABEL: func @unused
// CHECK-NOT: tf.RandomUniform
// CHECK-NOT: tf.AddV2
// CHECK: "tf.Assert"
// CHECK: return
func.func @unused(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %s = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %u = "tf.RandomUniform"(%s) {seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32>
  %n = "tf.RandomStandardNormal"(%s) {seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32>
  %a = "tf.AddV2"(%u, %n) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  "tf.Assert"(%c, %x) {summarize = 3 : i64} : (tensor<i1>, tensor<4xf32>) -> ()
  return %x : tensor<4xf32>
}

// A dropout of rate 0 keeps everything.
// CHECK-LABEL: func @rate_0
// CHECK-NOT: tf.RandomUniform
// CHECK: "tf.Const"() <{value = dense<true> : tensor<4xi1>}>
func.func @rate_0(%x: tensor<4xf32>) -> tensor<4xi1> {
  %s = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %rate = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %u = "tf.RandomUniform"(%s) {seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32>
  %k = "tf.GreaterEqual"(%u, %rate) : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %k : tensor<4xi1>
}

// As TensorFlow 1 wrote it: the number drawn, from 0 to 1, and the probability of 1, rounded down.
// CHECK-LABEL: func @keep_1
// CHECK-NOT: tf.RandomUniform
// CHECK: "tf.Const"() <{value = dense<1.000000e+00> : tensor<4xf32>}>
func.func @keep_1(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %zero = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %u = "tf.RandomUniform"(%s) {seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32>
  %m = "tf.Mul"(%u, %one) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %a = "tf.Add"(%m, %zero) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b = "tf.Add"(%one, %a) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %f = "tf.Floor"(%b) : (tensor<4xf32>) -> tensor<4xf32>
  return %f : tensor<4xf32>
}

// Others make a difference: a rate of a half, a probability of 0.9; and a comparison that leaves the rate itself out.
// CHECK-LABEL: func @other
// CHECK: tf.RandomUniform
// CHECK: tf.GreaterEqual
// CHECK: tf.Floor
// CHECK: tf.Greater"
func.func @other(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>, tensor<4xi1>) {
  %s = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %most = "tf.Const"() {value = dense<0.9> : tensor<f32>} : () -> tensor<f32>
  %zero = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %u = "tf.RandomUniform"(%s) {seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> tensor<4xf32>
  %k = "tf.GreaterEqual"(%u, %half) : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %a = "tf.AddV2"(%u, %most) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %f = "tf.Floor"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %g = "tf.Greater"(%u, %zero) : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %k, %f, %g : tensor<4xi1>, tensor<4xf32>, tensor<4xi1>
}

// What a kernel refuses is asserted, of a draw that is not read too; a range that is known to hold numbers, and sizes of a tensor, need no assertion.
// CHECK-LABEL: func @refused
// CHECK: %[[LESS:.*]] = "tf.Less"(%{{.*}}, %{{.*}}) : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK: stablehlo.custom_call @shape_assertion(%[[LESS]], %{{.*}}, %{{.*}}) {{{.*}}error_message = "Need minval < maxval, got {0} >= {1}"
// CHECK-NOT: tf.RandomUniformInt
// CHECK: %[[LEAST:.*]] = "tf.Min"
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}, %[[LEAST]]) {{{.*}}error_message = "Dimension {0} must be >= 0"
// CHECK-NOT: shape_assertion
// CHECK: return
func.func @refused(%x: tensor<?xf32>, %low: tensor<i32>, %sizes: tensor<1xi32>) -> tensor<?xf32> {
  %s = "tf.Const"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %three = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %a = "tf.RandomUniformInt"(%s, %low, %three) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %b = "tf.RandomUniformInt"(%s, %zero, %three) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %u = "tf.RandomUniform"(%sizes) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<?xf32>
  %shape = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %v = "tf.RandomUniform"(%shape) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<?xf32>
  return %x : tensor<?xf32>
}
