/// Elements of two, one and three numbers, one of them written over by more than it had. What is split into uneven pieces is put behind
/// others, read and joined; an element that was never written is joined as one of as many rows as the first that was. What TensorFlow refuses is refused in its words.
// RUN: tf-opt %s --lower-tensor-lists | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=pushed --input=3xf32=1,2,3 --input=i32=1 --expected-output=3xf32=1,2,3 --expected-output=8xf32=1,2,1,2,3,1,2,3 --expected-output=3xi64=2,3,3 --expected-output=i32=3
// RUN: tf-run %t.mlir --device=interpreter --entry=pushed --input=3xf32=1,2,3 --input=i32=0 --expected-output=3xf32=1,2,3 --expected-output=7xf32=1,2,3,1,1,2,3 --expected-output=3xi64=3,1,3 --expected-output=i32=3
// RUN: not tf-run %t.mlir --device=interpreter --entry=pushed --input=3xf32=1,2,3 --input=i32=3 2>&1 | filecheck %s --check-prefix=WRITE
// RUN: tf-run %t.mlir --device=interpreter --entry=split --input=4x2xf32=1,2,3,4,5,6,7,8 --input=2xi64=1,3 --expected-output=3x2xf32=3,4,5,6,7,8 --expected-output=5x2xf32=1,2,3,4,5,6,7,8,0,0 --expected-output=3xi64=1,3,1
// RUN: not tf-run %t.mlir --device=interpreter --entry=split --input=4x2xf32=1,2,3,4,5,6,7,8 --input=2xi64=1,2 2>&1 | filecheck %s --check-prefix=SPLIT
// RUN: tf-run %t.mlir --device=interpreter --entry=stacked --input=3xf32=1,2,3 --input=i32=2 --expected-output=2x2xf32=1,2,1,2
// RUN: not tf-run %t.mlir --device=interpreter --entry=stacked --input=3xf32=1,2,3 --input=i32=3 2>&1 | filecheck %s --check-prefix=STACK

// CHECK-LABEL: func.func @pushed
// CHECK-NOT: tf.TensorList
// CHECK-LABEL: func.func private @stated
// CHECK: TensorListPushBack
// WRITE: Trying to modify element 3 in a list with 3 elements.
// SPLIT: Unused values in tensor. Length of tensor: 4 Values used: 3
// STACK: PartialTensorShape: Incompatible shapes during merge
!list = tensor<!tf_type.variant>
func.func @pushed(%x: tensor<3xf32>, %at: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi64>, tensor<i32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %none = "tf.Const"() <{value = dense<> : tensor<0xi64>}> : () -> tensor<0xi64>
  %0 = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %2 = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %first = "tf.Slice"(%x, %0, %2) : (tensor<3xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  %second = "tf.Slice"(%x, %0, %1) : (tensor<3xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
  %a = "tf.EmptyTensorList"(%any, %open) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> !list
  %b = "tf.TensorListPushBack"(%a, %first) : (!list, tensor<2xf32>) -> !list
  %c = "tf.TensorListPushBack"(%b, %second) : (!list, tensor<1xf32>) -> !list
  %d = "tf.TensorListPushBack"(%c, %x) : (!list, tensor<3xf32>) -> !list
  %e = "tf.TensorListSetItem"(%d, %at, %x) <{resize_if_index_out_of_bounds = false}> : (!list, tensor<i32>, tensor<3xf32>) -> !list
  %item = "tf.TensorListGetItem"(%e, %at, %any) : (!list, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
  %all, %lengths = "tf.TensorListConcatV2"(%e, %any, %none) : (!list, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  %count = "tf.TensorListLength"(%e) : (!list) -> tensor<i32>
  return %item, %all, %lengths, %count : tensor<?xf32>, tensor<?xf32>, tensor<?xi64>, tensor<i32>
}
func.func @split(%x: tensor<4x2xf32>, %lengths: tensor<2xi64>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?xi64>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<[-1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %none = "tf.Const"() <{value = dense<> : tensor<0xi64>}> : () -> tensor<0xi64>
  %pieces = "tf.TensorListSplit"(%x, %any, %lengths) : (tensor<4x2xf32>, tensor<2xi32>, tensor<2xi64>) -> !list
  %item = "tf.TensorListGetItem"(%pieces, %one, %any) : (!list, tensor<i32>, tensor<2xi32>) -> tensor<?x2xf32>
  %more = "tf.TensorListResize"(%pieces, %three) : (!list, tensor<i32>) -> !list
  %all, %counts = "tf.TensorListConcatV2"(%more, %any, %none) : (!list, tensor<2xi32>, tensor<0xi64>) -> (tensor<?x2xf32>, tensor<?xi64>)
  return %item, %all, %counts : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?xi64>
}
func.func @stacked(%x: tensor<3xf32>, %size: tensor<i32>) -> tensor<?x?xf32> {
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %first = "tf.Slice"(%x, %zero, %two) : (tensor<3xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  %a = "tf.EmptyTensorList"(%any, %open) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> !list
  %b = "tf.TensorListPushBack"(%a, %first) : (!list, tensor<2xf32>) -> !list
  %c = "tf.TensorListConcatLists"(%b, %b) <{element_dtype = f32}> : (!list, !list) -> !list
  %d = "tf.TensorListPushBack"(%c, %x) : (!list, tensor<3xf32>) -> !list
  %e = "tf.TensorListResize"(%d, %size) : (!list, tensor<i32>) -> !list
  %y = "tf.TensorListStack"(%e, %any) <{num_elements = -1 : i64}> : (!list, tensor<1xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
/// What is pushed has not the size that the list states: an error, which is not taken for a ragged list.
func.func private @stated(%x: tensor<3xf32>) -> tensor<i32> {
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a = "tf.EmptyTensorList"(%two, %open) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> !list
  %b = "tf.TensorListPushBack"(%a, %x) : (!list, tensor<3xf32>) -> !list
  %count = "tf.TensorListLength"(%b) : (!list) -> tensor<i32>
  return %count : tensor<i32>
}
