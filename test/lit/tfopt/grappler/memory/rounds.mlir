// RUN: tf-opt %s --grappler-memory='fetches=gradients/out mode=recomputation_heuristics' | filecheck %s

/// What goes round in a loop lies in one place, in whichever order what enters and what comes round are merged.
// CHECK: name("gradients/out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<8>} : () -> (tensor<8xf32>)
  %r, %ctl_r = Exp(%x) name("r") {T = f32} : (tensor<8xf32>) -> (tensor<8xf32>)
  %a, %ctl_a = Relu(%r) name("a") {T = f32} : (tensor<8xf32>) -> (tensor<8xf32>)
  %e, %ctl_2 = Enter(%a) name("e") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<8xf32>) -> (tensor<8xf32>)
  %m:2, %ctl_3 = Merge(%n, %e) name("m") {N = 2 : i64, T = f32} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<i32>)
  %p, %ctl_p = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %c, %ctl_5 = Enter(%p) name("c") {T = i1, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<i1>) -> (tensor<i1>)
  %b, %ctl_4 = LoopCond(%c) name("cond") : (tensor<i1>) -> (tensor<i1>)
  %s:2, %ctl_6 = Switch(%m#0, %b) name("s") {T = f32} : (tensor<8xf32>, tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>)
  %n, %ctl_7 = NextIteration(%s#1) name("n") {T = f32} : (tensor<8xf32>) -> (tensor<8xf32>)
  %o, %ctl_8 = Exit(%s#0) name("o") {T = f32} : (tensor<8xf32>) -> (tensor<8xf32>)
  %g, %ctl_9 = Mul(%a, %o) name("gradients/out") {T = f32} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>)
}
