// RUN: tf-opt %s --cost-report='cluster=v100 fetches=gradients/x file=%t.before' --grappler-memory='fetches=gradients/x mode=recomputation_heuristics' --cost-report='cluster=v100 fetches=gradients/x file=%t.after' | filecheck %s
// RUN: filecheck %s --input-file %t.before --check-prefix=BEFORE
// RUN: filecheck %s --input-file %t.after --check-prefix=AFTER

/// Two layers of 1000 floats. When gradients begin, x, b1, d1, b2, d2, l and its gradient are held, 7 times 4 kB; when a1 and a2 are kept
/// for copies instead, never more than x, a1, the gradient of l, and the copies of b2, c2 and d2.
// BEFORE: /device:GPU:0 {{.*}} 28 kB 4 kB
// AFTER: /device:GPU:0 {{.*}} 24 kB 4 kB
// CHECK: name("Recomputed/b1")
// CHECK: name("Recomputed/b2")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %x_c = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<1000>} : () -> (tensor<*xf32>)
  %a1, %a1_c = Sin(%x) name("a1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b1, %b1_c = Relu(%a1) name("b1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c1, %c1_c = Square(%b1) name("c1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d1, %d1_c = Tanh(%c1) name("d1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a2, %a2_c = Sin(%d1) name("a2") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b2, %b2_c = Relu(%a2) name("b2") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c2, %c2_c = Square(%b2) name("c2") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d2, %d2_c = Tanh(%c2) name("d2") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %l, %l_c = Sin(%d2) name("l") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g0, %g0_c = Cos(%l) name("gradients/l") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g1, %g1_c = TanhGrad(%d2, %g0) name("gradients/d2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g2, %g2_c = Mul(%b2, %g1) name("gradients/c2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g3, %g3_c = ReluGrad(%g2, %b2) name("gradients/b2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g4, %g4_c = Mul(%g3, %d1) name("gradients/a2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g5, %g5_c = TanhGrad(%d1, %g4) name("gradients/d1") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g6, %g6_c = Mul(%b1, %g5) name("gradients/c1") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g7, %g7_c = ReluGrad(%g6, %b1) name("gradients/b1") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g8, %g8_c = Mul(%g7, %x) name("gradients/x") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
