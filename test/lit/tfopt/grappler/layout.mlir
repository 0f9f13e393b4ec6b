// RUN: tf-opt %s --split-input-file --grappler-layout='fetches=out assume-device=/device:GPU:0' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-layout='fetches=out assume-device=/device:CPU:0' | filecheck %s --check-prefix=CPU

/// Between two convolutions no transpose is left; strides go with their dimensions.
// CHECK-LABEL: tfg.graph
// CHECK: dense<[0, 3, 1, 2]>
// CHECK: %[[T:.*]], %{{.*}} = Transpose(%{{.*}}, %{{.*}})
// CHECK: %[[C:.*]], %{{.*}} = Conv2D(%[[T]], %{{.*}}) {{.*}}data_format = "NCHW", {{.*}}strides = [1, 1, 2, 3]
// CHECK: %[[R:.*]], %{{.*}} = Relu(%[[C]])
// CHECK: %[[D:.*]], %{{.*}} = Conv2D(%[[R]], %{{.*}}) {{.*}}data_format = "NCHW"
// CHECK: dense<[0, 2, 3, 1]>
// CHECK: Transpose(%[[D]], %{{.*}}) name("out")
// CPU-LABEL: tfg.graph
// CPU-NOT: Transpose
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<?x?x?x?xf32>)
  %a, %ctl_a = Abs(%x) name("a") {T = f32} : (tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>)
  %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<1.0> : tensor<3x3x8x8xf32>} : () -> (tensor<*xf32>)
  %c, %ctl_1 = Conv2D(%a, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 2, 3, 1], use_cudnn_on_gpu = true} : (tensor<?x?x?x?xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_2 = Relu(%c) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %ctl_3 = Conv2D(%r, %w) name("out") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A mean over the image needs no transpose behind it; a product with one number per channel has that in the channels' place.
// CHECK-LABEL: tfg.graph
// CHECK: MaxPool({{.*}}) {{.*}}data_format = "NCHW", {{.*}}ksize = [1, 1, 2, 2]
// CHECK: dense<[1, 8, 1, 1]>
// CHECK: %[[M:.*]], %{{.*}} = Mul(
// CHECK: dense<[2, 3]>
// CHECK-NOT: = Transpose
// CHECK: Mean(%[[M]], %{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<?x?x?x8xf32>)
  %z, %ctl_a = Abs(%x) name("a") {T = f32} : (tensor<?x?x?x8xf32>) -> (tensor<?x?x?x8xf32>)
  %s, %ctl_0 = Placeholder name("s") {dtype = f32} : () -> (tensor<8xf32>)
  %t, %ctl_b = Abs(%s) name("b") {T = f32} : (tensor<8xf32>) -> (tensor<8xf32>)
  %a, %ctl_1 = Const name("axes") {dtype = i32, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %p, %ctl_2 = MaxPool(%z) name("p") {T = f32, data_format = "NHWC", explicit_paddings = [], ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]} : (tensor<?x?x?x8xf32>) -> (tensor<*xf32>)
  %m, %ctl_3 = Mul(%p, %t) name("m") {T = f32} : (tensor<*xf32>, tensor<8xf32>) -> (tensor<*xf32>)
  %n, %ctl_4 = Mean(%m, %a) name("out") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
}

// -----

/// What is reduced along the rows alone keeps its transpose.
// CHECK-LABEL: tfg.graph
// CHECK: = Transpose
// CHECK: = Transpose
// CHECK: Sum({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<?x?x?x8xf32>)
  %z, %ctl_a = Abs(%x) name("a") {T = f32} : (tensor<?x?x?x8xf32>) -> (tensor<?x?x?x8xf32>)
  %a, %ctl_1 = Const name("axes") {dtype = i32, value = dense<[1]> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %p, %ctl_2 = MaxPool(%z) name("p") {T = f32, data_format = "NHWC", explicit_paddings = [], ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]} : (tensor<?x?x?x8xf32>) -> (tensor<*xf32>)
  %n, %ctl_4 = Sum(%p, %a) name("out") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
}
