// REQUIRES: vulkan
// RUN: tf-run %s --device=interpreter --entry=main --input=2xf32=1,3 --expected-output=i32=1 --expected-output=3x2xf32=4,12,2,6,1,3 --expected-output=2xf32=4,12 --expected-output=6xf32=1,3,4,12,1,3
// RUN: tf-opt %s --lower-tensor-lists | tf-run - --device=interpreter --entry=main --input=2xf32=1,3 --expected-output=i32=1 --expected-output=3x2xf32=4,12,2,6,1,3 --expected-output=2xf32=4,12 --expected-output=6xf32=1,3,4,12,1,3
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=2xf32=1,3 --expected-output=i32=1 --expected-output=3x2xf32=4,12,2,6,1,3 --expected-output=2xf32=4,12 --expected-output=6xf32=1,3,4,12,1,3

/// A loop that counts down writes elements 2, 1, 0 of a list that begins with one; another list is pushed to and then read by number; a third
/// is split and joined again.
func.func @main(%x: tensor<2xf32>) -> (tensor<i32>, tensor<?x2xf32>, tensor<2xf32>, tensor<?xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %last = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %none = "tf.Const"() <{value = dense<> : tensor<0xi64>}> : () -> tensor<0xi64>
  %halves = "tf.Const"() <{value = dense<2> : tensor<3xi64>}> : () -> tensor<3xi64>
  %list = "tf.TensorListReserve"(%two, %one) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %before = "tf.TensorListLength"(%list) : (tensor<!tf_type.variant>) -> tensor<i32>
  %0:3 = "tf.While"(%last, %list, %x) <{cond = @left, body = @write, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>)
  %1 = "tf.TensorListStack"(%0#1, %two) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<?x2xf32>
  %empty = "tf.EmptyTensorList"(%two, %last) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %2 = "tf.TensorListPushBack"(%empty, %x) : (tensor<!tf_type.variant>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %first = "tf.TensorListGetItem"(%0#1, %zero, %two) : (tensor<!tf_type.variant>, tensor<i32>, tensor<1xi32>) -> tensor<2xf32>
  %3 = "tf.TensorListPushBack"(%2, %first) : (tensor<!tf_type.variant>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %4 = "tf.TensorListGetItem"(%3, %one, %two) : (tensor<!tf_type.variant>, tensor<i32>, tensor<1xi32>) -> tensor<2xf32>
  %5 = "tf.ConcatV2"(%x, %4, %x, %zero) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6xf32>
  %6 = "tf.TensorListSplit"(%5, %any, %halves) : (tensor<6xf32>, tensor<1xi32>, tensor<3xi64>) -> tensor<!tf_type.variant>
  %7, %lengths = "tf.TensorListConcatV2"(%6, %any, %none) : (tensor<!tf_type.variant>, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  return %before, %1, %4, %7 : tensor<i32>, tensor<?x2xf32>, tensor<2xf32>, tensor<?xf32>
}
func.func private @left(%i: tensor<i32>, %list: tensor<!tf_type.variant>, %x: tensor<2xf32>) -> tensor<i1> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.GreaterEqual"(%i, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @write(%i: tensor<i32>, %list: tensor<!tf_type.variant>, %x: tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListSetItem"(%list, %i, %x) <{resize_if_index_out_of_bounds = true}> : (tensor<!tf_type.variant>, tensor<i32>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %1 = "tf.Sub"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1, %0, %2 : tensor<i32>, tensor<!tf_type.variant>, tensor<2xf32>
}
