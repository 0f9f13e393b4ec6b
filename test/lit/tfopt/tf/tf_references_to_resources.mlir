// RUN: tf-opt %s --tf-references-to-resources --split-input-file --verify-diagnostics | filecheck %s

/// What takes references takes handles, and what a change gives back is the handle; what takes values reads them where it stands.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[V:.*]] = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<2xf32>>>
// CHECK-NEXT: %[[M:.*]] = "tf.VarHandleOp"() <{container = "", shared_name = "node"}>
// CHECK-NEXT: %[[C:.*]] = "tf.Const"
// CHECK-NEXT: %[[IS:.*]] = "tf.VarIsInitializedOp"(%[[V]])
// CHECK-NEXT: "tf.ResourceApplyMomentum"(%[[V]], %[[M]], %[[C]], %arg0, %[[C]]) <{use_nesterov = true}>
// CHECK-NEXT: "tf.AssignAddVariableOp"(%[[V]], %arg0)
// CHECK-NEXT: %[[A:.*]] = "tf.ReadVariableOp"(%[[V]])
// CHECK-NEXT: %[[B:.*]] = "tf.ReadVariableOp"(%[[M]])
// CHECK-NEXT: %[[MUL:.*]] = "tf.Mul"(%[[A]], %[[B]]) : (tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT: return %[[MUL]], %[[IS]]
func.func @main(%g: tensor<2xf32>) -> (tensor<2xf32>, tensor<i1>) {
  %v = "tf.VariableV2"() {container = "", shape = #tf_type.shape<2>, shared_name = "v"} : () -> tensor<2x!tf_type.f32ref>
  %m = "tf.VariableV2"() {container = "", shape = #tf_type.shape<2>, shared_name = ""} : () -> tensor<2x!tf_type.f32ref> loc("node")
  %c = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %i = "tf.IsVariableInitialized"(%v) : (tensor<2x!tf_type.f32ref>) -> tensor<i1>
  %0 = "tf.ApplyMomentum"(%v, %m, %c, %g, %c) {use_nesterov = true} : (tensor<2x!tf_type.f32ref>, tensor<2x!tf_type.f32ref>, tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2x!tf_type.f32ref>
  %1 = "tf.AssignAdd"(%0, %g) : (tensor<2x!tf_type.f32ref>, tensor<2xf32>) -> tensor<2x!tf_type.f32ref>
  %2 = "tf.Mul"(%1, %m) : (tensor<2x!tf_type.f32ref>, tensor<2x!tf_type.f32ref>) -> tensor<2xf32>
  return %2, %i : tensor<2xf32>, tensor<i1>
}

// -----

/// A temporary variable has no name to be found by: it stays.
// CHECK-LABEL: func.func @temporary
// CHECK: "tf.TemporaryVariable"
// CHECK: "tf.AssignAdd"
func.func @temporary(%g: tensor<2xf32>) -> tensor<2xf32> {
  %v = "tf.TemporaryVariable"() {shape = #tf_type.shape<2>, dtype = f32, var_name = "t"} : () -> tensor<2x!tf_type.f32ref>
  %1 = "tf.AssignAdd"(%v, %g) : (tensor<2x!tf_type.f32ref>, tensor<2xf32>) -> tensor<2x!tf_type.f32ref>
  %2 = "tf.DestroyTemporaryVariable"(%1) {var_name = "t"} : (tensor<2x!tf_type.f32ref>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

func.func @chosen(%p: tensor<i1>) -> tensor<2xf32> {
  %v = "tf.VariableV2"() {container = "", shape = #tf_type.shape<2>, shared_name = "v"} : () -> tensor<2x!tf_type.f32ref>
  // expected-error @+1 {{'tf.RefSwitch' op takes references of variables, and no op takes their handles instead}}
  %0:2 = "tf.RefSwitch"(%v, %p) : (tensor<2x!tf_type.f32ref>, tensor<i1>) -> (tensor<2x!tf_type.f32ref>, tensor<2x!tf_type.f32ref>)
  %1 = "tf.Identity"(%0#0) : (tensor<2x!tf_type.f32ref>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
