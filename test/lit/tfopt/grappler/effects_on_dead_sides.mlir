// RUN: tf-opt %s --split-input-file --grappler='fetches=out' | filecheck %s

/// A session runs all that stands above a fetch: also what only a branch that is never taken would have read.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK: Identity(%{{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %one, %c1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %ca = AssignVariableOp(%v, %one) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %k, %ck = Identity(%x) [%ca] name("k") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %f, %cf = Const name("f") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<*xi1>)
  %s:2, %cs = Switch(%k, %f) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %ct = Switch(%x, %f) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %cn = Neg(%s#1) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %ce = Exp(%t#0) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %cm = Merge(%e, %n) name("m") {T = f32, N = 2 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %o, %co = Identity(%m#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What happens on the dead side itself never happened.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: Assign
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %f, %cf = Const name("f") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<*xi1>)
  %t:2, %ct = Switch(%x, %f) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %ca = AssignVariableOp(%v, %t#1) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %n, %cn = Neg(%t#1) [%ca] name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %ce = Exp(%t#0) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %cm = Merge(%e, %n) name("m") {T = f32, N = 2 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %o, %co = Identity(%m#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The same of a loop that never runs: what enters it for its rounds alone has been computed.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK-NOT: Enter
// CHECK: Identity(%{{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %one, %c1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %ca = AssignVariableOp(%v, %one) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %k, %ck = Exp(%x) [%ca] name("k") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %f, %cf = Const name("f") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<*xi1>)
  %in, %cin = Enter(%x) name("in") {T = f32, frame_name = "w", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %kin, %ckin = Enter(%k) name("kin") {T = f32, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %fin, %cfin = Enter(%f) name("fin") {T = i1, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi1>) -> (tensor<*xi1>)
  %m:2, %cm = Merge(%in, %next) name("m") {T = f32, N = 2 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %c, %cc = LoopCond(%fin) name("c") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %cs = Switch(%m#0, %c) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %r, %cr = Mul(%s#1, %kin) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %next, %cnext = NextIteration(%r) name("next") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %exit, %cexit = Exit(%s#0) name("exit") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Identity(%exit) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An effect in a body that nothing returned comes after: whether it runs is up to who runs the call, so the call stays.
// CHECK-LABEL: tfg.graph
// CHECK: StatefulPartitionedCall(
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %call, %c = StatefulPartitionedCall(%x, %v) name("call") {Tin = [f32, !tf_type.resource], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %o, %co = Identity(%call) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xf32> {tfg.name = "p"}, %r: tensor<*x!tf_type.resource> {tfg.name = "r"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %a = AssignVariableOp(%r, %p) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %n, %c = Neg(%p) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// With a control result it has to run, and is put in the call's place.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: StatefulPartitionedCall(
// CHECK: AssignVariableOp(
// CHECK: name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %call, %c = StatefulPartitionedCall(%x, %v) name("call") {Tin = [f32, !tf_type.resource], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %o, %co = Identity(%call) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xf32> {tfg.name = "p"}, %r: tensor<*x!tf_type.resource> {tfg.name = "r"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %a = AssignVariableOp(%r, %p) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %n, %c = Neg(%p) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) [%a {tfg.name = "a"}] : tensor<*xf32>
}
