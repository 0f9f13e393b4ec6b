// RUN: tf-opt %s --tf-promote-resources-to-args --split-input-file | filecheck %s

/// A variable that is read is an argument, one that is written a result; handles of one name are one variable.
// CHECK-LABEL: func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32> {tf.aliasing_output = 1 : i64, tf.resource_name = "w"}, %arg2: tensor<2xf32> {tf.aliasing_output = 2 : i64, tf.resource_name = "v"}, %arg3: tensor<2xf32> {tf.resource_name = "u"}) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
// CHECK-NEXT: %0 = "tf.AddV2"(%arg2, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %1 = "tf.AddV2"(%0, %arg3) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: return %1, %arg3, %0 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
func.func @main(%a: tensor<2xf32>, %r: tensor<*x!tf_type.resource<tensor<2xf32>>> {tf.resource_name = "w"}) -> tensor<2xf32> {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "v", device = ""} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %k = "tf.VarHandleOp"() {container = "", shared_name = "u", device = ""} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %0 = "tf.ReadVariableOp"(%h) {device = ""} : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  %1 = "tf.AddV2"(%0, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "tf.AssignVariableOp"(%h, %1) : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>) -> ()
  %q = "tf.ReadVariableOp"(%k) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  "tf.AssignVariableOp"(%r, %q) : (tensor<*x!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>) -> ()
  %h2 = "tf.VarHandleOp"() {container = "", shared_name = "v", device = ""} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %2 = "tf.ReadVariableOp"(%h2) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  %3 = "tf.ReadVariableOp"(%r) : (tensor<*x!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  %4 = "tf.AddV2"(%2, %3) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// -----

/// What is only written need not be given. A change reads and writes. Another function stays as it is.
// CHECK-LABEL: func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32> {tf.aliasing_output = 0 : i64, tf.resource_name = "v"}) -> (tensor<f32>, tensor<f32> {tf.resource_name = "u"}) {
// CHECK-NEXT: %0 = "tf.Sub"(%arg1, %arg0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: return %0, %arg0 : tensor<f32>, tensor<f32>
// CHECK: func.func private @other
// CHECK: "tf.VarHandleOp"
func.func @main(%a: tensor<f32>) {
  %k = "tf.VarHandleOp"() {container = "", shared_name = "u"} : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%k, %a) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %h = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignSubVariableOp"(%h, %a) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  return
}
func.func private @other() {
  %k = "tf.VarHandleOp"() {container = "", shared_name = "u"} : () -> tensor<!tf_type.resource<tensor<f32>>>
  return
}

// -----

/// A function that is called from elsewhere keeps its variable, behind a handle: the read in front of the sum stays there.
// CHECK-LABEL: func.func @step(
// CHECK-NEXT: %[[HANDLE:.*]] = "tf.VarHandleOp"() <{container = "", shared_name = "v"}>
// CHECK-NEXT: %[[BEFORE:.*]] = "tf.ReadVariableOp"(%[[HANDLE]])
// CHECK: "tf.AssignAddVariableOp"(%[[HANDLE]], %arg0)
// CHECK-NEXT: %[[AFTER:.*]] = "tf.ReadVariableOp"(%[[HANDLE]])
// CHECK: return %{{.*}}, %{{.*}}
func.func @step(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %v = "tf.VariableV2"() <{container = "", shape = #tf_type.shape<2>, shared_name = "v"}> : () -> tensor<2x!tf_type.f32ref>
  %before = "tf.Neg"(%v) : (tensor<2x!tf_type.f32ref>) -> tensor<2xf32>
  %sum = "tf.AssignAdd"(%v, %x) : (tensor<2x!tf_type.f32ref>, tensor<2xf32>) -> tensor<2x!tf_type.f32ref>
  %after = "tf.Neg"(%v) : (tensor<2x!tf_type.f32ref>) -> tensor<2xf32>
  return %before, %after : tensor<2xf32>, tensor<2xf32>
}
