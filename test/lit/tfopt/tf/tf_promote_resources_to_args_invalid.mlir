// RUN: tf-opt %s --tf-promote-resources-to-args --split-input-file --verify-diagnostics

/// Whoever else is given a handle could do anything.
func.func @main(%a: tensor<2xf32>) {
  // expected-error @+1 {{'tf.VarHandleOp' op expects users to be 'tf.ReadVariableOp' or 'tf.AssignVariableOp', got [tf.VarIsInitializedOp]}}
  %k = "tf.VarHandleOp"() {container = "", shared_name = "u", device = ""} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %0 = "tf.VarIsInitializedOp"(%k) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<i1>
  return
}
