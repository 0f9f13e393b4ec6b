// RUN: tf-opt %s --tf-promote-resources-to-args | filecheck %s
/// A condition that writes a variable is called in front of the loop, and at the end of each trip: it runs once more than the body.
// CHECK-LABEL: func.func @main(
// CHECK: %[[FIRST:.*]]:2 = "tf.StatefulPartitionedCall"(
// CHECK: "tf.While"(%[[FIRST]]#0, %[[FIRST]]#1)
func.func @main() {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "n"} : () -> tensor<!tf_type.resource<tensor<i32>>>
  %0 = "tf.While"(%h) {cond = @cond, body = @body, is_stateless = false} : (tensor<!tf_type.resource<tensor<i32>>>) -> tensor<!tf_type.resource<tensor<i32>>>
  return
}
func.func private @cond(%h: tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i1> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i32>
  "tf.AssignAddVariableOp"(%h, %0) : (tensor<!tf_type.resource<tensor<i32>>>, tensor<i32>) -> ()
  %1 = "tf.Less"(%0, %0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @body(%h: tensor<!tf_type.resource<tensor<i32>>>) -> tensor<!tf_type.resource<tensor<i32>>> {
  return %h : tensor<!tf_type.resource<tensor<i32>>>
}

/// One that reads it stays where it is.
// CHECK-LABEL: func.func @reads(
// CHECK-NOT: tf.StatefulPartitionedCall
// CHECK: "tf.While"(
func.func @reads() attributes {tf.entry_function = {inputs = "", outputs = ""}} {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "m"} : () -> tensor<!tf_type.resource<tensor<i32>>>
  %0 = "tf.While"(%h) {cond = @below, body = @body, is_stateless = false} : (tensor<!tf_type.resource<tensor<i32>>>) -> tensor<!tf_type.resource<tensor<i32>>>
  return
}
func.func private @below(%h: tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i1> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i32>
  %1 = "tf.Less"(%0, %0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %1 : tensor<i1>
}
