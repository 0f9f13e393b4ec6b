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

// -----

/// A variable that a called function opens by its name is an argument of all on the way, the one that main opens by that name. In another container
/// it is another one.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<f32>, %[[OTHER:.*]]: tensor<f32> {tf.resource_name = "c::v"}) -> (tensor<f32>, tensor<f32> {tf.resource_name = "v"})
// CHECK-NEXT: %[[CALL:.*]]:2 = "tf.PartitionedCall"(%[[X]], %[[X]], %[[OTHER]]) {{.*}}f = @[[OUTER:[a-z0-9_]+]]
// CHECK-NEXT: %[[SUM:.*]] = "tf.AddV2"(%[[CALL]]#0, %[[CALL]]#1)
// CHECK-NEXT: return %[[SUM]], %[[CALL]]#1
// CHECK: func.func private @[[INNER:[a-z0-9_]+]](%[[Y:.*]]: tensor<f32>, %[[V:.*]]: tensor<f32>, %[[C:.*]]: tensor<f32>) -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT: %[[NEW:.*]] = "tf.AddV2"(%[[V]], %[[Y]])
// CHECK-NEXT: return %[[C]], %[[NEW]]
// CHECK: func.func private @[[OUTER]](%[[Y:.*]]: tensor<f32>, %[[V:.*]]: tensor<f32>, %[[C:.*]]: tensor<f32>) -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT: %[[CALL:.*]]:2 = "tf.PartitionedCall"(%[[Y]], %[[V]], %[[C]]) {{.*}}f = @[[INNER]]
// CHECK-NEXT: return %[[CALL]]#0, %[[CALL]]#1
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%v, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %0 = "tf.PartitionedCall"(%x) {f = @outer, config = "", config_proto = "", executor_type = ""} : (tensor<f32>) -> tensor<f32>
  %1 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  %2 = "tf.AddV2"(%0, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
func.func private @inner(%y: tensor<f32>) -> tensor<f32> {
  %v = "tf.VarHandleOp"() <{container = "localhost", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignAddVariableOp"(%v, %y) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %c = "tf.VarHandleOp"() <{container = "c", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  %0 = "tf.ReadVariableOp"(%c) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @outer(%y: tensor<f32>) -> tensor<f32> {
  %0 = "tf.PartitionedCall"(%y) {f = @inner, config = "", config_proto = "", executor_type = ""} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// Around a loop the variable goes as its other values do, past the condition, which opens another one.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: {tf.resource_name = "limit"}, {{.*}} {tf.aliasing_output = 0 : i64, tf.resource_name = "v"}
// CHECK: %[[LOOP:.*]]:3 = "tf.While"
// CHECK-NEXT: return %[[LOOP]]#2
func.func @main(%x: tensor<f32>) {
  %0 = "tf.While"(%x) {cond = @again, body = @step, is_stateless = false} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @again(%x: tensor<f32>) -> tensor<i1> {
  %l = "tf.VarHandleOp"() <{container = "", shared_name = "limit"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  %0 = "tf.ReadVariableOp"(%l) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  %1 = "tf.Less"(%x, %0) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @step(%x: tensor<f32>) -> tensor<f32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignAddVariableOp"(%v, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %0 = "tf.AddV2"(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// A handle that is given twice, or given and opened by its name, is one variable inside too: what is written by one is read by the other.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<f32>, %[[V:.*]]: tensor<f32> {tf.aliasing_output = 1 : i64, tf.resource_name = "v"})
// CHECK-NEXT: %[[CALL:.*]]:2 = "tf.PartitionedCall"(%[[X]], %[[V]], %[[V]], %[[V]])
// CHECK-NEXT: return %[[CALL]]#0, %[[CALL]]#1
// CHECK: func.func private @{{.*}}(%[[Y:.*]]: tensor<f32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>) -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT: %[[NEW:.*]] = "tf.Neg"(%[[Y]])
// CHECK-NEXT: return %[[NEW]], %[[NEW]]
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  %0 = "tf.PartitionedCall"(%x, %v, %v) {f = @twice, config = "", config_proto = "", executor_type = ""} : (tensor<f32>, tensor<!tf_type.resource<tensor<f32>>>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @twice(%y: tensor<f32>, %a: tensor<!tf_type.resource<tensor<f32>>>, %b: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%a, %y) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %0 = "tf.ReadVariableOp"(%b) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  %1 = "tf.Neg"(%0) : (tensor<f32>) -> tensor<f32>
  "tf.AssignVariableOp"(%b, %1) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %2 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

/// An anonymous handle is of a variable of its own each time that it is made; it stays with the host, whatever is called so besides.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %[[HANDLE:.*]] = "tf.VarHandleOp"
// CHECK-NEXT: "tf.AssignVariableOp"(%[[HANDLE]], %[[X]])
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "cd2c89b7-88b7-44c8-ad83-06c2a9158347"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  "tf.AssignVariableOp"(%v, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %0 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %0 : tensor<f32>
}
