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

// -----

/// What is taken from a queue and what is put into it wait for one another, and no edge says which comes first: they stay a graph, with what lies between.
// CHECK-LABEL: func.func @taken_and_put
// CHECK-NEXT: %[[QUEUE:.*]] = "tf.FIFOQueueV2"()
// CHECK-NEXT: %[[NEG:.*]] = "tf.Neg"(%arg0)
// CHECK-NEXT: %[[GRAPH:.*]] = tf_executor.graph {
// CHECK-NEXT:   %[[TAKEN:.*]], %[[CONTROL:.*]] = tf_executor.island wraps "tf.QueueDequeueV2"(%[[QUEUE]])
// CHECK-NEXT:   %[[PUT:.*]] = tf_executor.island wraps "tf.QueueEnqueueV2"(%[[QUEUE]], %[[NEG]])
// CHECK-NEXT:   tf_executor.fetch %[[TAKEN]], %[[CONTROL]], %[[PUT]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[ABS:.*]] = "tf.Abs"(%[[GRAPH]])
// CHECK-NEXT: return %[[ABS]]
func.func @taken_and_put(%x: tensor<f32>) -> tensor<f32> {
  %0 = tf_executor.graph {
    %q:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [f32], shapes = [#tf_type.shape<>]} : () -> tensor<!tf_type.resource>
    %d:2 = tf_executor.island wraps "tf.QueueDequeueV2"(%q#0) : (tensor<!tf_type.resource>) -> tensor<f32>
    %abs:2 = tf_executor.island wraps "tf.Abs"(%d#0) : (tensor<f32>) -> tensor<f32>
    %neg:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
    %e = tf_executor.island(%neg#1) wraps "tf.QueueEnqueueV2"(%q#0, %neg#0) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    tf_executor.fetch %abs#0, %e : tensor<f32>, !tf_executor.control
  }
  return %0 : tensor<f32>
}

// -----

/// Where an edge says it, and of different queues, no graph is left.
// CHECK-LABEL: func.func @in_order
// CHECK-NOT: tf_executor
// CHECK: "tf.QueueEnqueueV2"
// CHECK: "tf.QueueDequeueV2"
// CHECK: return
func.func @in_order(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = tf_executor.graph {
    %q:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [f32], shapes = [#tf_type.shape<>]} : () -> tensor<!tf_type.resource>
    %other:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [f32], shapes = [#tf_type.shape<>]} : () -> tensor<!tf_type.resource>
    %e = tf_executor.island wraps "tf.QueueEnqueueV2"(%q#0, %x) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    %d:2 = tf_executor.island(%e) wraps "tf.QueueDequeueV2"(%q#0) : (tensor<!tf_type.resource>) -> tensor<f32>
    %o:2 = tf_executor.island wraps "tf.QueueDequeueV2"(%other#0) : (tensor<!tf_type.resource>) -> tensor<f32>
    tf_executor.fetch %d#0, %o#0 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

/// Queues of one name are one queue, and a function may take from any. What lies between is there too: the Neg of what is taken, which is put in for the
/// last one that takes, and that one is not before the put beside it.
// CHECK-LABEL: func.func @by_name
// CHECK: tf_executor.graph {
// CHECK: tf_executor.island wraps "tf.PartitionedCall"
// CHECK: tf_executor.island wraps "tf.Neg"
// CHECK: tf_executor.island{{.*}} wraps "tf.QueueEnqueueV2"
// CHECK: tf_executor.island{{.*}} wraps "tf.QueueDequeueV2"
// CHECK: tf_executor.island wraps "tf.QueueEnqueueV2"
// CHECK: }
// CHECK: "tf.Abs"
func.func @by_name(%x: tensor<f32>) -> tensor<f32> {
  %0 = tf_executor.graph {
    %q:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [f32], shapes = [#tf_type.shape<>], shared_name = "q"} : () -> tensor<!tf_type.resource>
    %same:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [f32], shapes = [#tf_type.shape<>], shared_name = "q"} : () -> tensor<!tf_type.resource>
    %d:2 = tf_executor.island wraps "tf.PartitionedCall"(%q#0) <{config = "", config_proto = "", executor_type = "", f = @take}> : (tensor<!tf_type.resource>) -> tensor<f32>
    %neg:2 = tf_executor.island wraps "tf.Neg"(%d#0) : (tensor<f32>) -> tensor<f32>
    %again = tf_executor.island(%d#1) wraps "tf.QueueEnqueueV2"(%same#0, %neg#0) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    %last:2 = tf_executor.island(%again) wraps "tf.QueueDequeueV2"(%same#0) : (tensor<!tf_type.resource>) -> tensor<f32>
    %abs:2 = tf_executor.island wraps "tf.Abs"(%last#0) : (tensor<f32>) -> tensor<f32>
    %e = tf_executor.island wraps "tf.QueueEnqueueV2"(%same#0, %x) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    tf_executor.fetch %abs#0, %e : tensor<f32>, !tf_executor.control
  }
  return %0 : tensor<f32>
}
func.func private @take(%q: tensor<!tf_type.resource>) -> tensor<f32> {
  %0 = "tf.QueueDequeueV2"(%q) : (tensor<!tf_type.resource>) -> tensor<f32>
  return %0 : tensor<f32>
}
