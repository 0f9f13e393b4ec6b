// RUN: tf-opt %s --split-input-file --grappler-function='fetches=out' | filecheck %s

/// A call is its function's body, under names that begin with its own.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK: %[[N:.*]], %{{.*}} = Neg(%[[X]]) name("call/n")
// CHECK-NOT: PartitionedCall
// CHECK: Exp(%[[N]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = PartitionedCall(%x) name("call") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_1 = Exp(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// A fetched call keeps its name; its effects wait for what it waited for, and are run when its result is read.
// CHECK-LABEL: tfg.graph
// CHECK: %[[GATE:.*]] = Assert name("gate")
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) [%[[GATE]]] name("out/a")
// CHECK: Identity(%{{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %v, %ctl_0 = VarHandleOp name("v") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %ctl_1 = Assert name("gate") {T = []}
  %c, %ctl_2 = StatefulPartitionedCall(%x, %v) [%ctl_1] name("out") {Tin = [f32, !tf_type.resource], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>, tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
}
tfg.func @f(%x: tensor<*xf32> {tfg.name = "x"}, %v: tensor<*x!tf_type.resource> {tfg.name = "v"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {is_stateful} {
  %ctl = AssignVariableOp(%v, %x) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  return(%x) [%ctl {tfg.name = "a"}] : tensor<*xf32>
}

// -----

/// A function that says so is not inlined, nor is one that calls itself.
// CHECK-LABEL: tfg.graph
// CHECK-COUNT-2: = PartitionedCall
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = PartitionedCall(%x) name("call") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_1 = PartitionedCall(%c) name("out") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@g, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {tf._noinline = true} {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @g(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = PartitionedCall(%a) name("again") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@g, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// Of an If whose condition is constant, the branch that is taken is left.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: = StatelessIf
// CHECK: Neg(%{{.*}}) name("if/n")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Const name("p") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<*xi1>)
  %c, %ctl_1 = StatelessIf(%p, %x) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], else_branch = #tf_type.func<@g, {}>, output_shapes = [#tf_type.shape<*>], then_branch = #tf_type.func<@f, {}>} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Exp(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @g(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Abs(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// TensorFlow takes an array that has elements as true, whatever they are: only a scalar is looked at here.
// CHECK-LABEL: tfg.graph
// CHECK: = StatelessIf
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Const name("p") {dtype = i1, value = dense<false> : tensor<1xi1>} : () -> (tensor<*xi1>)
  %c, %ctl_1 = StatelessIf(%p, %x) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], else_branch = #tf_type.func<@g, {}>, output_shapes = [#tf_type.shape<*>], then_branch = #tf_type.func<@f, {}>} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Exp(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @g(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Abs(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// A function that is not to be inlined takes in the constants that a call gives it, and returns only what is read.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// CHECK: %[[C:.*]], %{{.*}} = PartitionedCall(%[[X]]) name("call") {Tin = [f32], Tout = [f32], {{.*}}f = #tf_type.func<@f_specialized_for_call, {}>
// CHECK: Exp(%[[C]]) name("out")
// CHECK: tfg.func @f_specialized_for_call(%a: tensor<*xf32> {tfg.name = "a"})
// CHECK: %[[K:.*]], %{{.*}} = Const name("k")
// CHECK: %[[M:.*]], %{{.*}} = Mul(%a, %[[K]])
// CHECK: return(%[[M]]) : tensor<*xf32>
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %k, %ctl_k = Const name("k") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %c:2, %ctl_0 = PartitionedCall(%k, %x) name("call") {Tin = [f32, f32], Tout = [f32, f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %o, %ctl_1 = Exp(%c#1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%b: tensor<*xf32> {tfg.name = "b"}, %a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "n"}, tensor<*xf32> {tfg.name = "m"}) attributes {tf._noinline = true} {
  %n, %ctl = Neg(%b) name("neg") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %ctl_0 = Mul(%a, %b) name("mul") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%n, %m) : tensor<*xf32>, tensor<*xf32>
}

// -----

/// So does one that nodes are called after: those that give the same and read the same share it, and one that gives no constant and reads all
/// runs the function as it is, as in TensorFlow 2.21.
// CHECK-LABEL: tfg.graph
// CHECK: f_specialized_for_call(%{{[^,]*}}) name("call") {_mark = 1 : i64} :
// CHECK: f_specialized_for_call(%{{[^,]*}}) name("again") :
// CHECK: f(%{{[^,]*}}, %{{[^,]*}}) name("whole")
// CHECK: tfg.func @f_specialized_for_call(%a: tensor<*xf32> {tfg.name = "a"})
// CHECK: %[[K:.*]], %{{.*}} = Const name("k")
// CHECK: %[[M:.*]], %{{.*}} = Mul(%a, %[[K]])
// CHECK: return(%[[M]]) : tensor<*xf32>
// CHECK-NOT: specialized_for_again
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %k, %ctl_k = Const name("k") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %c:2, %ctl_0 = f(%k, %x) name("call") {_mark = 1 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %d:2, %ctl_1 = f(%k, %x) name("again") {} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %e:2, %ctl_2 = f(%x, %x) name("whole") {} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %o, %ctl_3 = AddN(%c#1, %d#1, %e#0, %e#1) name("out") {N = 4 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%b: tensor<*xf32> {tfg.name = "b"}, %a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "n"}, tensor<*xf32> {tfg.name = "m"}) attributes {tf._noinline = true} {
  %n, %ctl = Neg(%b) name("neg") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %ctl_0 = Mul(%a, %b) name("mul") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%n, %m) : tensor<*xf32>, tensor<*xf32>
}
