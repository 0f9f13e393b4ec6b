// RUN: tf-opt %s --split-input-file --tf-functionalize-control-flow --executor-to-tf | filecheck %s

/// A loop puts what it takes, and no value tells that an iteration ends before the next one: a While would wait without end, so that it stays, as a
/// graph that the executor runs. What follows is outside.
// CHECK-LABEL: func.func @taken_before_it_is_put
// CHECK: %[[QUEUE:.*]] = "tf.FIFOQueueV2"()
// CHECK-NEXT: %[[SUM:.*]] = tf_executor.graph {
// CHECK: tf_executor.NextIteration.Source
// CHECK: tf_executor.Enter %[[QUEUE]]
// CHECK: "tf.QueueEnqueueV2"
// CHECK: tf_executor.NextIteration.Sink
// CHECK: "tf.QueueDequeueV2"
// CHECK: %[[EXIT:.*]], %[[LEFT:.*]] = tf_executor.Exit
// CHECK-NEXT: tf_executor.fetch %[[EXIT]], %[[LEFT]]
// CHECK: %[[ABS:.*]] = "tf.Abs"(%[[SUM]])
// CHECK-NEXT: return %[[ABS]]
func.func @taken_before_it_is_put(%zero: tensor<i32>, %count: tensor<i32>, %one: tensor<i32>) -> tensor<i32> {
  %0 = tf_executor.graph {
    %q:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [i32], shapes = [#tf_type.shape<>]} : () -> tensor<!tf_type.resource>
    %inside:2 = tf_executor.Enter %q#0 frame "round" constant : tensor<!tf_type.resource>
    %limit:2 = tf_executor.Enter %count frame "round" constant : tensor<i32>
    %by:2 = tf_executor.Enter %one frame "round" constant : tensor<i32>
    %i.start:2 = tf_executor.Enter %zero frame "round" : tensor<i32>
    %s.start:2 = tf_executor.Enter %zero frame "round" : tensor<i32>
    %i.next:3 = tf_executor.NextIteration.Source : tensor<i32>
    %s.next:3 = tf_executor.NextIteration.Source : tensor<i32>
    %i:3 = tf_executor.Merge %i.start#0, %i.next#0 : tensor<i32>
    %s:3 = tf_executor.Merge %s.start#0, %s.next#0 : tensor<i32>
    %less:2 = tf_executor.island wraps "tf.Less"(%i#0, %limit#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %going:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %i.here:3 = tf_executor.Switch %i#0, %going#0 : tensor<i32>
    %s.here:3 = tf_executor.Switch %s#0, %going#0 : tensor<i32>
    %following:2 = tf_executor.island wraps "tf.AddV2"(%i.here#1, %by#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %taken:2 = tf_executor.island(%following#1) wraps "tf.QueueDequeueV2"(%inside#0) : (tensor<!tf_type.resource>) -> tensor<i32>
    %more:2 = tf_executor.island wraps "tf.AddV2"(%s.here#1, %taken#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %put = tf_executor.island(%following#1) wraps "tf.QueueEnqueueV2"(%inside#0, %i.here#1) : (tensor<!tf_type.resource>, tensor<i32>) -> ()
    tf_executor.NextIteration.Sink [%i.next#1] %following#0, %put : tensor<i32>
    tf_executor.NextIteration.Sink [%s.next#1] %more#0 : tensor<i32>
    %exit:2 = tf_executor.Exit %s.here#0 : tensor<i32>
    %abs:2 = tf_executor.island wraps "tf.Abs"(%exit#0) : (tensor<i32>) -> tensor<i32>
    tf_executor.fetch %abs#0 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

/// Where one iteration runs at a time, a While does the same. In it what is taken and what is put wait for one another.
// CHECK-LABEL: func.func @one_at_a_time
// CHECK-NOT: tf_executor
// CHECK: "tf.While"
// CHECK: func.func private @round_body
// CHECK: tf_executor.graph
// CHECK-NOT: tf_executor.Enter
func.func @one_at_a_time(%zero: tensor<i32>, %count: tensor<i32>, %one: tensor<i32>) -> tensor<i32> {
  %0 = tf_executor.graph {
    %q:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [i32], shapes = [#tf_type.shape<>]} : () -> tensor<!tf_type.resource>
    %inside:2 = tf_executor.Enter %q#0 frame "round" parallel_iterations 1 constant : tensor<!tf_type.resource>
    %limit:2 = tf_executor.Enter %count frame "round" parallel_iterations 1 constant : tensor<i32>
    %by:2 = tf_executor.Enter %one frame "round" parallel_iterations 1 constant : tensor<i32>
    %i.start:2 = tf_executor.Enter %zero frame "round" parallel_iterations 1 : tensor<i32>
    %s.start:2 = tf_executor.Enter %zero frame "round" parallel_iterations 1 : tensor<i32>
    %i.next:3 = tf_executor.NextIteration.Source : tensor<i32>
    %s.next:3 = tf_executor.NextIteration.Source : tensor<i32>
    %i:3 = tf_executor.Merge %i.start#0, %i.next#0 : tensor<i32>
    %s:3 = tf_executor.Merge %s.start#0, %s.next#0 : tensor<i32>
    %less:2 = tf_executor.island wraps "tf.Less"(%i#0, %limit#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %going:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %i.here:3 = tf_executor.Switch %i#0, %going#0 : tensor<i32>
    %s.here:3 = tf_executor.Switch %s#0, %going#0 : tensor<i32>
    %following:2 = tf_executor.island wraps "tf.AddV2"(%i.here#1, %by#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %taken:2 = tf_executor.island(%following#1) wraps "tf.QueueDequeueV2"(%inside#0) : (tensor<!tf_type.resource>) -> tensor<i32>
    %more:2 = tf_executor.island wraps "tf.AddV2"(%s.here#1, %taken#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %put = tf_executor.island(%following#1) wraps "tf.QueueEnqueueV2"(%inside#0, %i.here#1) : (tensor<!tf_type.resource>, tensor<i32>) -> ()
    tf_executor.NextIteration.Sink [%i.next#1] %following#0, %put : tensor<i32>
    tf_executor.NextIteration.Sink [%s.next#1] %more#0 : tensor<i32>
    %exit:2 = tf_executor.Exit %s.here#0 : tensor<i32>
    %abs:2 = tf_executor.island wraps "tf.Abs"(%exit#0) : (tensor<i32>) -> tensor<i32>
    tf_executor.fetch %abs#0 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

/// What is put is the sum of what was taken in the iterations before, so that none puts anything before that.
// CHECK-LABEL: func.func @in_order
// CHECK-NOT: tf_executor
// CHECK: "tf.While"
func.func @in_order(%zero: tensor<i32>, %count: tensor<i32>, %one: tensor<i32>) -> tensor<i32> {
  %0 = tf_executor.graph {
    %q:2 = tf_executor.island wraps "tf.FIFOQueueV2"() {component_types = [i32], shapes = [#tf_type.shape<>]} : () -> tensor<!tf_type.resource>
    %inside:2 = tf_executor.Enter %q#0 frame "round" constant : tensor<!tf_type.resource>
    %limit:2 = tf_executor.Enter %count frame "round" constant : tensor<i32>
    %by:2 = tf_executor.Enter %one frame "round" constant : tensor<i32>
    %i.start:2 = tf_executor.Enter %zero frame "round" : tensor<i32>
    %s.start:2 = tf_executor.Enter %zero frame "round" : tensor<i32>
    %i.next:3 = tf_executor.NextIteration.Source : tensor<i32>
    %s.next:3 = tf_executor.NextIteration.Source : tensor<i32>
    %i:3 = tf_executor.Merge %i.start#0, %i.next#0 : tensor<i32>
    %s:3 = tf_executor.Merge %s.start#0, %s.next#0 : tensor<i32>
    %less:2 = tf_executor.island wraps "tf.Less"(%i#0, %limit#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %going:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %i.here:3 = tf_executor.Switch %i#0, %going#0 : tensor<i32>
    %s.here:3 = tf_executor.Switch %s#0, %going#0 : tensor<i32>
    %following:2 = tf_executor.island wraps "tf.AddV2"(%i.here#1, %by#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %taken:2 = tf_executor.island(%following#1) wraps "tf.QueueDequeueV2"(%inside#0) : (tensor<!tf_type.resource>) -> tensor<i32>
    %more:2 = tf_executor.island wraps "tf.AddV2"(%s.here#1, %taken#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %put = tf_executor.island(%following#1) wraps "tf.QueueEnqueueV2"(%inside#0, %s.here#1) : (tensor<!tf_type.resource>, tensor<i32>) -> ()
    tf_executor.NextIteration.Sink [%i.next#1] %following#0, %put : tensor<i32>
    tf_executor.NextIteration.Sink [%s.next#1] %more#0 : tensor<i32>
    %exit:2 = tf_executor.Exit %s.here#0 : tensor<i32>
    %abs:2 = tf_executor.island wraps "tf.Abs"(%exit#0) : (tensor<i32>) -> tensor<i32>
    tf_executor.fetch %abs#0 : tensor<i32>
  }
  return %0 : tensor<i32>
}
