// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// 5 - (x - 2) is 7 - x; the constants of products and quotients meet as well.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<7.000000e+00> : tensor<3x4xf32>}
// CHECK: Sub(%[[A]], %{{.*}}) name("difference")
// CHECK: %[[B:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<1.000000e+01> : tensor<3x4xf32>}
// CHECK: Mul(%{{.*}}, %[[B]]) name("product")
// CHECK: %[[C:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<2.500000e+00> : tensor<3x4xf32>}
// CHECK: Mul(%{{.*}}, %[[C]]) name("ratio")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %five, %ctl_2 = Const name("five") {dtype = f32, value = dense<5.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %two, %ctl_3 = Const name("two") {dtype = f32, value = dense<2.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %less, %ctl_4 = Sub(%x, %two) name("less") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %difference, %ctl_5 = Sub(%five, %less) name("difference") {T = f32} : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %twice, %ctl_6 = Mul(%x, %two) name("twice") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %product, %ctl_7 = Mul(%five, %twice) name("product") {T = f32} : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %half, %ctl_8 = RealDiv(%x, %two) name("half") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %ratio, %ctl_9 = Mul(%five, %half) name("ratio") {T = f32} : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Not where somebody else reads the inner sum, nor between integers that are divided.
// CHECK-LABEL: tfg.graph
// CHECK: AddV2(%{{.*}}, %{{.*}}) name("inner")
// CHECK: AddV2(%{{.*}}, %{{.*}}) name("outer")
// CHECK: Div(%{{.*}}, %{{.*}}) name("half")
// CHECK: Mul(%{{.*}}, %{{.*}}) name("ints")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %n, %ctl_1 = Placeholder name("n") {dtype = i32} : () -> (tensor<*xi32>)
  %five, %ctl_2 = Const name("five") {dtype = f32, value = dense<5.0> : tensor<f32>} : () -> (tensor<f32>)
  %two, %ctl_3 = Const name("two") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<f32>)
  %three, %ctl_4 = Const name("three") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<i32>)
  %four, %ctl_5 = Const name("four") {dtype = i32, value = dense<4> : tensor<i32>} : () -> (tensor<i32>)
  %inner, %ctl_6 = AddV2(%x, %two) name("inner") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %read, %ctl_7 = Exp(%inner) name("read") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %outer, %ctl_8 = AddV2(%inner, %five) name("outer") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %half, %ctl_9 = Div(%n, %three) name("half") {T = i32} : (tensor<*xi32>, tensor<i32>) -> (tensor<*xi32>)
  %ints, %ctl_10 = Mul(%half, %four) name("ints") {T = i32} : (tensor<*xi32>, tensor<i32>) -> (tensor<*xi32>)
}

// -----

/// A bias takes what is added for each channel, or for all; not what is added for each row.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<[1.100000e+01, 2.100000e+01]> : tensor<2xf32>}
// CHECK: BiasAdd(%{{.*}}, %[[A]]) name("sum")
// CHECK: AddV2(%{{.*}}, %{{.*}}) name("rows")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[2, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %bias, %ctl_2 = Const name("bias") {dtype = f32, value = dense<[10.0, 20.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %one, %ctl_3 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %column, %ctl_4 = Const name("column") {dtype = f32, value = dense<[[1.0], [2.0]]> : tensor<2x1xf32>} : () -> (tensor<2x1xf32>)
  %biased, %ctl_5 = BiasAdd(%x, %bias) name("biased") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %sum, %ctl_6 = AddV2(%biased, %one) name("sum") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %more, %ctl_7 = BiasAdd(%x, %bias) name("more") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %rows, %ctl_8 = AddV2(%more, %column) name("rows") {T = f32} : (tensor<*xf32>, tensor<2x1xf32>) -> (tensor<*xf32>)
}

// -----

