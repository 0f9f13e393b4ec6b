/// A row is pushed onto each of two lists, as TensorFlow's kernel does. Of rows that are not as many as the lists the kernel says so: they stay.
// RUN: tf-opt %s --lower-tensor-lists | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=main --input=1x2xf32=1,2 --input=2x2xf32=3,4,5,6 --expected-output=2x2xf32=1,2,3,4 --expected-output=2x2xf32=1,2,5,6
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --entry=main --input=1x2xf32=1,2 --input=2x2xf32=3,4,5,6 --expected-output=2x2xf32=1,2,3,4 --expected-output=2x2xf32=1,2,5,6
// CHECK-LABEL: func.func @main
// CHECK-NOT: tf.TensorList
// CHECK-LABEL: func.func private @refused
// CHECK: tf.TensorListPushBackBatch
!list = tensor<!tf_type.variant>
func.func @main(%x: tensor<1x2xf32>, %rows: tensor<2x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a = "tf.TensorListFromTensor"(%x, %two) : (tensor<1x2xf32>, tensor<1xi32>) -> !list
  %b = "tf.TensorListFromTensor"(%x, %two) : (tensor<1x2xf32>, tensor<1xi32>) -> !list
  %both = "tf.Pack"(%a, %b) <{axis = 0 : i64}> : (!list, !list) -> tensor<2x!tf_type.variant>
  %more = "tf.TensorListPushBackBatch"(%both, %rows) <{element_dtype = f32}> : (tensor<2x!tf_type.variant>, tensor<2x2xf32>) -> tensor<2x!tf_type.variant>
  %0:2 = "tf.Unpack"(%more) <{axis = 0 : i64}> : (tensor<2x!tf_type.variant>) -> (!list, !list)
  %1 = "tf.TensorListStack"(%0#0, %two) <{num_elements = -1 : i64}> : (!list, tensor<1xi32>) -> tensor<?x2xf32>
  %2 = "tf.TensorListStack"(%0#1, %two) <{num_elements = -1 : i64}> : (!list, tensor<1xi32>) -> tensor<?x2xf32>
  return %1, %2 : tensor<?x2xf32>, tensor<?x2xf32>
}
func.func private @refused(%x: tensor<1x2xf32>, %rows: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a = "tf.TensorListFromTensor"(%x, %two) : (tensor<1x2xf32>, tensor<1xi32>) -> !list
  %both = "tf.Pack"(%a, %a) <{axis = 0 : i64}> : (!list, !list) -> tensor<2x!tf_type.variant>
  %more = "tf.TensorListPushBackBatch"(%both, %rows) <{element_dtype = f32}> : (tensor<2x!tf_type.variant>, tensor<3x2xf32>) -> tensor<2x!tf_type.variant>
  %0:2 = "tf.Unpack"(%more) <{axis = 0 : i64}> : (tensor<2x!tf_type.variant>) -> (!list, !list)
  %1 = "tf.TensorListStack"(%0#0, %two) <{num_elements = -1 : i64}> : (!list, tensor<1xi32>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}
