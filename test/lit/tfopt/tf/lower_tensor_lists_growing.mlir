// RUN: tf-opt %s --lower-tensor-lists --infer-shapes --split-input-file | filecheck %s

/// Each trip writes behind the end, which is the place where it counts: a list that begins with one element has five in the end, and the tensor
/// has five rows from the first. What was there before the loop is one of them.
// CHECK-LABEL: func.func @main(
// CHECK: %[[LENGTH:cst_3]] = "tf.Const"() <{value = dense<1> : tensor<i32>}>
// CHECK: "tf.While"({{.*}} -> (tensor<i32>, tensor<5x2xf32>, tensor<2xf32>)
// CHECK: return %[[LENGTH]], %{{.*}}#1 : tensor<i32>, tensor<5x2xf32>
func.func @main(%x: tensor<2xf32>) -> (tensor<i32>, tensor<?x2xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %list = "tf.TensorListReserve"(%two, %one) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %before = "tf.TensorListLength"(%list) : (tensor<!tf_type.variant>) -> tensor<i32>
  %0:3 = "tf.While"(%zero, %list, %x) <{cond = @less, body = @write, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>)
  %1 = "tf.TensorListStack"(%0#1, %two) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<?x2xf32>
  return %before, %1 : tensor<i32>, tensor<?x2xf32>
}
func.func private @less(%i: tensor<i32>, %list: tensor<!tf_type.variant>, %x: tensor<2xf32>) -> tensor<i1> {
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %five) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @write(%i: tensor<i32>, %list: tensor<!tf_type.variant>, %x: tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListSetItem"(%list, %i, %x) <{resize_if_index_out_of_bounds = true}> : (tensor<!tf_type.variant>, tensor<i32>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1, %0, %2 : tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>
}

// -----

/// How many elements there are when the loop has ended is not known where it may end early: the tensor has as many rows as were pushed.
// CHECK-LABEL: func.func @early(
// CHECK-NOT: TensorList
// CHECK: "tf.While"({{.*}}tensor<0x2xf32>{{.*}} -> (tensor<i32>, tensor<?x2xf32>, tensor<2xf32>, tensor<i32>)
func.func @early(%x: tensor<2xf32>, %n: tensor<i32>) -> tensor<?x2xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %list = "tf.EmptyTensorList"(%two, %open) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %list, %x, %n) <{cond = @both, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>, tensor<i32>)
  %1 = "tf.TensorListStack"(%0#1, %two) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}
func.func private @both(%i: tensor<i32>, %list: tensor<!tf_type.variant>, %x: tensor<2xf32>, %n: tensor<i32>) -> tensor<i1> {
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %five) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = "tf.LogicalAnd"(%0, %1) : (tensor<i1>, tensor<i1>) -> tensor<i1>
  return %2 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %list: tensor<!tf_type.variant>, %x: tensor<2xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%list, %x) : (tensor<!tf_type.variant>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1, %0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>, tensor<i32>
}

// -----

/// What is pushed and then stacked is turned around: the tensor has the last element in front. Elements are counted from the other end.
// CHECK-LABEL: func.func @straight(
// CHECK-NOT: TensorList
// CHECK: "tf.ReverseV2"
// CHECK: return %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<3x2xf32>
func.func @straight(%x: tensor<2x2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %list = "tf.TensorListFromTensor"(%x, %two) : (tensor<2x2xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %0 = "tf.TensorListPushBack"(%list, %y) : (tensor<!tf_type.variant>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %1 = "tf.TensorListGetItem"(%0, %zero, %two) : (tensor<!tf_type.variant>, tensor<i32>, tensor<1xi32>) -> tensor<2xf32>
  %2 = "tf.TensorListStack"(%0, %two) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<?x2xf32>
  return %1, %2 : tensor<2xf32>, tensor<?x2xf32>
}
