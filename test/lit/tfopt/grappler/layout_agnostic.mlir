// RUN: tf-opt %s --split-input-file --grappler-layout='fetches=out trust-feed-shapes conversion=nchw_to_nhwc' | filecheck %s

/// Ops that do the same in any order of dimensions, behind a convolution that gets its channels last. The axes are those that TensorFlow 2.21's
/// layout optimizer computes by DataFormatDimMap and DataFormatVecPermute, which are folded here.

/// A concatenation of channels names the last dimension.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<3> : tensor<i32>
// CHECK: = ConcatV2(%[[C]], %[[C]], %[[K]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %ConcatV2, %ctl_5 = ConcatV2(%Conv2D, %Conv2D, %Const) name("op") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%ConcatV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The axis of the older op comes first: width is the third dimension of NHWC.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<2> : tensor<i32>
// CHECK: = Concat(%[[K]], %[[C]], %[[C]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<*xi32>)
  %Concat, %ctl_5 = Concat(%Const, %Conv2D, %Conv2D) name("op") {N = 2 : i64, T = f32} : (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Concat) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Dimensions that stay with size 1 are turned back behind the sum.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<[2, 3]> : tensor<2xi32>
// CHECK: = Sum(%[[C]], %[[K]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<[1, 3]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Sum, %ctl_5 = Sum(%Conv2D, %Const) name("op") {T = f32, Tidx = i32, keep_dims = true} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Sum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Without its channels an image has one order of dimensions, and no transpose.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<3> : tensor<1xi32>
// CHECK: = Sum(%[[C]], %[[K]])
// CHECK-NOT: Transpose
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<1> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Sum, %ctl_5 = Sum(%Conv2D, %Const) name("op") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Sum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Nor has the place of the largest channel; here upstream turns its operand back.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<3> : tensor<i32>
// CHECK: = ArgMax(%[[C]], %[[K]])
// CHECK-NOT: Transpose
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %ArgMax, %ctl_5 = ArgMax(%Conv2D, %Const) name("op") {T = f32, Tidx = i32, output_type = i64} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xi64>)
  %Identity_6, %ctl_7 = Identity(%ArgMax) name("out") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// What is said of each dimension goes with it: pads,
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<{{.*}}0, 0], [3, 4], [5, 6], [1, 2{{.*}}> : tensor<4x2xi32>
// CHECK: = Pad(%[[C]], %[[K]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<[[0, 0], [1, 2], [3, 4], [5, 6]]> : tensor<4x2xi32>} : () -> (tensor<*xi32>)
  %Pad, %ctl_5 = Pad(%Conv2D, %Const) name("op") {T = f32, Tpaddings = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Pad) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// mirrored ones,
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<{{.*}}0, 0], [1, 2], [2, 1], [0, 0{{.*}}> : tensor<4x2xi32>
// CHECK: = MirrorPad(%[[C]], %[[K]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<[[0, 0], [0, 0], [1, 2], [2, 1]]> : tensor<4x2xi32>} : () -> (tensor<*xi32>)
  %MirrorPad, %ctl_5 = MirrorPad(%Conv2D, %Const) name("op") {T = f32, Tpaddings = i32, mode = "REFLECT"} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%MirrorPad) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// repetitions,
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<[1, 3, 4, 2]> : tensor<4xi32>
// CHECK: = Tile(%[[C]], %[[K]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<[1, 2, 3, 4]> : tensor<4xi32>} : () -> (tensor<*xi32>)
  %Tile, %ctl_5 = Tile(%Conv2D, %Const) name("op") {T = f32, Tmultiples = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Tile) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// the first element and the size of a slice.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<[0, 2, 3, 1]> : tensor<4xi32>
// CHECK: = Slice(%[[C]], %[[K]], %{{.*}})
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<[0, 1, 2, 3]> : tensor<4xi32>} : () -> (tensor<*xi32>)
  %Const_5, %ctl_6 = Const name("Const_1") {dtype = i32, value = dense<[2, 3, 4, 1]> : tensor<4xi32>} : () -> (tensor<*xi32>)
  %Slice, %ctl_7 = Slice(%Conv2D, %Const, %Const_5) name("op") {Index = i32, T = f32} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_8, %ctl_9 = Identity(%Slice) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Every part of a split is turned back that is read.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<3> : tensor<i32>
