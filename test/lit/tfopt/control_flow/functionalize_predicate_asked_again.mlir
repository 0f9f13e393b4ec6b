/// A predicate that is asked again inside of another's branch is settled there, also in a later If, to which the first hands a copy of it on;
/// and a Merge none of whose inputs ever lives is gone with what reads it.
// RUN: tf-opt %s --tf-functionalize-control-flow | filecheck %s
// RUN: tf-run %s --device=interpreter --input=i32=3 --input=i1=1 --input=i1=1 | filecheck %s --check-prefix=BOTH
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=i32=3 --input=i1=1 --input=i1=1 | filecheck %s --check-prefix=BOTH
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=i32=3 --input=i1=1 --input=i1=0 | filecheck %s --check-prefix=ONE
// RUN: tf-run %s --device=interpreter --input=i32=3 --input=i1=0 --input=i1=1 | filecheck %s --check-prefix=NONE
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=i32=3 --input=i1=0 --input=i1=1 | filecheck %s --check-prefix=NONE

// CHECK-COUNT-3: "tf.If"
// CHECK-NOT: "tf.If"

/// -(3 * 3), then 3 as it is, then -3.
// BOTH: i32=-9
// ONE: i32=3
// NONE: i32=-3
func.func @main(%x: tensor<i32>, %p: tensor<i1>, %q: tensor<i1>) -> tensor<i32> {
  %r = tf_executor.graph {
    %s:3 = tf_executor.Switch %x, %p : tensor<i32>
    %pp:3 = tf_executor.Switch %p, %p : tensor<i1>
    %qp:3 = tf_executor.Switch %q, %p : tensor<i1>
    %t:3 = tf_executor.Switch %s#1, %qp#1 : tensor<i32>
    %pq:3 = tf_executor.Switch %pp#1, %qp#1 : tensor<i1>
    %again:2 = tf_executor.island wraps "tf.Identity"(%pq#1) : (tensor<i1>) -> tensor<i1>
    %w:3 = tf_executor.Switch %t#1, %again#0 : tensor<i32>
    %never:2 = tf_executor.island wraps "tf.Neg"(%w#0) : (tensor<i32>) -> tensor<i32>
    %square:2 = tf_executor.island wraps "tf.Square"(%w#1) : (tensor<i32>) -> tensor<i32>
    %inner:3 = tf_executor.Merge %never#0, %square#0 : tensor<i32>
    %mid:3 = tf_executor.Merge %t#0, %inner#0 : tensor<i32>
    %u:3 = tf_executor.Switch %mid#0, %qp#1 : tensor<i32>
    %v:3 = tf_executor.Switch %u#1, %again#0 : tensor<i32>
    %neg:2 = tf_executor.island wraps "tf.Neg"(%v#1) : (tensor<i32>) -> tensor<i32>
    %later:3 = tf_executor.Merge %v#0, %neg#0 : tensor<i32>
    %last:3 = tf_executor.Merge %u#0, %later#0 : tensor<i32>
    %other:2 = tf_executor.island wraps "tf.Neg"(%s#0) : (tensor<i32>) -> tensor<i32>
    %a:3 = tf_executor.Switch %other#0, %p : tensor<i32>
    %b:3 = tf_executor.Switch %a#1, %q : tensor<i32>
    %dead:3 = tf_executor.Merge %b#0, %b#1 : tensor<i32>
    %living:3 = tf_executor.Merge %a#0, %dead#0 : tensor<i32>
    %outer:3 = tf_executor.Merge %living#0, %last#0 : tensor<i32>
    tf_executor.fetch %outer#0 : tensor<i32>
  }
  return %r : tensor<i32>
}
