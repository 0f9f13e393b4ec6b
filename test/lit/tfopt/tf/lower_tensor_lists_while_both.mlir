// RUN: tf-opt %s --lower-tensor-lists --split-input-file | filecheck %s

/// Python's `and` of a loop's condition is a branch that gives its predicate where that is false: the loop ends with the count at the latest.
// CHECK-LABEL: func.func @main
// CHECK: "tf.While"({{.*}} -> (tensor<i32>, tensor<f32>, tensor<5xf32>)
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %list = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = f32}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:3 = "tf.While"(%zero, %x, %list) <{cond = @both, body = @push, is_stateless = true}> : (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>)
  %1:2 = "tf.TensorListPopBack"(%0#2, %scalar) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<f32>)
  return %1#1 : tensor<f32>
}
func.func private @both(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> tensor<i1> {
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %five) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "tf.If"(%0, %x, %0) <{then_branch = @small, else_branch = @second, is_stateless = true}> : (tensor<i1>, tensor<f32>, tensor<i1>) -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @small(%x: tensor<f32>, %c: tensor<i1>) -> tensor<i1> {
  %most = "tf.Const"() <{value = dense<9.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "tf.Less"(%x, %most) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @second(%x: tensor<f32>, %c: tensor<i1>) -> tensor<i1> {
  return %c : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%list, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %2, %0 : tensor<i32>, tensor<f32>, tensor<!tf_type.variant>
}

// -----

/// Python's `or` gives the other where the count is over, so that it bounds nothing.
// CHECK-LABEL: func.func @main
// CHECK: "tf.While"({{.*}} -> (tensor<i32>, tensor<f32>, tensor<?xf32>)
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %list = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = f32}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:3 = "tf.While"(%zero, %x, %list) <{cond = @either, body = @push, is_stateless = true}> : (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>)
  %1:2 = "tf.TensorListPopBack"(%0#2, %scalar) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<f32>)
  return %1#1 : tensor<f32>
}
func.func private @either(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> tensor<i1> {
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %five) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "tf.If"(%0, %x, %0) <{then_branch = @second, else_branch = @small, is_stateless = true}> : (tensor<i1>, tensor<f32>, tensor<i1>) -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @small(%x: tensor<f32>, %c: tensor<i1>) -> tensor<i1> {
  %most = "tf.Const"() <{value = dense<9.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "tf.Less"(%x, %most) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @second(%x: tensor<f32>, %c: tensor<i1>) -> tensor<i1> {
  return %c : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %x: tensor<f32>, %list: tensor<!tf_type.variant>) -> (tensor<i32>, tensor<f32>, tensor<!tf_type.variant>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%list, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %2, %0 : tensor<i32>, tensor<f32>, tensor<!tf_type.variant>
}
