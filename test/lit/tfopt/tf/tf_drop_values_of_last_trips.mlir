// REQUIRES: vulkan
// RUN: tf-opt %s --tf-drop-values-of-last-trips | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --entry=main --input=2xf32=1,2 --expected-output=i32=5 --expected-output=i1=false
// RUN: tf-run %s --device=interpreter --entry=main --input=2xf32=1,2 --expected-output=i32=5 --expected-output=i1=false

/// The loop doubles x as long as its sum is less than 20: from 3, in three trips, and a fourth finds 24 and ends. Then the second
/// branch gives the empty constant, which nothing reads; x, which the branch is given besides, stands in its place. The count, which is read, stays.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<2xf32>) -> (tensor<i32>, tensor<i1>) {
  %true = "tf.Const"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:3 = "tf.While"(%true, %zero, %x) <{cond = @again, body = @step, is_stateless = true}> : (tensor<i1>, tensor<i32>, tensor<2xf32>) -> (tensor<i1>, tensor<i32>, tensor<*xf32>)
  return %r#1, %r#0 : tensor<i32>, tensor<i1>
}
func.func private @again(%go: tensor<i1>, %count: tensor<i32>, %x: tensor<*xf32>) -> tensor<i1> {
  return %go : tensor<i1>
}
// CHECK-LABEL: func.func private @step
// CHECK: "tf.If"(%{{.*}}, %arg1, %{{.*}}, %arg2) <{else_branch = @over_0, {{.*}}then_branch = @doubled_0}>
func.func private @step(%go: tensor<i1>, %count: tensor<i32>, %x: tensor<*xf32>) -> (tensor<i1>, tensor<i32>, tensor<*xf32>) {
  %axes = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %bound = "tf.Const"() <{value = dense<20.0> : tensor<f32>}> : () -> tensor<f32>
  %v = "tf.Identity"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  %sum = "tf.Sum"(%v, %axes) : (tensor<*xf32>, tensor<1xi32>) -> tensor<f32>
  %less = "tf.Less"(%sum, %bound) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %again = "tf.Identity"(%less) : (tensor<i1>) -> tensor<i1>
  %r:2 = "tf.If"(%again, %count, %v) <{then_branch = @doubled, else_branch = @over, is_stateless = true}> : (tensor<i1>, tensor<i32>, tensor<*xf32>) -> (tensor<i32>, tensor<*xf32>)
  return %less, %r#0, %r#1 : tensor<i1>, tensor<i32>, tensor<*xf32>
}
func.func private @doubled(%count: tensor<i32>, %x: tensor<*xf32>) -> (tensor<i32>, tensor<*xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.AddV2"(%count, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = "tf.AddV2"(%x, %x) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0, %1 : tensor<i32>, tensor<*xf32>
}
// CHECK-LABEL: func.func private @over_0(
// CHECK-SAME: %arg2: tensor<*xf32>)
// CHECK: return %{{cst.*}}, %arg2 : tensor<i32>, tensor<*xf32>
// CHECK-LABEL: func.func private @over(
// CHECK: return %{{cst.*}}, %{{cst.*}} : tensor<i32>, tensor<0xf32>
func.func private @over(%count: tensor<i32>, %x: tensor<*xf32>) -> (tensor<i32>, tensor<0xf32>) {
  %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %empty = "tf.Const"() <{value = dense<> : tensor<0xf32>}> : () -> tensor<0xf32>
  return %five, %empty : tensor<i32>, tensor<0xf32>
}

/// Here the loop's results are read, and there the loop goes on by something else than the branch is taken by: both stay.
// CHECK-LABEL: func.func @read
// CHECK: "tf.While"
func.func @read(%x: tensor<2xf32>) -> (tensor<i32>, tensor<*xf32>) {
  %true = "tf.Const"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:3 = "tf.While"(%true, %zero, %x) <{cond = @again, body = @read_step, is_stateless = true}> : (tensor<i1>, tensor<i32>, tensor<2xf32>) -> (tensor<i1>, tensor<i32>, tensor<*xf32>)
  return %r#1, %r#2 : tensor<i32>, tensor<*xf32>
}
// CHECK-LABEL: func.func private @read_step
// CHECK: "tf.If"(%arg0, %arg1, %arg2) <{else_branch = @over,
func.func private @read_step(%go: tensor<i1>, %count: tensor<i32>, %x: tensor<*xf32>) -> (tensor<i1>, tensor<i32>, tensor<*xf32>) {
  %r:2 = "tf.If"(%go, %count, %x) <{then_branch = @doubled, else_branch = @over, is_stateless = true}> : (tensor<i1>, tensor<i32>, tensor<*xf32>) -> (tensor<i32>, tensor<*xf32>)
  return %go, %r#0, %r#1 : tensor<i1>, tensor<i32>, tensor<*xf32>
}
// CHECK-LABEL: func.func @other
func.func @other(%x: tensor<2xf32>) -> tensor<i32> {
  %true = "tf.Const"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:3 = "tf.While"(%true, %zero, %x) <{cond = @again, body = @other_step, is_stateless = true}> : (tensor<i1>, tensor<i32>, tensor<2xf32>) -> (tensor<i1>, tensor<i32>, tensor<*xf32>)
  return %r#1 : tensor<i32>
}
// CHECK-LABEL: func.func private @other_step
// CHECK: "tf.If"(%arg0, %arg1, %arg2) <{else_branch = @over,
func.func private @other_step(%go: tensor<i1>, %count: tensor<i32>, %x: tensor<*xf32>) -> (tensor<i1>, tensor<i32>, tensor<*xf32>) {
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %less = "tf.Less"(%count, %three) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r:2 = "tf.If"(%go, %count, %x) <{then_branch = @doubled, else_branch = @over, is_stateless = true}> : (tensor<i1>, tensor<i32>, tensor<*xf32>) -> (tensor<i32>, tensor<*xf32>)
  return %less, %r#0, %r#1 : tensor<i1>, tensor<i32>, tensor<*xf32>
}
