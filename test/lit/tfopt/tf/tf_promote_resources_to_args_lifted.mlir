// A function that a graph was lifted to has variables as arguments, whatever it is called; another one opens them by their names.
// RUN: tf-opt %s --tf-promote-resources-to-args | filecheck %s
// CHECK-LABEL: func.func @train(%arg0: tensor<i32> {tf.aliasing_output = 1 : i64, tf.resource_name = "n"
// An op that is not taken apart is lent a variable of the host, whose value is taken back.
// CHECK: tf.VarHandleOp
// CHECK: tf.AssignVariableOp{{.*}}%arg0
// CHECK: [[OLD:%.*]] = "tf.ResourceCountUpTo"
// CHECK: [[NEW:%.*]] = "tf.ReadVariableOp"
// CHECK: return [[OLD]], [[NEW]]
// CHECK-LABEL: func.func @apart() -> tensor<i32>
// CHECK: tf.VarHandleOp
func.func @train() -> tensor<i32> attributes {tf.entry_function = {inputs = "", outputs = "old", control_outputs = ""}} {
  %0 = "tf.VarHandleOp"() {container = "", shared_name = "n"} : () -> tensor<!tf_type.resource<tensor<i32>>>
  %1 = "tf.ResourceCountUpTo"(%0) {limit = 3 : i64} : (tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i32>
  return %1 : tensor<i32>
}
func.func @apart() -> tensor<i32> {
  %0 = "tf.VarHandleOp"() {container = "", shared_name = "n"} : () -> tensor<!tf_type.resource<tensor<i32>>>
  %1 = "tf.ReadVariableOp"(%0) : (tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i32>
  return %1 : tensor<i32>
}
