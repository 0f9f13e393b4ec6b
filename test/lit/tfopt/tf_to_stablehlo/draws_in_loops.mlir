// What a loop draws goes on from trip to trip, and from call to call. The pipelines pass counters on; without these there is no lowering, and the
// host, which knows how often it has drawn, may draw.
// RUN: not tf-opt %s --tf-to-stablehlo 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: tf-opt %s --tf-to-stablehlo=allow-host-ops=true | filecheck %s --check-prefix=HOST
// RUN: tf-opt %s --pipeline=stablehlo | filecheck %s
// REFUSED: error: 'tf.RandomUniform' op draws other numbers each time that it runs, and nothing says how often it has{{.*}} for 1 more: line
// REFUSED-NOT: error
// HOST-LABEL: func.func @once
// HOST: tf.RandomUniform
// HOST-LABEL: func.func private @cond
// HOST: tf.RandomUniform
// CHECK-NOT: tf.RandomUniform

// TensorFlow 2.21's sums of three draws, and of the next three in the same session.
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=i32=3 --input=2xf32=0 --entry=main --input=i32=3 --input=2xf32=0 | filecheck %s --check-prefix=SUMS
// SUMS: main: 2xf32=1.0152283 1.9859056
// SUMS: main: 2xf32=0.99447286 1.5407479
func.func @main(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %r:2 = "tf.While"(%n, %x) {cond = @cond, body = @body, is_stateless = false} : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
  return %r#1 : tensor<2xf32>
}
// Outside of a loop there is one draw, in each call.
func.func @once() -> tensor<2xf32> {
  %shape = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %a = "tf.RandomUniform"(%shape) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<2xf32>
  return %a : tensor<2xf32>
}
func.func private @cond(%n: tensor<i32>, %x: tensor<2xf32>) -> tensor<i1> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.Greater"(%n, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %x: tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %m = "tf.Sub"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %shape = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %a = "tf.RandomUniform"(%shape) {seed = 1 : i64, seed2 = 2 : i64} : (tensor<1xi32>) -> tensor<2xf32>
  %y = "tf.AddV2"(%x, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %m, %y : tensor<i32>, tensor<2xf32>
}
