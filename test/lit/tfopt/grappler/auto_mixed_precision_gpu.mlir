// RUN: tf-opt %s --split-input-file --grappler-auto-mixed-precision='fetches=out' | filecheck %s

/// On a GPU it is f16, and means are dangerous.
// CHECK-LABEL: tfg.graph
// CHECK: = Cast({{.*}}) name("x-0-CastToFp16-0-AutoMixedPrecision") {DstT = f16
// CHECK: = MatMul({{.*}}) name("m") {T = f16
// CHECK: = Sum({{.*}}) name("s") {T = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) device("/device:GPU:0") name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %Sum, %ctl_4 = Sum(%MatMul, %Const_2) device("/device:GPU:0") name("s") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Sum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// On a CPU it stays.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: = Cast(
// CHECK: = MatMul({{.*}}) name("m") {T = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) device("/device:CPU:0") name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%MatMul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A function's argument is cast in the function, under its name.
// CHECK-LABEL: tfg.func @f(%a: tensor<2x3xf32>
// CHECK: %[[A:.*]], %{{.*}} = Cast(%a) device("/device:GPU:0") name("a-0-CastToFp16-0-AutoMixedPrecision") {DstT = f16
// CHECK: %[[M:.*]], %{{.*}} = MatMul(%[[A]], %{{.*}}) device("/device:GPU:0") name("m") {T = f16
// CHECK: %[[R:.*]], %{{.*}} = Cast(%[[M]]) {{.*}} {DstT = f32
// CHECK: return(%[[R]])
tfg.func @f(%a: tensor<2x3xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %w, %ctl = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %m, %ctl_0 = MatMul(%a, %w) device("/device:GPU:0") name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  return(%m) : tensor<*xf32>
}
