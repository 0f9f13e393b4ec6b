// RUN: tf-opt %s --lower-tensor-lists --split-input-file | filecheck %s

/// The shape that is pushed in each trip is that of a value which keeps the feed's size: the other loop asks a value of its own for it, and
/// operations that need sizes (BroadcastGradientArgs, Reshape) are told them.
// CHECK-LABEL: func.func @main
// CHECK: func.func private @pop
// CHECK: %[[SHAPE:.*]] = "tf.Shape"(%arg2) : (tensor<?x4xf32>) -> tensor<2xi32>
// CHECK: %[[BATCH:.*]] = "tf.GatherV2"(%[[SHAPE]],
// CHECK: %[[SIZES:.*]] = "tf.Pack"(%[[BATCH]], %{{.*}})
// CHECK: %[[CAST:.*]] = "tf.Cast"(%[[SIZES]])
// CHECK: "tf.Reshape"(%{{.*}}, %[[CAST]])
func.func @main(%x: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shapes = "tf.EmptyTensorList"(%two, %open) <{element_dtype = i32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %shapes, %x, %n) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<i32>)
  %y = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %1:5 = "tf.While"(%zero, %0#1, %0#2, %y, %n) <{cond = @less_of, body = @pop, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<f32>, tensor<i32>)
  return %1#3 : tensor<f32>
}
func.func private @less(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %x: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %x: tensor<?x4xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<2xi32>
  %0 = "tf.TensorListPushBack"(%shapes, %shape) : (tensor<!tf_type.variant>, tensor<2xi32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Neg"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1, %0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<i32>
}
func.func private @less_of(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %x: tensor<?x4xf32>, %y: tensor<f32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @pop(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %x: tensor<?x4xf32>, %y: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<f32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %both = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0:2 = "tf.TensorListPopBack"(%shapes, %two) : (tensor<!tf_type.variant>, tensor<1xi32>) -> (tensor<!tf_type.variant>, tensor<2xi32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Reshape"(%x, %0#1) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %3 = "tf.Sum"(%2, %both) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<f32>
  return %1, %0#0, %x, %3, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<?x4xf32>, tensor<f32>, tensor<i32>
}

// -----

/// Each trip pushes another shape: what the other loop takes are the numbers themselves.
// CHECK-LABEL: func.func @main
// CHECK: func.func private @pop
// CHECK-NOT: tf.Pack
// CHECK: "tf.Sum"
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<i32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shapes = "tf.EmptyTensorList"(%one, %open) <{element_dtype = i32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %shapes, %x, %n) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<?xf32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<?xf32>, tensor<i32>)
  %1:4 = "tf.While"(%zero, %0#1, %zero, %n) <{cond = @less_of, body = @pop, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<i32>, tensor<i32>)
  return %1#2 : tensor<i32>
}
func.func private @less(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %x: tensor<?xf32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @less_of(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %x: tensor<i32>, %n: tensor<i32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<?xf32>, tensor<i32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %0 = "tf.TensorListPushBack"(%shapes, %shape) : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.ConcatV2"(%x, %x, %zero) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %1, %0, %2, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<?xf32>, tensor<i32>
}
func.func private @pop(%i: tensor<i32>, %shapes: tensor<!tf_type.variant>, %s: tensor<i32>, %n: tensor<i32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<i32>, tensor<i32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %first = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %size = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0:2 = "tf.TensorListPopBack"(%shapes, %size) : (tensor<!tf_type.variant>, tensor<1xi32>) -> (tensor<!tf_type.variant>, tensor<1xi32>)
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Sum"(%0#1, %first) : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
  %3 = "tf.AddV2"(%s, %2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1, %0#0, %3, %n : tensor<i32>, tensor<!tf_type.variant>, tensor<i32>, tensor<i32>
}
