// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// On its own sides, a Switch's predicate is known.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch(%{{.*}}, %{{.*}}) name("s")
// CHECK: %{{.*}}, %[[T:.*]] = Identity(%[[S]]#1) name("ConstantFoldingCtrl/s_1")
// CHECK: %{{.*}}, %[[F:.*]] = Identity(%[[S]]#0) name("ConstantFoldingCtrl/s_0")
// CHECK: Const [%[[F]]] name("no") {dtype = i1, value = dense<true> : tensor<i1>}
// CHECK: Const [%[[T]]] name("yes") {dtype = i1, value = dense<false> : tensor<i1>}
// CHECK: Neg(%{{.*}}#0) name("x_no")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %x, %ctl_1 = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s:2, %ctl_2 = Switch(%p, %p) name("s") {T = i1} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>, tensor<*xi1>)
  %no, %ctl_3 = LogicalNot(%s#0) name("no") : (tensor<*xi1>) -> (tensor<*xi1>)
  %yes, %ctl_4 = LogicalNot(%s#1) name("yes") : (tensor<*xi1>) -> (tensor<*xi1>)
  %t:2, %ctl_5 = Switch(%x, %p) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %x_no, %ctl_6 = Neg(%t#0) name("x_no") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A constant inside of a branch waits for what was read there; it is not merged with its equal outside.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("outside") {dtype = f32, value = dense<-1.000000e+00> : tensor<f32>}
// CHECK: %{{.*}}, %[[T:.*]] = Identity(%{{.*}}#1) name("there")
// CHECK: Const [%[[T]]] name("inside") {dtype = f32, value = dense<-1.000000e+00> : tensor<f32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %x, %ctl_1 = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %one, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %outside, %ctl_3 = Neg(%one) name("outside") {T = f32} : (tensor<f32>) -> (tensor<*xf32>)
  %t:2, %ctl_4 = Switch(%x, %p) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %there, %ctl_5 = Identity(%t#1) name("there") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %two, %ctl_6 = Const [%ctl_5] name("two") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %inside, %ctl_7 = Neg(%two) name("inside") {T = f32} : (tensor<f32>) -> (tensor<*xf32>)
  %kept, %ctl_8 = Exp(%there) name("kept") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Where a Merge has a constant that waits for nothing, it is that; not where it waits for its branch.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: name("m")
// CHECK: Const name("out") {dtype = f32, value = dense<-1.000000e+00> : tensor<f32>}
// CHECK: Merge(%{{.*}}, %{{.*}}) name("n")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %x, %ctl_1 = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %one, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %t:2, %ctl_3 = Switch(%x, %p) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %m:2, %ctl_4 = Merge(%t#0, %one) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xi32>)
  %out, %ctl_5 = Neg(%m#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %there, %ctl_6 = Identity(%t#1) name("there") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %two, %ctl_7 = Const [%ctl_6] name("two") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %n:2, %ctl_8 = Merge(%t#0, %two) name("n") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xi32>)
  %other, %ctl_9 = Neg(%n#0) name("other") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What is chosen by a constant, in the shape of both.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("same")
// CHECK: BroadcastTo(%{{.*}}, %{{.*}}) name("spread")
// CHECK: SelectV2(%{{.*}}) name("mixed")
// CHECK: Identity(%{{.*}}) name("first")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[2]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %y_shape, %ctl_2 = Const name("y_shape") {dtype = i32, value = dense<[2]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %y, %ctl_3 = RandomUniform(%y_shape) name("y") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %z_shape, %ctl_4 = Const name("z_shape") {dtype = i32, value = dense<[3, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %z, %ctl_5 = RandomUniform(%z_shape) name("z") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %yes, %ctl_6 = Const name("yes") {dtype = i1, value = dense<true> : tensor<2xi1>} : () -> (tensor<2xi1>)
  %no, %ctl_7 = Const name("no") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<i1>)
  %both, %ctl_8 = Const name("both") {dtype = i1, value = dense<[true, false]> : tensor<2xi1>} : () -> (tensor<2xi1>)
  %same, %ctl_9 = SelectV2(%yes, %x, %y) name("same") {T = f32} : (tensor<2xi1>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %spread, %ctl_10 = SelectV2(%no, %z, %y) name("spread") {T = f32} : (tensor<i1>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %mixed, %ctl_11 = SelectV2(%both, %x, %y) name("mixed") {T = f32} : (tensor<2xi1>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %first, %ctl_12 = Select(%yes, %x, %y) name("first") {T = f32} : (tensor<2xi1>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Adding zeros to a variable does nothing; what waited for it waits for what it waited for. Adding something stays.
// CHECK-LABEL: tfg.graph
// CHECK: %[[E:.*]] = Assert name("effect")
// CHECK: %[[N:.*]] = NoOp [%[[E]]] name("nothing")
// CHECK: AssignSubVariableOp(%{{.*}}, %{{.*}}) name("something")
// CHECK: NoOp [%{{.*}}, %[[N]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %v, %ctl = VarHandleOp name("v") {allowed_devices = [], container = "", debug_name = "", dtype = f32, shape = #tf_type.shape<2>, shared_name = ""} : () -> (tensor<*x!tf_type.resource>)
  %ctl_1 = Assert name("effect") {T = []}
  %zero, %ctl_2 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %one, %ctl_3 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %ctl_4 = AssignAddVariableOp(%v, %zero) [%ctl_1] name("nothing") {dtype = f32} : (tensor<*x!tf_type.resource>, tensor<2xf32>) -> ()
  %ctl_5 = AssignSubVariableOp(%v, %one) name("something") {dtype = f32} : (tensor<*x!tf_type.resource>, tensor<2xf32>) -> ()
  %ctl_6 = NoOp [%ctl_4, %ctl_5] name("out")
}

// -----

/// A constant index calls its branch, one out of range the last; an index that is computed stays.
// CHECK-LABEL: tfg.graph
// CHECK: PartitionedCall(%{{.*}}) name("second") {Tin = [f32], Tout = [f32], {{.*}}f = #tf_type.func<@g, {}>
// CHECK: StatefulPartitionedCall(%{{.*}}) name("last") {{.*}}f = #tf_type.func<@g, {}>
// CHECK: StatelessCase(%{{.*}}, %{{.*}}) name("any")
// CHECK: StatefulPartitionedCall(%{{.*}}) name("then") {{.*}}f = #tf_type.func<@f, {}>
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_1 = Placeholder name("i") {dtype = i32} : () -> (tensor<*xi32>)
  %one, %ctl_2 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %nine, %ctl_3 = Const name("nine") {dtype = i32, value = dense<9> : tensor<i32>} : () -> (tensor<i32>)
  %yes, %ctl_4 = Const name("yes") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<i1>)
  %second, %ctl_5 = StatelessCase(%one, %x) name("second") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@f, {}>, #tf_type.func<@g, {}>], output_shapes = []} : (tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
  %last, %ctl_6 = Case(%nine, %x) name("last") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@f, {}>, #tf_type.func<@g, {}>], output_shapes = []} : (tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
  %any, %ctl_7 = StatelessCase(%i, %x) name("any") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@f, {}>, #tf_type.func<@g, {}>], output_shapes = []} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %then, %ctl_8 = If(%yes, %x) name("then") {Tcond = i1, Tin = [f32], Tout = [f32], else_branch = #tf_type.func<@g, {}>, output_shapes = [], then_branch = #tf_type.func<@f, {}>} : (tensor<i1>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @g(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Exp(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// A constant enters a loop where something can be computed with it there; what stands inside waits for the entry.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[E:.*]] = Enter(%{{.*}}) name("entered")
// CHECK: %[[C:.*]], %{{.*}} = Const [%[[E]]] name("negative") {dtype = f32, value = dense<-1.000000e+00> : tensor<f32>}
// CHECK: AddV2(%{{.*}}, %[[C]]) name("sum")
// CHECK: %[[O:.*]], %{{.*}} = Enter(%{{.*}}) name("other")
// CHECK: Mul(%{{.*}}, %[[O]]) name("product")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %one, %ctl_1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %two, %ctl_2 = Const name("two") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<f32>)
  %start, %ctl_3 = Enter(%x) name("start") {T = f32, frame_name = "frame", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %entered, %ctl_4 = Enter(%one) name("entered") {T = f32, frame_name = "frame", is_constant = true, parallel_iterations = 10 : i64} : (tensor<f32>) -> (tensor<*xf32>)
  %negative, %ctl_5 = Neg(%entered) name("negative") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %sum, %ctl_6 = AddV2(%start, %negative) name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %other, %ctl_7 = Enter(%two) name("other") {T = f32, frame_name = "frame", is_constant = true, parallel_iterations = 10 : i64} : (tensor<f32>) -> (tensor<*xf32>)
  %product, %ctl_8 = Mul(%start, %other) name("product") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// On the sides of a Switch on itself the predicate is known, where anything computes with it or chooses by it,
// CHECK-LABEL: tfg.graph
// CHECK-DAG: Const [%{{.*}}] name("computed") {dtype = i1, value = dense<true> : tensor<i1>}
// CHECK-DAG: %[[T:.*]], %{{.*}} = Const [%{{.*}}] name("ConstantFolding/s_const_true")
// CHECK: Switch(%{{.*}}, %[[T]]) name("chosen")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_0 = Switch(%p, %p) name("s") {T = i1} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>, tensor<*xi1>)
  %not, %ctl_1 = LogicalNot(%s#0) name("computed") : (tensor<*xi1>) -> (tensor<*xi1>)
  %chosen:2, %ctl_2 = Switch(%p, %s#1) name("chosen") {T = i1} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>, tensor<*xi1>)
}

// -----

/// but not to be handed on, merged or checked: that would be more nodes for nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch(%{{.*}}, %{{.*}}) name("s")
// CHECK: %[[A:.*]] = Assert(%[[S]]#0, %{{.*}}) name("assert")
// CHECK: Merge(%{{.*}}, %[[S]]#1) name("m")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_0 = Switch(%p, %p) name("s") {T = i1} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>, tensor<*xi1>)
  %assert = Assert(%s#0, %p) name("assert") {T = [i1], summarize = 3 : i64} : (tensor<*xi1>, tensor<*xi1>) -> ()
  %i, %ctl_1 = Identity(%s#0) [%assert] name("i") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
  %m:2, %ctl_2 = Merge(%i, %s#1) name("m") {N = 2 : i64, T = i1} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>, tensor<*xi32>)
}

// -----

/// The Identity by which a constant waits for a side is no constant itself, though what it reads is one number: it would be there
/// on both sides.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch(%{{.*}}, %{{.*}}) name("s")
// CHECK: %{{.*}}, %[[I:.*]] = Identity(%[[S]]#1) name("ConstantFoldingCtrl/s_1")
// CHECK: Const [%[[I]]] name("n") {dtype = i32, value = dense<[2, 4]>
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %c, %ctl_0 = Const name("c") {dtype = i32, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %s:2, %ctl_1 = Switch(%c, %p) name("s") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %n, %ctl_2 = AddV2(%s#1, %c) name("n") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// TensorFlow takes a Case like this apart before it looks what is needed: what no branch reads does not run for a result of it, and
/// neither does the assignment. A call would read the operand.
// CHECK-LABEL: tfg.graph
// CHECK: StatelessCase(%{{.*}}, %{{.*}}, %{{.*}}) name("case")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %one, %c1 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignAddVariableOp(%v, %x) name("add") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %y, %cy = Identity(%x) [%a] name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %cr = StatelessCase(%one, %x, %y) name("case") {Tin = [f32, f32], Tout = [f32], _lower_using_switch_merge = true, branches = [#tf_type.func<@first, {}>, #tf_type.func<@first, {}>], output_shapes = []} : (tensor<i32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @first(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// With a branch that reads it, though not the one that is chosen, the assignment runs.
// CHECK-LABEL: tfg.graph
// CHECK: PartitionedCall(%{{.*}}, %{{.*}}) name("case")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %one, %c1 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignAddVariableOp(%v, %x) name("add") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %y, %cy = Identity(%x) [%a] name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %cr = StatelessCase(%one, %x, %y) name("case") {Tin = [f32, f32], Tout = [f32], _lower_using_switch_merge = true, branches = [#tf_type.func<@second, {}>, #tf_type.func<@first, {}>], output_shapes = []} : (tensor<i32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @first(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @second(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%b) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// What follows a result of a Case that TensorFlow runs as it is comes after what each operand came after, and after what the branch does.
/// TensorFlow inlines a call, and its result would come after neither (the second assignment before the first one).
// CHECK-LABEL: tfg.graph
// CHECK: StatelessCase(%{{.*}}, %{{.*}}, %{{.*}}) name("given")
// CHECK: Case(%{{.*}}, %{{.*}}) name("acting")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %one, %c1 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignVariableOp(%v, %x) name("set") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %y, %cy = Identity(%x) [%a] name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %cr = StatelessCase(%one, %x, %y) name("given") {Tin = [f32, f32], Tout = [f32], branches = [#tf_type.func<@first, {}>, #tf_type.func<@first, {}>], output_shapes = []} : (tensor<i32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ci = Identity(%r) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b = AssignAddVariableOp(%v, %x) [%ci] name("add") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %s, %cs = Case(%one, %x) name("acting") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@acting, {}>, #tf_type.func<@acting, {}>], output_shapes = []} : (tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @first(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @acting(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {is_stateful} {
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %b = AssignVariableOp(%v, %a) name("set") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  return(%a) [%b {tfg.name = "set"}] : tensor<*xf32>
}
