// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// Normalisation by constants goes into the weights and a bias: the factors are 2/2 and 3/3, the bias 1-5 and 1-6.
// CHECK-LABEL: tfg.graph
// CHECK: %[[W:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<{{.*}}1.000000e+00, 2.000000e+00{{.*}}> : tensor<1x1x1x2xf32>}
// CHECK: %[[C:.*]], %{{.*}} = Conv2D(%{{.*}}, %[[W]])
// CHECK: %[[B:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<[-4.000000e+00, -5.000000e+00]> : tensor<2xf32>}
// CHECK: %[[Y:.*]], %{{.*}} = BiasAdd(%[[C]], %[[B]]) name("bn")
// CHECK: Relu(%[[Y]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 2, 2, 1]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<4xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>} : () -> (tensor<1x1x1x2xf32>)
  %scale, %ctl_3 = Const name("scale") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %offset, %ctl_4 = Const name("offset") {dtype = f32, value = dense<[1.0, 1.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %mean, %ctl_5 = Const name("mean") {dtype = f32, value = dense<[5.0, 6.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %variance, %ctl_6 = Const name("variance") {dtype = f32, value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %c, %ctl_7 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %bn:6, %ctl_8 = FusedBatchNormV3(%c, %scale, %offset, %mean, %variance) name("bn") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out, %ctl_9 = Relu(%bn#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A bias in between is normalised too: (1 - 5) * 2/2 + 1.
// CHECK-LABEL: tfg.graph
// CHECK: %[[B:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<-3.000000e+00> : tensor<2xf32>}
// CHECK: BiasAdd(%{{.*}}, %[[B]]) name("bn")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 2, 2, 1]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<4xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>} : () -> (tensor<1x1x1x2xf32>)
  %bias, %ctl_3 = Const name("bias") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %scale, %ctl_4 = Const name("scale") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %offset, %ctl_5 = Const name("offset") {dtype = f32, value = dense<[1.0, 1.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %mean, %ctl_6 = Const name("mean") {dtype = f32, value = dense<[5.0, 6.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %variance, %ctl_7 = Const name("variance") {dtype = f32, value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %c, %ctl_8 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %b, %ctl_9 = BiasAdd(%c, %bias) name("b") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %bn:6, %ctl_10 = FusedBatchNormV3(%b, %scale, %offset, %mean, %variance) name("bn") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out, %ctl_11 = Relu(%bn#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So it is behind a depthwise convolution, whose channels are its last two axes.
// CHECK-LABEL: tfg.graph
// CHECK: %[[W:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<{{.*}}7.000000e+00{{.*}}8.000000e+00{{.*}}> : tensor<1x1x2x1xf32>}
// CHECK: DepthwiseConv2dNative(%{{.*}}, %[[W]])
// CHECK: BiasAdd(%{{.*}}, %{{.*}}) name("bn")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 2, 2, 2]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<4xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[[[7.0], [8.0]]]]> : tensor<1x1x2x1xf32>} : () -> (tensor<1x1x2x1xf32>)
  %scale, %ctl_3 = Const name("scale") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %offset, %ctl_4 = Const name("offset") {dtype = f32, value = dense<[1.0, 1.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %mean, %ctl_5 = Const name("mean") {dtype = f32, value = dense<[5.0, 6.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %variance, %ctl_6 = Const name("variance") {dtype = f32, value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %c, %ctl_7 = DepthwiseConv2dNative(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1]} : (tensor<*xf32>, tensor<1x1x2x1xf32>) -> (tensor<*xf32>)
  %bn:6, %ctl_8 = FusedBatchNormV3(%c, %scale, %offset, %mean, %variance) name("bn") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out, %ctl_9 = Relu(%bn#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Not while training, nor where somebody else reads what is normalised, or the statistics.
// CHECK-LABEL: tfg.graph
// CHECK: FusedBatchNormV3(%{{.*}}) name("training")
// CHECK: FusedBatchNormV3(%{{.*}}) name("shared")
// CHECK: FusedBatchNormV3(%{{.*}}) name("statistics")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 2, 2, 1]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<4xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>} : () -> (tensor<1x1x1x2xf32>)
  %scale, %ctl_3 = Const name("scale") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %offset, %ctl_4 = Const name("offset") {dtype = f32, value = dense<[1.0, 1.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %mean, %ctl_5 = Const name("mean") {dtype = f32, value = dense<[5.0, 6.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %variance, %ctl_6 = Const name("variance") {dtype = f32, value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %c, %ctl_7 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %training:6, %ctl_8 = FusedBatchNormV3(%c, %scale, %offset, %mean, %variance) name("training") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = true} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out, %ctl_9 = Relu(%training#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_10 = Conv2D(%x, %w) name("d") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %shared:6, %ctl_11 = FusedBatchNormV3(%d, %scale, %offset, %mean, %variance) name("shared") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out2, %ctl_12 = AddV2(%shared#0, %d) name("out2") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %e, %ctl_13 = Conv2D(%x, %w) name("e") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %statistics:6, %ctl_14 = FusedBatchNormV3(%e, %scale, %offset, %mean, %variance) name("statistics") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out3, %ctl_15 = AddV2(%statistics#0, %statistics#1) name("out3") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Nothing that is added leaves no bias.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D(
// CHECK: Relu(%[[C]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 2, 2, 1]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<4xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>} : () -> (tensor<1x1x1x2xf32>)
  %scale, %ctl_3 = Const name("scale") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %offset, %ctl_4 = Const name("offset") {dtype = f32, value = dense<0.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %mean, %ctl_5 = Const name("mean") {dtype = f32, value = dense<0.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %variance, %ctl_6 = Const name("variance") {dtype = f32, value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %c, %ctl_7 = Conv2D(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %bn:6, %ctl_8 = FusedBatchNormV3(%c, %scale, %offset, %mean, %variance) name("bn") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out, %ctl_9 = Relu(%bn#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Where a kernel applies the activation behind it, which it does behind a bias only, there is one of zeros.
// CHECK-LABEL: tfg.graph
// CHECK: %[[Z:.*]], %{{.*}} = Const {{.*}}dense<0.000000e+00> : tensor<2xf32>
// CHECK: %[[C:.*]], %{{.*}} = _FusedConv2D(%{{.*}}, %{{.*}}, %[[Z]]) {{.*}}name("bn") {{.*}}fused_ops = ["BiasAdd"]
// CHECK: Relu(%[[C]])
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 2, 2, 1]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<4xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>} : () -> (tensor<1x1x1x2xf32>)
  %scale, %ctl_3 = Const name("scale") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %offset, %ctl_4 = Const name("offset") {dtype = f32, value = dense<0.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %mean, %ctl_5 = Const name("mean") {dtype = f32, value = dense<0.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %variance, %ctl_6 = Const name("variance") {dtype = f32, value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %c, %ctl_7 = Conv2D(%x, %w) device("/device:CPU:0") name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %bn:6, %ctl_8 = FusedBatchNormV3(%c, %scale, %offset, %mean, %variance) device("/device:CPU:0") name("bn") {T = f32, U = f32, data_format = "NHWC", epsilon = 0.000000e+00 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %out, %ctl_9 = Relu(%bn#0) device("/device:CPU:0") name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
