// RUN: tf-opt %s --infer-shapes --lower-tensor-lists --symbol-dce | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --input=i1=1 --input=i32=4 --expected-output=f32=6
// RUN: tf-run %t.mlir --device=interpreter --input=i1=0 --input=i32=4 --expected-output=f32=0
// RUN: tf-run %t.mlir --device=interpreter --input=i1=1 --input=i32=0 --expected-output=f32=0

/// How long a value is that one branch gives the other branch does not know, which gives none: it is empty there, as nothing reads it. Where the size is one
/// number it has that one.
// CHECK-LABEL: func.func @main
// CHECK-NOT: Optional
// CHECK: func.func private @value{{.*}} -> (tensor<1x?xf32>, tensor<1x2xf32>)
// CHECK: func.func private @no_value{{.*}} -> (tensor<1x0xf32>, tensor<1x2xf32>)
func.func @main(%taken: tensor<i1>, %n: tensor<i32>) -> tensor<f32> {
  %0:2 = "tf.If"(%taken, %n) {else_branch = @no_value, then_branch = @value, is_stateless = true} : (tensor<i1>, tensor<i32>) -> (tensor<!tf_type.variant>, tensor<!tf_type.variant>)
  %1 = "tf.If"(%taken, %0#0, %0#1) {else_branch = @zero, then_branch = @sum, is_stateless = true} : (tensor<i1>, tensor<!tf_type.variant>, tensor<!tf_type.variant>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func private @value(%n: tensor<i32>) -> (tensor<!tf_type.variant>, tensor<!tf_type.variant>) {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %pair = "tf.Const"() {value = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %steps = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %numbers = "tf.Cast"(%steps) {Truncate = false} : (tensor<?xi32>) -> tensor<?xf32>
  %0 = "tf.OptionalFromValue"(%numbers) : (tensor<?xf32>) -> tensor<!tf_type.variant>
  %1 = "tf.OptionalFromValue"(%pair) : (tensor<2xf32>) -> tensor<!tf_type.variant>
  return %0, %1 : tensor<!tf_type.variant>, tensor<!tf_type.variant>
}
func.func private @no_value(%n: tensor<i32>) -> (tensor<!tf_type.variant>, tensor<!tf_type.variant>) {
  %0 = "tf.OptionalNone"() : () -> tensor<!tf_type.variant>
  %1 = "tf.OptionalNone"() : () -> tensor<!tf_type.variant>
  return %0, %1 : tensor<!tf_type.variant>, tensor<!tf_type.variant>
}
func.func private @sum(%numbers: tensor<!tf_type.variant>, %pair: tensor<!tf_type.variant>) -> tensor<f32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.OptionalGetValue"(%numbers) {output_shapes = [#tf_type.shape<?>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<?xf32>
  %1 = "tf.OptionalGetValue"(%pair) {output_shapes = [#tf_type.shape<2>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<2xf32>
  %2 = "tf.Sum"(%0, %zero) {keep_dims = false} : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  %3 = "tf.Sum"(%1, %zero) {keep_dims = false} : (tensor<2xf32>, tensor<i32>) -> tensor<f32>
  %4 = "tf.AddV2"(%2, %3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
func.func private @zero(%numbers: tensor<!tf_type.variant>, %pair: tensor<!tf_type.variant>) -> tensor<f32> {
  %0 = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  return %0 : tensor<f32>
}
