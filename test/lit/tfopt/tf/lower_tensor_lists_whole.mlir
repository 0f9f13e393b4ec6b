// RUN: tf-opt %s --lower-tensor-lists --split-input-file | filecheck %s

/// A list that is filled as a whole and read as a whole is the tensor.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT: TensorList
// CHECK: "tf.Neg"(%arg0)
// CHECK: return %arg0
func.func @whole(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<*xf32>) {
  %n = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %all = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %h = "tf.TensorListReserve"(%any, %n) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant>
  %f = "tf.TensorListScatterIntoExistingList"(%h, %x, %all) : (tensor<!tf_type.variant>, tensor<2x3xf32>, tensor<2xi32>) -> tensor<!tf_type.variant>
  %y = "tf.TensorListGather"(%f, %all, %any) : (tensor<!tf_type.variant>, tensor<2xi32>, tensor<i32>) -> tensor<2x3xf32>
  %z = "tf.Neg"(%y) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %y, %z : tensor<2x3xf32>, tensor<*xf32>
}

// -----

/// In any other order it is written by a scatter and read by a gather.
// CHECK-LABEL: func.func @turned(
// CHECK: %[[TURNED:.*]] = "tf.Const"() <{value = dense<[1, 0]>
// CHECK: %[[PLACES:.*]] = "tf.Const"() <{value = dense<{{\[\[1\], \[0\]\]}}> : tensor<2x1xi32>}>
// CHECK: %[[HELD:.*]] = "tf.TensorScatterUpdate"(%{{.*}}, %[[PLACES]], %arg0)
// CHECK: "tf.GatherV2"(%[[HELD]], %[[TURNED]], %{{.*}}) <{batch_dims = 0 : i64}> : (tensor<2x3xf32>, tensor<2xi32>, tensor<i32>) -> tensor<2x3xf32>
func.func @turned(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %n = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %turned = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %h = "tf.TensorListReserve"(%any, %n) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant>
  %f = "tf.TensorListScatterIntoExistingList"(%h, %x, %turned) : (tensor<!tf_type.variant>, tensor<2x3xf32>, tensor<2xi32>) -> tensor<!tf_type.variant>
  %y = "tf.TensorListGather"(%f, %turned, %any) : (tensor<!tf_type.variant>, tensor<2xi32>, tensor<i32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
