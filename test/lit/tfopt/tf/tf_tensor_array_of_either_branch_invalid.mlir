// RUN: tf-opt %s --tf-tensor-array-to-list --verify-diagnostics
/// Which array it is that a branch was given, or made, no list tells.
func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %handle, %flow = "tf.TensorArrayV3"(%one) {dtype = f32, element_shape = #tf_type.shape<>} : (tensor<i32>) -> (tensor<*x!tf_type.resource>, tensor<f32>)
  // expected-error @+1 {{gives one handle or another as result 0, which have no common value}}
  %0 = "tf.If"(%p, %handle) {then_branch = @make, else_branch = @given, is_stateless = false} : (tensor<i1>, tensor<*x!tf_type.resource>) -> tensor<*x!tf_type.resource>
  %1 = "tf.TensorArraySizeV3"(%0, %flow) : (tensor<*x!tf_type.resource>, tensor<f32>) -> tensor<i32>
  %2 = "tf.Cast"(%1) : (tensor<i32>) -> tensor<f32>
  return %2 : tensor<f32>
}
func.func private @make(%a: tensor<*x!tf_type.resource>) -> tensor<*x!tf_type.resource> {
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %handle, %flow = "tf.TensorArrayV3"(%two) {dtype = f32, element_shape = #tf_type.shape<>} : (tensor<i32>) -> (tensor<*x!tf_type.resource>, tensor<f32>)
  return %handle : tensor<*x!tf_type.resource>
}
func.func private @given(%a: tensor<*x!tf_type.resource>) -> tensor<*x!tf_type.resource> {
  return %a : tensor<*x!tf_type.resource>
}
