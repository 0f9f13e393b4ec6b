// RUN: tf-opt %s --executor-to-tfg --split-input-file | filecheck %s

/// Islands are nodes again, with what types tell; a loop's pair is one NextIteration; a function stands for what it is called with.
// CHECK-LABEL: tfg.graph #tf_type.version<producer = 7, min_consumer = 2, bad_consumers = [5]> {
// CHECK-NEXT: %Const, %ctl = Const device("/cpu:0") name("Const") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
// CHECK-NEXT: %VariableV2, %ctl_0 = VariableV2 name("VariableV2") {container = "", dtype = f32, shape = #tf_type.shape<3>, shared_name = ""} : () -> (tensor<3xf32>)
// CHECK-NEXT: %VarHandleOp, %ctl_1 = VarHandleOp name("VarHandleOp") {container = "", dtype = i64, shape = #tf_type.shape<-1x2>, shared_name = "v"} : () -> (tensor<!tf_type.resource<tensor<?x2xi64>>>)
// CHECK-NEXT: %Enter, %ctl_2 = Enter(%Const) [%ctl_0] name("Enter") {T = i32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<i32>) -> (tensor<*xi32>)
// CHECK-NEXT: %Merge:2, %ctl_3 = Merge(%Enter, %NextIteration) name("Merge") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<i32>)
// CHECK-NEXT: %Pack, %ctl_4 = Pack(%Const, %Merge#0, %Const) name("Pack") {N = 3 : i64, T = i32, axis = 0 : i64} : (tensor<i32>, tensor<*xi32>, tensor<i32>) -> (tensor<*xi32>)
// CHECK-NEXT: %NextIteration, %ctl_5 = NextIteration(%Merge#0) [%ctl_4] name("NextIteration") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
// CHECK-NEXT: %outs, %ctl_6 = StatelessIf(%Merge#0, %Const) name("StatelessIf") {Tcond = i32, Tin = [i32], Tout = [i32], else_branch = #tf_type.func<@F, {}>, output_shapes = [#tf_type.shape<-1>], then_branch = #tf_type.func<@F, {k = 1 : i64}>} : (tensor<*xi32>, tensor<i32>) -> (tensor<?xi32>)
// CHECK-NEXT: %F, %ctl_7 = F(%Const) [%ctl_0, %ctl_2] name("F") {z = 3 : i64} : (tensor<i32>) -> (tensor<*xi32>)
// CHECK-NEXT: %ctl_8 = _Send(%F) name("_Send") {T = i32, recv_device = "d", send_device = "d", send_device_incarnation = 1 : i64, tensor_name = "t"} : tensor<*xi32>
// CHECK-NEXT: }
// CHECK-NEXT: tfg.func @F(%arg0: tensor<*xi32> {tf.a = 1 : i32, tfg.name = "arg0"})
// CHECK-NEXT: -> (tensor<*xi32> {tfg.name = "result_0"})
// CHECK-NEXT: attributes {gradient = @G, is_stateful, tf._q = true} {
// CHECK-NEXT: %ctl = NoOp name("NoOp")
// CHECK-NEXT: return(%arg0) [%ctl {tfg.name = "NoOp"}] : tensor<*xi32>
module attributes {tf.versions = {bad_consumers = [5 : i32], min_consumer = 2 : i32, producer = 7 : i32}} {
  func.func @main() {
    tf_executor.graph {
      %output, %token, %control = tf_executor.NextIteration.Source : tensor<*xi32> {T = i32, device = ""}
      %c, %t0 = tf_executor.island wraps "tf.Const"() <{value = dense<1> : tensor<i32>}> {device = "/cpu:0"} : () -> tensor<i32>
      %v, %t1 = tf_executor.island wraps "tf.VariableV2"() <{container = "", shape = #tf_type.shape<3>, shared_name = ""}> {device = ""} : () -> tensor<3x!tf_type.f32ref>
      %h, %t2 = tf_executor.island wraps "tf.VarHandleOp"() <{container = "", shared_name = "v"}> {device = ""} : () -> tensor<!tf_type.resource<tensor<?x2xi64>>>
      %none = tf_executor.island(%t1) {
        tf_executor.yield
      }
      %e, %t3 = tf_executor.Enter %c, %none frame "f" : (tensor<i32>, !tf_executor.control) -> (tensor<*xi32>, !tf_executor.control) {device = ""}
      %m, %i, %t4 = tf_executor.Merge %e, %output : tensor<*xi32> {device = ""}
      %p, %t5 = tf_executor.island wraps "tf.Pack"(%c, %m, %c) <{axis = 0 : i64}> {device = ""} : (tensor<i32>, tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
      tf_executor.NextIteration.Sink[%token] %m, %t5 : tensor<*xi32> {T = i32, device = ""}
      %if, %t6 = tf_executor.island wraps "tf.If"(%m, %c) <{else_branch = @F, is_stateless = true, then_branch = @F}> {device = "", then_branch.k = 1 : i64} : (tensor<*xi32>, tensor<i32>) -> tensor<?xi32>
      %both = tf_executor.island(%none, %t3) {
        tf_executor.yield
      }
      %l, %t7 = tf_executor.island(%both) wraps "tf.LegacyCall"(%c) <{_disable_call_shape_inference = false, f = @F}> {device = "", z = 3 : i64} : (tensor<i32>) -> tensor<*xi32>
      %t8 = tf_executor.island wraps "tf._Send"(%l) {device = "", recv_device = "d", send_device = "d", send_device_incarnation = 1 : i64, tensor_name = "t"} : (tensor<*xi32>) -> ()
      tf_executor.fetch
    }
    return
  }
  func.func private @F(%arg0: tensor<*xi32> {tf.a = 1 : i32}) -> tensor<*xi32> attributes {tf._q = true, tf.gradient = @G, tf.signature.is_stateful} {
    %0 = tf_executor.graph {
      %t = tf_executor.island wraps "tf.NoOp"() {device = ""} : () -> ()
      tf_executor.fetch %arg0, %t : tensor<*xi32>, !tf_executor.control
    }
    return %0 : tensor<*xi32>
  }
}

// -----

/// The entry function is a graph that was lifted, and knows the nodes that its arguments stand for.
// CHECK-LABEL: tfg.func @main(%x3A1: tensor<2xf32> {tfg.lifted_value_attr = ["x", 1 : index], tfg.name = "x:1"})
// CHECK-NEXT: -> (tensor<2xf32> {tfg.name = "y"})
// CHECK-NEXT: attributes {tfg.lifted_graph_version = #tf_type.version<producer = 0, min_consumer = 0>} {
// CHECK: return(%Neg) [%ctl {tfg.name = "act"}]
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf.entry_function = {control_outputs = "act", inputs = "x:1", outputs = "y"}} {
  %0 = tf_executor.graph {
    %n, %c = tf_executor.island wraps "tf.Neg"(%x) {device = ""} : (tensor<2xf32>) -> tensor<2xf32>
    tf_executor.fetch %n, %c : tensor<2xf32>, !tf_executor.control
  }
  return %0 : tensor<2xf32>
}

// -----

/// A trigger has no values, and nothing but its node's name.
// CHECK-LABEL: tfg.graph
// CHECK-NEXT: %ctl = NoOp name("NoOp")
// CHECK-NEXT: %ctl_0 = ControlTrigger [%ctl] name("ControlTrigger")
func.func @main() {
  tf_executor.graph {
    %t = tf_executor.island wraps "tf.NoOp"() {device = ""} : () -> ()
    %1 = tf_executor.ControlTrigger %t {device = ""}
    tf_executor.fetch
  }
  return
}

// -----

/// A loop says shapes where they hold in every turn.
// CHECK-LABEL: tfg.graph
// CHECK: StatelessWhile(%Const) name("StatelessWhile") {T = [i32], body = #tf_type.func<@F, {}>, cond = #tf_type.func<@F, {}>, output_shapes = [#tf_type.shape<>], parallel_iterations = 10 : i64}
// CHECK: While(%Const) name("While") {T = [i32], body = #tf_type.func<@F, {}>, cond = #tf_type.func<@F, {}>, output_shapes = [], parallel_iterations = 10 : i64}
func.func @main() {
  tf_executor.graph {
    %c, %t0 = tf_executor.island wraps "tf.Const"() <{value = dense<1> : tensor<i32>}> {device = ""} : () -> tensor<i32>
    %w, %t1 = tf_executor.island wraps "tf.While"(%c) <{body = @F, cond = @F, is_stateless = true, parallel_iterations = 10 : i64, shape_invariant}> {device = ""} : (tensor<i32>) -> tensor<i32>
    %v, %t2 = tf_executor.island wraps "tf.While"(%c) <{body = @F, cond = @F, is_stateless = false, parallel_iterations = 10 : i64}> {device = ""} : (tensor<i32>) -> tensor<i32>
    tf_executor.fetch
  }
  return
}
func.func private @F(%arg0: tensor<i32>) -> tensor<i32> {
  %0 = tf_executor.graph {
    tf_executor.fetch %arg0 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

/// What a model exports stays exported, and what initializes it is a function although it takes and gives nothing.
// CHECK-LABEL: module attributes {tf_saved_model.semantics}
// CHECK: tfg.func @init()
// CHECK-NEXT: attributes {tf_saved_model.exported_names = ["tf_saved_model.session_initializer_init"], tf_saved_model.initializer_type = "init_op"} {
// CHECK: tfg.func @f(%x: tensor<f32> {tf_saved_model.index_path = ["x"],
// CHECK: tf_saved_model.exported_names = ["f"]
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.session_initializer"() <{initializers = [@init]}> : () -> ()
  func.func @init() attributes {tf_saved_model.exported_names = ["tf_saved_model.session_initializer_init"], tf_saved_model.initializer_type = "init_op"} {
    tf_executor.graph {
      tf_executor.fetch
    }
    return
  }
  func.func @f(%x: tensor<f32> {tf_saved_model.index_path = ["x"]}) -> (tensor<f32> {tf_saved_model.index_path = ["y"]}) attributes {tf.entry_function = {inputs = "x", outputs = "y", control_outputs = ""}, tf_saved_model.exported_names = ["f"]} {
    %0 = tf_executor.graph {
      tf_executor.fetch %x : tensor<f32>
    }
    return %0 : tensor<f32>
  }
}
