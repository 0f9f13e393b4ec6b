// RUN: tf-opt %s --tf-executor-split-into-island-per-op | filecheck %s

/// Each op is in an island of its own. Those with effects wait for each other; who waited for the island waits for all.
// CHECK-LABEL: func.func @apart(
// CHECK: %[[C:.*]] = tf_executor.ControlTrigger
// CHECK: %[[NEG:.*]], %[[T1:.*]] = tf_executor.island(%[[C]]) wraps "tf.Neg"(%arg0)
// CHECK: %[[T2:.*]] = tf_executor.island(%[[C]]) wraps "tf.AssignVariableOp"(%arg1, %[[NEG]])
// CHECK: %[[READ:.*]], %[[T3:.*]] = tf_executor.island(%[[C]], %[[T2]]) wraps "tf.ReadVariableOp"(%arg1)
// CHECK: tf_executor.ControlTrigger %[[T1]], %[[T2]], %[[T3]]
// CHECK: tf_executor.fetch %[[READ]], %arg0
func.func @apart(%x: tensor<f32>, %v: tensor<!tf_type.resource>) -> (tensor<f32>, tensor<f32>) {
  %r:2 = tf_executor.graph {
    %c = tf_executor.ControlTrigger {}
    %i:3 = tf_executor.island(%c) {
      %1 = "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
      "tf.AssignVariableOp"(%v, %1) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
      %2 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource>) -> tensor<f32>
      tf_executor.yield %2, %x : tensor<f32>, tensor<f32>
    }
    %d = tf_executor.ControlTrigger %i#2
    tf_executor.fetch %i#0, %i#1, %d : tensor<f32>, tensor<f32>, !tf_executor.control
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

/// One op, and none, stay as they are.
// CHECK-LABEL: func.func @whole(
// CHECK: %[[A:.*]], %[[T:.*]] = tf_executor.island wraps "tf.Neg"(%arg0)
// CHECK-NEXT: %[[N:.*]] = tf_executor.island(%[[T]]) {
// CHECK-NEXT: tf_executor.yield
func.func @whole(%x: tensor<f32>) -> tensor<f32> {
  %r = tf_executor.graph {
    %a:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
    %n = tf_executor.island(%a#1) {
      tf_executor.yield
    }
    tf_executor.fetch %a#0, %n : tensor<f32>, !tf_executor.control
  }
  return %r : tensor<f32>
}

/// In a branch a constant must still die with its island; the op that uses the switched value itself needs no help.
// CHECK-LABEL: func.func @dead(
// CHECK: %{{.*}}, %[[TRUE:.*]], %{{.*}} = tf_executor.Switch
// CHECK: %{{.*}}, %[[GATE:.*]] = tf_executor.island wraps "tf.Identity"(%[[TRUE]])
// CHECK: %[[CST:.*]], %{{.*}} = tf_executor.island(%[[GATE]]) wraps "tf.Const"
// CHECK: tf_executor.island wraps "tf.Neg"(%[[TRUE]])
func.func @dead(%x: tensor<f32>, %p: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
  %r:2 = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    %i:3 = tf_executor.island {
      %1 = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
      %2 = "tf.Neg"(%s#1) : (tensor<f32>) -> tensor<f32>
      tf_executor.yield %1, %2 : tensor<f32>, tensor<f32>
    }
    %m:3 = tf_executor.Merge %s#0, %i#0 : tensor<f32>
    %n:3 = tf_executor.Merge %s#0, %i#1 : tensor<f32>
    tf_executor.fetch %m#0, %n#0 : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}
