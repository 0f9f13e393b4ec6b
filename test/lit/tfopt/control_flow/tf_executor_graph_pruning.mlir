// RUN: tf-opt %s --tf-executor-graph-pruning --split-input-file | filecheck %s
// RUN: tf-opt %s --tf-executor-graph-pruning=ops-to-preserve=tf.Print --split-input-file | filecheck %s --check-prefix=PRESERVED

/// Islands on which neither a fetched value nor a fetched token depends are dropped.
// CHECK-LABEL: func.func @islands
// CHECK: wraps "tf.Neg"
// CHECK-NEXT: wraps "tf.Abs"
// CHECK-NEXT: wraps "tf.NoOp"
// CHECK-NEXT: tf_executor.fetch
// PRESERVED: wraps "tf.Print"
func.func @islands(%x: tensor<f32>) -> tensor<f32> {
  %r = tf_executor.graph {
    %0:2 = tf_executor.island wraps "tf.Neg"(%x) : (tensor<f32>) -> tensor<f32>
    %1:2 = tf_executor.island wraps "tf.Exp"(%0#0) : (tensor<f32>) -> tensor<f32>
    %2:2 = tf_executor.island wraps "tf.Print"(%0#0) : (tensor<f32>) -> tensor<f32>
    %3:2 = tf_executor.island wraps "tf.Abs"(%0#0) : (tensor<f32>) -> tensor<f32>
    %4 = tf_executor.island(%3#1) wraps "tf.NoOp"() : () -> ()
    tf_executor.fetch %0#0, %4 : tensor<f32>, !tf_executor.control
  }
  return %r : tensor<f32>
}

// -----

/// A loop is kept whole: the source that is read needs its sink, and what that brings round.
// CHECK-LABEL: func.func @loop
// CHECK: NextIteration.Source
// CHECK: wraps "tf.Neg"
// CHECK: NextIteration.Sink
// CHECK-NOT: NextIteration
func.func @loop(%x: tensor<f32>) -> tensor<f32> {
  %r = tf_executor.graph {
    %0:3 = tf_executor.NextIteration.Source : tensor<f32>
    %1:3 = tf_executor.Merge %x, %0#0 : tensor<f32>
    %2:2 = tf_executor.island wraps "tf.Neg"(%1#0) : (tensor<f32>) -> tensor<f32>
    tf_executor.NextIteration.Sink[%0#1] %2#0 : tensor<f32>
    %3:3 = tf_executor.NextIteration.Source : tensor<f32>
    tf_executor.NextIteration.Sink[%3#1] %x : tensor<f32>
    tf_executor.fetch %1#0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

/// Of a program that says neither what is fed nor what is fetched all is meant.
// CHECK-LABEL: func.func @main
// CHECK: tf_executor.island wraps "tf.NoOp"()
func.func @main() {
  tf_executor.graph {
    %0 = tf_executor.island wraps "tf.NoOp"() : () -> ()
    tf_executor.fetch
  }
  return
}

// -----

/// This one says that it is nothing; but what must run runs.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: tf_executor.graph {
// CHECK-NEXT: tf_executor.island wraps "tf.CheckNumerics"(%arg0)
// CHECK-NEXT: tf_executor.fetch
func.func @main(%x: tensor<f32>) attributes {tf.entry_function = {control_outputs = "", inputs = "", outputs = ""}} {
  tf_executor.graph {
    %0 = tf_executor.island wraps "tf.NoOp"() : () -> ()
    %1:2 = tf_executor.island wraps "tf.CheckNumerics"(%x) <{message = "m"}> : (tensor<f32>) -> tensor<f32>
    tf_executor.fetch
  }
  return
}
