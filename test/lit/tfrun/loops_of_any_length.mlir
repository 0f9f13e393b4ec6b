// REQUIRES: vulkan
// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=f32=1 --input=i32=3 --expected-output=f32=2 --entry=main --input=f32=1 --input=i32=0 --expected-output=f32=1
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=f32=1 --input=i32=3 --expected-output=f32=2 --entry=main --input=f32=1 --input=i32=0 --expected-output=f32=1 --entry=main --input=f32=1 --input=i32=-2 --expected-output=f32=1 --entry=main --input=f32=1 --input=i32=4 --expected-output=f32=-4

/// A loop pushes as often as it is told, and that of its gradient pops as often. On paper: 1, 2, 4 are pushed, and 4 - 1 = 3, 2 - 3 = -1, 1 + 1 = 2
/// computed; of four 8 - 1 = 7, 4 - 7 = -3, 2 + 3 = 5, 1 - 5 = -4.
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %values = "tf.EmptyTensorList"(%scalar, %open) <{element_dtype = f32}> : (tensor<0xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %values, %x, %n) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  %1:4 = "tf.While"(%zero, %0#1, %x, %0#0) <{cond = @less, body = @pop, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>)
  return %1#2 : tensor<f32>
}
func.func private @less(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%values, %x) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<f32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}
func.func private @pop(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %0:2 = "tf.TensorListPopBack"(%values, %scalar) <{element_dtype = f32}> : (tensor<!tf_type.variant>, tensor<0xi32>) -> (tensor<!tf_type.variant>, tensor<f32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Sub"(%0#1, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1, %0#0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<f32>, tensor<i32>
}
