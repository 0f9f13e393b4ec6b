// RUN: tf-opt %s --tf-functional-to-executor-conversion --split-input-file | filecheck %s
// RUN: tf-opt %s --tf-functional-to-executor-conversion --executor-to-tf --split-input-file | filecheck %s --check-prefix=BACK

/// A body is one island, and what it returned is fetched.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %0:2 = tf_executor.graph {
// CHECK-NEXT: %outputs:2, %control = tf_executor.island {
// CHECK-NEXT: %1 = "tf.Neg"(%arg0) {device = ""} : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %2 = "tf.If"(%arg1, %1) <{else_branch = @g, is_stateless = true, then_branch = @g}> : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: tf_executor.yield %2, %arg1 : tensor<2xf32>, tensor<i1>
// CHECK-NEXT: }
// CHECK-NEXT: tf_executor.fetch %outputs#0, %outputs#1 : tensor<2xf32>, tensor<i1>
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : tensor<2xf32>, tensor<i1>
// CHECK: func.func private @g(
// CHECK: %outputs, %control = tf_executor.island {
// CHECK-NEXT: tf_executor.yield %arg0 : tensor<2xf32>
// BACK-LABEL: func.func @main(
// BACK-NEXT: %0 = "tf.Neg"(%arg0)
// BACK-NEXT: %1 = "tf.If"(%arg1, %0)
// BACK-NEXT: return %1, %arg1
func.func @main(%a: tensor<2xf32>, %b: tensor<i1>) -> (tensor<2xf32>, tensor<i1>) {
  %0 = "tf.Neg"(%a) {device = ""} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.If"(%b, %0) <{else_branch = @g, is_stateless = true, then_branch = @g}> : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %1, %b : tensor<2xf32>, tensor<i1>
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

/// What acts is waited for, so that it stays when nobody uses what it gives.
// CHECK-LABEL: func.func @acts(
// CHECK: tf_executor.fetch %outputs, %control : tensor<f32>, !tf_executor.control
// BACK-LABEL: func.func @acts(
// BACK-NEXT: "tf.AssignVariableOp"
func.func @acts(%a: tensor<!tf_type.resource>, %b: tensor<f32>) -> tensor<f32> {
  "tf.AssignVariableOp"(%a, %b) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
  return %b : tensor<f32>
}

// -----

/// Where nothing is given, the island is still waited for.
// CHECK-LABEL: func.func @nothing(
// CHECK: tf_executor.fetch %control : !tf_executor.control
func.func @nothing() {
  return
}

// -----

/// What is a graph already stays as it is.
// CHECK-LABEL: func.func @graph(
// CHECK-COUNT-1: tf_executor.graph
// CHECK-NOT: tf_executor.island
func.func @graph(%a: tensor<f32>) -> tensor<f32> {
  %0 = tf_executor.graph {
    tf_executor.fetch %a : tensor<f32>
  }
  return %0 : tensor<f32>
}
