/// A while in a branch, a branch in a while, several outputs and dead branches give the same before and after they are functional.
// RUN: tf-opt %s -o %t.mlir --tf-functionalize-control-flow
// RUN: tf-run %s --device=interpreter --input=i32=1 --input=i1=1 --input=i32=20 | filecheck %s --check-prefix=TAKEN
// RUN: tf-run %t.mlir --device=interpreter --input=i32=1 --input=i1=1 --input=i32=20 | filecheck %s --check-prefix=TAKEN
// RUN: tf-opt %t.mlir --executor-to-tf | tf-run - --device=interpreter --input=i32=1 --input=i1=1 --input=i32=20 | filecheck %s --check-prefix=TAKEN
// RUN: tf-opt %t.mlir --executor-to-tf --infer-shapes --tf-to-stablehlo | tf-run - --device=interpreter --input=i32=1 --input=i1=1 --input=i32=20 | filecheck %s --check-prefix=TAKEN
// RUN: tf-run %s --device=interpreter --input=i32=1 --input=i1=0 --input=i32=20 | filecheck %s --check-prefix=OTHER
// RUN: tf-run %t.mlir --device=interpreter --input=i32=1 --input=i1=0 --input=i32=20 | filecheck %s --check-prefix=OTHER
// RUN: tf-opt %t.mlir --executor-to-tf | tf-run - --device=interpreter --input=i32=1 --input=i1=0 --input=i32=20 | filecheck %s --check-prefix=OTHER

/// The loop doubles odd numbers and then adds one while they are below 20: 1, 3, 7, 15, 31. Half of that is 15, and 31 came of branch 1.
// TAKEN: i32=31
// TAKEN: i32=15
// TAKEN: i32=1
/// Else the number is negated, and the second output is the limit.
// OTHER: i32=-1
// OTHER: i32=20
// OTHER: i32=0
func.func @main(%x: tensor<i32>, %p: tensor<i1>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %r:3 = tf_executor.graph {
    %src, %tok, %c0 = tf_executor.NextIteration.Source : tensor<i32>
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    %q:2 = tf_executor.island wraps "tf.Identity"(%p) : (tensor<i1>) -> tensor<i1>
    %sn:3 = tf_executor.Switch %n, %q#0 : tensor<i32>
    %pivot:3 = tf_executor.Switch %p, %p : tensor<i1>
    %then:2 = tf_executor.island wraps "tf.Identity"(%pivot#1) : (tensor<i1>) -> tensor<i1>
    %one:2 = tf_executor.island(%then#1) wraps "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %two:2 = tf_executor.island(%then#1) wraps "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
    %e:2 = tf_executor.Enter %s#1 frame "w/loop" : tensor<i32>
    %l:2 = tf_executor.Enter %sn#1 frame "w/loop" constant : tensor<i32>
    %k1:2 = tf_executor.Enter %one#0 frame "w/loop" constant : tensor<i32>
    %k2:2 = tf_executor.Enter %two#0 frame "w/loop" constant : tensor<i32>
    %m:3 = tf_executor.Merge %e#0, %src : tensor<i32>
    %less:2 = tf_executor.island wraps "tf.Less"(%m#0, %l#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %w:3 = tf_executor.Switch %m#0, %c#0 : tensor<i32>
    %odd:2 = tf_executor.island wraps "tf.FloorMod"(%w#1, %k2#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %is:2 = tf_executor.island wraps "tf.Cast"(%odd#0) : (tensor<i32>) -> tensor<i1>
    %b:3 = tf_executor.Switch %w#1, %is#0 : tensor<i32>
    %d:2 = tf_executor.island wraps "tf.AddV2"(%b#1, %b#1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %bm:3 = tf_executor.Merge %b#0, %d#0 : tensor<i32>
    %next:2 = tf_executor.island wraps "tf.AddV2"(%bm#0, %k1#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tf_executor.NextIteration.Sink[%tok] %next#0 : tensor<i32>
    %x0:2 = tf_executor.Exit %w#0 : tensor<i32>
    %half:2 = tf_executor.island wraps "tf.FloorDiv"(%x0#0, %two#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %neg:2 = tf_executor.island wraps "tf.Neg"(%s#0) : (tensor<i32>) -> tensor<i32>
    %o1:3 = tf_executor.Merge %neg#0, %x0#0 : tensor<i32>
    %o2:3 = tf_executor.Merge %sn#0, %half#0 : tensor<i32>
    tf_executor.fetch %o1#0, %o2#0, %o1#1 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2 : tensor<i32>, tensor<i32>, tensor<i32>
}
