// RUN: tf-opt %s --split-input-file --grappler='fetches=out iterations=2' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler='fetches=out fp=strict' | filecheck %s

/// Errors: an assignment that waits for a product that others read goes on waiting, since the product may fail.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[M:.*]] = MatMul(
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) [%[[M]]] name("a")
// CHECK: Identity(%{{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x2>} : () -> (tensor<*xf32>)
  %y, %cy = Placeholder name("y") {dtype = f32, shape = #tf_type.shape<2x2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %m, %cm = MatMul(%x, %y) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %one, %c1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %ca = AssignVariableOp(%v, %one) [%cm] name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %o, %co = Identity(%m) [%ca] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Memory: what is computed again waits until the gradient is there, though neither touches a state.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[G:.*]] = Sin(
// CHECK: Cos(%{{.*}}) [%[[G]]] name("recompute")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x2>} : () -> (tensor<*xf32>)
  %f, %cf = Exp(%x) name("fwd") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g, %cg = Sin(%f) name("grad_in") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %cr = Cos(%x) [%cg] name("recompute") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Mul(%g, %r) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What waits for a power whose exponent waited for an assignment waits for the assignment, once the power is its base.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK-NOT: Pow
// CHECK: ReadVariableOp(%{{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %p, %cp = Placeholder name("p") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %seven, %c5 = Const name("seven") {dtype = f32, value = dense<7.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %a = AssignVariableOp(%v, %seven) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %k, %ck = Const [%a] name("k") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %m, %cm = Pow(%p, %k) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = ReadVariableOp(%v) [%cm] name("out") {dtype = f32} : (tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
}

// -----

/// A body that touches no state waits for what its call waited for: what reads its result may be told that it did.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK: Neg(%{{.*}}) [%[[A]]] name("call/n")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %seven, %c5 = Const name("seven") {dtype = f32, value = dense<7.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %a = AssignVariableOp(%v, %seven) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %call, %c7 = PartitionedCall(%x) [%a] name("call") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Exp(%call) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xf32> {tfg.name = "p"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %n, %c = Neg(%p) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// A call runs once all of its arguments are there: an effect waits for one that it does not read, and so does a result that is
/// another argument.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK: %[[B:.*]] = AssignAddVariableOp(%{{.*}}, %{{.*}}) [%[[A]]] name("call/add")
// CHECK: Exp(%{{.*}}) [%[[B]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %seven, %c5 = Const name("seven") {dtype = f32, value = dense<7.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %a = AssignVariableOp(%v, %seven) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %k, %ck = Const [%a] name("k") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %call, %c7 = StatefulPartitionedCall(%x, %k, %v) name("call") {Tin = [f32, f32, !tf_type.resource], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>, tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %o, %co = Exp(%call) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xf32> {tfg.name = "p"}, %k: tensor<*xf32> {tfg.name = "k"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xf32> {tfg.name = "o"}) attributes {is_stateful} {
  %c = AssignAddVariableOp(%v, %p) name("add") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  return(%p) [%c {tfg.name = "add"}] : tensor<*xf32>
}

// -----

/// What waits for an Identity of an If goes on waiting for that: TensorFlow runs no branch of an If that is only waited for.
// CHECK-LABEL: tfg.graph
// CHECK: %[[IF:.*]], %{{.*}} = If(
// CHECK: %{{.*}}, %[[I:.*]] = Identity(%[[IF]])
// CHECK: Exp(%{{.*}}) [%[[I]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %y, %cy = Placeholder name("y") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %if, %c0 = If(%x, %x) name("if") {Tcond = i1, Tin = [i1], Tout = [i1], _lower_using_switch_merge = true, else_branch = #tf_type.func<@f, {}>, output_shapes = [#tf_type.shape<>], then_branch = #tf_type.func<@g, {}>} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>)
  %i, %c1 = Identity(%if) name("i") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
  %o, %co = Exp(%y) [%c1] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"}) -> (tensor<*xi1> {tfg.name = "o"}) attributes {is_stateful} {
  %c = Assert(%p) name("a") {T = [], summarize = 3 : i64} : tensor<*xi1>
  return(%p) [%c {tfg.name = "a"}] : tensor<*xi1>
}
tfg.func @g(%p: tensor<*xi1> {tfg.name = "p"}) -> (tensor<*xi1> {tfg.name = "o"}) {
  return(%p) : tensor<*xi1>
}

// -----

