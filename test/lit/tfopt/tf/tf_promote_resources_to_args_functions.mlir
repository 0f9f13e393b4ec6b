// RUN: tf-opt %s --tf-promote-resources-to-args --symbol-dce --split-input-file | filecheck %s

/// A branch that writes gives back what it wrote, the other one what there was; what is read after sees it. The functions stay for others.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%arg0: tensor<i1>, %arg1: tensor<2xf32> {tf.aliasing_output = 1 : i64, tf.resource_name = "v"}) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT: %[[IF:.*]]:2 = "tf.If"(%arg0, %arg1) <{else_branch = @no_0, {{.*}}then_branch = @yes_0}> : (tensor<i1>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT: %[[SUM:.*]] = "tf.AddV2"(%[[IF]]#0, %[[IF]]#1)
// CHECK-NEXT: return %[[SUM]], %[[IF]]#1
// CHECK: func.func private @yes_0(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK: return %arg0, %[[NEG:.*]] : tensor<2xf32>, tensor<2xf32>
// CHECK: func.func private @no_0(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK: return %{{.*}}, %arg0 : tensor<2xf32>, tensor<2xf32>
func.func @main(%c: tensor<i1>) -> tensor<2xf32> {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  %0 = "tf.If"(%c, %h) {then_branch = @yes, else_branch = @no, is_stateless = false} : (tensor<i1>, tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  %1 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  %2 = "tf.AddV2"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @yes(%h: tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  %1 = "tf.Neg"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  "tf.AssignVariableOp"(%h, %1) : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>) -> ()
  return %0 : tensor<2xf32>
}
func.func private @no(%h: tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  %1 = "tf.Abs"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

/// A loop passes on what its body writes. The call in it does not say of what type the variable is.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%arg0: tensor<i32>, %arg1: tensor<i32> {tf.aliasing_output = 1 : i64, tf.resource_name = "n"}) -> (tensor<i32>, tensor<i32>)
// CHECK-NEXT: %[[LOOP:.*]]:2 = "tf.While"(%arg0, %arg1) <{body = @body_0, cond = @cond_0
// CHECK-NEXT: return %[[LOOP]]#0, %[[LOOP]]#1
// CHECK: func.func private @cond_0(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i1>
// CHECK-NEXT: "tf.Less"(%arg1, %arg0)
// CHECK: func.func private @more_0(%arg0: tensor<i32>) -> tensor<i32>
// CHECK-NEXT: %[[MORE:.*]] = "tf.AddV2"(%arg0, %arg0)
// CHECK-NEXT: return %[[MORE]]
// CHECK: func.func private @body_0(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i32>, tensor<i32>)
// CHECK-NEXT: %[[CALL:.*]] = "tf.StatefulPartitionedCall"(%arg1) <{config = "", config_proto = "", executor_type = "", f = @more_0}> : (tensor<i32>) -> tensor<i32>
// CHECK-NEXT: return %arg0, %[[CALL]]
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "n"} : () -> tensor<!tf_type.resource<tensor<i32>>>
  %0:2 = "tf.While"(%n, %h) {cond = @cond, body = @body, is_stateless = false} : (tensor<i32>, tensor<!tf_type.resource<tensor<i32>>>) -> (tensor<i32>, tensor<!tf_type.resource<tensor<i32>>>)
  return %0#0 : tensor<i32>
}
func.func private @cond(%n: tensor<i32>, %h: tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i1> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<i32>>>) -> tensor<i32>
  %1 = "tf.Less"(%0, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @more(%h: tensor<*x!tf_type.resource>) {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<*x!tf_type.resource>) -> tensor<i32>
  "tf.AssignAddVariableOp"(%h, %0) : (tensor<*x!tf_type.resource>, tensor<i32>) -> ()
  return
}
func.func private @body(%n: tensor<i32>, %h: tensor<!tf_type.resource<tensor<i32>>>) -> (tensor<i32>, tensor<!tf_type.resource<tensor<i32>>>) {
  "tf.StatefulPartitionedCall"(%h) {f = @more, config = "", config_proto = "", executor_type = ""} : (tensor<!tf_type.resource<tensor<i32>>>) -> ()
  return %n, %h : tensor<i32>, tensor<!tf_type.resource<tensor<i32>>>
}

