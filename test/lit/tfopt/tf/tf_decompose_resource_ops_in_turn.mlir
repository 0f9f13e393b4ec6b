// REQUIRES: vulkan
// RUN: tf-opt %s --tf-promote-resources-to-args | tf-run - --device=interpreter --input=3x1xf32=1,2,1 --input=3xi32=2,0,2 --expected-output=3x1xf32=-0.89442719,0,-1.28445705 --expected-output=3x1xf32=-0.89442719,0,-1.28445705 --expected-output=3x1xf32=5,1,3 --rtol=1e-6
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --input=3x1xf32=1,2,1 --input=3xi32=2,0,2 --expected-output=3x1xf32=-0.89442719,0,-1.28445705 --expected-output=3x1xf32=-0.89442719,0,-1.28445705 --expected-output=3x1xf32=5,1,3 --rtol=1e-5
// RUN: tf-opt %s --tf-promote-resources-to-args | filecheck %s

/// Row 2 is changed twice, and its second step sees what the first has added up: 1 / sqrt(1 + 1) + 1 / sqrt(1 + 1 + 1).
// CHECK: "tf.While"({{.*}}) <{body = @next_row, cond = @rows_left, is_stateless = true}>
func.func @main(%g: tensor<3x1xf32>, %i: tensor<3xi32>) -> tensor<3x1xf32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<3x1xf32>>>
  %m = "tf.VarHandleOp"() <{container = "", shared_name = "m"}> : () -> tensor<!tf_type.resource<tensor<3x1xf32>>>
  %zeros = "tf.Const"() <{value = dense<0.0> : tensor<3x1xf32>}> : () -> tensor<3x1xf32>
  %ones = "tf.Const"() <{value = dense<1.0> : tensor<3x1xf32>}> : () -> tensor<3x1xf32>
  %lr = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  "tf.AssignVariableOp"(%v, %zeros) : (tensor<!tf_type.resource<tensor<3x1xf32>>>, tensor<3x1xf32>) -> ()
  "tf.AssignVariableOp"(%m, %ones) : (tensor<!tf_type.resource<tensor<3x1xf32>>>, tensor<3x1xf32>) -> ()
  "tf.ResourceSparseApplyAdagrad"(%v, %m, %lr, %g, %i) : (tensor<!tf_type.resource<tensor<3x1xf32>>>, tensor<!tf_type.resource<tensor<3x1xf32>>>, tensor<f32>, tensor<3x1xf32>, tensor<3xi32>) -> ()
  %0 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<3x1xf32>>>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