/// A loop that never runs is done when its condition is known, and that waited for the assignment.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK-NOT: Enter
// CHECK: Exp(%{{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %seven, %cs = Const name("seven") {dtype = f32, value = dense<7.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %as = AssignVariableOp(%v, %seven) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %z, %ctl_0 = Const [%as] name("z") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %e, %ctl_1 = Enter(%x) name("e") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %ctl_2 = Enter(%z) name("k") {T = i32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %m:2, %ctl_3 = Merge(%e, %n) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %j:2, %ctl_4 = Merge(%k, %o) name("j") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<i32>)
  %l, %ctl_5 = Const [%ctl_4] name("limit") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %c, %ctl_6 = Less(%j#0, %l) name("less") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %b, %ctl_7 = LoopCond(%c) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %ctl_8 = Switch(%m#0, %b) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %ctl_9 = Switch(%j#0, %b) name("t") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %a, %ctl_10 = Neg(%s#1) name("neg") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %one, %ctl_11 = Const [%ctl_9] name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %i, %ctl_12 = AddV2(%t#1, %one) name("inc") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %n, %ctl_13 = NextIteration(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_14 = NextIteration(%i) name("o") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %q, %ctl_15 = Exit(%s#0) name("exit") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_16 = Exp(%q) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// TensorFlow takes an If apart that asks for it: what reads a result of it runs no effect that the result does not come from, what
/// waits for it runs the control results of the branch.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("if/a")
// CHECK: %[[N:.*]], %{{.*}} = Neg(%{{[^)]*}}) name("if/n")
// CHECK: %[[R:.*]], %{{.*}} = Exp(%[[N]]) name("r")
// CHECK: %[[W:.*]], %{{.*}} = Sin(%{{.*}}) [%[[A]]] name("w")
// CHECK: AddV2(%[[R]], %[[W]]) name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %p, %cp = Const name("p") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %if, %c = If(%p, %x, %v) name("if") {Tcond = i1, Tin = [f32, !tf_type.resource], Tout = [f32], _lower_using_switch_merge = true, else_branch = #tf_type.func<@f, {}>, output_shapes = [#tf_type.shape<>], then_branch = #tf_type.func<@f, {}>} : (tensor<*xi1>, tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %r, %cr = Exp(%if) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %w, %cw = Sin(%x) [%c] name("w") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = AddV2(%r, %w) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xf32> {tfg.name = "p"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xf32> {tfg.name = "o"}) attributes {is_stateful} {
  %c = AssignVariableOp(%v, %p) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %n, %cn = Neg(%p) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) [%c {tfg.name = "a"}] : tensor<*xf32>
}

// -----

/// One that does not ask for it is run as a whole, as calls are.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("if/a")
// CHECK: Exp(%{{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %p, %cp = Const name("p") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %if, %c = If(%p, %x, %v) name("if") {Tcond = i1, Tin = [f32, !tf_type.resource], Tout = [f32], else_branch = #tf_type.func<@f, {}>, output_shapes = [#tf_type.shape<>], then_branch = #tf_type.func<@f, {}>} : (tensor<*xi1>, tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %o, %co = Exp(%if) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xf32> {tfg.name = "p"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xf32> {tfg.name = "o"}) attributes {is_stateful} {
  %c = AssignVariableOp(%v, %p) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %n, %cn = Neg(%p) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) [%c {tfg.name = "a"}] : tensor<*xf32>
}

// -----

