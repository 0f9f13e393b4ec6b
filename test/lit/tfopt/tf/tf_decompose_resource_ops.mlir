// RUN: tf-opt %s --tf-decompose-resource-ops --split-input-file | filecheck %s

/// A step of an optimizer is its rule on what the variables hold: Nesterov's momentum.
// CHECK-LABEL: func.func @main
// CHECK: %[[VAR:.*]] = "tf.VarHandleOp"() <{container = "", shared_name = "v"}>
// CHECK: %[[ACCUM:.*]] = "tf.VarHandleOp"() <{container = "", shared_name = "m"}>
// CHECK: %[[HALF:.*]] = "tf.Const"
// CHECK-NEXT: %[[V:.*]] = "tf.ReadVariableOp"(%[[VAR]])
// CHECK-NEXT: %[[M:.*]] = "tf.ReadVariableOp"(%[[ACCUM]])
// CHECK-NEXT: %[[KEPT:.*]] = "tf.Mul"(%[[M]], %[[HALF]])
// CHECK-NEXT: %[[MOVED:.*]] = "tf.AddV2"(%[[KEPT]], %arg0)
// CHECK-NEXT: %[[A:.*]] = "tf.Mul"(%arg0, %[[HALF]])
// CHECK-NEXT: %[[B:.*]] = "tf.Mul"(%[[MOVED]], %[[HALF]])
// CHECK-NEXT: %[[C:.*]] = "tf.Mul"(%[[B]], %[[HALF]])
// CHECK-NEXT: %[[STEP:.*]] = "tf.AddV2"(%[[A]], %[[C]])
// CHECK-NEXT: %[[NEXT:.*]] = "tf.Sub"(%[[V]], %[[STEP]])
// CHECK-NEXT: "tf.AssignVariableOp"(%[[VAR]], %[[NEXT]])
// CHECK-NEXT: "tf.AssignVariableOp"(%[[ACCUM]], %[[MOVED]])
// CHECK-NEXT: return
func.func @main(%g: tensor<2xf32>) {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %m = "tf.VarHandleOp"() {container = "", shared_name = "m"} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %c = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  "tf.ResourceApplyMomentum"(%h, %m, %c, %g, %c) {use_nesterov = true} : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<!tf_type.resource<tensor<2xf32>>>, tensor<f32>, tensor<2xf32>, tensor<f32>) -> ()
  return
}

// -----

/// Numbers of a rule take the element type of its operands, here 1 - beta; a comparison chooses.
// CHECK-LABEL: func.func @ftrl
// CHECK: %[[GREATER:.*]] = "tf.Greater"({{.*}}) : (tensor<?xf64>, tensor<f64>) -> tensor<?xi1>
// CHECK: "tf.ZerosLike"({{.*}}) : (tensor<?xf64>) -> tensor<?xf64>
// CHECK: "tf.SelectV2"(%[[GREATER]]
// CHECK-COUNT-3: "tf.AssignVariableOp"
func.func @ftrl(%v: tensor<!tf_type.resource<tensor<?xf64>>>, %a: tensor<!tf_type.resource<tensor<?xf64>>>, %l: tensor<!tf_type.resource<tensor<?xf64>>>, %g: tensor<?xf64>, %s: tensor<f64>) {
  "tf.ResourceApplyFtrl"(%v, %a, %l, %g, %s, %s, %s, %s) : (tensor<!tf_type.resource<tensor<?xf64>>>, tensor<!tf_type.resource<tensor<?xf64>>>, tensor<!tf_type.resource<tensor<?xf64>>>, tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) -> ()
  return
}

// -----

