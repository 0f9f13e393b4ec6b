// RUN: tf-opt %s --grappler='fetches=out min-nodes=0' | filecheck %s
// RUN: tf-opt %s --grappler='fetches=out min-nodes=0 keep-functions' | filecheck %s --check-prefix=KEPT

/// A function that no node calls goes, unless all are kept.
// CHECK-NOT: @unused
// KEPT: tfg.func @unused
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %o, %ctl_0 = Exp(%x) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @unused(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
