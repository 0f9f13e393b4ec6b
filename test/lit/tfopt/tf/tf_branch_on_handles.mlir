// RUN: tf-opt %s --tf-branch-on-handles | filecheck %s
// CHECK-LABEL: func.func @either
// CHECK: %[[NUMBER:.*]] = "tf.SelectV2"(%arg0,
// CHECK-NOT: tf.Pack
// CHECK: "tf.CaseRegion"(%{{.*}}) <{is_stateless = false}> ({
// CHECK-NEXT: "tf.ReadVariableOp"(%arg1)
// CHECK: "tf.ReadVariableOp"(%arg2)
func.func @either(%flag: tensor<i1>, %a: tensor<!tf_type.resource<tensor<f32>>>, %b: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32> {
  %0 = "tf.Select"(%flag, %a, %b) : (tensor<i1>, tensor<!tf_type.resource<tensor<f32>>>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<!tf_type.resource<tensor<f32>>>
  %1 = "tf.ReadVariableOp"(%0) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %1 : tensor<f32>
}

/// Functions that return one handle or another return its number.
// CHECK-LABEL: func.func @returned
// CHECK: "tf.If"(%arg0, %arg1, %arg2) {{.*}} -> tensor<i32>
// CHECK: "tf.CaseRegion"
// CHECK: "tf.AssignVariableOp"(%arg1, %arg3)
// CHECK: "tf.AssignVariableOp"(%arg2, %arg3)
func.func @returned(%flag: tensor<i1>, %a: tensor<!tf_type.resource<tensor<f32>>>, %b: tensor<!tf_type.resource<tensor<f32>>>, %x: tensor<f32>) {
  %0 = "tf.If"(%flag, %a, %b) {then_branch = @first, else_branch = @second, is_stateless = true} : (tensor<i1>, tensor<!tf_type.resource<tensor<f32>>>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%0, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  return
}

/// Where both return the first, it is that one.
// CHECK-LABEL: func.func @same
// CHECK: %[[ONE:.*]] = "tf.If"
// CHECK-NEXT: "tf.AssignVariableOp"(%[[ONE]], %arg3)
func.func @same(%flag: tensor<i1>, %a: tensor<!tf_type.resource<tensor<f32>>>, %b: tensor<!tf_type.resource<tensor<f32>>>, %x: tensor<f32>) {
  %0 = "tf.If"(%flag, %a, %b) {then_branch = @first, else_branch = @first, is_stateless = true} : (tensor<i1>, tensor<!tf_type.resource<tensor<f32>>>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%0, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  return
}

/// What uses a table is no reader of variables.
// CHECK-LABEL: func.func @table
// CHECK: "tf.GatherV2"
// CHECK-NOT: tf.CaseRegion
func.func @table(%flag: tensor<i1>, %a: tensor<!tf_type.resource>, %b: tensor<!tf_type.resource>) -> tensor<i64> {
  %0 = "tf.SelectV2"(%flag, %a, %b) : (tensor<i1>, tensor<!tf_type.resource>, tensor<!tf_type.resource>) -> tensor<!tf_type.resource>
  %1 = "tf.LookupTableSizeV2"(%0) : (tensor<!tf_type.resource>) -> tensor<i64>
  return %1 : tensor<i64>
}
func.func private @first(%a: tensor<!tf_type.resource<tensor<f32>>>, %b: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<!tf_type.resource<tensor<f32>>> {
  return %a : tensor<!tf_type.resource<tensor<f32>>>
}
func.func private @second(%a: tensor<!tf_type.resource<tensor<f32>>>, %b: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<!tf_type.resource<tensor<f32>>> {
  return %b : tensor<!tf_type.resource<tensor<f32>>>
}
