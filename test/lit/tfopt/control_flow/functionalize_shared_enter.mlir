/// Two variables of a loop may begin with what one Enter lets in: each has a Merge of its own. Counting by 1 and by 2 up to 3 turns.
// RUN: tf-opt %s --tf-functionalize-control-flow -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: tf-run %s --device=interpreter --input=i32=0 --input=i32=3 | filecheck %s --check-prefix=VALUES
// RUN: tf-run %t.mlir --device=interpreter --input=i32=0 --input=i32=3 | filecheck %s --check-prefix=VALUES
// CHECK: "tf.While"(%{{.*}}, %{{.*}}, %{{.*}})
// VALUES: i32=3
// VALUES: i32=6
func.func @main(%x: tensor<i32>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %r:2 = tf_executor.graph {
    %src0, %tok0, %c0 = tf_executor.NextIteration.Source : tensor<i32>
    %src1, %tok1, %c1 = tf_executor.NextIteration.Source : tensor<i32>
    %e:2 = tf_executor.Enter %x frame "loop" : tensor<i32>
    %l:2 = tf_executor.Enter %n frame "loop" constant : tensor<i32>
    %m:3 = tf_executor.Merge %e#0, %src0 : tensor<i32>
    %t:3 = tf_executor.Merge %e#0, %src1 : tensor<i32>
    %less:2 = tf_executor.island wraps "tf.Less"(%m#0, %l#0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c:2 = tf_executor.LoopCond %less#0 : tensor<i1>
    %s0:3 = tf_executor.Switch %m#0, %c#0 : tensor<i32>
    %s1:3 = tf_executor.Switch %t#0, %c#0 : tensor<i32>
    %one:2 = tf_executor.island(%s0#2) wraps "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %two:2 = tf_executor.island(%s0#2) wraps "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
    %a:2 = tf_executor.island wraps "tf.AddV2"(%s0#1, %one#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %b:2 = tf_executor.island wraps "tf.AddV2"(%s1#1, %two#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tf_executor.NextIteration.Sink[%tok0] %a#0 : tensor<i32>
    tf_executor.NextIteration.Sink[%tok1] %b#0 : tensor<i32>
    %x0:2 = tf_executor.Exit %s0#0 : tensor<i32>
    %x1:2 = tf_executor.Exit %s1#0 : tensor<i32>
    tf_executor.fetch %x0#0, %x1#0 : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
