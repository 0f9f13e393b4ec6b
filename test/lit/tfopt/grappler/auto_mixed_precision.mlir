// RUN: tf-opt %s --split-input-file --grappler-auto-mixed-precision='fetches=out variant=onednn_bfloat16' | filecheck %s

/// Products are narrow, and so is what is safe between them or behind them; a dangerous op reads what is wide again.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[N:.*]], %{{.*}} = Cast(%[[X]]) name("x-0-CastToBf16-0-AutoMixedPrecision") {DstT = bf16
// CHECK: = MatMul(%[[N]], %{{.*}}) name("m") {T = bf16
// CHECK: = BiasAdd({{.*}}) name("b") {T = bf16
// CHECK: = Relu({{.*}}) name("r") {T = bf16
// CHECK: %[[M:.*]], %{{.*}} = MatMul({{.*}}) name("n") {T = bf16
// CHECK: %[[S:.*]], %{{.*}} = Sigmoid(%[[M]]) name("s") {T = bf16
// CHECK: %[[C:.*]], %{{.*}} = Cast(%[[S]]) name("s-0-CastToFp32-0-AutoMixedPrecision") {DstT = f32
// CHECK: Exp(%[[C]]) name("out") {T = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("bias") {dtype = f32, value = dense<1.000000e+00> : tensor<3xf32>} : () -> (tensor<3xf32>)
  %BiasAdd, %ctl_4 = BiasAdd(%MatMul, %Const_2) name("b") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<3xf32>) -> (tensor<*xf32>)
  %Relu, %ctl_5 = Relu(%BiasAdd) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Const_6, %ctl_7 = Const name("v") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul_8, %ctl_9 = MatMul(%Relu, %Const_6) name("n") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Sigmoid, %ctl_10 = Sigmoid(%MatMul_8) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Exp, %ctl_11 = Exp(%Sigmoid) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What follows from a dangerous op on the way to a safe one stays wide; what only moves numbers goes with its neighbour.
// CHECK-LABEL: tfg.graph
// CHECK: = MatMul({{.*}}) name("m") {T = bf16
// CHECK: = Exp({{.*}}) name("e") {T = f32
// CHECK: = AddV2({{.*}}) name("a") {T = f32
// CHECK: = Relu({{.*}}) name("r") {T = bf16
// CHECK: = MatMul({{.*}}) name("n") {T = bf16
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Exp, %ctl_2 = Exp(%MatMul) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Const_3, %ctl_4 = Const name("one") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %AddV2, %ctl_5 = AddV2(%Exp, %Const_3) name("a") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Relu, %ctl_6 = Relu(%AddV2) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %MatMul_7, %ctl_8 = MatMul(%Relu, %Const) name("n") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%MatMul_7) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// One cast serves all readers.
// CHECK-LABEL: tfg.graph
// CHECK: = Cast({{.*}}) name("x-0-CastToBf16-0-AutoMixedPrecision")
// CHECK-NOT: name("x-0-CastToBf16-1
// CHECK: = Cast({{.*}}) name("w-0-CastToBf16-0-AutoMixedPrecision")
// CHECK: = MatMul({{.*}}) name("m") {T = bf16
// CHECK: = MatMul({{.*}}) name("n") {T = bf16
// CHECK: AddN({{.*}}) name("out") {N = 2 : i64, T = f32}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %MatMul_2, %ctl_3 = MatMul(%Placeholder, %Const) name("n") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %AddN, %ctl_4 = AddN(%MatMul, %MatMul_2) name("out") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Without products nothing is gained.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: = Cast(
// CHECK: = AddV2({{.*}}) name("a") {T = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_0 = AddV2(%Placeholder, %Placeholder) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Relu, %ctl_1 = Relu(%AddV2) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Relu) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// On another device it stays as it is.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: = Cast(
// CHECK: = MatMul({{.*}}) name("m") {T = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) device("/device:GPU:0") name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%MatMul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A product of integers stays.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: = Cast(
// CHECK: = MatMul({{.*}}) name("m") {T = i32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Const, %ctl_0 = Const name("w") {dtype = i32, value = dense<1> : tensor<3x3xi32>} : () -> (tensor<3x3xi32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) name("m") {T = i32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xi32>, tensor<3x3xi32>) -> (tensor<*xi32>)
  %Identity, %ctl_2 = Identity(%MatMul) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// A fetched product keeps its type.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: = Cast(
