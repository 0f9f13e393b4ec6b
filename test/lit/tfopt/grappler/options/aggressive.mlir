// RUN: tf-opt %s --grappler='fetches=out trust-feed-shapes' | filecheck %s
// RUN: tf-opt %s --grappler='fetches=out trust-feed-shapes aggressive' | filecheck %s --check-prefix=ZEROS
// RUN: tf-opt %s --grappler='fetches=out trust-feed-shapes aggressive fp=strict' | filecheck %s

/// 0 times NaN is NaN: only who asks for more gets zeros, and never strictly.
// CHECK: Mul(
// ZEROS-NOT: Mul(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<*xf32>)
  %z, %ctl_0 = Const name("z") {dtype = f32, value = dense<0.0> : tensor<2x3xf32>} : () -> (tensor<*xf32>)
  %m, %ctl_1 = Mul(%x, %z) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Exp(%m) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
