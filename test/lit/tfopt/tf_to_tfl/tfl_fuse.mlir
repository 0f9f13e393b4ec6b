// RUN: tf-opt %s --tfl-fuse | filecheck %s

// (x w + 1) * 2 + 3, then relu: weights 2 w, bias 5.
// CHECK-LABEL: func.func @weights
// CHECK: dense<{{\[\[}}2.000000e+00, 4.000000e+00]]> : tensor<1x2xf32>
// CHECK-NEXT: dense<5.000000e+00> : tensor<1xf32>
// CHECK-NEXT: "tfl.fully_connected"(%arg0, %{{.*}}, %{{.*}}) <{fused_activation_function = "RELU", keep_num_dims = false, weights_format = "DEFAULT"}>
// CHECK-NEXT: return
func.func @weights(%x: tensor<4x2xf32>) -> tensor<4x1xf32> {
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
  %b = "tfl.pseudo_const"() {value = dense<1.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %two = "tfl.pseudo_const"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %three = "tfl.pseudo_const"() {value = dense<3.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = "tfl.fully_connected"(%x, %w, %b) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<1xf32>) -> tensor<4x1xf32>
  %1 = "tfl.mul"(%0, %two) {fused_activation_function = "NONE"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  %2 = "tfl.add"(%1, %three) {fused_activation_function = "NONE"} : (tensor<4x1xf32>, tensor<1xf32>) -> tensor<4x1xf32>
  %3 = "tfl.relu"(%2) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  return %3 : tensor<4x1xf32>
}

// What else uses the product needs it as it is.
// CHECK-LABEL: func.func @used_twice
// CHECK: fused_activation_function = "NONE", keep_num_dims
// CHECK: "tfl.relu"
func.func @used_twice(%x: tensor<4x2xf32>, %w: tensor<1x2xf32>, %b: tensor<1xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
  %0 = "tfl.fully_connected"(%x, %w, %b) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<1xf32>) -> tensor<4x1xf32>
  %1 = "tfl.relu"(%0) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  return %0, %1 : tensor<4x1xf32>, tensor<4x1xf32>
}

// A factor behind an activation stays: relu(x w) * -1 is no relu(x (-w)).
// CHECK-LABEL: func.func @behind_activation
// CHECK: tfl.mul
func.func @behind_activation(%x: tensor<4x2xf32>) -> tensor<4x1xf32> {
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %minus = "tfl.pseudo_const"() {value = dense<-1.0> : tensor<f32>} : () -> tensor<f32>
  %0 = "tfl.fully_connected"(%x, %w, %n) {fused_activation_function = "RELU", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<4x2xf32>, tensor<1x2xf32>, none) -> tensor<4x1xf32>
  %1 = "tfl.mul"(%0, %minus) {fused_activation_function = "NONE"} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  return %1 : tensor<4x1xf32>
}

// What is subtracted from is no bias: 1 - x w has the weights -w.
// CHECK-LABEL: func.func @subtracted_from
// CHECK: tfl.sub
func.func @subtracted_from(%x: tensor<4x2xf32>, %w: tensor<1x2xf32>) -> tensor<4x1xf32> {
  %n = "tfl.no_value"() {value} : () -> none
  %one = "tfl.pseudo_const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %0 = "tfl.fully_connected"(%x, %w, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<4x2xf32>, tensor<1x2xf32>, none) -> tensor<4x1xf32>
  %1 = "tfl.sub"(%one, %0) {fused_activation_function = "NONE"} : (tensor<f32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %1 : tensor<4x1xf32>
}

// A padding by 1 around 4x4 is that of a 3x3 window with stride 1; of stride 2 it is 0 and 1.
// CHECK-LABEL: func.func @padding
// CHECK: "tfl.conv_2d"(%arg0, %arg1, %arg2) <{{.*}}padding = "SAME", stride_h = 1
func.func @padding(%x: tensor<1x4x4x1xf32>, %w: tensor<1x3x3x1xf32>, %b: tensor<1xf32>) -> tensor<1x4x4x1xf32> {
  %p = "tfl.pseudo_const"() {value = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi32>} : () -> tensor<4x2xi32>
  %0 = "tfl.pad"(%x, %p) : (tensor<1x4x4x1xf32>, tensor<4x2xi32>) -> tensor<1x6x6x1xf32>
  %1 = "tfl.conv_2d"(%0, %w, %b) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "VALID", stride_h = 1 : i32, stride_w = 1 : i32} : (tensor<1x6x6x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  return %1 : tensor<1x4x4x1xf32>
}

// CHECK-LABEL: func.func @other_padding
// CHECK: tfl.pad
// CHECK: padding = "VALID"
func.func @other_padding(%x: tensor<1x4x4x1xf32>, %w: tensor<1x3x3x1xf32>, %b: tensor<1xf32>) -> tensor<1x2x2x1xf32> {
  %p = "tfl.pseudo_const"() {value = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi32>} : () -> tensor<4x2xi32>
  %0 = "tfl.pad"(%x, %p) : (tensor<1x4x4x1xf32>, tensor<4x2xi32>) -> tensor<1x6x6x1xf32>
  %1 = "tfl.conv_2d"(%0, %w, %b) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "VALID", stride_h = 2 : i32, stride_w = 2 : i32} : (tensor<1x6x6x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  return %1 : tensor<1x2x2x1xf32>
}

// CHECK-LABEL: func.func @hard_swish
// CHECK: "tfl.hard_swish"(%arg0)
func.func @hard_swish(%x: tensor<4xf32>) -> tensor<4xf32> {
  %three = "tfl.pseudo_const"() {value = dense<3.0> : tensor<f32>} : () -> tensor<f32>
  %sixth = "tfl.pseudo_const"() {value = dense<0.166666672> : tensor<f32>} : () -> tensor<f32>
  %0 = "tfl.add"(%x, %three) {fused_activation_function = "NONE"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "tfl.relu6"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "tfl.mul"(%x, %1) {fused_activation_function = "NONE"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "tfl.mul"(%2, %sixth) {fused_activation_function = "NONE"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_hard_swish
// CHECK-NOT: hard_swish
// CHECK: return
func.func @no_hard_swish(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = "tfl.pseudo_const"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %sixth = "tfl.pseudo_const"() {value = dense<0.166666672> : tensor<f32>} : () -> tensor<f32>
  %0 = "tfl.add"(%x, %two) {fused_activation_function = "NONE"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "tfl.relu6"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "tfl.mul"(%x, %1) {fused_activation_function = "NONE"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "tfl.mul"(%2, %sixth) {fused_activation_function = "NONE"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// One number for each row, of which there are as many as columns, is no bias.
// CHECK-LABEL: func.func @rows
// CHECK: "tfl.fully_connected"
// CHECK-NEXT: tfl.add
func.func @rows(%x: tensor<2x3xf32>, %w: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %n = "tfl.no_value"() {value} : () -> none
  %c = "tfl.pseudo_const"() {value = dense<[[1.0], [2.0]]> : tensor<2x1xf32>} : () -> tensor<2x1xf32>
  %0 = "tfl.fully_connected"(%x, %w, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<2x3xf32>, tensor<2x3xf32>, none) -> tensor<2x2xf32>
  %1 = "tfl.add"(%0, %c) {fused_activation_function = "NONE"} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// The activation of a recurrent operator is within the recurrence.
// CHECK-LABEL: func.func @recurrent
// CHECK: fused_activation_function = "NONE"
// CHECK: "tfl.relu"
func.func @recurrent(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>, %b: tensor<2xf32>, %h: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = "tfl.rnn"(%x, %w, %w, %b, %h) {fused_activation_function = "NONE"} : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = "tfl.relu"(%0) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// Rows of a batch are reshaped to those of a matrix and back: a product of all dimensions, with the bias in it.
// CHECK-LABEL: func.func @kept_dimensions
// CHECK: dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK: %[[P:.*]] = "tfl.fully_connected"(%arg0, %arg1, %{{.*}}) <{fused_activation_function = "RELU", keep_num_dims = true, {{.*}}-> tensor<2x3x4xf32>
// CHECK: %[[R:.*]] = "tfl.reshape"(%[[P]], %{{.*}}) : (tensor<2x3x4xf32>, tensor<4xi32>) -> tensor<2x3x2x2xf32>
// CHECK-NEXT: return %[[R]]
func.func @kept_dimensions(%x: tensor<2x3x5xf32>, %w: tensor<4x5xf32>) -> tensor<2x3x2x2xf32> {
  %rows = "tfl.pseudo_const"() {value = dense<[6, 5]> : tensor<2xi32>} : () -> tensor<2xi32>
  %back = "tfl.pseudo_const"() {value = dense<[2, 3, 2, 2]> : tensor<4xi32>} : () -> tensor<4xi32>
  %c = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %0 = "tfl.reshape"(%x, %rows) : (tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<6x5xf32>
  %1 = "tfl.fully_connected"(%0, %w, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<6x5xf32>, tensor<4x5xf32>, none) -> tensor<6x4xf32>
  %2 = "tfl.reshape"(%1, %back) : (tensor<6x4xf32>, tensor<4xi32>) -> tensor<2x3x2x2xf32>
  %3 = "tfl.add"(%2, %c) {fused_activation_function = "NONE"} : (tensor<2x3x2x2xf32>, tensor<2x2xf32>) -> tensor<2x3x2x2xf32>
  %4 = "tfl.relu"(%3) : (tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  return %4 : tensor<2x3x2x2xf32>
}

// A reshape that makes rows of another length does not keep dimensions; numbers along others than the columns are no bias.
// CHECK-LABEL: func.func @other_rows
// CHECK: keep_num_dims = false
// CHECK: tfl.add
func.func @other_rows(%x: tensor<2x3x5xf32>, %w: tensor<4x15xf32>) -> tensor<2x2x2xf32> {
  %rows = "tfl.pseudo_const"() {value = dense<[2, 15]> : tensor<2xi32>} : () -> tensor<2xi32>
  %back = "tfl.pseudo_const"() {value = dense<[2, 2, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %c = "tfl.pseudo_const"() {value = dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>} : () -> tensor<2x1x1xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %0 = "tfl.reshape"(%x, %rows) : (tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<2x15xf32>
  %1 = "tfl.fully_connected"(%0, %w, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<2x15xf32>, tensor<4x15xf32>, none) -> tensor<2x4xf32>
  %2 = "tfl.reshape"(%1, %back) : (tensor<2x4xf32>, tensor<3xi32>) -> tensor<2x2x2xf32>
  %3 = "tfl.add"(%2, %c) {fused_activation_function = "NONE"} : (tensor<2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<2x2x2xf32>
  return %3 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @l2_normalization
// CHECK: "tfl.l2_normalization"(%arg0)
func.func @l2_normalization(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %axis = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %least = "tfl.pseudo_const"() {value = dense<1.0e-12> : tensor<f32>} : () -> tensor<f32>
  %0 = "tfl.square"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "tfl.sum"(%0, %axis) {keep_dims = true} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x1xf32>
  %2 = "tfl.maximum"(%1, %least) : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %3 = "tfl.rsqrt"(%2) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %4 = "tfl.mul"(%x, %3) {fused_activation_function = "NONE"} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// The operator sums along the last dimension, and knows no other least length.
// CHECK-LABEL: func.func @no_l2_normalization
// CHECK-NOT: tfl.l2_normalization
// CHECK: return
func.func @no_l2_normalization(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %rows = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %columns = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %least = "tfl.pseudo_const"() {value = dense<1.0e-12> : tensor<f32>} : () -> tensor<f32>
  %more = "tfl.pseudo_const"() {value = dense<1.0e-9> : tensor<f32>} : () -> tensor<f32>
  %0 = "tfl.square"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "tfl.sum"(%0, %rows) {keep_dims = true} : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x3xf32>
  %2 = "tfl.maximum"(%1, %least) : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  %3 = "tfl.rsqrt"(%2) : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %4 = "tfl.mul"(%x, %3) {fused_activation_function = "NONE"} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %5 = "tfl.sum"(%0, %columns) {keep_dims = true} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x1xf32>
  %6 = "tfl.maximum"(%5, %more) : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %7 = "tfl.rsqrt"(%6) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %8 = "tfl.mul"(%x, %7) {fused_activation_function = "NONE"} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %4, %8 : tensor<2x3xf32>, tensor<2x3xf32>
}

// One of 2 rows, with its bias: [1, 3] + [10, 20] and [2, 4] + [10, 20]. An index outside of them gives the bias alone, which is the first row and the last.
// CHECK-LABEL: func.func @one_hot
// CHECK: dense<{{\[\[}}1.000000e+01, 2.000000e+01], [1.100000e+01, 2.300000e+01], [1.200000e+01, 2.400000e+01], [1.000000e+01, 2.000000e+01]]> : tensor<4x2xf32>
// CHECK: %[[LOW:.*]] = "tfl.maximum"(%arg0, %{{.*}})
// CHECK: %[[IN:.*]] = "tfl.minimum"(%[[LOW]], %{{.*}})
// CHECK: %[[AT:.*]] = tfl.add(%[[IN]], %{{.*}})
// CHECK-NEXT: %[[ROWS:.*]] = "tfl.gather"(%{{.*}}, %[[AT]]) <{axis = 0 : i32, batch_dims = 0 : i32}> : (tensor<4x2xf32>, tensor<1x3xi32>) -> tensor<1x3x2xf32>
// CHECK-NEXT: return %[[ROWS]]
func.func @one_hot(%x: tensor<1x3xi32>) -> tensor<1x3x2xf32> {
  %depth = "tfl.pseudo_const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %on = "tfl.pseudo_const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %off = "tfl.pseudo_const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %b = "tfl.pseudo_const"() {value = dense<[10.0, 20.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %0 = "tfl.one_hot"(%x, %depth, %on, %off) {axis = -1 : i32} : (tensor<1x3xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x3x2xf32>
  %1 = "tfl.fully_connected"(%0, %w, %b) {fused_activation_function = "NONE", keep_num_dims = true, weights_format = "DEFAULT"} : (tensor<1x3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x3x2xf32>
  return %1 : tensor<1x3x2xf32>
}

// Rows of other numbers than 0 and 1, or along another dimension, take no row; nor do they where something else has the weights, which would be stored twice.
// CHECK-LABEL: func.func @two_hot
// CHECK-COUNT-3: "tfl.one_hot"
// CHECK-NOT: tfl.gather
// CHECK: return
func.func @two_hot(%x: tensor<2xi32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %depth = "tfl.pseudo_const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %on = "tfl.pseudo_const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %off = "tfl.pseudo_const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %two = "tfl.pseudo_const"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %v = "tfl.pseudo_const"() {value = dense<[[5.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %u = "tfl.pseudo_const"() {value = dense<[[6.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %0 = "tfl.one_hot"(%x, %depth, %two, %off) {axis = -1 : i32} : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  %1 = "tfl.one_hot"(%x, %depth, %on, %off) {axis = 0 : i32} : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  %2 = "tfl.fully_connected"(%0, %w, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<2x2xf32>, tensor<2x2xf32>, none) -> tensor<2x2xf32>
  %3 = "tfl.fully_connected"(%1, %v, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<2x2xf32>, tensor<2x2xf32>, none) -> tensor<2x2xf32>
  %4 = "tfl.one_hot"(%x, %depth, %on, %off) {axis = -1 : i32} : (tensor<2xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  %5 = "tfl.fully_connected"(%4, %u, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<2x2xf32>, tensor<2x2xf32>, none) -> tensor<2x2xf32>
  %6 = "tfl.fully_connected"(%5, %u, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<2x2xf32>, tensor<2x2xf32>, none) -> tensor<2x2xf32>
  return %2, %3, %6 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// The factor behind a product of products is in the weights of one, and in its bias: 0.5 * [1, 2] and 0.5 * 4.
// CHECK-LABEL: func.func @factor
// CHECK: dense<{{\[\[}}5.000000e-01, 1.000000e+00]]> : tensor<1x2xf32>
// CHECK: dense<2.000000e+00> : tensor<1xf32>
// CHECK: "tfl.fully_connected"
// CHECK: "tfl.batch_matmul"
// CHECK-NEXT: return
func.func @factor(%x: tensor<4x2xf32>, %y: tensor<4x3xf32>) -> tensor<1x3xf32> {
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
  %b = "tfl.pseudo_const"() {value = dense<4.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %half = "tfl.pseudo_const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %turned = "tfl.pseudo_const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = "tfl.fully_connected"(%x, %w, %b) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<1xf32>) -> tensor<4x1xf32>
  %1 = "tfl.transpose"(%0, %turned) : (tensor<4x1xf32>, tensor<2xi32>) -> tensor<1x4xf32>
  %2 = "tfl.batch_matmul"(%1, %y) {adj_x = false, adj_y = false} : (tensor<1x4xf32>, tensor<4x3xf32>) -> tensor<1x3xf32>
  %3 = "tfl.mul"(%2, %half) {fused_activation_function = "NONE"} : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  return %3 : tensor<1x3xf32>
}

// Not where something else uses what would be scaled.
// CHECK-LABEL: func.func @no_factor
// CHECK: "tfl.batch_matmul"
// CHECK-NEXT: tfl.mul
func.func @no_factor(%x: tensor<4x2xf32>, %y: tensor<1x3xf32>) -> (tensor<4x1xf32>, tensor<4x3xf32>) {
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %half = "tfl.pseudo_const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %0 = "tfl.fully_connected"(%x, %w, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<4x2xf32>, tensor<1x2xf32>, none) -> tensor<4x1xf32>
  %1 = "tfl.batch_matmul"(%0, %y) {adj_x = false, adj_y = false} : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  %2 = "tfl.mul"(%1, %half) {fused_activation_function = "NONE"} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  return %0, %2 : tensor<4x1xf32>, tensor<4x3xf32>
}

// Heads are joined in front of a product as its result has them behind it.
// CHECK-LABEL: func.func @joined_heads
// CHECK: "tfl.reshape"(%arg0, %{{.*}}) : (tensor<1x3x2x2xf32>, tensor<3xi32>) -> tensor<1x3x4xf32>
// CHECK: "tfl.fully_connected"(%{{.*}}) <{{.*}}keep_num_dims = true{{.*}}> : (tensor<1x3x4xf32>, tensor<5x4xf32>, none) -> tensor<1x3x5xf32>
// CHECK-NEXT: return
func.func @joined_heads(%x: tensor<1x3x2x2xf32>, %w: tensor<5x4xf32>) -> tensor<1x3x5xf32> {
  %rows = "tfl.pseudo_const"() {value = dense<[3, 4]> : tensor<2xi32>} : () -> tensor<2xi32>
  %back = "tfl.pseudo_const"() {value = dense<[1, 3, 5]> : tensor<3xi32>} : () -> tensor<3xi32>
  %n = "tfl.no_value"() {value} : () -> none
  %0 = "tfl.reshape"(%x, %rows) : (tensor<1x3x2x2xf32>, tensor<2xi32>) -> tensor<3x4xf32>
  %1 = "tfl.fully_connected"(%0, %w, %n) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<3x4xf32>, tensor<5x4xf32>, none) -> tensor<3x5xf32>
  %2 = "tfl.reshape"(%1, %back) : (tensor<3x5xf32>, tensor<3xi32>) -> tensor<1x3x5xf32>
  return %2 : tensor<1x3x5xf32>
}

// A convolution of 3 numbers, every other one, over 5 and two zeros on each side: SAME puts on as many. Blocks had one more, which is cropped again.
// CHECK-LABEL: func.func @dilated
// CHECK-NOT: batch
// CHECK: "tfl.conv_2d"(%arg0, %{{.*}}) <{dilation_h_factor = 2 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "SAME", stride_h = 1 : i32, stride_w = 1 : i32}>
// CHECK-NEXT: return
func.func @dilated(%x: tensor<1x5x1x1xf32>) -> tensor<1x5x1x1xf32> {
  %w = "tfl.pseudo_const"() {value = dense<[[[[1.0]], [[2.0]], [[3.0]]]]> : tensor<1x3x1x1xf32>} : () -> tensor<1x3x1x1xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %block = "tfl.pseudo_const"() {value = dense<[2, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %pads = "tfl.pseudo_const"() {value = dense<[[2, 3], [0, 0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %crops = "tfl.pseudo_const"() {value = dense<[[0, 1], [0, 0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %0 = "tfl.space_to_batch_nd"(%x, %block, %pads) : (tensor<1x5x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x5x1x1xf32>
  %1 = "tfl.conv_2d"(%0, %w, %n) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "VALID", stride_h = 1 : i32, stride_w = 1 : i32} : (tensor<2x5x1x1xf32>, tensor<1x3x1x1xf32>, none) -> tensor<2x3x1x1xf32>
  %2 = "tfl.batch_to_space_nd"(%1, %block, %crops) : (tensor<2x3x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<1x5x1x1xf32>
  return %2 : tensor<1x5x1x1xf32>
}

// Four zeros in front are no padding of a convolution, which is by no more than a pad.
// CHECK-LABEL: func.func @dilated_causal
// CHECK: dense<{{\[\[}}0, 0], [4, 0], [0, 0], [0, 0]]>
// CHECK: "tfl.pad"(%arg0, %{{.*}}) : (tensor<1x6x1x1xf32>, tensor<4x2xi32>) -> tensor<1x10x1x1xf32>
// CHECK-NEXT: "tfl.conv_2d"(%{{.*}}) <{dilation_h_factor = 2 : i32, {{.*}}padding = "VALID"
// CHECK-NEXT: return
func.func @dilated_causal(%x: tensor<1x6x1x1xf32>) -> tensor<1x6x1x1xf32> {
  %w = "tfl.pseudo_const"() {value = dense<[[[[1.0]], [[2.0]], [[3.0]]]]> : tensor<1x3x1x1xf32>} : () -> tensor<1x3x1x1xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %block = "tfl.pseudo_const"() {value = dense<[2, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %pads = "tfl.pseudo_const"() {value = dense<[[4, 0], [0, 0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %crops = "tfl.pseudo_const"() {value = dense<0> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %0 = "tfl.space_to_batch_nd"(%x, %block, %pads) : (tensor<1x6x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x5x1x1xf32>
  %1 = "tfl.conv_2d"(%0, %w, %n) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "VALID", stride_h = 1 : i32, stride_w = 1 : i32} : (tensor<2x5x1x1xf32>, tensor<1x3x1x1xf32>, none) -> tensor<2x3x1x1xf32>
  %2 = "tfl.batch_to_space_nd"(%1, %block, %crops) : (tensor<2x3x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<1x6x1x1xf32>
  return %2 : tensor<1x6x1x1xf32>
}

// Blocks of other sizes are put together again, and more is cropped than was padded.
// CHECK-LABEL: func.func @no_dilated
// CHECK-COUNT-2: batch_to_space_nd
func.func @no_dilated(%x: tensor<1x6x1x1xf32>) -> (tensor<2x3x1x1xf32>, tensor<1x5x1x1xf32>) {
  %w = "tfl.pseudo_const"() {value = dense<1.0> : tensor<1x1x1x1xf32>} : () -> tensor<1x1x1x1xf32>
  %n = "tfl.no_value"() {value} : () -> none
  %block = "tfl.pseudo_const"() {value = dense<[2, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %other = "tfl.pseudo_const"() {value = dense<[1, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %none = "tfl.pseudo_const"() {value = dense<0> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %crops = "tfl.pseudo_const"() {value = dense<[[1, 0], [0, 0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %0 = "tfl.space_to_batch_nd"(%x, %block, %none) : (tensor<1x6x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x3x1x1xf32>
  %1 = "tfl.conv_2d"(%0, %w, %n) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "VALID", stride_h = 1 : i32, stride_w = 1 : i32} : (tensor<2x3x1x1xf32>, tensor<1x1x1x1xf32>, none) -> tensor<2x3x1x1xf32>
  %2 = "tfl.batch_to_space_nd"(%1, %other, %none) : (tensor<2x3x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x3x1x1xf32>
  %3 = "tfl.space_to_batch_nd"(%x, %block, %none) : (tensor<1x6x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x3x1x1xf32>
  %4 = "tfl.conv_2d"(%3, %w, %n) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "NONE", padding = "VALID", stride_h = 1 : i32, stride_w = 1 : i32} : (tensor<2x3x1x1xf32>, tensor<1x1x1x1xf32>, none) -> tensor<2x3x1x1xf32>
  %5 = "tfl.batch_to_space_nd"(%4, %block, %crops) : (tensor<2x3x1x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<1x5x1x1xf32>
  return %2, %5 : tensor<2x3x1x1xf32>, tensor<1x5x1x1xf32>
}

// Offsets and factors of channels are in a transposed convolution's weights, 2 * [1, 3], and bias: (0 + 5) * 2.
// CHECK-LABEL: func.func @transposed
// CHECK-DAG: dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK-DAG: dense<1.000000e+01> : tensor<1xf32>
// CHECK: "tfl.transpose_conv"
// CHECK-NEXT: return
func.func @transposed(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x1xf32> {
  %shape = "tfl.pseudo_const"() {value = dense<[1, 2, 2, 1]> : tensor<4xi32>} : () -> tensor<4xi32>
  %w = "tfl.pseudo_const"() {value = dense<[[[[1.0, 3.0]]]]> : tensor<1x1x1x2xf32>} : () -> tensor<1x1x1x2xf32>
  %b = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %five = "tfl.pseudo_const"() {value = dense<5.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %two = "tfl.pseudo_const"() {value = dense<2.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = "tfl.transpose_conv"(%shape, %w, %x, %b) {fused_activation_function = "NONE", padding = "VALID", stride_h = 1 : i32, stride_w = 1 : i32} : (tensor<4xi32>, tensor<1x1x1x2xf32>, tensor<1x2x2x2xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %1 = tfl.add(%0, %five) {fused_activation_function = "NONE"} : (tensor<1x2x2x1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %2 = tfl.mul(%1, %two) {fused_activation_function = "NONE"} : (tensor<1x2x2x1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  return %2 : tensor<1x2x2x1xf32>
}

// What is below 0 is multiplied by 0.25, which stands with the other sign.
// CHECK-LABEL: func.func @prelu
// CHECK: dense<2.500000e-01> : tensor<1x1x2xf32>
// CHECK: "tfl.prelu"(%arg0, %{{.*}}) : (tensor<1x3x3x2xf32>, tensor<1x1x2xf32>) -> tensor<1x3x3x2xf32>
// CHECK-NEXT: return
func.func @prelu(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %a = "tfl.pseudo_const"() {value = dense<-0.25> : tensor<1x1x2xf32>} : () -> tensor<1x1x2xf32>
  %0 = "tfl.relu"(%x) : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %1 = "tfl.neg"(%x) : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %2 = "tfl.relu"(%1) : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %3 = tfl.mul(%a, %2) {fused_activation_function = "NONE"} : (tensor<1x1x2xf32>, tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %4 = tfl.add(%0, %3) {fused_activation_function = "NONE"} : (tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %4 : tensor<1x3x3x2xf32>
}

// Not of another value's numbers below 0.
// CHECK-LABEL: func.func @no_prelu
// CHECK-NOT: prelu
// CHECK: return
func.func @no_prelu(%x: tensor<1x3x3x2xf32>, %y: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %a = "tfl.pseudo_const"() {value = dense<-0.25> : tensor<1x1x2xf32>} : () -> tensor<1x1x2xf32>
  %0 = "tfl.relu"(%x) : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %1 = "tfl.neg"(%y) : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %2 = "tfl.relu"(%1) : (tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %3 = tfl.mul(%a, %2) {fused_activation_function = "NONE"} : (tensor<1x1x2xf32>, tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %4 = tfl.add(%0, %3) {fused_activation_function = "NONE"} : (tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %4 : tensor<1x3x3x2xf32>
}

/// What is added behind a reshape is a bias, unless that would repeat it many times: factors go into the weights all the same.
// CHECK-LABEL: func.func @added_to_many_rows(
// CHECK: %[[NONE:.*]] = "tfl.no_value"()
// CHECK: "tfl.fully_connected"(%arg0, %{{.*}}, %[[NONE]])
// CHECK-NOT: tfl.mul
// CHECK: tfl.add(
func.func @added_to_many_rows(%x: tensor<1x1xf32>) -> tensor<1x8x2xf32> {
  %w = "tfl.pseudo_const"() {value = dense<2.0> : tensor<16x1xf32>} : () -> tensor<16x1xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %0 = "tfl.fully_connected"(%x, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x1xf32>, tensor<16x1xf32>, none) -> tensor<1x16xf32>
  %shape = "tfl.pseudo_const"() {value = dense<[1, 8, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %1 = "tfl.reshape"(%0, %shape) : (tensor<1x16xf32>, tensor<3xi32>) -> tensor<1x8x2xf32>
  %f = "tfl.pseudo_const"() {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %2 = tfl.mul(%1, %f) {fused_activation_function = "NONE"} : (tensor<1x8x2xf32>, tensor<2xf32>) -> tensor<1x8x2xf32>
  %b = "tfl.pseudo_const"() {value = dense<[5.0, 6.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %3 = tfl.add(%2, %b) {fused_activation_function = "NONE"} : (tensor<1x8x2xf32>, tensor<2xf32>) -> tensor<1x8x2xf32>
  return %3 : tensor<1x8x2xf32>
}

// CHECK-LABEL: func.func @added_to_few_rows(
// CHECK: %[[BIAS:.*]] = "tfl.pseudo_const"() <{value = dense<[5.000000e+00, 6.000000e+00, 5.000000e+00, 6.000000e+00]>
// CHECK: "tfl.fully_connected"(%arg0, %{{.*}}, %[[BIAS]])
// CHECK-NOT: tfl.add
// CHECK: return
func.func @added_to_few_rows(%x: tensor<1x1xf32>) -> tensor<1x2x2xf32> {
  %w = "tfl.pseudo_const"() {value = dense<2.0> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %0 = "tfl.fully_connected"(%x, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x1xf32>, tensor<4x1xf32>, none) -> tensor<1x4xf32>
  %shape = "tfl.pseudo_const"() {value = dense<[1, 2, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %1 = "tfl.reshape"(%0, %shape) : (tensor<1x4xf32>, tensor<3xi32>) -> tensor<1x2x2xf32>
  %f = "tfl.pseudo_const"() {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %2 = tfl.mul(%1, %f) {fused_activation_function = "NONE"} : (tensor<1x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  %b = "tfl.pseudo_const"() {value = dense<[5.0, 6.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %3 = tfl.add(%2, %b) {fused_activation_function = "NONE"} : (tensor<1x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  return %3 : tensor<1x2x2xf32>
}

/// One number goes into the weights of what comes behind it, zeros are no summand, and what is reduced keeps the dimensions that a reshape puts back.
// CHECK-LABEL: func.func @in_front(
// CHECK: %[[F:.*]] = "tfl.pseudo_const"() <{value = dense<[{{\[}}5.000000e-01, 1.000000e+00]]> : tensor<1x2xf32>}>
// CHECK: %[[Y:.*]] = "tfl.fully_connected"(%arg0, %[[F]], %{{.*}})
// CHECK: %[[M:.*]] = "tfl.mean"(%arg1, %{{.*}}) <{keep_dims = true}> : (tensor<1x4x4x2xf32>, tensor<2xi32>) -> tensor<1x1x1x2xf32>
// CHECK: return %[[Y]], %[[M]]
func.func @in_front(%x: tensor<3x2xf32>, %z: tensor<1x4x4x2xf32>) -> (tensor<3x1xf32>, tensor<1x1x1x2xf32>) {
  %half = "tfl.pseudo_const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %0 = tfl.mul(%x, %half) {fused_activation_function = "NONE"} : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %zero = "tfl.pseudo_const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %1 = tfl.add(%0, %zero) {fused_activation_function = "NONE"} : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %2 = "tfl.fully_connected"(%1, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<3x2xf32>, tensor<1x2xf32>, none) -> tensor<3x1xf32>
  %axes = "tfl.pseudo_const"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %3 = "tfl.mean"(%z, %axes) {keep_dims = false} : (tensor<1x4x4x2xf32>, tensor<2xi32>) -> tensor<1x2xf32>
  %shape = "tfl.pseudo_const"() {value = dense<[1, 1, 1, 2]> : tensor<4xi32>} : () -> tensor<4xi32>
  %4 = "tfl.reshape"(%3, %shape) : (tensor<1x2xf32>, tensor<4xi32>) -> tensor<1x1x1x2xf32>
  return %2, %4 : tensor<3x1xf32>, tensor<1x1x1x2xf32>
}

/// Not so what else reads, a number for each column, zeros from which something is taken, and a reshape to other sizes.
// CHECK-LABEL: func.func @stays(
// CHECK: %[[P:.*]] = tfl.mul(%arg0
// CHECK: %[[Y:.*]] = "tfl.fully_connected"(%[[P]],
// CHECK: %[[Q:.*]] = tfl.mul(%arg0
// CHECK: "tfl.fully_connected"(%[[Q]],
// CHECK: tfl.sub(
// CHECK: "tfl.mean"({{.*}}) <{keep_dims = false}>
// CHECK: "tfl.reshape"
func.func @stays(%x: tensor<3x2xf32>, %z: tensor<1x4x4x2xf32>) -> (tensor<3x2xf32>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<2x1x1x1xf32>) {
  %half = "tfl.pseudo_const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %0 = tfl.mul(%x, %half) {fused_activation_function = "NONE"} : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %1 = "tfl.fully_connected"(%0, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<3x2xf32>, tensor<1x2xf32>, none) -> tensor<3x1xf32>
  %columns = "tfl.pseudo_const"() {value = dense<[0.5, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %v = "tfl.pseudo_const"() {value = dense<[[3.0, 4.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
  %2 = tfl.mul(%x, %columns) {fused_activation_function = "NONE"} : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %3 = "tfl.fully_connected"(%2, %v, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<3x2xf32>, tensor<1x2xf32>, none) -> tensor<3x1xf32>
  %zero = "tfl.pseudo_const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %4 = tfl.sub(%zero, %3) {fused_activation_function = "NONE"} : (tensor<f32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  %axes = "tfl.pseudo_const"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %5 = "tfl.mean"(%z, %axes) {keep_dims = false} : (tensor<1x4x4x2xf32>, tensor<2xi32>) -> tensor<1x2xf32>
  %shape = "tfl.pseudo_const"() {value = dense<[2, 1, 1, 1]> : tensor<4xi32>} : () -> tensor<4xi32>
  %6 = "tfl.reshape"(%5, %shape) : (tensor<1x2xf32>, tensor<4xi32>) -> tensor<2x1x1x1xf32>
  return %0, %1, %3, %4, %6 : tensor<3x2xf32>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<2x1x1x1xf32>
}
