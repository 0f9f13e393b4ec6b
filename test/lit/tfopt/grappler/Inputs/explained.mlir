tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("block/weights") {dtype = f32, value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>} : () -> (tensor<*xf32>)
  %s, %ctl_1 = Const name("block/scale") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %c, %ctl_2 = Conv2D(%x, %w) name("block/conv") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n:6, %ctl_3 = FusedBatchNormV3(%c, %s, %s, %s, %s) name("block/norm") {T = f32, U = f32, data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %m, %ctl_4 = Neg(%n#0) name("negative") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_5 = Sub(%x, %m) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
