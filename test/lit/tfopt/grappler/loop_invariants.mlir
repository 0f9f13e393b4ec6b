// RUN: tf-opt %s --grappler-loop='fetches=out invariant-node-motion' | filecheck %s
// RUN: tf-opt %s --grappler-loop='fetches=out' | filecheck %s --check-prefix=STAYS

/// What is the same in each round is computed in front of the loop, and enters it; what depends on what goes round stays. The new Enters
/// are the loop's: of its frame, with its parallel iterations.
// CHECK: %[[W:.*]], %{{.*}} = Placeholder name("w")
// CHECK: %[[SAME:.*]], %{{.*}} = Exp(%[[W]]) name("LoopOptimizer/InvariantNodeMotion_same")
// CHECK: %[[SQUARE:.*]], %{{.*}} = Mul(%[[SAME]], %[[W]]) name("LoopOptimizer/InvariantNodeMotion_square")
// CHECK: %[[ENTER:.*]], %{{.*}} = Enter(%[[SQUARE]]) name("square/Enter") {T = f32, frame_name = "f", is_constant = true, parallel_iterations = 7 : i64}
// CHECK: AddV2(%{{.*}}, %[[ENTER]]) name("a")

/// Off is the default, here as upstream.
// STAYS: Exp(%{{.*}}) name("same")
// STAYS: Mul(%{{.*}}, %{{.*}}) name("square")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %limit, %ctl_1 = Placeholder name("limit") {dtype = f32} : () -> (tensor<*xf32>)
  %e, %ctl_2 = Enter(%x) name("e") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 7 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %v, %ctl_3 = Enter(%w) name("v") {T = f32, frame_name = "f", is_constant = true, parallel_iterations = 7 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %l, %ctl_4 = Enter(%limit) name("l") {T = f32, frame_name = "f", is_constant = true, parallel_iterations = 7 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_5 = Merge(%e, %n) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %c, %ctl_6 = Less(%m#0, %l) name("less") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  %b, %ctl_7 = LoopCond(%c) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %ctl_8 = Switch(%m#0, %b) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %same, %ctl_9 = Exp(%v) name("same") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %square, %ctl_10 = Mul(%same, %v) name("square") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_11 = AddV2(%s#1, %square) name("a") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_12 = NextIteration(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %q, %ctl_13 = Exit(%s#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