/// The factor of a convolution, or of each of its channels, goes into its weights; one for each row of pixels does not.
// CHECK-LABEL: tfg.graph
// CHECK: Const name({{.*}}) {dtype = f32, value = dense<{{.*}}1.000000e+01, 4.000000e+01{{.*}}> : tensor<1x1x1x2xf32>}
// CHECK: Conv2D(%{{.*}}, %{{.*}}) name("channels")
// CHECK: Const name({{.*}}) {dtype = f32, value = dense<{{.*}}3.000000e+00, 6.000000e+00{{.*}}> : tensor<1x1x1x2xf32>}
// CHECK: Conv2D(%{{.*}}, %{{.*}}) name("before")
// CHECK: Mul(%{{.*}}, %{{.*}}) name("rows")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 2, 2, 1]> : tensor<4xi32>} : () -> (tensor<4xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<4xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>} : () -> (tensor<1x1x1x2xf32>)
  %each, %ctl_3 = Const name("each") {dtype = f32, value = dense<[10.0, 20.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %three, %ctl_4 = Const name("three") {dtype = f32, value = dense<3.0> : tensor<f32>} : () -> (tensor<f32>)
  %row, %ctl_5 = Const name("row") {dtype = f32, value = dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>} : () -> (tensor<2x1x1xf32>)
  %c1, %ctl_6 = Conv2D(%x, %w) name("c1") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %channels, %ctl_7 = Mul(%c1, %each) name("channels") {T = f32} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %tripled, %ctl_8 = Mul(%x, %three) name("tripled") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %before, %ctl_9 = Conv2D(%tripled, %w) name("before") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %c3, %ctl_10 = Conv2D(%x, %w) name("c3") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<1x1x1x2xf32>) -> (tensor<*xf32>)
  %rows, %ctl_11 = Mul(%c3, %row) name("rows") {T = f32} : (tensor<*xf32>, tensor<2x1x1xf32>) -> (tensor<*xf32>)
}

// -----

/// Columns of a matrix product are scaled in the matrix, also of a transposed one.
// CHECK-LABEL: tfg.graph
// CHECK: Const name({{.*}}) {dtype = f32, value = dense<{{\[}}[1.000000e+01, 4.000000e+01], [3.000000e+01, 8.000000e+01]]> : tensor<2x2xf32>}
// CHECK: MatMul(%{{.*}}, %{{.*}}) name("straight")
// CHECK: Const name({{.*}}) {dtype = f32, value = dense<{{\[}}[1.000000e+01, 2.000000e+01], [6.000000e+01, 8.000000e+01]]> : tensor<2x2xf32>}
// CHECK: MatMul(%{{.*}}, %{{.*}}) name("turned")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %w, %ctl_2 = Const name("w") {dtype = f32, value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> (tensor<2x2xf32>)
  %each, %ctl_3 = Const name("each") {dtype = f32, value = dense<[10.0, 20.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %p1, %ctl_4 = MatMul(%x, %w) name("p1") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<2x2xf32>) -> (tensor<*xf32>)
  %straight, %ctl_5 = Mul(%p1, %each) name("straight") {T = f32} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %p2, %ctl_6 = MatMul(%x, %w) name("p2") {T = f32, transpose_a = false, transpose_b = true} : (tensor<*xf32>, tensor<2x2xf32>) -> (tensor<*xf32>)
  %turned, %ctl_7 = Mul(%p2, %each) name("turned") {T = f32} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
}

// -----

/// A factor goes into the weights of volumes of any shape.
// CHECK-LABEL: tfg.graph
// CHECK: dense<6.000000e+00> : tensor<1x1x1x1x2xf32>
// CHECK-NOT: = Mul(
// CHECK: Conv3D(%{{.*}}, %{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_0 = Const name("a") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %w, %ctl_1 = Const name("w") {dtype = f32, value = dense<3.0> : tensor<1x1x1x1x2xf32>} : () -> (tensor<*xf32>)
  %m, %ctl_2 = Mul(%a, %x) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %out, %ctl_3 = Conv3D(%m, %w) name("out") {T = f32, data_format = "NDHWC", dilations = [1, 1, 1, 1, 1], padding = "SAME", strides = [1, 1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A factor that may itself be what has the five dimensions does not.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul({{.*}}) name("m")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_0 = Const name("a") {dtype = f32, value = dense<2.0> : tensor<2x1x1x1x1xf32>} : () -> (tensor<*xf32>)
  %w, %ctl_1 = Const name("w") {dtype = f32, value = dense<3.0> : tensor<1x1x1x1x2xf32>} : () -> (tensor<*xf32>)
  %m, %ctl_2 = Mul(%a, %x) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %out, %ctl_3 = Conv3D(%m, %w) name("out") {T = f32, data_format = "NDHWC", dilations = [1, 1, 1, 1, 1], padding = "SAME", strides = [1, 1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
