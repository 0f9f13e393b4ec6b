// RUN: tf-opt %s --grappler='fetches=out min-nodes=0' | filecheck %s
// RUN: tf-opt %s --grappler='fetches=out min-nodes=0 errors=keep' | filecheck %s --check-prefix=KEPT
// RUN: tf-opt %s --grappler='fetches=out min-nodes=0 fp=strict' | filecheck %s --check-prefix=KEPT
// RUN: tf-opt %s --grappler='fetches=out min-nodes=0 fp=strict errors=drop' | filecheck %s
// RUN: tf-opt %s --grappler-dependency='fetches=out errors=keep' | filecheck %s --check-prefix=KEPT

/// A product that nobody reads may still refuse its operands: that stays where errors are kept, as in strict runs. The Tanh cannot fail.
// CHECK-NOT: MatMul(
// CHECK: Exp({{.*}}) name("out")
// KEPT: %{{.*}}, %[[M:.*]] = MatMul(
// KEPT-NOT: Tanh
// KEPT: Exp({{.*}}) [%[[M]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %ctl_0 = MatMul(%x, %x) name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %t, %ctl_1 = Tanh(%x) name("t") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Exp(%x) [%ctl_0, %ctl_1] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
