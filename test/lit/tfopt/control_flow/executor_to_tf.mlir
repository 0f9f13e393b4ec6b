// RUN: tf-opt %s --executor-to-tf --split-input-file | filecheck %s

/// Ops leave their islands in the graph's order; one that waits for another by control stays behind it.
// CHECK-LABEL: func.func @order
// CHECK-NEXT: %[[READ:.*]] = "tf.ReadVariableOp"(%arg0)
// CHECK-NEXT: "tf.AssignVariableOp"(%arg0, %arg1)
// CHECK-NEXT: %[[AGAIN:.*]] = "tf.ReadVariableOp"(%arg0)
// CHECK-NEXT: return %[[READ]], %[[AGAIN]] : tensor<f32>, tensor<f32>
func.func @order(%v: tensor<!tf_type.resource>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = tf_executor.graph {
    %1:2 = tf_executor.island wraps "tf.ReadVariableOp"(%v) {device = ""} : (tensor<!tf_type.resource>) -> tensor<f32>
    %2 = tf_executor.island(%1#1) wraps "tf.AssignVariableOp"(%v, %x) {device = ""} : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    %3 = tf_executor.ControlTrigger %2
    %4:2 = tf_executor.island(%3) wraps "tf.ReadVariableOp"(%v) {device = ""} : (tensor<!tf_type.resource>) -> tensor<f32>
    tf_executor.fetch %1#0, %4#0 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

/// What no fetch needs is dropped, whatever it does; what a control output needs is kept.
// CHECK-LABEL: func.func @pruned
// CHECK-NEXT: "tf.AssignVariableOp"(%arg0, %arg1) {kept
// CHECK-NEXT: return
func.func @pruned(%v: tensor<!tf_type.resource>, %x: tensor<f32>) {
  tf_executor.graph {
    %1:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
    %2 = tf_executor.island wraps "tf.AssignVariableOp"(%v, %1#0) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    %3 = tf_executor.island wraps "tf.AssignVariableOp"(%v, %x) {kept = true} : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    tf_executor.fetch %3 : !tf_executor.control
  }
  return
}

// -----

/// Islands with several ops, graphs inside islands, arguments that are fetched as they are.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT: %[[NEG:.*]] = "tf.Neg"(%arg0)
// CHECK-NEXT: %[[ABS:.*]] = "tf.Abs"(%[[NEG]])
// CHECK-NEXT: return %[[ABS]], %arg0
func.func @nested(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = tf_executor.graph {
    %1:2 = tf_executor.island {
      %2 = tf_executor.graph {
        %3:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
        tf_executor.fetch %3#0 : tensor<f32>
      }
      %4 = "tf.Abs"(%2) : (tensor<f32>) -> tensor<f32>
      tf_executor.yield %4 : tensor<f32>
    }
    tf_executor.fetch %1#0, %x : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

/// Control flow that nothing fetched depends on is no matter.
// CHECK-LABEL: func.func @unused_switch
// CHECK-NEXT: return %arg0
func.func @unused_switch(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %0 = tf_executor.graph {
    %1:3 = tf_executor.Switch %x, %p : tensor<f32>
    tf_executor.fetch %x : tensor<f32>
  }
  return %0 : tensor<f32>
}
