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

// -----

/// An array of TensorFlow 1 with its gradients behind the elements, of as many steps as a feed has: what is put into the first half is inside, and
/// the list is one tensor, which nothing needs to check.
// CHECK-LABEL: func.func @first_half(
// CHECK-NOT: shape_assertion
// CHECK: "tf.TensorScatterUpdate"
// CHECK-NOT: shape_assertion
// CHECK: return
func.func @first_half(%x: tensor<?x3xf32>, %at: tensor<i32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %n = "tf.GatherV2"(%shape, %zero, %zero) <{batch_dims = 0 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %both = "tf.Mul"(%n, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %steps = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %h = "tf.TensorListReserve"(%any, %both) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant>
  %f = "tf.TensorListScatterIntoExistingList"(%h, %x, %steps) : (tensor<!tf_type.variant>, tensor<?x3xf32>, tensor<?xi32>) -> tensor<!tf_type.variant>
  %y = "tf.TensorListGetItem"(%f, %at, %any) : (tensor<!tf_type.variant>, tensor<i32>, tensor<i32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// -----

/// Into a list of as many elements as another number says it is checked.
// CHECK-LABEL: func.func @another_length(
// CHECK: shape_assertion
func.func @another_length(%x: tensor<?x3xf32>, %at: tensor<i32>, %length: tensor<i32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %n = "tf.GatherV2"(%shape, %zero, %zero) <{batch_dims = 0 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %steps = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %h = "tf.TensorListReserve"(%any, %length) <{element_dtype = f32}> : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant>
  %f = "tf.TensorListScatterIntoExistingList"(%h, %x, %steps) : (tensor<!tf_type.variant>, tensor<?x3xf32>, tensor<?xi32>) -> tensor<!tf_type.variant>
  %y = "tf.TensorListGetItem"(%f, %at, %any) : (tensor<!tf_type.variant>, tensor<i32>, tensor<i32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}
