// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// HoistCWiseUnaryChains: equal chains before a Concat are one behind it.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[C:.*]], %{{.*}} = ConcatV2(%[[X]], %[[Y]], %[[Z]], %{{.*}})
// CHECK: %[[A:.*]], %{{.*}} = Cos(%[[C]])
// CHECK: = Exp(%[[A]]) name("r")
// CHECK-NOT: = Cos(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Cos, %ctl_4 = Cos(%Placeholder) name("c0") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Exp, %ctl_5 = Exp(%Cos) name("e0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Cos_6, %ctl_7 = Cos(%Placeholder_0) name("c1") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Exp_8, %ctl_9 = Exp(%Cos_6) name("e1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Cos_10, %ctl_11 = Cos(%Placeholder_2) name("c2") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Exp_12, %ctl_13 = Exp(%Cos_10) name("e2") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_14 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %ConcatV2, %ctl_15 = ConcatV2(%Exp, %Exp_8, %Exp_12, %Const) name("r") {N = 3 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_16 = Identity(%ConcatV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Equal chains behind a Split are one before it.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Cos(%[[X]])
// CHECK: %[[B:.*]], %{{.*}} = Exp(%[[A]])
// CHECK: %[[S:.*]]:2, %{{.*}} = Split(%{{.*}}, %[[B]]) name("s")
// CHECK-NOT: = Exp(
// CHECK: IdentityN(%[[S]]#0, %[[S]]#1)
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<6x2xf32>)
  %Const, %ctl_0 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %Split:2, %ctl_1 = Split(%Const, %Placeholder) name("s") {T = f32, num_split = 2 : i64} : (tensor<i32>, tensor<6x2xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %Cos, %ctl_2 = Cos(%Split#0) name("c0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Exp, %ctl_3 = Exp(%Cos) name("e0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Cos_4, %ctl_5 = Cos(%Split#1) name("c1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Exp_6, %ctl_7 = Exp(%Cos_4) name("e1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %IdentityN:2, %ctl_8 = IdentityN(%Exp, %Exp_6) name("out") {T = [f32, f32]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// Different ops stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Exp(
// CHECK: = Cos(
// CHECK: = ConcatV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Exp, %ctl_2 = Exp(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Cos, %ctl_3 = Cos(%Placeholder_0) name("b") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %ConcatV2, %ctl_5 = ConcatV2(%Exp, %Cos, %Const) name("r") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_6 = Identity(%ConcatV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What others read stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Exp({{.*}}) name("a")
// CHECK: = Exp({{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Exp, %ctl_2 = Exp(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Exp_3, %ctl_4 = Exp(%Placeholder_0) name("b") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_5 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %ConcatV2, %ctl_6 = ConcatV2(%Exp, %Exp_3, %Const) name("r") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Const_7, %ctl_8 = Const name("axis2") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %Concat, %ctl_9 = Concat(%Const_7, %Exp, %Exp) name("k") {N = 2 : i64, T = f32} : (tensor<i32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Neg, %ctl_10 = Neg(%Concat) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_11 = AddV2(%ConcatV2, %Neg) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A part without it keeps it behind the Split.
// CHECK-LABEL: tfg.graph
// CHECK: = Split(
// CHECK: = Exp(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<6x2xf32>)
  %Const, %ctl_0 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %Split:2, %ctl_1 = Split(%Const, %Placeholder) name("s") {T = f32, num_split = 2 : i64} : (tensor<i32>, tensor<6x2xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %Exp, %ctl_2 = Exp(%Split#0) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %IdentityN:2, %ctl_3 = IdentityN(%Exp, %Split#1) name("out") {T = [f32, f32]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// FoldMultiplyIntoConv: a scale goes into the weights.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[W:.*]], %{{.*}} = Mul(%{{.*}}, %{{.*}}) name("ArithmeticOptimizer/FoldMultiplyIntoConv_r")
// CHECK: = Conv2D(%[[X]], %[[W]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<1x4x4x2xf32>)
  %Const, %ctl_0 = Const name("half") {dtype = f32, value = dense<5.000000e-01> : tensor<f32>} : () -> (tensor<f32>)
  %Mul, %ctl_1 = Mul(%Placeholder, %Const) name("m") {T = f32} : (tensor<1x4x4x2xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<1x1x2x1xf32>} : () -> (tensor<1x1x2x1xf32>)
  %Conv2D, %ctl_4 = Conv2D(%Mul, %Const_2) name("r") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x2x1xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Conv2D) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Into those that are fed it does not.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul({{.*}}) name("m")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<1x4x4x2xf32>)
  %Const, %ctl_0 = Const name("half") {dtype = f32, value = dense<5.000000e-01> : tensor<f32>} : () -> (tensor<f32>)
  %Mul, %ctl_1 = Mul(%Placeholder, %Const) name("m") {T = f32} : (tensor<1x4x4x2xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("w") {dtype = f32} : () -> (tensor<1x1x2x1xf32>)
  %Conv2D, %ctl_4 = Conv2D(%Mul, %Placeholder_2) name("r") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x2x1xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Conv2D) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A factor for each channel does not.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul({{.*}}) name("m")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<1x4x4x2xf32>)
  %Const, %ctl_0 = Const name("half") {dtype = f32, value = dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %Mul, %ctl_1 = Mul(%Placeholder, %Const) name("m") {T = f32} : (tensor<1x4x4x2xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("w") {dtype = f32, value = dense<1.000000e+00> : tensor<1x1x2x1xf32>} : () -> (tensor<1x1x2x1xf32>)
  %Conv2D, %ctl_4 = Conv2D(%Mul, %Const_2) name("r") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x2x1xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Conv2D) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Activations of convolutions as they are go behind the Concat: no kernel applies them there.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = ConcatV2(
// CHECK: = Relu(%[[C]]) name("k")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<1.0> : tensor<4xf32>} : () -> (tensor<*xf32>)
  %a, %ac = Const name("axis") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %c0, %c0c = Conv2D(%x, %w) name("c0") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r0, %r0c = Relu(%c0) name("r0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c1, %c1c = Conv2D(%x, %w) name("c1") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r1, %r1c = Relu(%c1) name("r1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%r0, %r1, %a) name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Those behind a bias are fused with it,
// CHECK-LABEL: tfg.graph
// CHECK: = Relu({{.*}}) name("r0")
// CHECK: = Relu({{.*}}) name("r1")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<1.0> : tensor<4xf32>} : () -> (tensor<*xf32>)
  %a, %ac = Const name("axis") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %c0, %c0c = Conv2D(%x, %w) name("c0") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b0, %b0c = BiasAdd(%c0, %b) name("b0") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r0, %r0c = Relu(%b0) name("r0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c1, %c1c = Conv2D(%x, %w) name("c1") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b1, %b1c = BiasAdd(%c1, %b) name("b1") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r1, %r1c = Relu(%b1) name("r1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%r0, %r1, %a) name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// but not those behind a bias of something else,
// CHECK-LABEL: tfg.graph
// CHECK: = Relu({{.*}}) name("k")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<1.0> : tensor<4xf32>} : () -> (tensor<*xf32>)
  %a, %ac = Const name("axis") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %b0, %b0c = BiasAdd(%x, %b) name("b0") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r0, %r0c = Relu(%b0) name("r0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b1, %b1c = BiasAdd(%x, %b) name("b1") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r1, %r1c = Relu(%b1) name("r1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%r0, %r1, %a) name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// nor behind a sum of two convolutions,
// CHECK-LABEL: tfg.graph
// CHECK: = Relu({{.*}}) name("k")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<1.0> : tensor<4xf32>} : () -> (tensor<*xf32>)
  %a, %ac = Const name("axis") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %c0, %c0c = Conv2D(%x, %w) name("c0") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %d0, %d0c = Conv2D(%x, %w) name("d0") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b0, %b0c = AddV2(%c0, %d0) name("b0") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r0, %r0c = Relu(%b0) name("r0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c1, %c1c = Conv2D(%x, %w) name("c1") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %d1, %d1c = Conv2D(%x, %w) name("d1") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b1, %b1c = AddV2(%c1, %d1) name("b1") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r1, %r1c = Relu(%b1) name("r1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%r0, %r1, %a) name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// nor an activation that is fused on certain devices only.
// CHECK-LABEL: tfg.graph
// CHECK: = Elu({{.*}}) name("k")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<1.0> : tensor<4xf32>} : () -> (tensor<*xf32>)
  %a, %ac = Const name("axis") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %c0, %c0c = Conv2D(%x, %w) name("c0") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b0, %b0c = BiasAdd(%c0, %b) name("b0") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r0, %r0c = Elu(%b0) name("r0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c1, %c1c = Conv2D(%x, %w) name("c1") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b1, %b1c = BiasAdd(%c1, %b) name("b1") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r1, %r1c = Elu(%b1) name("r1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%r0, %r1, %a) name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What a CPU composes is hoisted before it is composed,
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = ConcatV2(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: _UnaryOpsComposition(%[[C]]) {{.*}}name("k") {{.*}}op_names = ["Cos", "Exp"]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %yc = Placeholder name("y") {dtype = f32} : () -> (tensor<*xf32>)
  %axis, %axisc = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %a0, %a0c = Cos(%x) device("/device:CPU:0") name("a0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a1, %a1c = Exp(%a0) device("/device:CPU:0") name("a1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b0, %b0c = Cos(%y) device("/device:CPU:0") name("b0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b1, %b1c = Exp(%b0) device("/device:CPU:0") name("b1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%a1, %b1, %axis) device("/device:CPU:0") name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// as far as the chains are equal.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Cos(
// CHECK: %[[C:.*]], %{{.*}} = ConcatV2(%[[A]], %{{.*}}, %{{.*}})
// CHECK: Exp(%[[C]]) {{.*}}name("k")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %yc = Placeholder name("y") {dtype = f32} : () -> (tensor<*xf32>)
  %axis, %axisc = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %a0, %a0c = Cos(%x) device("/device:CPU:0") name("a0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a1, %a1c = Exp(%a0) device("/device:CPU:0") name("a1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b0, %b0c = Exp(%y) device("/device:CPU:0") name("b0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%a1, %b0, %axis) device("/device:CPU:0") name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Different chains are composed where they stand.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = _UnaryOpsComposition({{.*}}op_names = ["Exp", "Cos"]
// CHECK: %[[B:.*]], %{{.*}} = _UnaryOpsComposition({{.*}}op_names = ["Cos", "Exp"]
// CHECK: ConcatV2(%[[A]], %[[B]],
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %yc = Placeholder name("y") {dtype = f32} : () -> (tensor<*xf32>)
  %axis, %axisc = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %a0, %a0c = Exp(%x) device("/device:CPU:0") name("a0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a1, %a1c = Cos(%a0) device("/device:CPU:0") name("a1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b0, %b0c = Cos(%y) device("/device:CPU:0") name("b0") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b1, %b1c = Exp(%b0) device("/device:CPU:0") name("b1") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %kc = ConcatV2(%a1, %b1, %axis) device("/device:CPU:0") name("k") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %o, %oc = Identity(%k) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
