// REQUIRES: vulkan
// RUN: tf-opt %s --lower-tensor-lists | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=main --input=f32=2 --expected-output=f32=480
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=f32=2 --expected-output=f32=480

/// Gradients of loops in loops keep a list of the lists that the inner loop makes, and those of branches in loops a list of what one of the
/// branches has: an optional value, here of all trips but the first. The inner lists become tensors, then the lists of these.
/// On paper: the lists hold (2, 4) and (8, 16), together 30, and the last trip leaves 32 / 2 = 16.
// CHECK-LABEL: func.func @main
// CHECK-NOT: TensorList
// CHECK-NOT: Optional
// CHECK: "tf.While"({{.*}}) <{body = @outer, {{.*}} -> (tensor<i32>, tensor<f32>, tensor<2x2xf32>, tensor<2x1xf32>)
// CHECK: func.func private @value(%arg0: tensor<f32>) -> tensor<1xf32>
// CHECK: func.func private @no_value(%arg0: tensor<f32>) -> tensor<1xf32>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %nil = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %lists = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = !tf_type.variant}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %values = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = !tf_type.variant}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %x, %lists, %values) <{cond = @less, body = @outer, is_stateless = true}> : (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>)
  %1:2 = "tf.TensorListPopBack"(%0#3, %scalar) <{element_dtype = !tf_type.variant}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<!tf_type.variant>)
  %2 = "tf.OptionalGetValue"(%1#1) {output_shapes = [#tf_type.shape<>], output_types = [f32]} : (tensor<!tf_type.variant>) -> tensor<f32>
  %3:3 = "tf.While"(%zero, %nil, %0#2) <{cond = @less_outer_back, body = @outer_back, is_stateless = true}> : (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>)
  %4 = "tf.Mul"(%2, %3#1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
func.func private @less(%i: tensor<i32>, %x: tensor<f32>, %lists: tensor<!tf_type.variant>, %values: tensor<!tf_type.variant>) -> tensor<i1> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @less_inner(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> tensor<i1> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @less_inner_back(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> tensor<i1> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @less_outer_back(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> tensor<i1> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @outer(%i: tensor<i32>, %x: tensor<f32>, %lists: tensor<!tf_type.variant>, %values: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %list = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = f32}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:3 = "tf.While"(%zero, %x, %list) <{cond = @less_inner, body = @inner, is_stateless = true}> : (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>)
  %1 = "tf.TensorListPushBack"(%lists, %0#2) <{element_dtype = !tf_type.variant}> : (tensor<!tf_type.variant>, tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  %later = "tf.Greater"(%i, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %half = "tf.Const"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %last = "tf.Mul"(%0#1, %half) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = "tf.If"(%later, %last) <{then_branch = @value, else_branch = @no_value, is_stateless = true}> : (tensor<i1>, tensor<f32>) -> tensor<!tf_type.variant>
  %3 = "tf.TensorListPushBack"(%values, %2) <{element_dtype = !tf_type.variant}> : (tensor<!tf_type.variant>, tensor<!tf_type.variant>) -> tensor<!tf_type.variant>
  %4 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %4, %0#1, %1, %3 : tensor<i32>, tensor<f32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>
}
func.func private @value(%x: tensor<f32>) -> tensor<!tf_type.variant> {
  %0 = "tf.OptionalFromValue"(%x) : (tensor<f32>) -> tensor<!tf_type.variant>
  return %0 : tensor<!tf_type.variant>
}
func.func private @no_value(%x: tensor<f32>) -> tensor<!tf_type.variant> {
  %0 = "tf.OptionalNone"() : () -> tensor<!tf_type.variant>
  return %0 : tensor<!tf_type.variant>
}
func.func private @inner(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%list, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %2, %0 : tensor<i32>, tensor<f32>, tensor<!tf_type.variant>
}
func.func private @outer_back(%i: tensor<i32>, %sum: tensor<f32>, %lists: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %0:2 = "tf.TensorListPopBack"(%lists, %scalar) <{element_dtype = !tf_type.variant}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<!tf_type.variant>)
  %1:3 = "tf.While"(%zero, %sum, %0#1) <{cond = @less_inner_back, body = @inner_back, is_stateless = true}> : (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>)
  %2 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %2, %1#1, %0#0 : tensor<i32>, tensor<f32>, tensor<!tf_type.variant>
}
func.func private @inner_back(%i: tensor<i32>, %sum: tensor<f32>, %list: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %0:2 = "tf.TensorListPopBack"(%list, %scalar) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<f32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%sum, %0#1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %2, %0#0 : tensor<i32>, tensor<f32>, tensor<!tf_type.variant>
}
