/// A branch that takes an element of a list in which nothing is ever put is an error when it runs, and is left out for an assertion that it is not taken:
/// gradients of branches that are never taken have such. Of a list in which there may be something the branch stays.
// RUN: tf-opt %s --lower-tensor-lists | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --entry=never --input=i1=0 --input=f32=1.5 --expected-output=f32=12
// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: not tf-run %t.mlir --device=interpreter --entry=never --input=i1=1 --input=f32=1.5 2>&1 | filecheck %s --check-prefix=TAKEN
// TAKEN: Trying to pop from an empty list.
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --entry=pushed --input=i1=0 --input=f32=1.5 --expected-output=f32=3
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --entry=pushed --input=i1=1 --input=f32=1.5 --expected-output=f32=10.5

// CHECK-LABEL: func.func @never
// CHECK-NOT: TensorList
// CHECK-LABEL: func.func private @step
// CHECK-NOT: tf.If
// CHECK: stablehlo.custom_call @shape_assertion(
// CHECK: tf.StatefulPartitionedCall
// CHECK-LABEL: func.func @pushed
// CHECK: tf.If
// CHECK-NOT: TensorList
!list = tensor<!tf_type.variant>
func.func @never(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %values = "tf.EmptyTensorList"(%open, %open) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> !list
  %0:4 = "tf.While"(%zero, %p, %values, %x) <{cond = @less, body = @step, is_stateless = true}> : (tensor<i32>, tensor<i1>, !list, tensor<f32>) -> (tensor<i32>, tensor<i1>, !list, tensor<f32>)
  return %0#3 : tensor<f32>
}
func.func private @less(%i: tensor<i32>, %p: tensor<i1>, %values: !list, %x: tensor<f32>) -> tensor<i1> {
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %p: tensor<i1>, %values: !list, %x: tensor<f32>) -> (tensor<i32>, tensor<i1>, !list, tensor<f32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.If"(%p, %values, %x) <{then_branch = @pop, else_branch = @twice, is_stateless = true}> : (tensor<i1>, !list, tensor<f32>) -> (!list, tensor<f32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1, %p, %0#0, %0#1 : tensor<i32>, tensor<i1>, !list, tensor<f32>
}
func.func private @pop(%values: !list, %x: tensor<f32>) -> (!list, tensor<f32>) {
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.TensorListPopBack"(%values, %open) : (!list, tensor<i32>) -> (!list, tensor<*xf32>)
  %1 = "tf.Cos"(%0#1) : (tensor<*xf32>) -> tensor<*xf32>
  %2 = "tf.Mul"(%1, %x) : (tensor<*xf32>, tensor<f32>) -> tensor<f32>
  return %0#0, %2 : !list, tensor<f32>
}
func.func private @twice(%values: !list, %x: tensor<f32>) -> (!list, tensor<f32>) {
  %0 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %values, %0 : !list, tensor<f32>
}
func.func @pushed(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %seven = "tf.Const"() <{value = dense<7.0> : tensor<f32>}> : () -> tensor<f32>
  %none = "tf.EmptyTensorList"(%open, %open) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> !list
  %sum = "tf.Mul"(%seven, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %values = "tf.TensorListPushBack"(%none, %sum) : (!list, tensor<f32>) -> !list
  %0:2 = "tf.If"(%p, %values, %x) <{then_branch = @take, else_branch = @twice_beside, is_stateless = true}> : (tensor<i1>, !list, tensor<f32>) -> (!list, tensor<f32>)
  return %0#1 : tensor<f32>
}
func.func private @take(%values: !list, %x: tensor<f32>) -> (!list, tensor<f32>) {
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.TensorListPopBack"(%values, %open) : (!list, tensor<i32>) -> (!list, tensor<f32>)
  return %0#0, %0#1 : !list, tensor<f32>
}
func.func private @twice_beside(%values: !list, %x: tensor<f32>) -> (!list, tensor<f32>) {
  %0 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %values, %0 : !list, tensor<f32>
}
