// RUN: tf-opt %s --split-input-file --grappler-common-subgraph-elimination='fetches=out' | filecheck %s

/// Equal nodes merge, and then those that read them.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Abs
// CHECK: %[[N:.*]], %{{.*}} = Neg(%[[A]])
// CHECK-NOT: = Neg(
// CHECK: AddV2(%[[N]], %[[N]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_0 = Abs(%x) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl_1 = Abs(%x) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_2 = Neg(%a) name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_3 = Neg(%b) name("d") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_4 = AddV2(%c, %d) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Stateful nodes, nodes on other devices and nodes that wait for something else do not merge.
// CHECK-LABEL: tfg.graph
// CHECK-COUNT-2: = RandomUniform
// CHECK-COUNT-4: = Neg(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<*xi32>)
  %r, %ctl_0 = RandomUniform(%x) name("r") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %s, %ctl_1 = RandomUniform(%x) name("s") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %a, %ctl_2 = Neg(%r) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl_3 = Neg(%s) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_4 = Neg(%r) [%ctl_1] name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_5 = Neg(%r) device("/device:CPU:1") name("d") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_6 = AddN(%a, %b, %c, %d) name("out") {N = 4 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Equal ways into a branch or a loop are one; into different loops they are not.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch(
// CHECK-NOT: = Switch(
// CHECK: AddV2(%[[S]]#0, %[[S]]#0) name("sum")
// CHECK-COUNT-2: = Enter(
// CHECK-NOT: = Enter(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %ctl_2 = Switch(%x, %p) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %a, %ctl_3 = AddV2(%s#0, %t#0) name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl_4 = Enter(%x) name("b") {T = f32, frame_name = "one", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_5 = Enter(%x) name("c") {T = f32, frame_name = "one", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_6 = Enter(%x) name("d") {T = f32, frame_name = "other", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o:4, %ctl_7 = IdentityN(%a, %b, %c, %d) name("out") {T = [f32, f32, f32, f32]} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
}

// -----

/// What goes round in a loop has an Enter of its own, though another variable begins with the same value.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Enter(%[[X:.*]]) name("a")
// CHECK: %[[B:.*]], %{{.*}} = Enter(%[[X]]) name("b")
// CHECK: Merge(%[[A]], %{{.*}}) name("m")
// CHECK: Merge(%[[B]], %{{.*}}) name("n")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_0 = Enter(%x) name("a") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl_1 = Enter(%x) name("b") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_2 = Merge(%a, %u) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %n:2, %ctl_3 = Merge(%b, %v) name("n") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %l, %ctl_4 = Less(%m#0, %n#0) name("l") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  %c, %ctl_5 = LoopCond(%l) name("c") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %ctl_6 = Switch(%m#0, %c) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %t:2, %ctl_7 = Switch(%n#0, %c) name("t") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %u, %ctl_8 = NextIteration(%s#1) name("u") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %v, %ctl_9 = NextIteration(%t#1) name("v") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %p, %ctl_10 = Exit(%s#0) name("p") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %q, %ctl_11 = Exit(%t#0) name("q") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_12 = AddV2(%p, %q) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