// -----

/// What a SavedModel exports: a variable that some function changes goes in and out of each, and says where its initial value stands; one
/// that none changes is a constant. Entries call both by the variable's name.
// CHECK: module attributes {tf_saved_model.semantics}
// CHECK-NEXT: sym_name = "__sm_n"
// CHECK-NOT: sym_name = "__sm_scale"
// CHECK: func.func @add(%arg0: tensor<f32> {tf_saved_model.index_path = ["x"]}, %arg1: tensor<f32> {tf.aliasing_output = 0 : i64, tf.resource_name = "n", tf_saved_model.index_path = ["n"], tfir.initial_value = @__sm_n}) -> (tensor<f32> {tf_saved_model.index_path = ["n"]})
// CHECK: func.func @get(%arg0: tensor<f32> {tf.resource_name = "n", tf_saved_model.index_path = ["n"], tfir.initial_value = @__sm_n}) -> (tensor<f32> {tf_saved_model.index_path = ["y"]})
// CHECK-SAME: inputs = "n", outputs = "y"
// CHECK-NEXT: %[[SCALE:.*]] = "tf.Const"() <{value = dense<3.000000e+00> : tensor<f32>}>
// CHECK-NEXT: "tf.Mul"(%arg0, %[[SCALE]])
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_n", type = tensor<f32>, value = dense<0.0> : tensor<f32>}> : () -> ()
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_scale", type = tensor<f32>, value = dense<3.0> : tensor<f32>}> : () -> ()
  func.func @add(%x: tensor<f32> {tf_saved_model.index_path = ["x"]}, %n: tensor<!tf_type.resource<tensor<f32>>> {tf_saved_model.bound_input = @__sm_n}) attributes {tf_saved_model.exported_names = ["add"]} {
    "tf.AssignAddVariableOp"(%n, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
    return
  }
  func.func @get(%n: tensor<!tf_type.resource<tensor<f32>>> {tf_saved_model.bound_input = @__sm_n}, %s: tensor<!tf_type.resource<tensor<f32>>> {tf_saved_model.bound_input = @__sm_scale}) -> (tensor<f32> {tf_saved_model.index_path = ["y"]}) attributes {tf.entry_function = {control_outputs = "", inputs = "__sm_n,__sm_scale", outputs = "y"}, tf_saved_model.exported_names = ["get"]} {
    %0 = "tf.ReadVariableOp"(%n) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    %1 = "tf.ReadVariableOp"(%s) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    %2 = "tf.Mul"(%0, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
}

// -----

/// A function that copies one variable into another: what is written is what the first had. Rows are gathered of a variable that only the
/// caller knows the type of, behind an Identity of its handle.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%arg0: tensor<i32>, %arg1: tensor<3xf32> {tf.resource_name = "w"}, %arg2: tensor<3xf32> {tf.aliasing_output = 1 : i64, tf.resource_name = "average"}) -> (tensor<f32>, tensor<3xf32>)
// CHECK-NEXT: %[[BOTH:.*]]:2 = "tf.StatefulPartitionedCall"(%arg0, %arg1, %arg2) {{.*}} : (tensor<i32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>)
// CHECK-NEXT: return %[[BOTH]]#0, %[[BOTH]]#1
// CHECK: func.func private @copy_0(%arg0: tensor<i32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>)
// CHECK: %[[ROW:.*]] = "tf.GatherV2"(%arg1, %arg0, %{{.*}}) {{.*}} -> tensor<f32>
// CHECK: return %[[ROW]], %arg1
func.func @main(%i: tensor<i32>) -> tensor<f32> {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "w"} : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  %k = "tf.VarHandleOp"() {container = "", shared_name = "average"} : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  %0 = "tf.StatefulPartitionedCall"(%i, %h, %k) {f = @copy, config = "", config_proto = "", executor_type = ""} : (tensor<i32>, tensor<!tf_type.resource<tensor<3xf32>>>, tensor<!tf_type.resource<tensor<3xf32>>>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @copy(%i: tensor<i32>, %h: tensor<*x!tf_type.resource>, %k: tensor<*x!tf_type.resource>) -> tensor<f32> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<*x!tf_type.resource>) -> tensor<3xf32>
  "tf.AssignVariableOp"(%k, %0) : (tensor<*x!tf_type.resource>, tensor<3xf32>) -> ()
  %1 = "tf.Identity"(%h) : (tensor<*x!tf_type.resource>) -> tensor<*x!tf_type.resource>
  %2 = "tf.ResourceGather"(%1, %i) {batch_dims = 0 : i64, validate_indices = true} : (tensor<*x!tf_type.resource>, tensor<i32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

/// What a loop has written is read by the handle that it results in.
// CHECK-LABEL: func.func @main
// CHECK: %[[LOOP:.*]]:2 = "tf.While"
// CHECK-NEXT: "tf.Neg"(%[[LOOP]]#1)
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "n"} : () -> tensor<!tf_type.resource<tensor<i32>>>
  %0:2 = "tf.While"(%n, %h) {cond = @cond, body = @body, is_stateless = false} : (tensor<i32>, tensor<!tf_type.resource<tensor<i32>>>) -> (tensor<i32>, tensor<*x!tf_type.resource>)
  %1 = "tf.ReadVariableOp"(%0#1) : (tensor<*x!tf_type.resource>) -> tensor<i32>
  %2 = "tf.Neg"(%1) : (tensor<i32>) -> tensor<i32>
  return %2 : tensor<i32>
}
func.func private @cond(%n: tensor<i32>, %h: tensor<*x!tf_type.resource>) -> tensor<i1> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<*x!tf_type.resource>) -> tensor<i32>
  %1 = "tf.Less"(%0, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %1 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %h: tensor<*x!tf_type.resource>) -> (tensor<i32>, tensor<*x!tf_type.resource>) {
  "tf.AssignAddVariableOp"(%h, %n) : (tensor<*x!tf_type.resource>, tensor<i32>) -> ()
  return %n, %h : tensor<i32>, tensor<*x!tf_type.resource>
}

// -----

/// An op that calls functions when it finds fit is given a variable of the host. It has the value that there is, also one that is assigned later,
/// and what its functions write is taken back behind each op that may have called them.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%arg0: tensor<!tf_type.variant>, %arg1: tensor<f32>, %arg2: tensor<f32> {tf.aliasing_output = 1 : i64, tf.resource_name = "v"})
// CHECK-NEXT: %[[LENT:.*]] = "tf.VarHandleOp"() <{container = "", shared_name = "v/lent"}> {tfir.lent}
// CHECK-NEXT: "tf.AssignVariableOp"(%[[LENT]], %arg2)
// CHECK-NEXT: %[[MAPPED:.*]] = "tf.MapDataset"(%arg0, %[[LENT]])
// CHECK-NEXT: "tf.AssignVariableOp"(%[[LENT]], %arg1)
// CHECK-NEXT: %[[LAST:.*]] = "tf.ReduceDataset"(%[[MAPPED]], %arg1, %[[LENT]])
// CHECK-NEXT: %[[NOW:.*]] = "tf.ReadVariableOp"(%[[LENT]])
// CHECK-NEXT: return %[[LAST]], %[[NOW]]
func.func @main(%d: tensor<!tf_type.variant>, %x: tensor<f32>) -> tensor<f32> {
  %h = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource<tensor<f32>>>
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  %m = "tf.MapDataset"(%d, %h) {f = @plus, output_shapes = [#tf_type.shape<>], output_types = [f32]} : (tensor<!tf_type.variant>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<!tf_type.variant>
  "tf.AssignVariableOp"(%h, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  %r = "tf.ReduceDataset"(%m, %x, %h) {f = @keep, output_shapes = [#tf_type.shape<>], output_types = [f32], Tstate = [f32], Targuments = [!tf_type.resource], operandSegmentSizes = array<i32: 1, 1, 1>}
    : (tensor<!tf_type.variant>, tensor<f32>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @plus(%x: tensor<f32>, %h: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32> {
  %0 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  %1 = "tf.AddV2"(%0, %x) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @keep(%s: tensor<f32>, %x: tensor<f32>, %h: tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32> {
  "tf.AssignVariableOp"(%h, %x) : (tensor<!tf_type.resource<tensor<f32>>>, tensor<f32>) -> ()
  return %x : tensor<f32>
}

// -----

/// A function whose only argument is a constant of a SavedModel has none then.
// CHECK-LABEL: func.func @only
// CHECK-SAME: () -> (tensor<f32> {tf_saved_model.index_path = ["y"]})
// CHECK: dense<2.000000e+00>
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() {is_mutable, sym_name = "w", type = tensor<f32>, value = dense<2.0> : tensor<f32>} : () -> ()
  func.func @only(%v: tensor<!tf_type.resource<tensor<f32>>> {tf_saved_model.bound_input = @w}) -> (tensor<f32> {tf_saved_model.index_path = ["y"]})
      attributes {tf_saved_model.exported_names = ["only"]} {
    %0 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

/// A graph whose ops wait for one another is given a variable of the host, of the type that functions take it by, and what it leaves there is the value after it.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[V:[^:]*]]: tensor<f32> {tf.aliasing_output = 1 : i64, tf.resource_name = "v"}
// CHECK: %[[LENT:.*]] = "tf.VarHandleOp"() <{{.*}}shared_name = "v/lent"
// CHECK: "tf.AssignVariableOp"(%[[LENT]], %[[V]])
// CHECK: tf_executor.graph {
// CHECK: %[[HANDLE:.*]] = "tf.Identity"(%[[LENT]]) : {{.*}} -> tensor<!tf_type.resource>
// CHECK: "tf.StatefulPartitionedCall"(%{{.*}}, %[[HANDLE]])
// CHECK: "tf.QueueEnqueueV2"
// CHECK: }
// CHECK: %[[AFTER:.*]] = "tf.ReadVariableOp"(%[[LENT]])
// CHECK: %[[NEG:.*]] = "tf.Neg"(%[[AFTER]])
// CHECK: return %[[NEG]], %[[AFTER]]
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %q = "tf.FIFOQueueV2"() {component_types = [f32], shapes = [#tf_type.shape<>]} : () -> tensor<!tf_type.resource>
  %v = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<f32>>>
  %0 = tf_executor.graph {
    %1:2 = tf_executor.island wraps "tf.StatefulPartitionedCall"(%q, %v) <{config = "", config_proto = "", executor_type = "", f = @counted}> : (tensor<!tf_type.resource>, tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
    %2 = tf_executor.island wraps "tf.QueueEnqueueV2"(%q, %x) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
    tf_executor.fetch %1#0, %2 : tensor<f32>, !tf_executor.control
  }
  %3 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<f32>>>) -> tensor<f32>
  %4 = "tf.Neg"(%3) : (tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
func.func private @counted(%q: tensor<!tf_type.resource>, %v: tensor<!tf_type.resource>) -> tensor<f32> {
  %0 = "tf.QueueDequeueV2"(%q) : (tensor<!tf_type.resource>) -> tensor<f32>
  "tf.AssignAddVariableOp"(%v, %0) : (tensor<!tf_type.resource>, tensor<f32>) -> ()
  return %0 : tensor<f32>
}
