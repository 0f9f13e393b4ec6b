// RUN: tf-opt %s --grappler-pruning='fetches=out' | filecheck %s
// RUN: tf-opt %s --grappler-pruning='fetches=out keep-trivial' | filecheck %s --check-prefix=KEPT

/// What only hands on a value goes, unless it is to stay; what nothing needs goes anyway.
// CHECK-NOT: name("i")
// CHECK-NOT: name("unused")
// KEPT: Identity({{.*}}) name("i")
// KEPT-NOT: name("unused")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_0 = Identity(%x) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %u, %ctl_1 = Exp(%x) name("unused") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Neg(%i) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
