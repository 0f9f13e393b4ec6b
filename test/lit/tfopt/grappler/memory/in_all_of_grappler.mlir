// RUN: tf-opt %s --grappler='fetches=gradients/b config=%S/Inputs/recomputation.pbtxt' | filecheck %s
// RUN: tf-opt %s --grappler='fetches=gradients/b config=%S/Inputs/recomputation.pbtxt' --grappler='fetches=gradients/b' | filecheck %s

/// No other optimizer takes back what is only there for the sake of memory: edges that order nothing else, and nodes that compute the same.
// CHECK: Relu({{.*}}) name("b")
// CHECK: %[[G:.*]] = Cos({{.*}}) name("gradients/c")
// CHECK: %[[WAIT:.*]] = NoOp [%{{.*}}] name("RecomputeTrigger/b")
// CHECK: %[[COPY:.*]], %{{.*}} = Relu({{.*}}) [%[[WAIT]]] name("Recomputed/b")
// CHECK: Mul(%[[COPY]], {{.*}}) name("gradients/b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Placeholder name("k") {dtype = f32, shape = #tf_type.shape<8>} : () -> (tensor<8xf32>)
  %b, %b_c = Relu(%k) name("b") {T = f32} : (tensor<8xf32>) -> (tensor<*xf32>)
  %c, %c_c = Sin(%b) name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %e_c = Exp(%c) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g, %g_c = Cos(%e) name("gradients/c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %h, %h_c = Mul(%b, %g) name("gradients/b") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
