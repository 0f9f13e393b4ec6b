// A stack of which more is taken than was put: TensorFlow's error, told where the program comes to it, also behind a placeholder that keeps its default, of open shape. What was put
// is taken without one.
// RUN: tf-opt %s --tf-tensor-array-to-list | filecheck %s

// CHECK-LABEL: func.func @empty
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}Stack[s_0] is empty when calling Pop().
// CHECK-LABEL: func.func @filled
// CHECK-NOT: shape_assertion
// CHECK: TensorListPopBack
module {
func.func @empty() -> tensor<*xf32> {
  %m = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %d = "tf.PlaceholderWithDefault"(%m) : (tensor<i32>) -> tensor<*xi32>
  %s = "tf.StackV2"(%d) <{elem_type = f32, stack_name = "s"}> : (tensor<*xi32>) -> tensor<*x!tf_type.resource>
  %p = "tf.StackPopV2"(%s) : (tensor<*x!tf_type.resource>) -> tensor<*xf32>
  return %p : tensor<*xf32>
}
func.func @filled(%x: tensor<2xf32>) -> tensor<*xf32> {
  %m = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %d = "tf.PlaceholderWithDefault"(%m) : (tensor<i32>) -> tensor<*xi32>
  %s = "tf.StackV2"(%d) <{elem_type = f32, stack_name = "s"}> : (tensor<*xi32>) -> tensor<*x!tf_type.resource>
  %q = "tf.StackPushV2"(%s, %x) {swap_memory = false} : (tensor<*x!tf_type.resource>, tensor<2xf32>) -> tensor<2xf32>
  %p = "tf.StackPopV2"(%s) : (tensor<*x!tf_type.resource>) -> tensor<*xf32>
  return %p : tensor<*xf32>
}
}