// CHECK: = MatMul({{.*}}) name("out") {T = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_1 = MatMul(%Placeholder, %Const) name("out") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
}

// -----

/// A batch norm between narrow ops keeps its statistics wide.
// CHECK-LABEL: tfg.graph
// CHECK: = FusedBatchNormV2({{.*}}) name("n") {T = bf16, U = f32
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x4x4x3xf32>)
  %Const, %ctl_0 = Const name("k") {dtype = f32, value = dense<1.000000e+00> : tensor<1x1x3x3xf32>} : () -> (tensor<1x1x3x3xf32>)
  %Const_1, %ctl_2 = Const name("s") {dtype = f32, value = dense<1.000000e+00> : tensor<3xf32>} : () -> (tensor<3xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Placeholder, %Const) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<2x4x4x3xf32>, tensor<1x1x3x3xf32>) -> (tensor<*xf32>)
  %FusedBatchNorm:5, %ctl_4 = FusedBatchNorm(%Conv2D, %Const_1, %Const_1, %Const_1, %Const_1) name("n") {T = f32, data_format = "NHWC", epsilon = 9.99999974E-5 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %Conv2D_5, %ctl_6 = Conv2D(%FusedBatchNorm#0, %Const) name("d") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x3x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_7 = Identity(%Conv2D_5) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A cast for a narrow op makes the narrow type.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Cast({{.*}}) name("c") {DstT = bf16
// CHECK: = MatMul(%[[C]], %{{.*}}) name("m") {T = bf16
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i8} : () -> (tensor<2x3xi8>)
  %Cast, %ctl_0 = Cast(%Placeholder) name("c") {DstT = f32, SrcT = i8, Truncate = false} : (tensor<2x3xi8>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %MatMul, %ctl_2 = MatMul(%Cast, %Const) name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<3x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%MatMul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A loop's own ops change together or not at all: no cast stands between them.
// CHECK-LABEL: tfg.graph
// CHECK: = Merge({{.*}}) name("merge") {N = 2 : i64, T = bf16
// CHECK: = MatMul({{.*}}) name("m") {T = bf16
// CHECK: = NextIteration({{.*}}) name("next") {T = bf16
// CHECK: = Switch({{.*}}) name("s") {T = bf16
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Enter, %ctl_0 = Enter(%Placeholder) name("enter") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Merge:2, %ctl_1 = Merge(%Enter, %NextIteration) name("merge") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
  %Relu, %ctl_2 = Relu(%Switch#1) name("t") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_3 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<3x3xf32>} : () -> (tensor<3x3xf32>)
  %Enter_4, %ctl_5 = Enter(%Const) name("we") {T = f32, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<3x3xf32>) -> (tensor<*xf32>)
  %MatMul, %ctl_6 = MatMul(%Relu, %Enter_4) name("m") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Exp, %ctl_7 = Exp(%MatMul) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %NextIteration, %ctl_8 = NextIteration(%Exp) name("next") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Placeholder_9, %ctl_10 = Placeholder name("y") {dtype = i1} : () -> (tensor<i1>)
  %Enter_11, %ctl_12 = Enter(%Placeholder_9) name("ce") {T = i1, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<i1>) -> (tensor<*xi1>)
  %LoopCond, %ctl_13 = LoopCond(%Enter_11) name("cond") : (tensor<*xi1>) -> (tensor<i1>)
  %Switch:2, %ctl_14 = Switch(%Merge#0, %LoopCond) name("s") {T = f32} : (tensor<*xf32>, tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  %Exit, %ctl_15 = Exit(%Switch#0) name("exit") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_16 = Identity(%Exit) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
