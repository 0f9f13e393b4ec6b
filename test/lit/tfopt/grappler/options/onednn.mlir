// RUN: tf-opt %s --grappler='fetches=out assume-device=/device:CPU:0' | filecheck %s
// RUN: tf-opt %s --grappler='fetches=out assume-device=/device:CPU:0 onednn=false' | filecheck %s --check-prefix=WITHOUT
// RUN: tf-opt %s --grappler-remap='fetches=out assume-device=/device:CPU:0 onednn=false' | filecheck %s --check-prefix=WITHOUT

/// There is a kernel for x*sigmoid(x) with oneDNN, and none without.
// CHECK: _MklSwish(
// WITHOUT-NOT: _MklSwish
// WITHOUT: Mul(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %ctl_0 = Exp(%x) name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_1 = Sigmoid(%y) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %ctl_2 = Mul(%y, %s) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = Sin(%m) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
