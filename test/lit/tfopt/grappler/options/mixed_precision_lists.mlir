// RUN: tf-opt %s --grappler-auto-mixed-precision='fetches=out' | filecheck %s
// RUN: tf-opt %s --grappler-auto-mixed-precision='fetches=out allow=Sin' | filecheck %s --check-prefix=ALLOW
// RUN: tf-opt %s --grappler-auto-mixed-precision='fetches=out infer=Sin' | filecheck %s --check-prefix=INFER
// RUN: tf-opt %s --grappler-auto-mixed-precision='fetches=out infer=Sin,-Sigmoid' | filecheck %s --check-prefix=TAKEN
// RUN: tf-opt %s --grappler-auto-mixed-precision='fetches=out tensor-cores-only allow=Sin' | filecheck %s --check-prefix=CORES

/// Upstream's lists know no Sin. An op that is allowed is narrow wherever it stands, one that is inferred between narrow ones only. With
/// tensor cores only, nothing is inferred.
// CHECK: Sin({{.*}}) {{.*}}name("apart") {T = f32}
// CHECK: MatMul({{.*}}) {{.*}}name("m") {T = f16
// CHECK: Sigmoid({{.*}}) {{.*}}name("g") {T = f32}
// CHECK: Sin({{.*}}) {{.*}}name("behind") {T = f32}
// CHECK: MatMul({{.*}}) {{.*}}name("n") {T = f16
// ALLOW: Sin({{.*}}) {{.*}}name("apart") {T = f16}
// ALLOW: Sigmoid({{.*}}) {{.*}}name("g") {T = f16}
// ALLOW: Sin({{.*}}) {{.*}}name("behind") {T = f16}
// INFER: Sin({{.*}}) {{.*}}name("apart") {T = f32}
// INFER: Sigmoid({{.*}}) {{.*}}name("g") {T = f16}
// INFER: Sin({{.*}}) {{.*}}name("behind") {T = f16}
// TAKEN: MatMul({{.*}}) {{.*}}name("m") {T = f16
// TAKEN: Sigmoid({{.*}}) {{.*}}name("g") {T = f32}
// CORES: MatMul({{.*}}) {{.*}}name("m") {T = f16
// CORES: Sigmoid({{.*}}) {{.*}}name("g") {T = f32}
// CORES: Sin({{.*}}) {{.*}}name("behind") {T = f16}
// CORES: MatMul({{.*}}) {{.*}}name("n") {T = f16
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<3x3xf32>)
  %a, %ctl_0 = Sin(%x) device("/device:GPU:0") name("apart") {T = f32} : (tensor<3x3xf32>) -> (tensor<*xf32>)
  %e, %ctl_1 = Exp(%a) device("/device:GPU:0") name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %x) device("/device:GPU:0") name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<3x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %g, %ctl_3 = Sigmoid(%m) device("/device:GPU:0") name("g") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl_4 = Sin(%g) device("/device:GPU:0") name("behind") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_5 = MatMul(%b, %b) device("/device:GPU:0") name("n") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o:2, %ctl_6 = IdentityN(%n, %e) name("out") {T = [f32, f32]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}
