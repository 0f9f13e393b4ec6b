// RUN: tf-opt %s --infer-shapes | filecheck %s

/// Where shapes may not go together, `==` may be one answer for all; with a scalar, and with itself, a tensor of any sizes goes together.
// CHECK-LABEL: func.func @main
// CHECK: "tf.Equal"(%arg0, %{{.*}}) {{.*}} -> tensor<?x1xi1>
// CHECK: "tf.NotEqual"(%arg0, %arg0) {{.*}} -> tensor<?x1xi1>
// CHECK: "tf.Equal"(%arg0, %arg1) {{.*}} -> tensor<*xi1>
func.func @main(%x: tensor<?x1xi32>, %y: tensor<?x1xi32>) -> (tensor<*xi1>, tensor<*xi1>, tensor<*xi1>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Equal"(%x, %zero) <{incompatible_shape_error = false}> : (tensor<?x1xi32>, tensor<i32>) -> tensor<*xi1>
  %1 = "tf.NotEqual"(%x, %x) <{incompatible_shape_error = false}> : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<*xi1>
  %2 = "tf.Equal"(%x, %y) <{incompatible_shape_error = false}> : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<*xi1>
  return %0, %1, %2 : tensor<*xi1>, tensor<*xi1>, tensor<*xi1>
}
