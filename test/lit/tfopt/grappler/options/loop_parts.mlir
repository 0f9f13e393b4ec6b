// RUN: tf-opt %s --split-input-file --grappler-loop='fetches=out' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-loop='fetches=out stack-pushes=false trip-counts=false dead-branches=false' | filecheck %s --check-prefix=LEFT
// RUN: tf-opt %s --split-input-file --grappler-loop='fetches=out trip-counts=false' | filecheck %s --check-prefix=ROUNDS
// RUN: tf-opt %s --split-input-file --grappler-loop='fetches=out stack-pushes=false' | filecheck %s --check-prefix=PUSHES
// RUN: tf-opt %s --split-input-file --grappler-loop='fetches=out dead-branches=false' | filecheck %s --check-prefix=BRANCHES

/// Each of the three parts can be left out, alone or with the others: a stack that nobody pops from, a constant condition, a loop that never
/// runs.
// CHECK-NOT: StackPushV2
// CHECK-NOT: Switch(
// CHECK-NOT: LoopCond
// LEFT: StackPushV2
// LEFT: Switch(
// LEFT: LoopCond
// ROUNDS-NOT: StackPushV2
// ROUNDS: LoopCond
// PUSHES: StackPushV2
// PUSHES-NOT: Switch(
// PUSHES-NOT: LoopCond
// BRANCHES-NOT: StackPushV2
// BRANCHES: Switch(
// BRANCHES-NOT: LoopCond
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %z, %ctl_0 = Const name("z") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %s, %ctl_1 = StackV2(%z) name("stack") {elem_type = f32, stack_name = ""} : (tensor<*xi32>) -> (tensor<*x!tf_type.resource>)
  %p, %ctl_2 = StackPushV2(%s, %x) name("push") {T = f32, swap_memory = false} : (tensor<*x!tf_type.resource>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = Exp(%p) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

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

tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Const name("p") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<*xi1>)
  %e, %ctl_1 = Enter(%x) name("e") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %ctl_2 = Enter(%p) name("k") {T = i1, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi1>) -> (tensor<*xi1>)
  %m:2, %ctl_3 = Merge(%e, %n) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %b, %ctl_4 = LoopCond(%k) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %ctl_5 = Switch(%m#0, %b) name("round") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %a, %ctl_6 = Neg(%s#1) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_7 = NextIteration(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %q, %ctl_8 = Exit(%s#0) name("exit") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_9 = Exp(%q) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
