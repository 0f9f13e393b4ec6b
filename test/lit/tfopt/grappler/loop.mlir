// RUN: tf-opt %s --split-input-file --grappler-loop='fetches=out' | filecheck %s

/// What depends on the side that a constant condition never takes goes, and a Merge that is left with one input is that input.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: Switch
// CHECK-NOT: Abs
// CHECK: %[[N:.*]], %{{.*}} = Neg(%[[X]]) name("live")
// CHECK-NOT: Merge
// CHECK: %[[I:.*]], %{{.*}} = Identity(%[[N]])
// CHECK: Exp(%[[I]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Const name("p") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %d, %ctl_2 = Abs(%s#0) name("dead") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %l, %ctl_3 = Neg(%s#1) name("live") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_4 = Merge(%d, %l) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %o, %ctl_5 = Exp(%m#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A condition that is fed may be either.
// CHECK-LABEL: tfg.graph
// CHECK: Switch
// CHECK: Merge
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %d, %ctl_2 = Abs(%s#0) name("dead") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_4 = Merge(%d, %s#1) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %o, %ctl_5 = Exp(%m#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A loop whose condition fails at once is what enters it.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: Enter
// CHECK: Exp(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %z, %ctl_0 = Const name("z") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
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

/// A loop that runs once is its body.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: Enter
// CHECK: %[[N:.*]], %{{.*}} = Neg(%[[X]]) name("neg")
// CHECK: Exp(%[[N]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %z, %ctl_0 = Const name("z") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
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

/// A loop that runs twice stays.
// CHECK-LABEL: tfg.graph
// CHECK: Enter
// CHECK: LoopCond
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %z, %ctl_0 = Const name("z") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %k, %ctl_2 = Enter(%z) name("k") {T = i32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %j:2, %ctl_4 = Merge(%k, %o) name("j") {N = 2 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<i32>)
  %l, %ctl_5 = Const [%ctl_4] name("limit") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %c, %ctl_6 = Less(%j#0, %l) name("less") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi1>)
  %b, %ctl_7 = LoopCond(%c) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %t:2, %ctl_9 = Switch(%j#0, %b) name("t") {T = i32} : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %one, %ctl_11 = Const [%ctl_9] name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %i, %ctl_12 = AddV2(%t#1, %one) name("inc") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %o, %ctl_14 = NextIteration(%i) name("o") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %q, %ctl_15 = Exit(%t#0) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// What is pushed onto a stack from which nobody pops is handed on.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: StackPushV2
// CHECK: Identity(%{{.*}}) name("push")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %z, %ctl_0 = Const name("z") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %s, %ctl_1 = StackV2(%z) name("stack") {elem_type = f32, stack_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>)
  %p, %ctl_2 = StackPushV2(%s, %x) name("push") {T = f32, swap_memory = false} : (tensor<*x!tf_type.resource>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = Exp(%p) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What a node reads beside a value that is missing on the other side need not be switched.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch(%{{.*}}, %{{.*}}) name("s")
// CHECK-NOT: = Switch
// CHECK: Mul(%[[S]]#1, %{{.*}}) name("mul")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %c, %ctl_1 = Const name("c") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %s:2, %ctl_2 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %ctl_3 = Neg(%s#1) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %t:2, %ctl_4 = Switch(%c, %p) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %m, %ctl_5 = Mul(%s#1, %t#1) name("mul") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g:2, %ctl_6 = Merge(%m, %s#0) name("out") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
}

// -----

/// The last value that is switched is, and so is one for the other side.
// CHECK-LABEL: tfg.graph
// CHECK-COUNT-2: = Switch
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %q, %ctl_1 = Placeholder name("q") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_2 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %ctl_4 = Switch(%x, %q) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %m, %ctl_5 = Mul(%s#1, %t#1) name("mul") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g:2, %ctl_6 = Merge(%m, %s#0) name("out") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
}

// -----

/// A loop inside one that never runs goes with it.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: Enter
// CHECK: Exp(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Const name("p") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<*xi1>)
  %e, %ctl_1 = Enter(%x) name("e") {T = f32, frame_name = "outer", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %ctl_2 = Enter(%p) name("k") {T = i1, frame_name = "outer", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi1>) -> (tensor<*xi1>)
  %m:2, %ctl_3 = Merge(%e, %n) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %b, %ctl_4 = LoopCond(%k) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %ctl_5 = Switch(%m#0, %b) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %f, %ctl_6 = Enter(%s#1) name("f") {T = f32, frame_name = "inner", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g:2, %ctl_7 = Merge(%f, %j) name("g") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %h, %ctl_8 = Less(%g#0, %g#0) name("h") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  %c, %ctl_9 = LoopCond(%h) name("inner_cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %t:2, %ctl_10 = Switch(%g#0, %c) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %j, %ctl_11 = NextIteration(%t#1) name("j") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ctl_12 = Exit(%t#0) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_13 = NextIteration(%i) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %q, %ctl_14 = Exit(%s#0) name("exit") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_15 = Exp(%q) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A loop on a side that is never taken never turns, although what goes round in it is not on that side alone.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: Enter
// CHECK-NOT: NextIteration
// CHECK: %[[I:.*]], %{{.*}} = Identity(%[[X]])
// CHECK: Exp(%[[I]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Const name("p") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %f, %ctl_6 = Enter(%s#0) name("f") {T = f32, frame_name = "loop", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g:2, %ctl_7 = Merge(%f, %j) name("g") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %h, %ctl_8 = Less(%g#0, %g#0) name("h") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  %c, %ctl_9 = LoopCond(%h) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %t:2, %ctl_10 = Switch(%g#0, %c) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %j, %ctl_11 = NextIteration(%t#1) name("j") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ctl_12 = Exit(%t#0) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_4 = Merge(%i, %s#1) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %r, %ctl_15 = Exp(%m#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Who asks which of several inputs came is told their numbers, so that none may go.
// CHECK-LABEL: tfg.graph
// CHECK: %[[T:.*]]:2, %{{.*}} = Switch({{.*}}) name("t")
// CHECK: %[[N:.*]], %{{.*}} = Neg(
// CHECK: Merge(%[[N]], %[[T]]#0, %[[T]]#1)
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %q, %ctl_0 = Placeholder name("q") {dtype = i1} : () -> (tensor<*xi1>)
  %p, %ctl_1 = Const name("p") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %s:2, %ctl_2 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %ctl_3 = Switch(%s#1, %q) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %ctl_4 = Neg(%s#0) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_5 = Merge(%n, %t#0, %t#1) name("m") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %r, %ctl_6 = Identity(%m#1) name("out") {T = i32} : (tensor<i32>) -> (tensor<i32>)
}

// -----

/// Where nobody asks, the others are merged.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: Neg
// CHECK: %[[T:.*]]:2, %{{.*}} = Switch({{.*}}) name("t")
// CHECK: Merge(%[[T]]#0, %[[T]]#1) name("m") {N = 2 : i64
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %q, %ctl_0 = Placeholder name("q") {dtype = i1} : () -> (tensor<*xi1>)
  %p, %ctl_1 = Const name("p") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %s:2, %ctl_2 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %ctl_3 = Switch(%s#1, %q) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %ctl_4 = Neg(%s#0) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_5 = Merge(%n, %t#0, %t#1) name("m") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %r, %ctl_6 = Exp(%m#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A stack is followed round a loop, in whichever order what enters and what comes round are merged. What was pushed is handed on where
/// the push ran.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: StackPush
// CHECK: Identity({{.*}}) [{{.*}}] name("push")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %z, %ctl_1 = Const name("z") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<i32>)
  %h, %ctl_2 = StackV2(%z) name("h") {elem_type = f32, stack_name = ""} : (tensor<i32>) -> (tensor<*x!tf_type.resource>)
  %e, %ctl_3 = Enter(%h) name("e") {T = !tf_type.resource, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*x!tf_type.resource>) -> (tensor<*x!tf_type.resource>)
  %y, %ctl_4 = Enter(%x) name("y") {T = f32, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_5 = Enter(%p) name("c") {T = i1, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi1>) -> (tensor<*xi1>)
  %m:2, %ctl_6 = Merge(%n, %e) name("m") {N = 2 : i64, T = !tf_type.resource} : (tensor<*x!tf_type.resource>, tensor<*x!tf_type.resource>) -> (tensor<*x!tf_type.resource>, tensor<i32>)
  %b, %ctl_7 = LoopCond(%c) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %ctl_8 = Switch(%m#0, %b) name("s") {T = !tf_type.resource} : (tensor<*x!tf_type.resource>, tensor<*xi1>) -> (tensor<*x!tf_type.resource>, tensor<*x!tf_type.resource>)
  %q, %ctl_9 = StackPushV2(%s#1, %y) name("push") {T = f32, swap_memory = false} : (tensor<*x!tf_type.resource>, tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_10 = NextIteration(%s#1) [%ctl_9] name("n") {T = !tf_type.resource} : (tensor<*x!tf_type.resource>) -> (tensor<*x!tf_type.resource>)
  %o, %ctl_11 = Exit(%s#0) name("out") {T = !tf_type.resource} : (tensor<*x!tf_type.resource>) -> (tensor<*x!tf_type.resource>)
}

// -----

/// In a loop that never runs, what an inner loop begins with may have been entered: the value outside is, though it never goes round.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK-NOT: Merge
// CHECK-NOT: NextIteration
// CHECK: Exp(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %never, %ctl_0 = Const name("never") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<*xi1>)
  %e, %ctl_1 = Enter(%x) name("e") {T = f32, frame_name = "outer", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %p, %ctl_2 = Enter(%never) name("p") {T = i1, frame_name = "outer", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi1>) -> (tensor<*xi1>)
  %same, %ctl_3 = Enter(%x) name("same") {T = f32, frame_name = "outer", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_4 = Merge(%e, %n) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %b, %ctl_5 = LoopCond(%p) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %ctl_6 = Switch(%m#0, %b) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %c, %ctl_7 = IsFinite(%s#1) name("is_finite") {T = f32} : (tensor<*xf32>) -> (tensor<*xi1>)
  %ei, %ctl_8 = Enter(%same) name("ei") {T = f32, frame_name = "inner", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %pi, %ctl_9 = Enter(%c) name("pi") {T = i1, frame_name = "inner", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi1>) -> (tensor<*xi1>)
  %mi:2, %ctl_10 = Merge(%ei, %ni) name("mi") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %bi, %ctl_11 = LoopCond(%pi) name("condi") : (tensor<*xi1>) -> (tensor<*xi1>)
  %si:2, %ctl_12 = Switch(%mi#0, %bi) name("si") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %ni, %ctl_13 = NextIteration(%si#1) name("ni") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %xi, %ctl_14 = Exit(%si#0) name("xi") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_15 = NextIteration(%xi) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_16 = Exit(%s#0) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_17 = Exp(%r) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
