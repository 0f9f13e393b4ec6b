// REQUIRES: vulkan
// RUN: tf-run %s --device=interpreter --entry=main --input=3x2xf32=1,2,3,4,5,6 --expected-output=3x2xf32=0,0,13,24,0,0 --expected-output=3x2xf32=1,2,3,4,5,6 --expected-output=2xf32=6,8 --expected-output=i32=3
// RUN: tf-opt %s --tf-tensor-array-to-list | tf-run - --device=interpreter --entry=main --input=3x2xf32=1,2,3,4,5,6 --expected-output=3x2xf32=0,0,13,24,0,0 --expected-output=3x2xf32=1,2,3,4,5,6 --expected-output=2xf32=6,8 --expected-output=i32=3
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=3x2xf32=1,2,3,4,5,6 --expected-output=3x2xf32=0,0,13,24,0,0 --expected-output=3x2xf32=1,2,3,4,5,6 --expected-output=2xf32=6,8 --expected-output=i32=3
// RUN: tf-opt %s --tf-tensor-array-to-list | filecheck %s

/// The gradients of an array that a loop makes longer are a list of their own, which the same loop makes longer by zeros; what is written to them
/// is added. Those of an array beside it that does not grow lie behind its elements.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: tf.TensorArray
// CHECK: %[[GROWN:.*]] = "tf.TensorListReserve"(%{{.*}}, %[[NONE:.*]]) {element_dtype = f32}
// CHECK: %[[BESIDE:.*]] = "tf.TensorListReserve"(%{{.*}}, %[[NONE]]) {element_dtype = f32}
// CHECK: %[[LOOP:.*]]:4 = "tf.While"(%{{.*}}, %[[GROWN]], %{{.*}}, %[[BESIDE]])
// CHECK: "tf.TensorListGetItem"(%[[LOOP]]#3
// CHECK: func.func private @step_0(
// CHECK: "tf.TensorListSetItem"(%arg1, %arg0, %[[ROW:.*]]) <{resize_if_index_out_of_bounds = true}>
// CHECK: %[[ZEROS:.*]] = "tf.ZerosLike"(%[[ROW]])
// CHECK: "tf.TensorListSetItem"(%arg3, %arg0, %[[ZEROS]]) <{resize_if_index_out_of_bounds = true}>
func.func @main(%x: tensor<3x2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<i32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %all = "tf.Const"() <{value = dense<[0, 1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %rows = "tf.Const"() <{value = dense<[10.0, 20.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %h, %flow = "tf.TensorArrayV3"(%zero) <{dtype = f32, clear_after_read = false, dynamic_size = true}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %r:3 = "tf.While"(%zero, %h, %x) <{cond = @again, body = @step, is_stateless = false}> : (tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>)
  %g, %f1 = "tf.TensorArrayGradV3"(%h, %flow) <{source = "gradients"}> : (tensor<!tf_type.resource>, tensor<f32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f2 = "tf.TensorArrayWriteV3"(%g, %one, %rows, %f1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %second = "tf.TensorArrayReadV3"(%h, %one, %f2) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  %f3 = "tf.TensorArrayWriteV3"(%g, %one, %second, %f2) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %slope = "tf.TensorArrayGatherV3"(%g, %all, %f3) : (tensor<!tf_type.resource>, tensor<3xi32>, tensor<f32>) -> tensor<*xf32>
  %elements = "tf.TensorArrayGatherV3"(%h, %all, %f3) : (tensor<!tf_type.resource>, tensor<3xi32>, tensor<f32>) -> tensor<*xf32>
  %size = "tf.TensorArraySizeV3"(%h, %f3) : (tensor<!tf_type.resource>, tensor<f32>) -> tensor<i32>
  %p, %flow1 = "tf.TensorArrayV3"(%two) <{dtype = f32, clear_after_read = false}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f4 = "tf.TensorArrayWriteV3"(%p, %one, %rows, %flow1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %q, %f5 = "tf.TensorArrayGradV3"(%p, %f4) <{source = "gradients"}> : (tensor<!tf_type.resource>, tensor<f32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f6 = "tf.TensorArrayWriteV3"(%q, %one, %second, %f5) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %f7 = "tf.TensorArrayWriteV3"(%q, %one, %second, %f6) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %y = "tf.TensorArrayReadV3"(%q, %one, %f7) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  return %slope, %elements, %y, %size : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<i32>
}
func.func private @again(%i: tensor<i32>, %h: tensor<!tf_type.resource>, %x: tensor<3x2xf32>) -> tensor<i1> {
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %h: tensor<!tf_type.resource>, %x: tensor<3x2xf32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %flow = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %row = "tf.GatherV2"(%x, %i, %zero) <{batch_dims = 0 : i64}> : (tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>
  %0 = "tf.TensorArrayWriteV3"(%h, %i, %row, %flow) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1, %h, %x : tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>
}
