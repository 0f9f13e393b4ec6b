// A stack of which more is taken than was put: TensorFlow's error, told where the program comes to it, also behind a placeholder that keeps its default, of open shape. What was put
// is taken without one.
// RUN: tf-opt %s --tf-tensor-array-to-list | filecheck %s

// CHECK-LABEL: func.func @empty
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}Stack[s_0] is empty when calling Pop().
// CHECK-LABEL: func.func @filled
// CHECK-NOT: shape_assertion
// CHECK: TensorListPopBack

// An array that has gradients is told of as well: a value of another shape than the first. One of the same shape is written.
// CHECK-LABEL: func.func @other_shape
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}Could not write to TensorArray index 1 because the value shape is [] which is incompatible with the TensorArray's inferred element shape: [2] (consider setting infer_shape=False).
// CHECK-LABEL: func.func @same_shape
// CHECK-NOT: shape_assertion
// CHECK: TensorListSetItem

// A list of which more is taken than was put, and one of which other numbers of elements are asked for than it has.
// CHECK-LABEL: func.func @empty_list
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}Trying to pop from an empty list.
// CHECK-LABEL: func.func @other_count
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}Operation expected a list with 3 elements but got a list with 2 elements.
// CHECK-LABEL: func.func @own_count
// CHECK-NOT: shape_assertion
// CHECK: TensorListStack
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
func.func @other_shape(%x: tensor<2xf32>, %y: tensor<f32>) -> tensor<f32> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %a:2 = "tf.TensorArrayV3"(%two) <{dtype = f32, element_shape = #tf_type.shape<*>, dynamic_size = false, clear_after_read = false, identical_element_shapes = true, tensor_array_name = ""}> : (tensor<i32>) -> (tensor<2x!tf_type.resource>, tensor<f32>)
  %g:2 = "tf.TensorArrayGradV3"(%a#0, %a#1) <{source = "a"}> : (tensor<2x!tf_type.resource>, tensor<f32>) -> (tensor<2x!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArrayWriteV3"(%a#0, %zero, %x, %a#1) : (tensor<2x!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %h = "tf.TensorArrayWriteV3"(%a#0, %one, %y, %f) : (tensor<2x!tf_type.resource>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %h : tensor<f32>
}
func.func @same_shape(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<f32> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %a:2 = "tf.TensorArrayV3"(%two) <{dtype = f32, element_shape = #tf_type.shape<*>, dynamic_size = false, clear_after_read = false, identical_element_shapes = true, tensor_array_name = ""}> : (tensor<i32>) -> (tensor<2x!tf_type.resource>, tensor<f32>)
  %g:2 = "tf.TensorArrayGradV3"(%a#0, %a#1) <{source = "a"}> : (tensor<2x!tf_type.resource>, tensor<f32>) -> (tensor<2x!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArrayWriteV3"(%a#0, %zero, %x, %a#1) : (tensor<2x!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %h = "tf.TensorArrayWriteV3"(%a#0, %one, %y, %f) : (tensor<2x!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %h : tensor<f32>
}
func.func @empty_list(%x: tensor<f32>) -> tensor<f32> {
  %s = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %m = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %l = "tf.EmptyTensorList"(%s, %m) {element_dtype = f32} : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %one = "tf.TensorListPushBack"(%l, %x) {element_dtype = f32} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<f32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %none, %y = "tf.TensorListPopBack"(%one, %s) {element_dtype = f32} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> (tensor<!tf_type.variant<tensor<f32>>>, tensor<f32>)
  %less, %z = "tf.TensorListPopBack"(%none, %s) {element_dtype = f32} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> (tensor<!tf_type.variant<tensor<f32>>>, tensor<f32>)
  return %z : tensor<f32>
}
func.func @other_count(%x: tensor<2xf32>) -> tensor<?xf32> {
  %s = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %l = "tf.TensorListFromTensor"(%x, %s) {element_dtype = f32} : (tensor<2xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %c = "tf.TensorListStack"(%l, %s) {element_dtype = f32, num_elements = 3 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}
func.func @own_count(%x: tensor<2xf32>) -> tensor<?xf32> {
  %s = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %l = "tf.TensorListFromTensor"(%x, %s) {element_dtype = f32} : (tensor<2xf32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<f32>>>
  %c = "tf.TensorListStack"(%l, %s) {element_dtype = f32, num_elements = 2 : i64} : (tensor<!tf_type.variant<tensor<f32>>>, tensor<0xi32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}
}