// CHECK: = Split(%[[K]], %[[C]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %Split:2, %ctl_5 = Split(%Const, %Conv2D) name("op") {T = f32, num_split = 2 : i64} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Split#1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The sizes of the parts are of one dimension, and stay.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<3> : tensor<i32>
// CHECK: = SplitV(%[[C]], %{{.*}}, %[[K]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<[3, 5]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %Const_5, %ctl_6 = Const name("Const_1") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<*xi32>)
  %SplitV:2, %ctl_7 = SplitV(%Conv2D, %Const, %Const_5) name("op") {T = f32, Tlen = i32, num_split = 2 : i64} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  %Identity_8, %ctl_9 = Identity(%SplitV#1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A reversal names its dimensions anew.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[K:.*]], %{{.*}} = Const {{.*}}dense<[3, 1]> : tensor<2xi32>
// CHECK: = ReverseV2(%[[C]], %[[K]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %ReverseV2, %ctl_5 = ReverseV2(%Conv2D, %Const) name("op") {T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%ReverseV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A shape is put in order itself.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[S:.*]], %{{.*}} = Shape(%[[C]])
// CHECK: DataFormatVecPermute(%[[S]])
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Shape, %ctl_4 = Shape(%Conv2D) name("op") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %Identity_5, %ctl_6 = Identity(%Shape) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// One number spreads in any order.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: = Mul(%[[C]], %{{.*}})
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = f32, value = dense<2.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  %Mul, %ctl_5 = Mul(%Conv2D, %Const) name("op") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Mul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// All operands of a choice are turned.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: = SelectV2(%{{.*}}, %[[C]], %[[C]])
// CHECK: Transpose({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Greater, %ctl_4 = Greater(%Conv2D, %Conv2D) name("Greater") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  %SelectV2, %ctl_5 = SelectV2(%Greater, %Conv2D, %Conv2D) name("op") {T = f32} : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%SelectV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Height and width of size 1 are dropped where they stand now; here upstream turns the operand back.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: = Squeeze(%[[C]]) {{.*}}squeeze_dims = [1, 2]
// CHECK-NOT: Transpose
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x1x1>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Squeeze, %ctl_4 = Squeeze(%Conv2D) name("op") {T = f32, squeeze_dims = [2, 3]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_5, %ctl_6 = Identity(%Squeeze) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What keeps the channels between batch and width keeps its transpose:
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[T:.*]], %{{.*}} = Transpose(%[[C]], %{{.*}})
// CHECK: = Sum(%[[T]], %{{.*}})
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %Sum, %ctl_5 = Sum(%Conv2D, %Const) name("op") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Identity_6, %ctl_7 = Identity(%Sum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// a search,
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[T:.*]], %{{.*}} = Transpose(%[[C]], %{{.*}})
// CHECK: = ArgMax(%[[T]], %{{.*}})
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x6x4>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_4 = Const name("Const") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<*xi32>)
  %ArgMax, %ctl_5 = ArgMax(%Conv2D, %Const) name("op") {T = f32, Tidx = i32, output_type = i64} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xi64>)
  %Identity_6, %ctl_7 = Identity(%ArgMax) name("out") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// a dimension dropped.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Conv2D({{.*}}data_format = "NHWC"
// CHECK: %[[T:.*]], %{{.*}} = Transpose(%[[C]], %{{.*}})
// CHECK: = Squeeze(%[[T]]) {{.*}}squeeze_dims = [2]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x8x1x1>} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("w") {dtype = f32, shape = #tf_type.shape<3x3x8x8>} : () -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Placeholder) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Conv2D, %ctl_3 = Conv2D(%Identity, %Placeholder_0) name("c") {T = f32, data_format = "NCHW", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Squeeze, %ctl_4 = Squeeze(%Conv2D) name("op") {T = f32, squeeze_dims = [2]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_5, %ctl_6 = Identity(%Squeeze) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
