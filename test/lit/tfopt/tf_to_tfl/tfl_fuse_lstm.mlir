// RUN: tf-opt %s --tfl-fuse-lstm --cse --symbol-dce --split-input-file | filecheck %s

/// Gates are those of the cell whatever their order in the weights; rows of a batch go in as they are, and all rows come out so. The two states are two variables,
/// which each call begins as zeros.
// CHECK-LABEL: func.func @main(
// CHECK: %[[ZERO:.*]] = "tfl.pseudo_const"() <{value = dense<0.000000e+00> : tensor<1x1xf32>}>
// CHECK: %[[H:.*]] = "tfl.zeros_like"(%[[ZERO]]) {tfl.is_variable}
// CHECK: %[[C:.*]] = "tfl.zeros_like"(%[[ZERO]]) {tfl.is_variable}
// CHECK-DAG: %[[WI:.*]] = "tfl.pseudo_const"() <{value = dense<[{{\[}}1.000000e+00, 2.000000e+00]]>
// CHECK-DAG: %[[WF:.*]] = "tfl.pseudo_const"() <{value = dense<[{{\[}}3.000000e+00, 4.000000e+00]]>
// CHECK-DAG: %[[WG:.*]] = "tfl.pseudo_const"() <{value = dense<[{{\[}}5.000000e+00, 6.000000e+00]]>
// CHECK-DAG: %[[WO:.*]] = "tfl.pseudo_const"() <{value = dense<[{{\[}}7.000000e+00, 8.000000e+00]]>
// CHECK: %[[Y:.*]] = "tfl.unidirectional_sequence_lstm"(%arg0, %[[WI]], %[[WF]], %[[WG]], %[[WO]], {{.*}}, %[[H]], %[[C]], {{.*}}) <{cell_clip = 0.000000e+00 : f32, fused_activation_function = "TANH", proj_clip = 0.000000e+00 : f32, time_major = false}>
// CHECK-NEXT: return %[[Y]] : tensor<1x3x1xf32>
// CHECK-NOT: func.func private
func.func @main(%x: tensor<1x3x2xf32>) -> tensor<1x3x1xf32> {
  %zero = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %order = "tfl.pseudo_const"() {value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %rows = "tfl.transpose"(%x, %order) : (tensor<1x3x2xf32>, tensor<3xi32>) -> tensor<3x1x2xf32>
  %start = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %out = "tfl.pseudo_const"() {value = dense<0.0> : tensor<3x1x1xf32>} : () -> tensor<3x1x1xf32>
  %loop:5 = "tfl.while"(%zero, %rows, %start, %start, %out) ({
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0 = func.call @cond(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> tensor<i1>
    "tfl.yield"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0:5 = func.call @body(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
    "tfl.yield"(%0#0, %0#1, %0#2, %0#3, %0#4) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> ()
  }) {is_stateless = false} : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
  %y = "tfl.transpose"(%loop#4, %order) : (tensor<3x1x1xf32>, tensor<3xi32>) -> tensor<1x3x1xf32>
  return %y : tensor<1x3x1xf32>
}

func.func private @cond(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>) -> tensor<i1> {
  %end = "tfl.pseudo_const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %0 = tfl.less(%n, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>)
    -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) {
  %one = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %next = tfl.add %n, %one {fused_activation_function = "NONE"} : tensor<i32>
  %row = "tfl.gather"(%x, %n) {axis = 0 : i32, batch_dims = 0 : i32} : (tensor<3x1x2xf32>, tensor<i32>) -> tensor<1x2xf32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %r = "tfl.pseudo_const"() {value = dense<[[0.1], [0.2], [0.3], [0.4]]> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %b = "tfl.pseudo_const"() {value = dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %wx = "tfl.fully_connected"(%row, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x2xf32>, tensor<4x2xf32>, none) -> tensor<1x4xf32>
  %rh = "tfl.fully_connected"(%h, %r, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x1xf32>, tensor<4x1xf32>, none) -> tensor<1x4xf32>
  %sum = tfl.add %wx, %rh {fused_activation_function = "NONE"} : tensor<1x4xf32>
  %gates = tfl.add(%sum, %b) {fused_activation_function = "NONE"} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %g:4 = "tfl.split"(%one, %gates) {num_splits = 4 : i32} : (tensor<i32>, tensor<1x4xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)
  %i = "tfl.logistic"(%g#0) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %f = "tfl.logistic"(%g#1) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %a = "tfl.tanh"(%g#2) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %o = "tfl.logistic"(%g#3) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %kept = tfl.mul %f, %c {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %new = tfl.mul %i, %a {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %cell = tfl.add %kept, %new {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shown = "tfl.tanh"(%cell) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %hidden = tfl.mul %o, %shown {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shape = "tfl.pseudo_const"() {value = dense<1> : tensor<3xi32>} : () -> tensor<3xi32>
  %written = "tfl.reshape"(%hidden, %shape) : (tensor<1x1xf32>, tensor<3xi32>) -> tensor<1x1x1xf32>
  %single = "tfl.pseudo_const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %place = "tfl.reshape"(%n, %single) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %zeros = "tfl.pseudo_const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %at = "tfl.concatenation"(%place, %zeros) {axis = 0 : i32, fused_activation_function = "NONE"} : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %all = "tfl.dynamic_update_slice"(%out, %written, %at) : (tensor<3x1x1xf32>, tensor<1x1x1xf32>, tensor<3xi32>) -> tensor<3x1x1xf32>
  return %next, %x, %hidden, %cell, %all : tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>
}

// -----

/// What the cell shows at the end is the last row. The condition may ask twice.
// CHECK-LABEL: func.func @main(
// CHECK: %[[Y:.*]] = "tfl.unidirectional_sequence_lstm"
// CHECK-DAG: %[[FIRST:.*]] = "tfl.pseudo_const"() <{value = dense<[0, 2, 0]>
// CHECK: %[[LAST:.*]] = "tfl.strided_slice"(%[[Y]], %[[FIRST]],
// CHECK-SAME: shrink_axis_mask = 2 : i32
// CHECK-NEXT: return %[[LAST]] : tensor<1x1xf32>
func.func @main(%x: tensor<1x3x2xf32>) -> tensor<1x1xf32> {
  %zero = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %order = "tfl.pseudo_const"() {value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %rows = "tfl.transpose"(%x, %order) : (tensor<1x3x2xf32>, tensor<3xi32>) -> tensor<3x1x2xf32>
  %start = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %out = "tfl.pseudo_const"() {value = dense<0.0> : tensor<3x1x1xf32>} : () -> tensor<3x1x1xf32>
  %loop:5 = "tfl.while"(%zero, %rows, %start, %start, %out) ({
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0 = func.call @cond(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> tensor<i1>
    "tfl.yield"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0:5 = func.call @body(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
    "tfl.yield"(%0#0, %0#1, %0#2, %0#3, %0#4) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> ()
  }) {is_stateless = false} : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
  return %loop#2 : tensor<1x1xf32>
}

func.func private @cond(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>) -> tensor<i1> {
  %end = "tfl.pseudo_const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %0 = tfl.less(%n, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = tfl.less(%n, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tfl.logical_and %0, %1 : tensor<i1>
  return %2 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>)
    -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) {
  %one = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %next = tfl.add %n, %one {fused_activation_function = "NONE"} : tensor<i32>
  %row = "tfl.gather"(%x, %n) {axis = 0 : i32, batch_dims = 0 : i32} : (tensor<3x1x2xf32>, tensor<i32>) -> tensor<1x2xf32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %r = "tfl.pseudo_const"() {value = dense<[[0.1], [0.2], [0.3], [0.4]]> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %b = "tfl.pseudo_const"() {value = dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %wx = "tfl.fully_connected"(%row, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x2xf32>, tensor<4x2xf32>, none) -> tensor<1x4xf32>
  %rh = "tfl.fully_connected"(%h, %r, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x1xf32>, tensor<4x1xf32>, none) -> tensor<1x4xf32>
  %sum = tfl.add %wx, %rh {fused_activation_function = "NONE"} : tensor<1x4xf32>
  %gates = tfl.add(%sum, %b) {fused_activation_function = "NONE"} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %g:4 = "tfl.split"(%one, %gates) {num_splits = 4 : i32} : (tensor<i32>, tensor<1x4xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)
  %i = "tfl.logistic"(%g#0) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %f = "tfl.logistic"(%g#1) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %a = "tfl.tanh"(%g#2) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %o = "tfl.logistic"(%g#3) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %kept = tfl.mul %f, %c {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %new = tfl.mul %i, %a {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %cell = tfl.add %kept, %new {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shown = "tfl.tanh"(%cell) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %hidden = tfl.mul %o, %shown {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shape = "tfl.pseudo_const"() {value = dense<1> : tensor<3xi32>} : () -> tensor<3xi32>
  %written = "tfl.reshape"(%hidden, %shape) : (tensor<1x1xf32>, tensor<3xi32>) -> tensor<1x1x1xf32>
  %single = "tfl.pseudo_const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %place = "tfl.reshape"(%n, %single) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %zeros = "tfl.pseudo_const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %at = "tfl.concatenation"(%place, %zeros) {axis = 0 : i32, fused_activation_function = "NONE"} : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %all = "tfl.dynamic_update_slice"(%out, %written, %at) : (tensor<3x1x1xf32>, tensor<1x1x1xf32>, tensor<3xi32>) -> tensor<3x1x1xf32>
  return %next, %x, %hidden, %cell, %all : tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>
}

// -----

/// One that ends earlier has no result for each row.
// CHECK-LABEL: func.func @main(
// CHECK: "tfl.while"
func.func @main(%x: tensor<1x3x2xf32>) -> tensor<1x1xf32> {
  %zero = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %order = "tfl.pseudo_const"() {value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %rows = "tfl.transpose"(%x, %order) : (tensor<1x3x2xf32>, tensor<3xi32>) -> tensor<3x1x2xf32>
  %start = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %out = "tfl.pseudo_const"() {value = dense<0.0> : tensor<3x1x1xf32>} : () -> tensor<3x1x1xf32>
  %loop:5 = "tfl.while"(%zero, %rows, %start, %start, %out) ({
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0 = func.call @cond(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> tensor<i1>
    "tfl.yield"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0:5 = func.call @body(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
    "tfl.yield"(%0#0, %0#1, %0#2, %0#3, %0#4) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> ()
  }) {is_stateless = false} : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
  return %loop#2 : tensor<1x1xf32>
}

func.func private @cond(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>) -> tensor<i1> {
  %end = "tfl.pseudo_const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %0 = tfl.less(%n, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %two = "tfl.pseudo_const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %1 = tfl.less(%n, %two) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tfl.logical_and %0, %1 : tensor<i1>
  return %2 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>)
    -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) {
  %one = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %next = tfl.add %n, %one {fused_activation_function = "NONE"} : tensor<i32>
  %row = "tfl.gather"(%x, %n) {axis = 0 : i32, batch_dims = 0 : i32} : (tensor<3x1x2xf32>, tensor<i32>) -> tensor<1x2xf32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %r = "tfl.pseudo_const"() {value = dense<[[0.1], [0.2], [0.3], [0.4]]> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %b = "tfl.pseudo_const"() {value = dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %wx = "tfl.fully_connected"(%row, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x2xf32>, tensor<4x2xf32>, none) -> tensor<1x4xf32>
  %rh = "tfl.fully_connected"(%h, %r, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x1xf32>, tensor<4x1xf32>, none) -> tensor<1x4xf32>
  %sum = tfl.add %wx, %rh {fused_activation_function = "NONE"} : tensor<1x4xf32>
  %gates = tfl.add(%sum, %b) {fused_activation_function = "NONE"} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %g:4 = "tfl.split"(%one, %gates) {num_splits = 4 : i32} : (tensor<i32>, tensor<1x4xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)
  %i = "tfl.logistic"(%g#0) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %f = "tfl.logistic"(%g#1) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %a = "tfl.tanh"(%g#2) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %o = "tfl.logistic"(%g#3) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %kept = tfl.mul %f, %c {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %new = tfl.mul %i, %a {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %cell = tfl.add %kept, %new {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shown = "tfl.tanh"(%cell) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %hidden = tfl.mul %o, %shown {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shape = "tfl.pseudo_const"() {value = dense<1> : tensor<3xi32>} : () -> tensor<3xi32>
  %written = "tfl.reshape"(%hidden, %shape) : (tensor<1x1xf32>, tensor<3xi32>) -> tensor<1x1x1xf32>
  %single = "tfl.pseudo_const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %place = "tfl.reshape"(%n, %single) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %zeros = "tfl.pseudo_const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %at = "tfl.concatenation"(%place, %zeros) {axis = 0 : i32, fused_activation_function = "NONE"} : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %all = "tfl.dynamic_update_slice"(%out, %written, %at) : (tensor<3x1x1xf32>, tensor<1x1x1xf32>, tensor<3xi32>) -> tensor<3x1x1xf32>
  return %next, %x, %hidden, %cell, %all : tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>
}

// -----

/// The operator does not show its cell's state, so that a loop of which that is read stays.
// CHECK-LABEL: func.func @main(
// CHECK: "tfl.while"
func.func @main(%x: tensor<1x3x2xf32>) -> tensor<1x1xf32> {
  %zero = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %order = "tfl.pseudo_const"() {value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %rows = "tfl.transpose"(%x, %order) : (tensor<1x3x2xf32>, tensor<3xi32>) -> tensor<3x1x2xf32>
  %start = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %out = "tfl.pseudo_const"() {value = dense<0.0> : tensor<3x1x1xf32>} : () -> tensor<3x1x1xf32>
  %loop:5 = "tfl.while"(%zero, %rows, %start, %start, %out) ({
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0 = func.call @cond(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> tensor<i1>
    "tfl.yield"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0:5 = func.call @body(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
    "tfl.yield"(%0#0, %0#1, %0#2, %0#3, %0#4) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> ()
  }) {is_stateless = false} : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
  return %loop#3 : tensor<1x1xf32>
}

func.func private @cond(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>) -> tensor<i1> {
  %end = "tfl.pseudo_const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %0 = tfl.less(%n, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>)
    -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) {
  %one = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %next = tfl.add %n, %one {fused_activation_function = "NONE"} : tensor<i32>
  %row = "tfl.gather"(%x, %n) {axis = 0 : i32, batch_dims = 0 : i32} : (tensor<3x1x2xf32>, tensor<i32>) -> tensor<1x2xf32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %r = "tfl.pseudo_const"() {value = dense<[[0.1], [0.2], [0.3], [0.4]]> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %b = "tfl.pseudo_const"() {value = dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %wx = "tfl.fully_connected"(%row, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x2xf32>, tensor<4x2xf32>, none) -> tensor<1x4xf32>
  %rh = "tfl.fully_connected"(%h, %r, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x1xf32>, tensor<4x1xf32>, none) -> tensor<1x4xf32>
  %sum = tfl.add %wx, %rh {fused_activation_function = "NONE"} : tensor<1x4xf32>
  %gates = tfl.add(%sum, %b) {fused_activation_function = "NONE"} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %g:4 = "tfl.split"(%one, %gates) {num_splits = 4 : i32} : (tensor<i32>, tensor<1x4xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)
  %i = "tfl.logistic"(%g#0) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %f = "tfl.logistic"(%g#1) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %a = "tfl.tanh"(%g#2) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %o = "tfl.logistic"(%g#3) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %kept = tfl.mul %f, %c {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %new = tfl.mul %i, %a {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %cell = tfl.add %kept, %new {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shown = "tfl.tanh"(%cell) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %hidden = tfl.mul %o, %shown {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shape = "tfl.pseudo_const"() {value = dense<1> : tensor<3xi32>} : () -> tensor<3xi32>
  %written = "tfl.reshape"(%hidden, %shape) : (tensor<1x1xf32>, tensor<3xi32>) -> tensor<1x1x1xf32>
  %single = "tfl.pseudo_const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %place = "tfl.reshape"(%n, %single) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %zeros = "tfl.pseudo_const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %at = "tfl.concatenation"(%place, %zeros) {axis = 0 : i32, fused_activation_function = "NONE"} : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %all = "tfl.dynamic_update_slice"(%out, %written, %at) : (tensor<3x1x1xf32>, tensor<1x1x1xf32>, tensor<3xi32>) -> tensor<3x1x1xf32>
  return %next, %x, %hidden, %cell, %all : tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>
}

// -----

/// Its variables begin with zeros: another start is a loop.
// CHECK-LABEL: func.func @main(
// CHECK: "tfl.while"
func.func @main(%x: tensor<1x3x2xf32>) -> tensor<1x1xf32> {
  %zero = "tfl.pseudo_const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %order = "tfl.pseudo_const"() {value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> tensor<3xi32>
  %rows = "tfl.transpose"(%x, %order) : (tensor<1x3x2xf32>, tensor<3xi32>) -> tensor<3x1x2xf32>
  %start = "tfl.pseudo_const"() {value = dense<0.5> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %out = "tfl.pseudo_const"() {value = dense<0.0> : tensor<3x1x1xf32>} : () -> tensor<3x1x1xf32>
  %loop:5 = "tfl.while"(%zero, %rows, %start, %start, %out) ({
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0 = func.call @cond(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> tensor<i1>
    "tfl.yield"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%n: tensor<i32>, %r: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %o: tensor<3x1x1xf32>):
    %0:5 = func.call @body(%n, %r, %h, %c, %o) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
    "tfl.yield"(%0#0, %0#1, %0#2, %0#3, %0#4) : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> ()
  }) {is_stateless = false} : (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>)
  return %loop#2 : tensor<1x1xf32>
}

func.func private @cond(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>) -> tensor<i1> {
  %end = "tfl.pseudo_const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %0 = tfl.less(%n, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%n: tensor<i32>, %x: tensor<3x1x2xf32>, %h: tensor<1x1xf32>, %c: tensor<1x1xf32>, %out: tensor<3x1x1xf32>)
    -> (tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>) {
  %one = "tfl.pseudo_const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %next = tfl.add %n, %one {fused_activation_function = "NONE"} : tensor<i32>
  %row = "tfl.gather"(%x, %n) {axis = 0 : i32, batch_dims = 0 : i32} : (tensor<3x1x2xf32>, tensor<i32>) -> tensor<1x2xf32>
  %w = "tfl.pseudo_const"() {value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %r = "tfl.pseudo_const"() {value = dense<[[0.1], [0.2], [0.3], [0.4]]> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %b = "tfl.pseudo_const"() {value = dense<[-1.0, -2.0, -3.0, -4.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %none = "tfl.no_value"() {value} : () -> none
  %wx = "tfl.fully_connected"(%row, %w, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x2xf32>, tensor<4x2xf32>, none) -> tensor<1x4xf32>
  %rh = "tfl.fully_connected"(%h, %r, %none) {fused_activation_function = "NONE", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x1xf32>, tensor<4x1xf32>, none) -> tensor<1x4xf32>
  %sum = tfl.add %wx, %rh {fused_activation_function = "NONE"} : tensor<1x4xf32>
  %gates = tfl.add(%sum, %b) {fused_activation_function = "NONE"} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %g:4 = "tfl.split"(%one, %gates) {num_splits = 4 : i32} : (tensor<i32>, tensor<1x4xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)
  %i = "tfl.logistic"(%g#0) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %f = "tfl.logistic"(%g#1) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %a = "tfl.tanh"(%g#2) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %o = "tfl.logistic"(%g#3) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %kept = tfl.mul %f, %c {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %new = tfl.mul %i, %a {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %cell = tfl.add %kept, %new {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shown = "tfl.tanh"(%cell) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %hidden = tfl.mul %o, %shown {fused_activation_function = "NONE"} : tensor<1x1xf32>
  %shape = "tfl.pseudo_const"() {value = dense<1> : tensor<3xi32>} : () -> tensor<3xi32>
  %written = "tfl.reshape"(%hidden, %shape) : (tensor<1x1xf32>, tensor<3xi32>) -> tensor<1x1x1xf32>
  %single = "tfl.pseudo_const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %place = "tfl.reshape"(%n, %single) : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %zeros = "tfl.pseudo_const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %at = "tfl.concatenation"(%place, %zeros) {axis = 0 : i32, fused_activation_function = "NONE"} : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %all = "tfl.dynamic_update_slice"(%out, %written, %at) : (tensor<3x1x1xf32>, tensor<1x1x1xf32>, tensor<3xi32>) -> tensor<3x1x1xf32>
  return %next, %x, %hidden, %cell, %all : tensor<i32>, tensor<3x1x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<3x1x1xf32>
}
