// REQUIRES: vulkan
// RUN: tf-opt %s --lower-tensor-lists | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=main --input=2xf32=1,3 --expected-output=2xf32=6,637
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=2xf32=1,3 --expected-output=2xf32=6,637

/// What a loop pushes, the loop of its gradient pops in the other order: of a tensor whose first row is the top. That there are three of them
/// follows from the loop's condition; a shape that is pushed each time is a constant where it is popped, though it becomes known only when the
/// other list is a tensor.
// CHECK-LABEL: func.func @main
// CHECK-NOT: TensorList
// CHECK: %[[PUSHED:.*]]:4 = "tf.While"({{.*}}) <{body = @push, {{.*}} -> (tensor<i32>, tensor<3x2xf32>, tensor<3x1xi32>, tensor<2xf32>)
// CHECK: "tf.While"({{.*}}, %[[PUSHED]]#1, %[[PUSHED]]#2, %arg0
// CHECK: func.func private @push
// CHECK: %[[ROW:.*]] = "tf.ExpandDims"
// CHECK: %[[BELOW:.*]] = "tf.Slice"(%arg1, {{.*}} -> tensor<2x2xf32>
// CHECK: "tf.ConcatV2"(%[[ROW]], %[[BELOW]], {{.*}} -> tensor<3x2xf32>
// CHECK: func.func private @pop
// CHECK: %[[BELOW:.*]] = "tf.Slice"(%arg1, {{.*}} -> tensor<2x2xf32>
// CHECK: %[[TOP:.*]] = "tf.GatherV2"(%arg1
// CHECK: %[[FILLED:.*]] = "tf.Const"() <{value = dense<5.000000e-01> : tensor<2xf32>}>
// CHECK: %[[PRODUCT:.*]] = "tf.Mul"(%arg3, %[[TOP]])
// CHECK: "tf.Sub"(%[[PRODUCT]], %[[FILLED]])
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %values = "tf.EmptyTensorList"(%two, %open) <{element_dtype = f32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %shapes = "tf.EmptyTensorList"(%one, %open) <{element_dtype = i32}> : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %0:4 = "tf.While"(%zero, %values, %shapes, %x) <{cond = @less, body = @push, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>)
  %1:4 = "tf.While"(%zero, %0#1, %0#2, %x) <{cond = @less, body = @pop, is_stateless = true}> : (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>)
  return %1#3 : tensor<2xf32>
}
func.func private @less(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %shapes: tensor<!tf_type.variant>, %x: tensor<2xf32>) -> tensor<i1> {
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @push(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %shapes: tensor<!tf_type.variant>, %x: tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<2xf32>) -> tensor<1xi32>
  %0 = "tf.TensorListPushBack"(%values, %x) : (tensor<!tf_type.variant>, tensor<2xf32>) -> tensor<!tf_type.variant>
  %1 = "tf.TensorListPushBack"(%shapes, %shape) : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %2 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2, %0, %1, %3 : tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>
}
func.func private @pop(%i: tensor<i32>, %values: tensor<!tf_type.variant>, %shapes: tensor<!tf_type.variant>, %x: tensor<2xf32>) -> (tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %half = "tf.Const"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %any = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0:2 = "tf.TensorListPopBack"(%values, %any) : (tensor<!tf_type.variant>, tensor<1xi32>) -> (tensor<!tf_type.variant>, tensor<2xf32>)
  %1:2 = "tf.TensorListPopBack"(%shapes, %any) : (tensor<!tf_type.variant>, tensor<1xi32>) -> (tensor<!tf_type.variant>, tensor<1xi32>)
  %2 = "tf.Fill"(%1#1, %half) : (tensor<1xi32>, tensor<f32>) -> tensor<2xf32>
  %3 = "tf.Mul"(%x, %0#1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "tf.Sub"(%3, %2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %5, %0#0, %1#0, %4 : tensor<i32>, tensor<!tf_type.variant>, tensor<!tf_type.variant>, tensor<2xf32>
}