/// Rows that indices name; one number for all of them is spread where their sizes are known.
// CHECK-LABEL: func.func @rows
// CHECK-NEXT: %[[OLD:.*]] = "tf.ReadVariableOp"(%arg0)
// CHECK-NEXT: %[[LAST:.*]] = "tf.Const"() <{value = dense<-1> : tensor<i32>}>
// CHECK-NEXT: %[[AT:.*]] = "tf.ExpandDims"(%arg1, %[[LAST]])
// CHECK-NEXT: %[[NEW:.*]] = "tf.TensorScatterMax"(%[[OLD]], %[[AT]], %arg2)
// CHECK-NEXT: "tf.AssignVariableOp"(%arg0, %[[NEW]])
// CHECK-NEXT: %[[HELD:.*]] = "tf.ReadVariableOp"(%arg0)
// CHECK-NEXT: "tf.Const"() <{value = dense<[3, 2]> : tensor<2xi64>}>
// CHECK-NEXT: %[[ALL:.*]] = "tf.BroadcastTo"(%arg3
// CHECK-NEXT: "tf.Const"() <{value = dense<5> : tensor<i32>}>
// CHECK-NEXT: %[[FACTOR:.*]] = "tf.UnsortedSegmentProd"(%[[ALL]], %arg1
// CHECK-NEXT: "tf.Mul"(%[[HELD]], %[[FACTOR]])
func.func @rows(%v: tensor<!tf_type.resource<tensor<5x2xf32>>>, %i: tensor<3xi32>, %u: tensor<3x2xf32>, %one: tensor<f32>) {
  "tf.ResourceScatterMax"(%v, %i, %u) : (tensor<!tf_type.resource<tensor<5x2xf32>>>, tensor<3xi32>, tensor<3x2xf32>) -> ()
  "tf.ResourceScatterMul"(%v, %i, %one) : (tensor<!tf_type.resource<tensor<5x2xf32>>>, tensor<3xi32>, tensor<f32>) -> ()
  return
}

// -----

/// A step on rows that are all different ones is a step on what is gathered of them.
// CHECK-LABEL: func.func @different_rows
// CHECK: %[[ROWS:.*]], %{{.*}} = "tf.Unique"(%arg3)
// CHECK-NEXT: %[[VAR:.*]] = "tf.ReadVariableOp"(%arg0)
// CHECK-NEXT: %[[ACCUM:.*]] = "tf.ReadVariableOp"(%arg1)
// CHECK: "tf.GatherV2"(%[[VAR]], %[[ROWS]]
// CHECK: "tf.GatherV2"(%[[ACCUM]], %[[ROWS]]
// CHECK: %[[AT:.*]] = "tf.ExpandDims"(%[[ROWS]]
// CHECK-NEXT: %[[NEXT:.*]] = "tf.TensorScatterUpdate"(%[[VAR]], %[[AT]]
// CHECK-NEXT: "tf.AssignVariableOp"(%arg0, %[[NEXT]])
// CHECK: %[[NEXT:.*]] = "tf.TensorScatterUpdate"(%[[ACCUM]]
// CHECK-NEXT: "tf.AssignVariableOp"(%arg1, %[[NEXT]])
func.func @different_rows(%v: tensor<!tf_type.resource<tensor<5x2xf32>>>, %m: tensor<!tf_type.resource<tensor<5x2xf32>>>, %g: tensor<?x2xf32>, %i: tensor<3xi32>, %lr: tensor<f32>) {
  %y, %at = "tf.Unique"(%i) : (tensor<3xi32>) -> (tensor<?xi32>, tensor<3xi32>)
  "tf.ResourceSparseApplyAdagrad"(%v, %m, %lr, %g, %y) : (tensor<!tf_type.resource<tensor<5x2xf32>>>, tensor<!tf_type.resource<tensor<5x2xf32>>>, tensor<f32>, tensor<?x2xf32>, tensor<?xi32>) -> ()
  return
}

// -----

