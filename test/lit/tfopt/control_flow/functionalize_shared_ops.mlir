/// What two branches of one predicate need is computed by the first, whose If hands it on: here a sum that must be added to once. The other
/// branch has nothing to hand on, and a value of its shape stands in.
// RUN: tf-opt %s --tf-functionalize-control-flow | filecheck %s
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=f32=3 --input=i1=1 | filecheck %s --check-prefix=TAKEN
// RUN: tf-opt %s --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=f32=3 --input=i1=0 | filecheck %s --check-prefix=OTHER
// RUN: tf-run %s --device=interpreter --input=f32=3 --input=i1=1 | filecheck %s --check-prefix=TAKEN

// CHECK: %[[FIRST:[a-z_0-9]+]]:2, %{{.*}} "tf.If"
// CHECK: "tf.If"(%arg1, %[[FIRST]]#0, %[[FIRST]]#1, %{{[^,]*}})
// CHECK-NOT: "tf.If"
// CHECK: tf.FakeParam
// CHECK: tf.AssignAddVariableOp
// CHECK-NOT: tf.AssignAddVariableOp

/// 3 + 3 * 3 = 12, and the variable is 3.
// TAKEN: f32=9
// TAKEN: f32=12
// TAKEN: f32=3
// OTHER: f32=3
// OTHER: f32=3
// OTHER: f32=0
func.func @main(%x: tensor<f32>, %p: tensor<i1>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %r:3 = tf_executor.graph {
    %v:2 = tf_executor.island wraps "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<f32>>>
    %zero:2 = tf_executor.island wraps "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %begin = tf_executor.island wraps "tf.AssignVariableOp"(%v#0, %zero#0) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
    %s:3 = tf_executor.Switch %x, %p : tensor<f32>
    %h:3 = tf_executor.Switch %v#0, %p : (tensor<!tf_type.resource<tensor<f32>>>, tensor<i1>) -> (tensor<!tf_type.resource<tensor<f32>>>, tensor<!tf_type.resource<tensor<f32>>>, !tf_executor.control)
    %add = tf_executor.island(%begin) wraps "tf.AssignAddVariableOp"(%h#1, %s#1) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
    %sum:2 = tf_executor.island(%add) wraps "tf.ReadVariableOp"(%h#1) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    %product:2 = tf_executor.island wraps "tf.Mul"(%sum#0, %s#1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %m:3 = tf_executor.Merge %s#0, %product#0 : tensor<f32>
    %t:3 = tf_executor.Switch %m#0, %p : tensor<f32>
    %later:2 = tf_executor.island(%add) wraps "tf.ReadVariableOp"(%h#1) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    %half:2 = tf_executor.island wraps "tf.AddV2"(%t#1, %sum#0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %both:2 = tf_executor.island wraps "tf.Maximum"(%half#0, %later#0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %n:3 = tf_executor.Merge %t#0, %both#0 : tensor<f32>
    %total:2 = tf_executor.island(%n#2) wraps "tf.ReadVariableOp"(%v#0) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    tf_executor.fetch %m#0, %n#0, %total#0 : tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1, %r#2 : tensor<f32>, tensor<f32>, tensor<f32>
}
