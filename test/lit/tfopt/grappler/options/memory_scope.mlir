// RUN: tf-opt %s --grappler-memory='fetches=back/x mode=recomputation_heuristics cluster=v100' | filecheck %s
// RUN: tf-opt %s --grappler-memory='fetches=back/x mode=recomputation_heuristics scope=back/ cluster=v100' | filecheck %s --check-prefix=AGAIN

/// What is computed late is told by its name: with the scope that it has, what it reads is computed again; with another, nothing is.
// CHECK-NOT: Recomputed
// AGAIN: name("Recomputed/b1")
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
  %g0, %g0_c = Cos(%l) name("back/l") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g1, %g1_c = TanhGrad(%d2, %g0) name("back/d2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g2, %g2_c = Mul(%b2, %g1) name("back/c2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g3, %g3_c = ReluGrad(%g2, %b2) name("back/b2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g4, %g4_c = Mul(%g3, %d1) name("back/a2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g5, %g5_c = TanhGrad(%d1, %g4) name("back/d1") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g6, %g6_c = Mul(%b1, %g5) name("back/c1") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g7, %g7_c = ReluGrad(%g6, %b1) name("back/b1") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %g8, %g8_c = Mul(%g7, %x) name("back/x") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
