// RUN: tf-opt %s --tf-to-tfl --split-input-file | filecheck %s

// The slides' pattern: a squeeze is a reshape.
// CHECK-LABEL: func.func @squeeze
// CHECK: %[[SHAPE:.*]] = "tfl.pseudo_const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
// CHECK-NEXT: "tfl.reshape"(%arg0, %[[SHAPE]]) : (tensor<2x1x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
func.func @squeeze(%x: tensor<2x1x3xf32>) -> tensor<2x3xf32> {
  %0 = "tf.Squeeze"(%x) {squeeze_dims = [1]} : (tensor<2x1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// One open size is -1.
// CHECK-LABEL: func.func @open
// CHECK: dense<[-1, 3]> : tensor<2xi32>
func.func @open(%x: tensor<?x1x3xf32>) -> tensor<?x3xf32> {
  %0 = "tf.Squeeze"(%x) {squeeze_dims = [1]} : (tensor<?x1x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Weights are transposed where they are constants: [[1, 2], [3, 4], [5, 6]] has the columns 1 3 5 and 2 4 6.
// CHECK-LABEL: func.func @product
// CHECK: %[[W:.*]] = "tfl.pseudo_const"() <{value = dense<{{\[\[}}1.000000e+00, 3.000000e+00, 5.000000e+00], [2.000000e+00, 4.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>}>
// CHECK: "tfl.fully_connected"(%arg0, %[[W]], %{{.*}}) <{fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"}> : (tensor<4x3xf32>, tensor<2x3xf32>, none) -> tensor<4x2xf32>
func.func @product(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %w = "tf.Const"() {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
  %0 = "tf.MatMul"(%x, %w) : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// Of a filter of a window of 1x1, two channels in and one out, only the shape changes.
// CHECK-LABEL: func.func @convolution
// CHECK: %[[W:.*]] = "tfl.pseudo_const"() <{value = dense<{{\[\[\[\[}}1.000000e+00, 2.000000e+00]]]]> : tensor<1x1x1x2xf32>}>
// CHECK: "tfl.conv_2d"(%arg0, %[[W]], %{{.*}}) <{dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "SAME", stride_h = 2 : i32, stride_w = 3 : i32}>
func.func @convolution(%x: tensor<1x4x6x2xf32>) -> tensor<1x2x2x1xf32> {
  %w = "tf.Const"() {value = dense<[[[[1.0], [2.0]]]]> : tensor<1x1x2x1xf32>} : () -> tensor<1x1x2x1xf32>
  %0 = "tf.Conv2D"(%x, %w) {strides = [1, 2, 3, 1], padding = "SAME"} : (tensor<1x4x6x2xf32>, tensor<1x1x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

// -----

// Scale 2, offset 1, mean 3, variance 4 and epsilon 0: x * (2 / 2) + (1 - 3 * 1).
// CHECK-LABEL: func.func @normalization
// CHECK: dense<4.0{{.*}}
// CHECK-NEXT: dense<1.000000e+00> : tensor<1xf32>
// CHECK: tfl.mul(
// CHECK-NEXT: dense<-2.000000e+00> : tensor<1xf32>
// CHECK-NEXT: tfl.add(
func.func @normalization(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %s = "tf.Const"() {value = dense<2.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %o = "tf.Const"() {value = dense<1.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %m = "tf.Const"() {value = dense<3.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %v = "tf.Const"() {value = dense<4.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0:6 = "tf.FusedBatchNormV3"(%x, %s, %o, %m, %v) {epsilon = 0.0 : f32, is_training = false} : (tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<*xf32>)
  return %0#0 : tensor<1x2x2x1xf32>
}

// -----

// x / 2 * erfc(-x / sqrt(2)) is the whole; with another factor it has no operator (no_gelu below).
// CHECK-LABEL: func.func @gelu
// CHECK: "tfl.gelu"(%arg0) <{approximate = false}> : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NOT: tf.Erfc
func.func @gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %root = "tf.Const"() {value = dense<0.70710677> : tensor<f32>} : () -> tensor<f32>
  %0 = "tf.Mul"(%half, %x) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "tf.Neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "tf.Mul"(%1, %root) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = "tf.Erfc"(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "tf.Mul"(%0, %3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// The form with tanh is one operator too, the half at either factor; with 3 in the place of 2 it is none.
// CHECK-LABEL: func.func @gelu_of_tanh
// CHECK: "tfl.gelu"(%arg0) <{approximate = true}> : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NOT: tfl.gelu
// CHECK: tfl.tanh
func.func @gelu_of_tanh(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %two = "tf.Const"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %three = "tf.Const"() {value = dense<3.0> : tensor<f32>} : () -> tensor<f32>
  %k = "tf.Const"() {value = dense<0.044715> : tensor<f32>} : () -> tensor<f32>
  %root = "tf.Const"() {value = dense<0.797884561> : tensor<f32>} : () -> tensor<f32>
  %0 = "tf.Pow"(%x, %three) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "tf.Mul"(%k, %0) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "tf.AddV2"(%x, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "tf.Mul"(%root, %2) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = "tf.Tanh"(%3) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "tf.AddV2"(%one, %4) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %6 = "tf.Mul"(%half, %5) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = "tf.Mul"(%x, %6) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = "tf.Pow"(%x, %two) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %9 = "tf.Mul"(%k, %8) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %10 = "tf.AddV2"(%x, %9) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %11 = "tf.Mul"(%root, %10) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %12 = "tf.Tanh"(%11) : (tensor<4xf32>) -> tensor<4xf32>
  %13 = "tf.AddV2"(%one, %12) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %14 = "tf.Mul"(%half, %13) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %15 = "tf.Mul"(%x, %14) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %7, %15 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Branches are functions, which regions call.
// CHECK-LABEL: func.func @branch
// CHECK: "tfl.if"(%arg0) ({
// CHECK-NEXT: func.call @then(%arg1) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: "tfl.yield"
// CHECK: func.call @else(%arg1)
func.func @branch(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tf.If"(%c, %x) {then_branch = @then, else_branch = @else, is_stateless = true} : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func private @then
// CHECK: "tfl.exp"
func.func private @then(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tf.Exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @else(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// The kernel takes neighbouring axes alone.
// CHECK-LABEL: func.func @reverse
// CHECK: dense<0> : tensor<1xi32>
// CHECK-NEXT: %[[FIRST:.*]] = "tfl.reverse_v2"(%arg0, %{{.*}}) : (tensor<2x3x4xf32>, tensor<1xi32>)
// CHECK-NEXT: dense<2> : tensor<1xi32>
// CHECK-NEXT: "tfl.reverse_v2"(%[[FIRST]], %{{.*}}) : (tensor<2x3x4xf32>, tensor<1xi32>)
// CHECK: dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: "tfl.reverse_v2"(%{{.*}}, %{{.*}}) : (tensor<2x3x4xf32>, tensor<2xi32>)
// CHECK-NOT: reverse_v2
func.func @reverse(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %apart = "tf.Const"() {value = dense<[-1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = "tf.ReverseV2"(%x, %apart) : (tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x3x4xf32>
  %together = "tf.Const"() {value = dense<[-1, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %1 = "tf.ReverseV2"(%0, %together) : (tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// -----

// The kernel of segments in order takes none that is empty: number 1 is in the second case.
// CHECK-LABEL: func.func @segments
// CHECK: "tfl.segment_sum"
// CHECK: dense<3> : tensor<i32>
// CHECK-NEXT: "tfl.unsorted_segment_sum"
// CHECK: "tfl.reduce_max"
// CHECK: "tfl.unsorted_segment_sum"
func.func @segments(%x: tensor<3x2xf32>, %ids: tensor<3xi32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<?x2xf32>) {
  %all = "tf.Const"() {value = dense<[0, 1, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %0 = "tf.SegmentSum"(%x, %all) : (tensor<3x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>
  %gap = "tf.Const"() {value = dense<[0, 0, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %1 = "tf.SegmentSum"(%x, %gap) : (tensor<3x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>
  %2 = "tf.SegmentSum"(%x, %ids) : (tensor<3x2xf32>, tensor<3xi32>) -> tensor<?x2xf32>
  return %0, %1, %2 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<?x2xf32>
}

// -----

// The kernels of bytes take such with a scale alone. The sum of 32 bits has the same lowest 8; where there is a kernel of 16 bits, it is taken.
// CHECK-LABEL: func.func @bytes
// CHECK: "tfl.cast"(%arg0) : (tensor<2x3xui8>) -> tensor<2x3xi32>
// CHECK: "tfl.mean"({{.*}}) <{keep_dims = false}> : (tensor<2x3xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK: "tfl.cast"({{.*}}) : (tensor<2xi32>) -> tensor<2xui8>
// CHECK: "tfl.equal"({{.*}}) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
// CHECK-NOT: tfl.cast
// CHECK: tfl.add %arg1, %arg1 {fused_activation_function = "NONE"} : tensor<2xi16>
func.func @bytes(%x: tensor<2x3xui8>, %y: tensor<2xi16>) -> (tensor<2xui8>, tensor<2x3xi1>, tensor<2xi16>) {
  %axis = "tf.Const"() {value = dense<[1]> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = "tf.Mean"(%x, %axis) : (tensor<2x3xui8>, tensor<1xi32>) -> tensor<2xui8>
  %1 = "tf.Equal"(%x, %x) : (tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2x3xi1>
  %2 = "tf.AddV2"(%y, %y) : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>
  return %0, %1, %2 : tensor<2xui8>, tensor<2x3xi1>, tensor<2xi16>
}

// -----

// CHECK-LABEL: func.func @unlike_shapes
// CHECK: "tfl.pseudo_const"() <{value = dense<false> : tensor<i1>}>
func.func @unlike_shapes(%x: tensor<2xi32>, %y: tensor<3xi32>) -> tensor<i1> {
  %0 = "tf.Equal"(%x, %y) {incompatible_shape_error = false} : (tensor<2xi32>, tensor<3xi32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// Integers of which an operator has no kernel take others, as TensorFlow's converter has them.
// CHECK-LABEL: func.func @integers
// CHECK: "tfl.maximum"
// CHECK: tfl.mul %arg0, %arg0
// CHECK: %[[D:.*]] = tfl.sub %arg0, %arg1
// CHECK: tfl.mul %[[D]], %[[D]]
// CHECK: "tfl.square"(%arg2)
func.func @integers(%x: tensor<3xi64>, %y: tensor<3xi64>, %z: tensor<3xf32>) -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xf32>) {
  %0 = "tf.Relu"(%x) : (tensor<3xi64>) -> tensor<3xi64>
  %1 = "tf.Square"(%x) : (tensor<3xi64>) -> tensor<3xi64>
  %2 = "tf.SquaredDifference"(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %3 = "tf.Square"(%z) : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2, %3 : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xf32>
}

// -----

// An equation with one side sums and transposes; a bias in front of the places of an image stands beside them.
// CHECK-LABEL: func.func @one_side
// CHECK: "tfl.sum"({{.*}}) {{.*}} -> tensor<2x4xf32>
// CHECK: "tfl.transpose"({{.*}}) : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<4x2xf32>
// CHECK: "tfl.reshape"({{.*}}) : (tensor<3xf32>, tensor<2xi32>) -> tensor<3x1xf32>
// CHECK: tfl.add
func.func @one_side(%x: tensor<2x3x4xf32>, %b: tensor<3xf32>) -> (tensor<4x2xf32>, tensor<2x3x4xf32>) {
  %0 = "tf.Einsum"(%x) {equation = "ijk->ki"} : (tensor<2x3x4xf32>) -> tensor<4x2xf32>
  %1 = "tf.BiasAdd"(%x, %b) {data_format = "NCHW"} : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<2x3x4xf32>
}

// -----

// Rows at constant places, no two the same, are chosen where they stand.
// CHECK-LABEL: func.func @rows
// CHECK: "tfl.scatter_nd"
// CHECK: "tfl.scatter_nd"
// CHECK: "tfl.select_v2"
func.func @rows(%x: tensor<4x2xf32>, %u: tensor<2x2xf32>) -> tensor<4x2xf32> {
  %i = "tf.Const"() {value = dense<[[2], [0]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
  %0 = "tf.TensorScatterUpdate"(%x, %i, %u) : (tensor<4x2xf32>, tensor<2x1xi32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

/// Rows that are normalized, as layers of Keras do it: by the moments of each channel, which is the second dimension.
// CHECK-LABEL: func.func @normalized_rows
// CHECK: %[[MEAN:.*]] = "tfl.mean"(%arg0, %[[AXES:.*]]) <{keep_dims = true}> : (tensor<1x3x4x1xf32>, tensor<3xi32>) -> tensor<1x3x1x1xf32>
// CHECK: %[[OFF:.*]] = tfl.sub(%arg0, %[[MEAN]])
// CHECK: %[[SQUARE:.*]] = tfl.mul %[[OFF]], %[[OFF]]
// CHECK: %[[VARIANCE:.*]] = "tfl.mean"(%[[SQUARE]], %[[AXES]])
// CHECK: "tfl.rsqrt"
func.func @normalized_rows(%x: tensor<1x3x4x1xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) -> tensor<1x3x4x1xf32> {
  %none = "tf.Const"() {value = dense<> : tensor<0xf32>} : () -> tensor<0xf32>
  %0:6 = "tf.FusedBatchNormV3"(%x, %s, %o, %none, %none) {epsilon = 0.25 : f32, is_training = true, data_format = "NCHW"} : (tensor<1x3x4x1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<1x3x4x1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<*xf32>)
  return %0#0 : tensor<1x3x4x1xf32>
}
