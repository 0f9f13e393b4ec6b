/// The gradient of a Merge's gradient asks which input arrived: that is the Merge's own predicate, as it is or turned round. Where but one
/// input can arrive it is known. Whether a number that no Merge gives is 0 is a predicate of its own.
// RUN: tf-opt %s --tf-functionalize-control-flow | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=main --input=i32=3 --input=i1=1 --input=i32=7 | filecheck %s --check-prefix=TAKEN
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --entry=main --input=i32=3 --input=i1=1 --input=i32=7 | filecheck %s --check-prefix=TAKEN
// RUN: tf-run %s --device=interpreter --entry=main --input=i32=3 --input=i1=0 --input=i32=0 | filecheck %s --check-prefix=OTHER
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --entry=main --input=i32=3 --input=i1=0 --input=i32=0 | filecheck %s --check-prefix=OTHER

// CHECK-LABEL: func.func @main
// CHECK-NOT: tf.Equal
// CHECK: "tf.If"(%arg1
// CHECK: tf.Equal
// CHECK: "tf.If"
// CHECK-NOT: "tf.If"

/// The first input of the Merge comes where the predicate holds: 3 + 1 = 4, else 3 * 3 = 9. 3 + 3 = 6 by the settled question. Of 7 and 0: -3 and 3.
// TAKEN: i32=4
// TAKEN: i32=6
// TAKEN: i32=-3
// OTHER: i32=9
// OTHER: i32=3
// OTHER: i32=3
func.func @main(%x: tensor<i32>, %p: tensor<i1>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %r:3 = tf_executor.graph {
    %zero:2 = tf_executor.island wraps "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %one:2 = tf_executor.island wraps "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    %m:3 = tf_executor.Merge %s#1, %s#0 : tensor<i32>
    %first:2 = tf_executor.island wraps "tf.Equal"(%m#1, %zero#0) {incompatible_shape_error = true} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %second:2 = tf_executor.island wraps "tf.Equal"(%m#1, %one#0) {incompatible_shape_error = true} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t:3 = tf_executor.Switch %x, %first#0 : tensor<i32>
    %u:3 = tf_executor.Switch %x, %second#0 : tensor<i32>
    %plus:2 = tf_executor.island wraps "tf.AddV2"(%t#1, %one#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %square:2 = tf_executor.island wraps "tf.Square"(%u#1) : (tensor<i32>) -> tensor<i32>
    %both:3 = tf_executor.Merge %plus#0, %square#0 : tensor<i32>

    %in:3 = tf_executor.Switch %s#1, %p : tensor<i32>
    %only:3 = tf_executor.Merge %in#0, %in#1 : tensor<i32>
    %arrived:2 = tf_executor.island wraps "tf.Equal"(%only#1, %one#0) {incompatible_shape_error = true} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %known:3 = tf_executor.Switch %only#0, %arrived#0 : tensor<i32>
    %twice:2 = tf_executor.island wraps "tf.AddV2"(%known#1, %only#0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %settled:3 = tf_executor.Merge %s#0, %twice#0 : tensor<i32>

    %asked:2 = tf_executor.island wraps "tf.Equal"(%n, %zero#0) {incompatible_shape_error = true} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %own:3 = tf_executor.Switch %x, %asked#0 : tensor<i32>
    %neg:2 = tf_executor.island wraps "tf.Neg"(%own#0) : (tensor<i32>) -> tensor<i32>
    %number:3 = tf_executor.Merge %neg#0, %own#1 : tensor<i32>
    tf_executor.fetch %both#0, %settled#0, %number#0 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2 : tensor<i32>, tensor<i32>, tensor<i32>
}
