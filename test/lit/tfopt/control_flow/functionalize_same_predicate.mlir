/// A predicate that is asked again in its own branch decides nothing there: the other side never lives.
// RUN: tf-run %s --device=interpreter --input=i32=3 --input=i1=1 | filecheck %s --check-prefix=TAKEN
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=i32=3 --input=i1=1 | filecheck %s --check-prefix=TAKEN
// RUN: tf-run %s --device=interpreter --input=i32=3 --input=i1=0 | filecheck %s --check-prefix=OTHER
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=i32=3 --input=i1=0 | filecheck %s --check-prefix=OTHER
// RUN: tf-opt %s --tf-functionalize-control-flow | filecheck %s

// CHECK: "tf.If"
// CHECK-NOT: "tf.If"
// TAKEN: i32=9
// TAKEN: i32=1
// OTHER: i32=3
// OTHER: i32=5
func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<i32>) {
  %r:2 = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    %t:3 = tf_executor.Switch %s#1, %p : tensor<i32>
    %neg:2 = tf_executor.island wraps "tf.Neg"(%t#0) : (tensor<i32>) -> tensor<i32>
    %square:2 = tf_executor.island wraps "tf.Square"(%t#1) : (tensor<i32>) -> tensor<i32>
    %inner:3 = tf_executor.Merge %neg#0, %square#0 : tensor<i32>
    %five:2 = tf_executor.island(%s#2) wraps "tf.Const"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
    %f:3 = tf_executor.Switch %five#0, %p : tensor<i32>
    %outer:3 = tf_executor.Merge %s#0, %inner#0 : tensor<i32>
    %which:3 = tf_executor.Merge %f#0, %inner#1 : tensor<i32>
    tf_executor.fetch %outer#0, %which#0 : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