/// Rows that may be the same (so are the numbers of Unique's second result) are changed one after another, by a loop. These stay: rows whose
/// number is not known, a change that gives back a reference.
// CHECK-LABEL: func.func @stays
// CHECK: "tf.ResourceScatterMul"
// CHECK-COUNT-3: "tf.While"
// CHECK: "tf.AssignAdd"
func.func @stays(%v: tensor<!tf_type.resource<tensor<?x2xf32>>>, %i: tensor<3xi32>, %u: tensor<3x2xf32>, %one: tensor<f32>, %r: tensor<!tf_type.f32ref>) {
  "tf.ResourceScatterMul"(%v, %i, %u) : (tensor<!tf_type.resource<tensor<?x2xf32>>>, tensor<3xi32>, tensor<3x2xf32>) -> ()
  "tf.ResourceSparseApplyAdagrad"(%v, %v, %one, %u, %i) : (tensor<!tf_type.resource<tensor<?x2xf32>>>, tensor<!tf_type.resource<tensor<?x2xf32>>>, tensor<f32>, tensor<3x2xf32>, tensor<3xi32>) -> ()
  %y, %at = "tf.Unique"(%i) : (tensor<3xi32>) -> (tensor<?xi32>, tensor<3xi32>)
  "tf.ResourceSparseApplyAdagrad"(%v, %v, %one, %u, %at) : (tensor<!tf_type.resource<tensor<?x2xf32>>>, tensor<!tf_type.resource<tensor<?x2xf32>>>, tensor<f32>, tensor<3x2xf32>, tensor<3xi32>) -> ()
  %twice = "tf.Const"() {value = dense<[2, 0, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  "tf.ResourceSparseApplyAdagrad"(%v, %v, %one, %u, %twice) : (tensor<!tf_type.resource<tensor<?x2xf32>>>, tensor<!tf_type.resource<tensor<?x2xf32>>>, tensor<f32>, tensor<3x2xf32>, tensor<3xi32>) -> ()
  %0 = "tf.AssignAdd"(%r, %one) : (tensor<!tf_type.f32ref>, tensor<f32>) -> tensor<!tf_type.f32ref>
  return
}

// -----

/// A variable that programs on several devices have parts of.
// CHECK-LABEL: func.func @parts
// CHECK: %[[OLD:.*]] = "tf.ReadVariableOp"(%arg0)
// CHECK-NEXT: %[[PARTS:.*]]:2 = "tf.XlaSplitND"(%[[OLD]]) <{num_splits = [2], paddings = [1]}> : (tensor<3xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT: %[[NEW:.*]] = "tf.XlaConcatND"(%[[PARTS]]#1, %[[PARTS]]#0) <{num_concats = [2], paddings = [1]}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
// CHECK-NEXT: "tf.AssignVariableOp"(%arg0, %[[NEW]])
func.func @parts(%v: tensor<!tf_type.resource<tensor<3xf32>>>) {
  %p:2 = "tf.ReadVariableXlaSplitND"(%v) {num_splits = [2], paddings = [1]} : (tensor<!tf_type.resource<tensor<3xf32>>>) -> (tensor<*xf32>, tensor<*xf32>)
  "tf.AssignVariableXlaConcatND"(%v, %p#1, %p#0) {num_concats = [2], paddings = [1]} : (tensor<!tf_type.resource<tensor<3xf32>>>, tensor<*xf32>, tensor<*xf32>) -> ()
  return
}

// -----

/// TensorFlow: InvalidArgumentError, "indices[2] = [4] does not index into shape [4]", "indices[0] = -1 is not in [0, 4)". What the program computes is not known.
// CHECK-LABEL: func.func @outside
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}indices[1] = [4] does not index into shape [4]
// CHECK: stablehlo.custom_call @shape_assertion({{.*}}indices[0] = -1 is not in [0, 4)
// CHECK-NOT: tf.Resource
// CHECK-LABEL: func.func @inside
// CHECK-NOT: shape_assertion
// CHECK: "tf.TensorScatterMin"
// CHECK: "tf.TensorScatterMin"
func.func @outside(%v: tensor<!tf_type.resource<tensor<4xi64>>>, %u: tensor<2xi64>) -> tensor<2xi64> {
  %i = "tf.Const"() {value = dense<[[0], [4]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
  %j = "tf.Const"() {value = dense<[-1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  "tf.ResourceScatterNdMin"(%v, %i, %u) : (tensor<!tf_type.resource<tensor<4xi64>>>, tensor<2x1xi32>, tensor<2xi64>) -> ()
  %0 = "tf.ResourceGather"(%v, %j) : (tensor<!tf_type.resource<tensor<4xi64>>>, tensor<2xi32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func @inside(%v: tensor<!tf_type.resource<tensor<4xi64>>>, %u: tensor<2xi64>, %j: tensor<2x1xi32>) {
  %i = "tf.Const"() {value = dense<[[0], [3]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
  "tf.ResourceScatterNdMin"(%v, %i, %u) : (tensor<!tf_type.resource<tensor<4xi64>>>, tensor<2x1xi32>, tensor<2xi64>) -> ()
  "tf.ResourceScatterNdMin"(%v, %j, %u) : (tensor<!tf_type.resource<tensor<4xi64>>>, tensor<2x1xi32>, tensor<2xi64>) -> ()
  return
}
