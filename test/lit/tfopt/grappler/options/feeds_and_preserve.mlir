// RUN: tf-opt %s --grappler='fetches=out min-nodes=0' | filecheck %s --check-prefix=FOLDED
// RUN: tf-opt %s --grappler='fetches=out min-nodes=0 feeds=c' | filecheck %s --check-prefix=FED
// RUN: tf-opt %s --grappler='fetches=out min-nodes=0 preserve=kept' | filecheck %s --check-prefix=KEPT

/// A constant is looked through, unless it is fed; what no fetch needs goes, unless it is preserved.
// FOLDED-NOT: name("kept")
// FOLDED: Const name("out") {dtype = f32, value = dense<-2.000000e+00> : tensor<f32>}
// FED: %[[C:.*]], %{{.*}} = Const name("c")
// FED-NOT: name("kept")
// FED: Neg(%[[C]]) name("out")
// KEPT: Exp({{.*}}) name("kept")
// KEPT: Const name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = Const name("c") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %k, %ctl_1 = Exp(%x) name("kept") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Neg(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
