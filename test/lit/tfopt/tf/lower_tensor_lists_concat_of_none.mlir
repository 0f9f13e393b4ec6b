/// Elements put together of which there are none have the shape that is asked for, whatever that of the list says: no rows of it. A list with one has its rows.
/// TensorFlow 2.21 answers both so.
// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=none | filecheck %s
// CHECK: 0x3xf32=
// CHECK-NEXT: 0xi64=
// RUN: tf-run %t.mlir --device=interpreter --entry=one --input=2xf32=2,3 | filecheck %s --check-prefix=ONE
// ONE: 2xf32=2 3
// ONE-NEXT: 1xi64=2
!list = tensor<!tf_type.variant>
func.func @none() -> (tensor<?x3xf32>, tensor<?xi64>) {
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %rows = "tf.Const"() <{value = dense<[2, 1]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %list = "tf.EmptyTensorList"(%open, %open) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> !list
  %0:2 = "tf.TensorListConcatV2"(%list, %shape, %rows) : (!list, tensor<2xi32>, tensor<2xi64>) -> (tensor<?x3xf32>, tensor<?xi64>)
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?xi64>
}
func.func @one(%x: tensor<2xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %rows = "tf.Const"() <{value = dense<> : tensor<0xi64>}> : () -> tensor<0xi64>
  %list = "tf.EmptyTensorList"(%open, %open) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> !list
  %one = "tf.TensorListPushBack"(%list, %x) : (!list, tensor<2xf32>) -> !list
  %0:2 = "tf.TensorListConcatV2"(%one, %open, %rows) : (!list, tensor<i32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi64>
}
