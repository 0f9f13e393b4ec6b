// RUN: tf-opt %s --pipeline=stablehlo | filecheck %s

/// The body of the loop is made anew for the shapes that it is called with; of the one of unknown shapes nothing is asked anymore, as how many axes
/// are squeezed there.
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-2: stablehlo.dot_general {{.*}} -> tensor<1x4xf32>
// CHECK-NOT: func.func private @body(
func.func @main(%x: tensor<1x4xf32>, %w: tensor<4x4xf32>) -> tensor<1x4xf32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r:3 = "tf.While"(%zero, %x, %w) {cond = @cond, body = @body, is_stateless = true} : (tensor<i32>, tensor<1x4xf32>, tensor<4x4xf32>) -> (tensor<i32>, tensor<1x4xf32>, tensor<4x4xf32>)
  return %r#1 : tensor<1x4xf32>
}
func.func private @cond(%i: tensor<*xi32>, %h: tensor<*xf32>, %w: tensor<*xf32>) -> tensor<*xi1> {
  %most = "tf.Const"() {value = dense<100> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.Less"(%i, %most) : (tensor<*xi32>, tensor<i32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}
func.func private @body(%i: tensor<*xi32>, %h: tensor<*xf32>, %w: tensor<*xf32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.AddV2"(%i, %one) : (tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  %1 = "tf.MatMul"(%h, %w) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = "tf.Squeeze"(%1) : (tensor<*xf32>) -> tensor<*xf32>
  %3 = "tf.Tanh"(%h) : (tensor<*xf32>) -> tensor<*xf32>
  %4 = "tf.MatMul"(%3, %w) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %5 = "tf.BiasAdd"(%4, %2) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0, %5, %w : tensor<*xi32>, tensor<*xf32>, tensor<*xf32>
}