/// TensorFlow takes an If apart when it runs: a side begins when what it reads itself is there. So the If itself waits for what the
/// call waited for, though the read that it is given did; and goes on waiting.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK: ReadVariableOp(%{{.*}}) [%[[A]]] name("call/r")
// CHECK: If(%{{.*}}, %{{.*}}, %{{.*}}) [%[[A]]] name("call/i")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %p, %cp = Placeholder name("p") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignVariableOp(%v, %x) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %call, %c = StatefulPartitionedCall(%p, %v) [%a] name("call") {Tin = [i1, !tf_type.resource], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xi1>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %o, %co = Identity(%call) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %r, %cr = ReadVariableOp(%v) name("r") {dtype = f32} : (tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %i, %ci = If(%p, %v, %r) name("i") {Tcond = i1, Tin = [!tf_type.resource, f32], Tout = [f32], else_branch = #tf_type.func<@else, {}>, output_shapes = [#tf_type.shape<>], then_branch = #tf_type.func<@then, {}>} : (tensor<*xi1>, tensor<*x!tf_type.resource>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%i) [%ci {tfg.name = "i"}] : tensor<*xf32>
}
tfg.func @then(%v: tensor<*x!tf_type.resource> {tfg.name = "v"}, %r: tensor<*xf32> {tfg.name = "r"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %one, %c1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %s = AssignSubVariableOp(%v, %one) name("s") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  return(%r) [%s {tfg.name = "s"}] : tensor<*xf32>
}
tfg.func @else(%v: tensor<*x!tf_type.resource> {tfg.name = "v"}, %r: tensor<*xf32> {tfg.name = "r"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %n, %cn = Neg(%r) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// So does it for what the call is only given: its turns read nothing of what waits for the assignment.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[K:.*]] = Exp(%{{.*}}) [%{{.*}}] name("k")
// CHECK: While(%{{.*}}, %{{.*}}, %{{.*}}) [%[[K]]] name("call/w")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignVariableOp(%v, %x) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %k, %ck = Exp(%x) [%a] name("k") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %call, %c = StatefulPartitionedCall(%k, %v) name("call") {Tin = [f32, !tf_type.resource], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %o, %co = Identity(%call) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%k: tensor<*xf32> {tfg.name = "k"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %zero, %c0 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %n, %cn = Neg(%k) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %w:3, %cw = While(%zero, %n, %v) name("w") {T = [i32, f32, !tf_type.resource], body = #tf_type.func<@body, {}>, cond = #tf_type.func<@condition, {}>, output_shapes = [], parallel_iterations = 10 : i64} : (tensor<*xi32>, tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*x!tf_type.resource>)
  return(%w#1) [%cw {tfg.name = "w"}] : tensor<*xf32>
}
tfg.func @condition(%i: tensor<*xi32> {tfg.name = "i"}, %n: tensor<*xf32> {tfg.name = "n"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xi1> {tfg.name = "o"}) {
  %two, %c2 = Const name("two") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %l, %cl = Less(%i, %two) name("l") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  return(%l) : tensor<*xi1>
}
tfg.func @body(%i: tensor<*xi32> {tfg.name = "i"}, %n: tensor<*xf32> {tfg.name = "n"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xi32> {tfg.name = "i1"}, tensor<*xf32> {tfg.name = "n1"}, tensor<*x!tf_type.resource> {tfg.name = "v1"}) {
  %one, %c1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %step, %cs = Const name("step") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %s = AssignSubVariableOp(%v, %one) name("s") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %j, %cj = AddV2(%i, %step) name("j") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  return(%j, %n, %v) [%s {tfg.name = "s"}] : tensor<*xi32>, tensor<*xf32>, tensor<*x!tf_type.resource>
}

// -----

/// TensorFlow takes this If apart: for who reads a result, what only the other operands came after does not happen.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: AssignVariableOp
// CHECK: Neg(%{{[a-zA-Z_0-9]*}}) name("if/n")
// CHECK-NOT: name("free")
// CHECK: Identity(%{{[a-zA-Z_0-9]*}}) name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignVariableOp(%v, %x) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %after, %c0 = Exp(%x) [%a] name("after") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %free, %c1 = Sin(%x) name("free") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %true, %c2 = Const name("true") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %if, %c3 = If(%true, %x, %after, %free) name("if") {Tcond = i1, Tin = [f32, f32, f32], Tout = [f32], _lower_using_switch_merge = true, else_branch = #tf_type.func<@else, {}>, output_shapes = [], then_branch = #tf_type.func<@then, {}>} : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %out, %c4 = Identity(%if) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @then(%x: tensor<*xf32> {tfg.name = "x"}, %a: tensor<*xf32> {tfg.name = "a"}, %f: tensor<*xf32> {tfg.name = "f"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %n, %cn = Neg(%x) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @else(%x: tensor<*xf32> {tfg.name = "x"}, %a: tensor<*xf32> {tfg.name = "a"}, %f: tensor<*xf32> {tfg.name = "f"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %s, %cs = AddN(%x, %a, %f) name("s") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%s) : tensor<*xf32>
}

// -----

/// For who waits for it, it does.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp{{.*}} name("a")
// CHECK-NOT: name("free")
// CHECK: NoOp [{{.*}}%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignVariableOp(%v, %x) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %after, %c0 = Exp(%x) [%a] name("after") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %free, %c1 = Sin(%x) name("free") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %true, %c2 = Const name("true") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %if, %c3 = If(%true, %x, %after, %free) name("if") {Tcond = i1, Tin = [f32, f32, f32], Tout = [f32], _lower_using_switch_merge = true, else_branch = #tf_type.func<@else, {}>, output_shapes = [], then_branch = #tf_type.func<@then, {}>} : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %out = NoOp [%c3] name("out")
}
tfg.func @then(%x: tensor<*xf32> {tfg.name = "x"}, %a: tensor<*xf32> {tfg.name = "a"}, %f: tensor<*xf32> {tfg.name = "f"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %n, %cn = Neg(%x) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @else(%x: tensor<*xf32> {tfg.name = "x"}, %a: tensor<*xf32> {tfg.name = "a"}, %f: tensor<*xf32> {tfg.name = "f"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %s, %cs = AddN(%x, %a, %f) name("s") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%s) : tensor<*xf32>
}
