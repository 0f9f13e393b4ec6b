// RUN: tf-opt %s --tf-executor-island-coarsening | filecheck %s

/// Islands that live and die together are one.
// CHECK-LABEL: func.func @diamond(
// CHECK: %[[I:.*]]:2, %{{.*}} = tf_executor.island {
// CHECK-NEXT: %[[A:.*]] = "tf.Neg"(%arg0)
// CHECK-NEXT: %[[B:.*]] = "tf.Exp"(%[[A]])
// CHECK-NEXT: %[[C:.*]] = "tf.Abs"(%[[A]])
// CHECK-NEXT: %[[D:.*]] = "tf.AddV2"(%[[B]], %[[C]])
// CHECK-NEXT: tf_executor.yield %[[B]], %[[D]]
// CHECK-NEXT: }
// CHECK-NEXT: tf_executor.fetch %[[I]]#0, %[[I]]#1
func.func @diamond(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %r:2 = tf_executor.graph {
    %a:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
    %b:2 = tf_executor.island wraps "tf.Exp"(%a#0) : (tensor<f32>) -> tensor<f32>
    %c:2 = tf_executor.island(%a#1) wraps "tf.Abs"(%a#0) : (tensor<f32>) -> tensor<f32>
    %d:2 = tf_executor.island(%b#1) wraps "tf.AddV2"(%b#0, %c#0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    tf_executor.fetch %b#0, %d#0 : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

/// The constant is used in a branch and outside of it: it must not die with the branch. A write that the branch waits for happens
/// whether or not the branch is taken. What only the branch uses goes into it.
// CHECK-LABEL: func.func @branch(
// CHECK: tf_executor.Switch
// CHECK: %[[CST:.*]], %{{.*}} = tf_executor.island wraps "tf.Const"() <{value = dense<1.000000e+00>
// CHECK: %[[WRITE:.*]] = tf_executor.island wraps "tf.AssignVariableOp"
// CHECK: %[[IN:.*]], %{{.*}} = tf_executor.island(%[[WRITE]]) {
// CHECK-NEXT: "tf.AddV2"(%{{.*}}, %[[CST]])
// CHECK-NEXT: %[[TWO:.*]] = "tf.Const"() <{value = dense<2.000000e+00>
// CHECK-NEXT: "tf.Mul"(%{{.*}}, %[[TWO]])
// CHECK: tf_executor.Merge %{{.*}}, %[[IN]]
func.func @branch(%x: tensor<f32>, %p: tensor<i1>, %v: tensor<!tf_type.resource>) -> (tensor<f32>, tensor<f32>) {
  %r:2 = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    %one:2 = tf_executor.island wraps "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
    %two:2 = tf_executor.island wraps "tf.Const"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
    %w = tf_executor.island wraps "tf.AssignVariableOp"(%v, %x) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    %a:2 = tf_executor.island(%w) wraps "tf.AddV2"(%s#1, %one#0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %b:2 = tf_executor.island wraps "tf.Mul"(%a#0, %two#0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %m:3 = tf_executor.Merge %s#0, %b#0 : tensor<f32>
    tf_executor.fetch %m#0, %one#0 : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}
