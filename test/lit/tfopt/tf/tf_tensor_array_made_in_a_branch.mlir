/// A branch makes an array, and what decides as it did later reads it: gradients of loops in branches do. In the other branch FakeParam stands for it.
// RUN: tf-opt %s --tf-tensor-array-to-list | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --input=i1=1 --input=3xf32=1,2.5,4 | filecheck %s --check-prefix=MADE
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --input=i1=0 --input=3xf32=1,2.5,4 | filecheck %s --check-prefix=NONE

/// Twice the second element, and what is written behind the branch that made the array: 2 * 2.5 + 7 = 12.
// CHECK-LABEL: func.func @main
// CHECK: %[[IF:.*]]:2 = "tf.If"({{.*}} -> (tensor<!tf_type.variant>, tensor<f32>)
// CHECK-NOT: resource
// CHECK: return
// MADE: f32=12
// NONE: f32=-1
func.func @main(%p: tensor<i1>, %x: tensor<3xf32>) -> tensor<f32> {
  %0:2 = "tf.If"(%p, %x) {then_branch = @make, else_branch = @none, is_stateless = false} : (tensor<i1>, tensor<3xf32>) -> (tensor<*x!tf_type.resource>, tensor<f32>)
  %1 = "tf.If"(%p, %0#0, %0#1) {then_branch = @take, else_branch = @minus_one, is_stateless = false} : (tensor<i1>, tensor<*x!tf_type.resource>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @make(%x: tensor<3xf32>) -> (tensor<*x!tf_type.resource>, tensor<f32>) {
  %four = "tf.Const"() {value = dense<4> : tensor<i32>} : () -> tensor<i32>
  %where = "tf.Const"() {value = dense<[0, 1, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %handle, %flow = "tf.TensorArrayV3"(%four) {dtype = f32, element_shape = #tf_type.shape<>} : (tensor<i32>) -> (tensor<*x!tf_type.resource>, tensor<f32>)
  %written = "tf.TensorArrayScatterV3"(%handle, %where, %x, %flow) : (tensor<*x!tf_type.resource>, tensor<3xi32>, tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %handle, %written : tensor<*x!tf_type.resource>, tensor<f32>
}
func.func private @none(%x: tensor<3xf32>) -> (tensor<*x!tf_type.resource>, tensor<f32>) {
  %nothing = "tf.FakeParam"() {shape = #tf_type.shape<*>} : () -> tensor<*x!tf_type.resource>
  %flow = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  return %nothing, %flow : tensor<*x!tf_type.resource>, tensor<f32>
}
func.func private @take(%handle: tensor<*x!tf_type.resource>, %flow: tensor<f32>) -> tensor<f32> {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %three = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %seven = "tf.Const"() {value = dense<7.0> : tensor<f32>} : () -> tensor<f32>
  %element = "tf.TensorArrayReadV3"(%handle, %one, %flow) : (tensor<*x!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<f32>
  %more = "tf.TensorArrayWriteV3"(%handle, %three, %seven, %flow) : (tensor<*x!tf_type.resource>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %last = "tf.TensorArrayReadV3"(%handle, %three, %more) : (tensor<*x!tf_type.resource>, tensor<i32>, tensor<f32>) -> tensor<f32>
  %twice = "tf.AddV2"(%element, %element) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %sum = "tf.AddV2"(%twice, %last) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}
func.func private @minus_one(%handle: tensor<*x!tf_type.resource>, %flow: tensor<f32>) -> tensor<f32> {
  %r = "tf.Const"() {value = dense<-1.0> : tensor<f32>} : () -> tensor<f32>
  return %r : tensor<f32>
}
