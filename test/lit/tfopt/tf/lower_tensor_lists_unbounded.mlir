// REQUIRES: vulkan
/// How often two loops run, nothing bounds: what the first pushes are rows of a tensor that grows, what the second takes are the last of them.
/// (1, 10), (2, 20) and (4, 40) are pushed; added to (1, 10), three make (8, 80), two (7, 70). One more than there are is TensorFlow's error, on a device too.
// RUN: tf-opt %s --lower-tensor-lists | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=2xf32=1,10 --input=i32=3 --input=i32=2 --expected-output=2xf32=7,70 --expected-output=i32=1 --expected-output=1x2xf32=1,10
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=2xf32=1,10 --input=i32=3 --input=i32=3 --expected-output=2xf32=8,80 --expected-output=i32=0 --expected-output=0x2xf32=
// RUN: not tf-run %t.mlir --device=interpreter --entry=main --input=2xf32=1,10 --input=i32=3 --input=i32=4 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: tf-opt %s --pipeline=vulkan -o %t.vulkan.mlir 2>/dev/null
// RUN: tf-run %t.vulkan.mlir --entry=main --input=2xf32=1,10 --input=i32=3 --input=i32=2 --expected-output=2xf32=7,70 --expected-output=i32=1 --expected-output=1x2xf32=1,10
// RUN: not tf-run %t.vulkan.mlir --entry=main --input=2xf32=1,10 --input=i32=0 --input=i32=1 2>&1 | filecheck %s --check-prefix=EMPTY

// CHECK-LABEL: func.func @main
// CHECK-NOT: TensorList
// CHECK: "tf.While"({{.*}} -> (tensor<i32>, tensor<?x2xf32>, tensor<2xf32>, tensor<i32>)
// EMPTY: Trying to pop from an empty list.
!list = tensor<!tf_type.variant>
func.func @main(%x: tensor<2xf32>, %n: tensor<i32>, %m: tensor<i32>) -> (tensor<2xf32>, tensor<i32>, tensor<?x2xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %list = "tf.EmptyTensorList"(%two, %open) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> !list
  %0:4 = "tf.While"(%zero, %list, %x, %n) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, !list, tensor<2xf32>, tensor<i32>) -> (tensor<i32>, !list, tensor<2xf32>, tensor<i32>)
  %1:4 = "tf.While"(%zero, %0#1, %x, %m) <{cond = @less, body = @pop, is_stateless = true}> : (tensor<i32>, !list, tensor<2xf32>, tensor<i32>) -> (tensor<i32>, !list, tensor<2xf32>, tensor<i32>)
  %2 = "tf.TensorListLength"(%1#1) : (!list) -> tensor<i32>
  %3 = "tf.TensorListStack"(%1#1, %two) <{num_elements = -1 : i64}> : (!list, tensor<1xi32>) -> tensor<?x2xf32>
  return %1#2, %2, %3 : tensor<2xf32>, tensor<i32>, tensor<?x2xf32>
}
func.func private @less(%i: tensor<i32>, %list: !list, %x: tensor<2xf32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %list: !list, %x: tensor<2xf32>, %n: tensor<i32>) -> (tensor<i32>, !list, tensor<2xf32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListPushBack"(%list, %x) : (!list, tensor<2xf32>) -> !list
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1, %0, %2, %n : tensor<i32>, !list, tensor<2xf32>, tensor<i32>
}
func.func private @pop(%i: tensor<i32>, %list: !list, %x: tensor<2xf32>, %n: tensor<i32>) -> (tensor<i32>, !list, tensor<2xf32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0:2 = "tf.TensorListPopBack"(%list, %two) : (!list, tensor<1xi32>) -> (!list, tensor<2xf32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.AddV2"(%x, %0#1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1, %0#0, %2, %n : tensor<i32>, !list, tensor<2xf32>, tensor<i32>
}
