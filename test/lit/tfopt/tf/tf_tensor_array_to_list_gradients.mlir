// REQUIRES: vulkan
// RUN: tf-run %s --device=interpreter --entry=main --input=3x2xf32=1,2,3,4,5,6 --expected-output=3x2xf32=0,0,13,24,5,6 --expected-output=2xf32=4,6 --expected-output=2xf32=3,4
// RUN: tf-opt %s --tf-tensor-array-to-list | tf-run - --device=interpreter --entry=main --input=3x2xf32=1,2,3,4,5,6 --expected-output=3x2xf32=0,0,13,24,5,6 --expected-output=2xf32=4,6 --expected-output=2xf32=3,4
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=3x2xf32=1,2,3,4,5,6 --expected-output=3x2xf32=0,0,13,24,5,6 --expected-output=2xf32=4,6 --expected-output=2xf32=3,4
// RUN: tf-opt %s --pipeline=stablehlo | filecheck %s

/// What is written to an array's gradients is added up, and what was not written is zero; what is asked for twice by one source is one array, for
/// another source another. The elements themselves stay. A loop pushes rows, and what is popped behind it is the last of them.
// CHECK-NOT: tf.
func.func @main(%x: tensor<3x2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %all = "tf.Const"() <{value = dense<[0, 1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %ends = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %rows = "tf.Const"() <{value = dense<[[10.0, 20.0], [0.0, 0.0]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %h, %flow = "tf.TensorArrayV3"(%three) <{dtype = f32, clear_after_read = false}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArrayScatterV3"(%h, %all, %x, %flow) : (tensor<!tf_type.resource>, tensor<3xi32>, tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
  %g, %f1 = "tf.TensorArrayGradV3"(%h, %f) <{source = "gradients"}> : (tensor<!tf_type.resource>, tensor<f32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f2 = "tf.TensorArrayScatterV3"(%g, %ends, %rows, %f1) : (tensor<!tf_type.resource>, tensor<2xi32>, tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
  %again, %f3 = "tf.TensorArrayGradV3"(%h, %f2) <{source = "gradients"}> : (tensor<!tf_type.resource>, tensor<f32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %second = "tf.TensorArrayReadV3"(%h, %one, %f3) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  %f4 = "tf.TensorArrayWriteV3"(%again, %one, %second, %f3) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %third = "tf.TensorArrayReadV3"(%h, %two, %f4) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  %f5 = "tf.TensorArrayWriteV3"(%again, %two, %third, %f4) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %y = "tf.TensorArrayGatherV3"(%g, %all, %f5) : (tensor<!tf_type.resource>, tensor<3xi32>, tensor<f32>) -> tensor<*xf32>
  %other, %f6 = "tf.TensorArrayGradV3"(%h, %f5) <{source = "others"}> : (tensor<!tf_type.resource>, tensor<f32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %first = "tf.TensorArrayReadV3"(%h, %zero, %f6) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  %f7 = "tf.TensorArrayWriteV3"(%other, %zero, %first, %f6) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %f8 = "tf.TensorArrayWriteV3"(%other, %zero, %second, %f7) : (tensor<!tf_type.resource>, tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %z = "tf.TensorArrayReadV3"(%other, %zero, %f8) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  %open = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %s = "tf.StackV2"(%open) <{elem_type = f32}> : (tensor<i32>) -> tensor<!tf_type.resource>
  %r:3 = "tf.While"(%zero, %s, %x) <{cond = @again, body = @step, is_stateless = false}> : (tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>)
  %last = "tf.StackPopV2"(%s) : (tensor<!tf_type.resource>) -> tensor<*xf32>
  "tf.StackCloseV2"(%s) : (tensor<!tf_type.resource>) -> ()
  return %y, %z, %last : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
func.func private @again(%i: tensor<i32>, %s: tensor<!tf_type.resource>, %x: tensor<3x2xf32>) -> tensor<i1> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %s: tensor<!tf_type.resource>, %x: tensor<3x2xf32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %row = "tf.GatherV2"(%x, %i, %zero) <{batch_dims = 0 : i64}> : (tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>
  %0 = "tf.StackPushV2"(%s, %row) <{swap_memory = false}> : (tensor<!tf_type.resource>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1, %s, %x : tensor<i32>, tensor<!tf_type.resource>, tensor<3x2xf32>
}
