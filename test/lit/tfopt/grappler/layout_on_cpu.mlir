// RUN: tf-opt %s --grappler-layout='fetches=out conversion=nchw_to_nhwc' | filecheck %s
// RUN: tf-opt %s --grappler='fetches=out config=%S/Inputs/channels_last.pbtxt' | filecheck %s

/// On CPUs it is the conversion that decides: channels go last, and a mean over the image names its dimensions anew.
// CHECK: Conv2D({{.*}}data_format = "NHWC", {{.*}}strides = [1, 2, 3, 1]
// CHECK: dense<[1, 2]> : tensor<2xi32>
// CHECK: Mean({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<?x8x?x?xf32>)
  %a, %ctl_0 = Abs(%x) name("a") {T = f32} : (tensor<?x8x?x?xf32>) -> (tensor<?x8x?x?xf32>)
  %w, %ctl_1 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_2 = Const name("axes") {dtype = i32, value = dense<[2, 3]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %c, %ctl_3 = Conv2D(%a, %w) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 2, 3], use_cudnn_on_gpu = true} : (tensor<?x8x?x?xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %m, %ctl_4 = Mean(%c, %i) name("out") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
}
