// RUN: tf-opt %s --grappler='fetches=out' | filecheck %s
// RUN: tf-opt %s --grappler='fetches=out trust-feed-shapes' | filecheck %s --check-prefix=TRUSTED
// RUN: tf-opt %s --grappler-constfold='fetches=out' | filecheck %s
// RUN: tf-opt %s --grappler-constfold='fetches=out trust-feed-shapes' | filecheck %s --check-prefix=TRUSTED

/// What a Placeholder declares may be wrong; who says it is not gets its size as a constant.
// CHECK: Size(%{{.*}}) name("size")
// CHECK: AddV2(
// TRUSTED-NOT: Size(
// TRUSTED: Const name("out") {dtype = i32, value = dense<12> : tensor<i32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<*xf32>)
  %s, %ctl_0 = Size(%x) name("size") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %c, %ctl_1 = Const name("c") {dtype = i32, value = dense<6> : tensor<i32>} : () -> (tensor<*xi32>)
  %o, %ctl_2 = AddV2(%s, %c) name("out") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
}
