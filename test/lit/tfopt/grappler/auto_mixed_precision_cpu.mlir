// RUN: tf-opt %s --split-input-file --grappler-auto-mixed-precision='fetches=out variant=cpu deny=Relu clear=-Relu' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-auto-mixed-precision='fetches=out variant=cpu deny=Relu clear=-Relu' --grappler-auto-mixed-precision='fetches=out variant=cpu deny=Relu clear=-Relu' | filecheck %s --check-prefixes=CHECK,TWICE

/// On CPUs f16 is only tried out: what a narrow op reads and makes is rounded to f16 and back.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Cast({{.*}}) name("x-0-CastToFp16-0-AutoMixedPrecision") {DstT = f16
// CHECK: %[[B:.*]], %{{.*}} = Cast(%[[A]]) name("x-0-CastToFp16-0-AutoMixedPrecision-0-CastToFp32-0-AutoMixedPrecision") {DstT = f32
// CHECK: = MatMul(%[[B]], %{{.*}}) name("m") {T = f32
// CHECK: = Cast({{.*}}) name("m-0-CastToFp16-0-AutoMixedPrecision")
// CHECK: = Relu(
// TWICE-NOT: CastToFp16-0-AutoMixedPrecision-0-CastToFp32-0-AutoMixedPrecision-0
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Relu, %ctl_2 = Relu(%MatMul) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Relu) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
