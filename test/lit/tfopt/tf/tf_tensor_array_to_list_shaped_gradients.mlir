// REQUIRES: vulkan
// RUN: tf-run %s --device=interpreter --entry=main --input=3x2xf32=1,2,3,4,5,6 --input=2x2xf32=10,20,30,40 --expected-output=3x2x2xf32=11,22,31,42,23,44,63,84,15,26,35,46 --expected-output=3x2xf32=1,2,3,4,5,6
// RUN: tf-opt %s --tf-tensor-array-to-list | filecheck %s
// RUN: tf-opt %s --tf-tensor-array-to-list | tf-run - --device=interpreter --entry=main --input=3x2xf32=1,2,3,4,5,6 --input=2x2xf32=10,20,30,40 --expected-output=3x2x2xf32=11,22,31,42,23,44,63,84,15,26,35,46 --expected-output=3x2xf32=1,2,3,4,5,6
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir
// RUN: tf-run %t.mlir --entry=main --input=3x2xf32=1,2,3,4,5,6 --input=2x2xf32=10,20,30,40 --expected-output=3x2x2xf32=11,22,31,42,23,44,63,84,15,26,35,46 --expected-output=3x2xf32=1,2,3,4,5,6
// RUN: tf-run %t.mlir --entry=main --input=3x2xf32=1,2,3,4,5,6 --input=1x2xf32=10,20 --expected-output=3x1x2xf32=11,22,23,44,15,26 --expected-output=3x2xf32=1,2,3,4,5,6
// RUN: tf-opt %s --pipeline=stablehlo | filecheck %s --check-prefix=LOWERED

/// Gradients with a size in front of those of the elements are a list of their own: the loop is given it beside that of the array, with which it has
/// nothing else to do. What is written twice is added up. Elements of the loop are v plus a row of x; what is written behind it once more is v again.
// CHECK-LABEL: func.func @main
// CHECK: %[[MADE:.*]] = "tf.TensorListReserve"
// CHECK: %[[GRADIENTS:.*]] = "tf.TensorListReserve"
// CHECK: %[[ELEMENTS:.*]] = "tf.TensorListScatterIntoExistingList"(%[[MADE]]
// CHECK: "tf.While"(%{{.*}}, %[[ELEMENTS]], %{{.*}}, %{{.*}}, %[[GRADIENTS]])
// CHECK-NOT: tf.TensorArray
// LOWERED-NOT: tf.Tensor
func.func @main(%x: tensor<3x2xf32>, %v: tensor<?x2xf32>) -> (tensor<*xf32>, tensor<*xf32>) attributes {tf.entry_function = {inputs = "x,v", outputs = "gradients,elements"}} {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %all = "tf.Const"() <{value = dense<[0, 1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %first = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %h, %flow = "tf.TensorArrayV3"(%three) <{dtype = f32, clear_after_read = false}> : (tensor<i32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f = "tf.TensorArrayScatterV3"(%h, %all, %x, %flow) : (tensor<!tf_type.resource>, tensor<3xi32>, tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
  %r:4 = "tf.While"(%zero, %h, %f, %v) <{cond = @again, body = @step, is_stateless = false}> : (tensor<i32>, tensor<!tf_type.resource>, tensor<f32>, tensor<?x2xf32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<f32>, tensor<?x2xf32>)
  %sizes = "tf.Shape"(%v) : (tensor<?x2xf32>) -> tensor<2xi32>
  %front = "tf.GatherV2"(%sizes, %first, %zero) <{batch_dims = 0 : i64}> : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  %g, %f1 = "tf.TensorArrayGradWithShape"(%r#1, %r#2, %front) {source = "gradients"} : (tensor<!tf_type.resource>, tensor<f32>, tensor<1xi32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %f2 = "tf.TensorArrayWriteV3"(%g, %one, %v, %f1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<?x2xf32>, tensor<f32>) -> tensor<f32>
  %y = "tf.TensorArrayGatherV3"(%g, %all, %f2) : (tensor<!tf_type.resource>, tensor<3xi32>, tensor<f32>) -> tensor<*xf32>
  %z = "tf.TensorArrayGatherV3"(%h, %all, %f2) : (tensor<!tf_type.resource>, tensor<3xi32>, tensor<f32>) -> tensor<*xf32>
  return %y, %z : tensor<*xf32>, tensor<*xf32>
}
func.func private @again(%i: tensor<i32>, %h: tensor<!tf_type.resource>, %f: tensor<f32>, %v: tensor<?x2xf32>) -> tensor<i1> {
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%i, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%i: tensor<i32>, %h: tensor<!tf_type.resource>, %f: tensor<f32>, %v: tensor<?x2xf32>) -> (tensor<i32>, tensor<!tf_type.resource>, tensor<f32>, tensor<?x2xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %first = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %sizes = "tf.Shape"(%v) : (tensor<?x2xf32>) -> tensor<2xi32>
  %front = "tf.GatherV2"(%sizes, %first, %zero) <{batch_dims = 0 : i64}> : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  %g, %f1 = "tf.TensorArrayGradWithShape"(%h, %f, %front) {source = "gradients"} : (tensor<!tf_type.resource>, tensor<f32>, tensor<1xi32>) -> (tensor<!tf_type.resource>, tensor<f32>)
  %row = "tf.TensorArrayReadV3"(%h, %i, %f1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  %sum = "tf.AddV2"(%v, %row) : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  %f2 = "tf.TensorArrayWriteV3"(%g, %i, %sum, %f1) : (tensor<!tf_type.resource>, tensor<i32>, tensor<?x2xf32>, tensor<f32>) -> tensor<f32>
  %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %next, %h, %f2, %v : tensor<i32>, tensor<!tf_type.resource>, tensor<f32>, tensor<?x2xf32>
}
