// RUN: tf-opt %s --tfg-to-executor --split-input-file | filecheck %s
// RUN: tf-opt %s --tfg-to-executor --executor-to-tfg --split-input-file | filecheck %s --check-prefix=BACK

/// The lifted function says what it takes and gives; derived attributes go, others stay, there is always a device.
/// The Placeholder that the argument stands for is dropped.
// CHECK: module attributes {tf.versions = {bad_consumers = [3 : i32], min_consumer = 12 : i32, producer = 2474 : i32}} {
// CHECK-NEXT: func.func @main(%arg0: tensor<?x4xf32>) -> tensor<*xf32> attributes {tf.entry_function = {control_outputs = "n", inputs = "scope/x", outputs = "scope/sm:1"}} {
// CHECK-NEXT: %0 = tf_executor.graph {
// CHECK-NEXT: %outputs, %control = tf_executor.island wraps "tf.Const"() <{value = dense<1.000000e+00> : tensor<4x3xf32>}> {device = ""} : () -> tensor<4x3xf32>
// CHECK-NEXT: %outputs_0, %control_1 = tf_executor.island(%control) wraps "tf.MatMul"(%arg0, %outputs) <{transpose_a = false, transpose_b = true}> {_class = ["loc:@w"], device = "/device:GPU:0"} : (tensor<?x4xf32>, tensor<4x3xf32>) -> tensor<*xf32>
// CHECK-NEXT: %control_2 = tf_executor.island(%control_1) wraps "tf.NoOp"() {device = ""} : () -> ()
// CHECK-NEXT: %outputs_3:2, %control_4 = tf_executor.island wraps "tf.SoftmaxCrossEntropyWithLogits"(%outputs_0, %outputs_0) {device = ""} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: tf_executor.fetch %outputs_3#1, %control_2 : tensor<*xf32>, !tf_executor.control
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<*xf32>
module attributes {tfg.something = 1 : i64} {
  tfg.func @main(%x: tensor<?x4xf32> {tfg.lifted_value_attr = ["scope/x", 0 : index], tfg.name = "scope/x"})
       -> (tensor<*xf32> {tfg.name = "scope/sm:1"})
   attributes {tfg.lifted_graph_version = #tf_type.version<producer = 2474, min_consumer = 12, bad_consumers = [3]>} {
    %mm, %ctl_m = MatMul(%x, %w) [%x.ctl, %ctl_w] device("/device:GPU:0") assigned_device("/device:GPU:1") name("mm") {T = f32, transpose_a = false, transpose_b = true, _class = ["loc:@w"]} : (tensor<?x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    %w, %ctl_w = Const name("w") {dtype = f32, value = dense<1.0> : tensor<4x3xf32>} : () -> (tensor<*xf32>)
    %fed, %ctl_f = Placeholder name("scope/x") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
    %ctl_n = NoOp [%ctl_m] name("n")
    %s:2, %ctl_s = SoftmaxCrossEntropyWithLogits(%mm, %mm) name("scope/sm") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    return(%s#1) [%ctl_n {tfg.name = "n"}] : tensor<*xf32>
  }
}

// -----

/// A graph that was not lifted takes and gives nothing. Sizes below zero are unknown ones.
// CHECK: func.func @main() {
// CHECK-NEXT: tf_executor.graph {
// CHECK-NEXT: tf_executor.island wraps "tf.Placeholder"() {device = "", shape = #tf_type.shape<?x4>} : () -> tensor<?x4xf32>
// CHECK-NEXT: tf_executor.fetch
// CHECK-NEXT: }
// CHECK-NEXT: return
tfg.graph #tf_type.version<producer = 2474, min_consumer = 0> {
  %x, %ctl = Placeholder name("a") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
}

// -----

/// Other functions are private; nodes that call them say so by symbols; what acts and what does not share one op.
// CHECK-LABEL: func.func @calls(
// CHECK: "tf.If"(%arg0, %arg1) <{else_branch = @g, is_stateless = true, then_branch = @f}> {Tcond = i1, Tin = [f32], Tout = [f32], device = "", output_shapes = [#tf_type.shape<?>]} : (tensor<i1>, tensor<2xf32>) -> tensor<*xf32>
// CHECK: "tf.While"(%arg1) <{body = @f, cond = @g, is_stateless = false, parallel_iterations = 10 : i64}> {device = ""} : (tensor<2xf32>) -> tensor<*xf32>
// CHECK: "tf.PartitionedCall"(%arg1) <{f = @f}> {device = ""} : (tensor<2xf32>) -> tensor<*xf32>
// CHECK: "tf.PartitionedCall"(%arg1) <{f = @f}> {device = "", f.a = 1 : i64} : (tensor<2xf32>) -> tensor<*xf32>
// CHECK: "tf.LegacyCall"(%arg1) <{_disable_call_shape_inference = false, f = @f}> {device = ""} : (tensor<2xf32>) -> tensor<*xf32>
// CHECK: func.func private @f(%arg0: tensor<*xf32> {tf._user_specified_name = "x"}) -> tensor<*xf32> attributes {tf._noinline = true} {
tfg.func @calls(%p: tensor<i1> {tfg.name = "p"}, %x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "r"})
    attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 0>} {
  %i, %c0 = StatelessIf(%p, %x) name("i") {Tcond = i1, Tin = [f32], Tout = [f32], then_branch = #tf_type.func<@f, {}>, else_branch = #tf_type.func<@g, {}>, output_shapes = [#tf_type.shape<-1>]} : (tensor<i1>, tensor<2xf32>) -> (tensor<*xf32>)
  %w, %c1 = While(%x) name("w") {T = [f32], body = #tf_type.func<@f, {}>, cond = #tf_type.func<@g, {}>, parallel_iterations = 10 : i64} : (tensor<2xf32>) -> (tensor<*xf32>)
  %c, %c2 = PartitionedCall(%x) name("c") {Tin = [f32], Tout = [f32], f = #tf_type.func<@f, {}>} : (tensor<2xf32>) -> (tensor<*xf32>)
  %d, %c3 = PartitionedCall(%x) name("d") {Tin = [f32], Tout = [f32], f = #tf_type.func<@f, {a = 1 : i64}>} : (tensor<2xf32>) -> (tensor<*xf32>)
  %e, %c4 = f(%x) name("e") : (tensor<2xf32>) -> (tensor<*xf32>)
  return(%i) : tensor<*xf32>
}
tfg.func @f(%x: tensor<*xf32> {tf._user_specified_name = "x", tf._output_shapes = [#tf_type.shape<2>], tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {tf._noinline = true} {
  return(%x) : tensor<*xf32>
}
tfg.func @g(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  return(%x) : tensor<*xf32>
}

// -----

/// Where the slots of a side have several counts, these are said in place of types. References tell their own type. An op that upstream's
/// dialect does not declare keeps all it has, in braces.
// CHECK-LABEL: func.func @kept_types(
// CHECK: "tf.VariableV2"() <{container = "", shape = #tf_type.shape<>, shared_name = ""}> {device = ""} : () -> tensor<*x!tf_type.f32ref>
// CHECK: "tf.DynamicStitch"(%arg1, %arg1, %arg0, %arg0) {device = ""}
// CHECK: "tf.BatchFunction"(%arg0, %arg1) <{batch_timeout_micros = 1 : i64, f = @f, max_batch_size = 1 : i64, num_batch_threads = 1 : i64, operandSegmentSizes = array<i32: 1, 1>}> {device = ""}
// CHECK: "tf.AssignAdd"({{.*}}, %arg0) {T = f32, device = "", use_locking = false}
tfg.func @kept_types(%x: tensor<f32> {tfg.name = "x"}, %i: tensor<i32> {tfg.name = "i"})
    attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 0>} {
  %v, %c0 = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<*x!tf_type.f32ref>)
  %b, %c1 = DynamicStitch(%i, %i, %x, %x) name("b") {N = 2 : i64, T = f32} : (tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>)
  %c, %c2 = BatchFunction(%x, %i) name("c") {Tin = [f32], Tcaptured = [i32], Tout = [f32], f = #tf_type.func<@f, {}>, num_batch_threads = 1 : i64, max_batch_size = 1 : i64, batch_timeout_micros = 1 : i64} : (tensor<f32>, tensor<i32>) -> (tensor<*xf32>)
  %a, %c3 = AssignAdd(%v, %x) name("a") {T = f32, use_locking = false} : (tensor<*x!tf_type.f32ref>, tensor<f32>) -> (tensor<*x!tf_type.f32ref>)
  return
}
tfg.func @f(%x: tensor<f32> {tfg.name = "x"}, %i: tensor<i32> {tfg.name = "i"}) -> (tensor<f32> {tfg.name = "y"}) {
  return(%x) : tensor<f32>
}

// -----

/// Switch, Merge and loops become the executor's own ops, and a NextIteration two of them.
// CHECK-LABEL: func.func @loop(
// CHECK: %output, %token, %control = tf_executor.NextIteration.Source : tensor<*xi32> {T = i32, device = ""}
// CHECK-NEXT: %outputs, %control_0 = tf_executor.island wraps "tf.Const"() <{value = dense<0> : tensor<i32>}> {device = ""} : () -> tensor<i32>
// CHECK-NEXT: %output_1, %control_2 = tf_executor.Enter %outputs frame "ctx" : (tensor<i32>) -> (tensor<*xi32>, !tf_executor.control) {T = i32, device = ""}
// CHECK-NEXT: %output_3, %value_index, %control_4 = tf_executor.Merge %output_1, %output : tensor<*xi32> {N = 2 : i64, T = i32, device = ""}
// CHECK-NEXT: %outputs_5, %control_6 = tf_executor.island(%control_4) wraps "tf.Const"() <{value = dense<10> : tensor<i32>}> {device = ""} : () -> tensor<i32>
// CHECK-NEXT: %outputs_7, %control_8 = tf_executor.island wraps "tf.Less"(%output_3, %outputs_5) {device = ""} : (tensor<*xi32>, tensor<i32>) -> tensor<*xi1>
// CHECK-NEXT: %output_9, %control_10 = tf_executor.LoopCond %outputs_7 : (tensor<*xi1>) -> (tensor<i1>, !tf_executor.control) {device = ""}
// CHECK-NEXT: %falseOutput, %trueOutput, %control_11 = tf_executor.Switch %output_3, %output_9 : tensor<*xi32> {T = i32, _class = ["loc:@w/Merge"], device = ""}
// CHECK-NEXT: %outputs_12, %control_13 = tf_executor.island wraps "tf.Identity"(%trueOutput) {device = ""} : (tensor<*xi32>) -> tensor<*xi32>
// CHECK-NEXT: tf_executor.NextIteration.Sink[%token] %outputs_12, %control_10 : tensor<*xi32> {T = i32, device = ""}
// CHECK-NEXT: %output_14, %control_15 = tf_executor.Exit %falseOutput : tensor<*xi32> {T = i32, device = ""}
// CHECK-NEXT: %1 = tf_executor.ControlTrigger %control_15 {device = ""}
// CHECK-NEXT: tf_executor.fetch %output_14 : tensor<*xi32>
tfg.func @loop() -> (tensor<*xi32> {tfg.name = "w/Exit"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 0>} {
  %i, %c0 = Const name("i") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %e, %c1 = Enter(%i) name("w/Enter") {T = i32, frame_name = "ctx", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %m:2, %c2 = Merge(%e, %n) name("w/Merge") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %t, %c3 = Const [%c2] name("w/Less/y") {dtype = i32, value = dense<10> : tensor<i32>} : () -> (tensor<*xi32>)
  %l, %c4 = Less(%m#0, %t) name("w/Less") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %c, %c5 = LoopCond(%l) name("w/LoopCond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %c6 = Switch(%m#0, %c) name("w/Switch") {T = i32, _class = ["loc:@w/Merge"]} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %d, %c7 = Identity(%s#1) name("w/Identity") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %n, %c8 = NextIteration(%d) [%c5] name("w/NextIteration") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %x, %c9 = Exit(%s#0) name("w/Exit") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %c10 = ControlTrigger [%c9] name("trigger")
  return(%x) : tensor<*xi32>
}

// -----

/// A Switch that hands on a reference tells so by its type, and by its name when it is a node again; one of a value does not.
// CHECK-LABEL: func.func @references(
// CHECK: tf_executor.Switch %outputs, %arg0 : (tensor<3xf32>, tensor<i1>) -> (tensor<3x!tf_type.f32ref>, tensor<3x!tf_type.f32ref>, !tf_executor.control)
// CHECK: tf_executor.Switch %outputs, %arg0 : tensor<3xf32>
// BACK-LABEL: tfg.func @references(
// BACK: RefSwitch(%VariableV2, %p) name("s") {T = f32} : (tensor<3xf32>, tensor<i1>) -> (tensor<3xf32>, tensor<3xf32>)
// BACK: Switch(%VariableV2, %p) name("t") {T = f32}
tfg.func @references(%p: tensor<i1> {tfg.name = "p"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 0>} {
  %v, %c0 = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<3>, shared_name = ""} : () -> (tensor<3xf32>)
  %s:2, %c1 = RefSwitch(%v, %p) name("s") {T = f32} : (tensor<3xf32>, tensor<i1>) -> (tensor<3xf32>, tensor<3xf32>)
  %t:2, %c2 = Switch(%v, %p) name("t") {T = f32} : (tensor<3xf32>, tensor<i1>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}
