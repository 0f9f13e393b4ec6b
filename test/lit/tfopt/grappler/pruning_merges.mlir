// RUN: tf-opt %s --grappler-pruning=fetches=out | filecheck %s
// RUN: tf-opt %s --grappler-dependency=fetches=out | filecheck %s
// RUN: tf-opt %s --grappler-arithmetic=fetches=out | filecheck %s
// RUN: tf-opt %s --grappler=fetches=out | filecheck %s

/// What is merged comes after an effect on its own side. The Merge itself must not wait for it: on the other side it would be dead.
// CHECK: %[[A:.*]] = AssignVariableOp(
// CHECK: %[[B:.*]] = AssignAddVariableOp(
// CHECK: %[[NO:.*]], %{{.*}} = {{.*}}[%[[A]]] name("done_a")
// CHECK: %[[YES:.*]], %{{.*}} = {{.*}}[%[[B]]] name("done_b")
// CHECK: Merge(%[[NO]], %[[YES]]) name("m")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_1 = Switch(%p, %p) name("s") {T = i1} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>, tensor<*xi1>)
  %n, %ctl_2 = Identity(%s#0) name("no") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
  %y, %ctl_3 = Identity(%s#1) name("yes") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
  %v, %ctl_4 = VarHandleOp name("v") {allowed_devices = [], container = "", debug_name = "", dtype = f32, shape = #tf_type.shape<>, shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %c, %ctl_5 = Const name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %ctl_6 = AssignVariableOp(%v, %c) [%ctl_2] name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %ctl_7 = AssignAddVariableOp(%v, %c) [%ctl_3] name("b") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %d, %ctl_8 = Identity(%n) [%ctl_6] name("done_a") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
  %e, %ctl_9 = Identity(%y) [%ctl_7] name("done_b") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
  %m:2, %ctl_10 = Merge(%d, %e) name("m") {N = 2 : i64, T = i1} : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>, tensor<*xi32>)
  %r, %ctl_11 = ReadVariableOp(%v) [%ctl_10] name("out") {dtype = f32} : (tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
}
