// RUN: tf-opt %s --split-input-file --grappler-remap='fetches=out assume-device=/device:CPU:0' | filecheck %s

/// A matrix product takes in a bias and an activation; the last node's name stays.
// CHECK-LABEL: tfg.graph
// CHECK: _FusedMatMul(%{{.*}}, %{{.*}}, %{{.*}}) name("out") {T = f32, epsilon = {{.*}}, fused_ops = ["BiasAdd", "Relu"],
// CHECK-SAME: num_args = 1
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.0> : tensor<4x8xf32>} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %w) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_3 = BiasAdd(%m, %b) name("a") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_4 = Relu(%a) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An addition of one number per channel is a bias.
// CHECK-LABEL: tfg.graph
// CHECK: _FusedMatMul({{.*}}) name("out") {{.*}}fused_ops = ["BiasAdd"]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.0> : tensor<4x8xf32>} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %w) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_3 = AddV2(%m, %b) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An addition of a row is none: a bias has one dimension.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedMatMul
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.0> : tensor<4x8xf32>} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<1x8xf32>)
  %m, %ctl_2 = MatMul(%x, %w) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_3 = AddV2(%m, %b) name("out") {T = f32} : (tensor<*xf32>, tensor<1x8xf32>) -> (tensor<*xf32>)
}

// -----

/// A product that somebody else reads stays, and so does its bias.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedMatMul
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.0> : tensor<4x8xf32>} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %w) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_3 = BiasAdd(%m, %b) name("a") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_4 = Mul(%a, %m) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A convolution takes in a batch norm with known statistics, and an activation.
// CHECK-LABEL: tfg.graph
// CHECK: _FusedConv2D({{.*}}) name("out") {{.*}}epsilon = 1.000000e-03 : f32, {{.*}}fused_ops = ["FusedBatchNorm", "Relu6"]
// CHECK-SAME: num_args = 4
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_1 = Placeholder name("s") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_2 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n:6, %ctl_3 = FusedBatchNormV3(%c, %s, %s, %s, %s) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %ctl_4 = Relu6(%n#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Nothing need be known of any of them.
// CHECK-LABEL: tfg.graph
// CHECK: _FusedConv2D({{.*}}) name("out") {{.*}}fused_ops = ["FusedBatchNorm", "LeakyRelu"], leakyrelu_alpha = 3.000000e-01
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_1 = Placeholder name("s") {dtype = f32} : () -> (tensor<*xf32>)
  %o, %ctl_2 = Placeholder name("o") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %ctl_3 = Placeholder name("m") {dtype = f32} : () -> (tensor<*xf32>)
  %v, %ctl_4 = Placeholder name("v") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_5 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n:6, %ctl_6 = FusedBatchNormV3(%c, %s, %o, %m, %v) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %ctl_7 = LeakyRelu(%n#0) name("out") {T = f32, alpha = 3.000000e-01 : f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A batch norm that computes its statistics stays.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedConv2D
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_1 = Placeholder name("s") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_2 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n:6, %ctl_3 = FusedBatchNormV3(%c, %s, %s, %s, %s) name("out") {T = f32, U = f32, data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.0 : f32, is_training = true} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
}

// -----

/// Doubles have a fused convolution, but no fused product.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedMatMul
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f64} : () -> (tensor<*xf64>)
  %m, %ctl_2 = MatMul(%x, %x) name("m") {T = f64, transpose_a = false, transpose_b = false} : (tensor<*xf64>, tensor<*xf64>) -> (tensor<*xf64>)
  %a, %ctl_3 = BiasAdd(%m, %x) name("out") {T = f64, data_format = "NHWC"} : (tensor<*xf64>, tensor<*xf64>) -> (tensor<*xf64>)
}

// -----

/// A constant bias may have dimensions of size one in front.
// CHECK-LABEL: tfg.graph
// CHECK: dense<2.000000e+00> : tensor<8xf32>
// CHECK: _FusedMatMul({{.*}}) name("out") {{.*}}fused_ops = ["BiasAdd"]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.0> : tensor<4x8xf32>} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<2.0> : tensor<1x8xf32>} : () -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %w) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_3 = AddV2(%m, %b) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A bias behind a Squeeze of other dimensions than the channels goes in front of it.
// CHECK-LABEL: tfg.graph
// CHECK: %[[F:.*]], %{{.*}} = _FusedConv2D({{.*}}fused_ops = ["BiasAdd"]
// CHECK: Squeeze(%[[F]]) name("out") {{.*}}squeeze_dims = [1, 2]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_2 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_3 = Squeeze(%c) name("s") {T = f32, squeeze_dims = [1, 2]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_4 = BiasAdd(%s, %b) name("out") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Where the channels are squeezed, or all dimensions that happen to be one, it stays.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedConv2D
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_2 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_3 = Squeeze(%c) name("s") {T = f32, squeeze_dims = []} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_4 = BiasAdd(%s, %b) name("out") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A convolution without a bias gets one of zeros, so that it can take in an activation.
// CHECK-LABEL: tfg.graph
// CHECK: %[[Z:.*]], %{{.*}} = Const {{.*}}dense<0.000000e+00> : tensor<4xf32>
// CHECK: _FusedConv2D(%{{.*}}, %{{.*}}, %[[Z]]) name("out") {{.*}}fused_ops = ["BiasAdd", "Relu"]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %c, %cc = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %rc = Relu(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Not where the number of channels is unknown,
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedConv2D
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %cc = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %rc = Relu(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// where the convolution is read as it is,
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedConv2D
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %c, %cc = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %rc = Relu(%c) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Mul(%r, %c) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// or where no kernel applies the activation.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedConv2D
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %wc = Const name("w") {dtype = f32, value = dense<1.0> : tensor<1x1x2x4xf32>} : () -> (tensor<*xf32>)
  %c, %cc = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %rc = Tanh(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
