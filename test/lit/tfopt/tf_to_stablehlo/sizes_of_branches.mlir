// REQUIRES: vulkan
// RUN: tf-opt %s --tf-to-stablehlo | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --entry=main --input=i1=true --input=i32=2 --input=2xf32=1,2 --expected-output=f32=14
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=i1=true --input=i32=2 --input=2xf32=1,2 --expected-output=f32=14 --entry=main --input=i1=false --input=i32=0 --input=2xf32=1,2 --expected-output=f32=2

/// Branches that give different sizes, each known, give one that is not; so does a loop that grows what it is passed. The values keep the
/// shapes that they have: what each gives is reshaped to that. On paper: [1, 2, 1, 2] is 6 with two times [1, 2] put behind [2], each 2 + 3 + 3.
// CHECK-LABEL: func.func @main(
// CHECK: "stablehlo.if"(%{{.*}}) ({
// CHECK: %[[TWICE:.*]] = func.call @twice(%{{.*}}) : (tensor<2xf32>) -> tensor<4xf32>
// CHECK: stablehlo.dynamic_reshape %[[TWICE]], %{{.*}} : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
// CHECK: }, {
// CHECK: %[[FIRST:.*]] = func.call @none(%{{.*}}) : (tensor<2xf32>) -> tensor<0xf32>
// CHECK: stablehlo.dynamic_reshape %[[FIRST]], %{{.*}} : (tensor<0xf32>, tensor<1xi32>) -> tensor<?xf32>
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<?xf32>
func.func @main(%c: tensor<i1>, %n: tensor<i32>, %x: tensor<2xf32>) -> tensor<f32> {
  %all = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<2.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = "tf.If"(%c, %x) <{then_branch = @twice, else_branch = @none, is_stateless = true}> : (tensor<i1>, tensor<2xf32>) -> tensor<?xf32>
  %1:2 = "tf.While"(%n, %one) <{cond = @again, body = @grow, is_stateless = true}> : (tensor<i32>, tensor<1xf32>) -> (tensor<i32>, tensor<?xf32>)
  %2 = "tf.Sum"(%0, %all) {keep_dims = false} : (tensor<?xf32>, tensor<1xi32>) -> tensor<f32>
  %3 = "tf.Sum"(%1#1, %all) {keep_dims = false} : (tensor<?xf32>, tensor<1xi32>) -> tensor<f32>
  %4 = "tf.AddV2"(%2, %3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<4xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.ConcatV2"(%x, %x, %axis) : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @none(%x: tensor<2xf32>) -> tensor<0xf32> {
  %0 = "tf.Const"() <{value = dense<> : tensor<0xf32>}> : () -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
func.func private @again(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<i1> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Greater"(%n, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @grow(%n: tensor<i32>, %x: tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %more = "tf.Const"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %0 = "tf.ConcatV2"(%x, %more, %axis) : (tensor<?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  %1 = "tf.Sub"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1, %0 : tensor<i32>, tensor<?xf32>
}
