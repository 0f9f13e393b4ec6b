/// Gradients of loops of TensorFlow 1 put an Identity between what a loop leaves and its Exit, which waits for the Switch by way of a NoOp.
// RUN: tf-opt %s --tf-functionalize-control-flow | filecheck %s
// RUN: tf-opt %s --tf-functionalize-control-flow | tf-opt - --executor-to-tf --infer-shapes --tf-to-stablehlo -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --input=i32=3 | filecheck %s --check-prefix=VALUE

/// 3, 6, 12, 24: the first that is not below 20.
// CHECK-LABEL: func.func @main
// CHECK: tf.While
// CHECK-NOT: tf_executor.Exit
// VALUE: i32=24
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = tf_executor.graph {
    %src, %tok, %c0 = tf_executor.NextIteration.Source : tensor<i32>
    %limit:2 = tf_executor.island wraps "tf.Const"() {value = dense<20> : tensor<i32>} : () -> tensor<i32>
    %e:2 = tf_executor.Enter %x frame "w" : tensor<i32>
    %l:2 = tf_executor.Enter %limit#0 frame "w" constant : tensor<i32>
    %m:3 = tf_executor.Merge %e#0, %src : tensor<i32>
    %less:2 = tf_executor.island wraps "tf.Less"(%m#0, %l#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %s:3 = tf_executor.Switch %m#0, %c#0 : tensor<i32>
    %both = tf_executor.island(%s#2) wraps "tf.NoOp"() : () -> ()
    %leaves:2 = tf_executor.island(%both) wraps "tf.Identity"(%s#0) : (tensor<i32>) -> tensor<i32>
    %stays:2 = tf_executor.island(%both) wraps "tf.Identity"(%s#1) : (tensor<i32>) -> tensor<i32>
    %twice:2 = tf_executor.island wraps "tf.AddV2"(%stays#0, %stays#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tf_executor.NextIteration.Sink[%tok] %twice#0 : tensor<i32>
    %out:2 = tf_executor.Exit %leaves#0 : tensor<i32>
    tf_executor.fetch %out#0 : tensor<i32>
  }
  return %r : tensor<i32>
}
