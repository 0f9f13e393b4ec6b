// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// A sum over an axis of size 1 is the operand; without that axis, squeezed.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("kept")
// CHECK: Squeeze(%{{.*}}) name("dropped") {T = f32, squeeze_dims = [0]}
// CHECK: Sum(%{{.*}}, %{{.*}}) name("long")
// CHECK: Identity(%{{.*}}) name("none")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[1, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %zero, %ctl_2 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %axis, %ctl_3 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %empty, %ctl_4 = Const name("empty") {dtype = i32, value = dense<> : tensor<0xi32>} : () -> (tensor<0xi32>)
  %kept, %ctl_5 = Sum(%x, %zero) name("kept") {T = f32, Tidx = i32, keep_dims = true} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %dropped, %ctl_6 = Sum(%x, %zero) name("dropped") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %long, %ctl_7 = Sum(%x, %axis) name("long") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %none, %ctl_8 = Mean(%x, %empty) name("none") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<0xi32>) -> (tensor<*xf32>)
}

// -----

/// A reduction over no axes is the operand, whatever its shape; one whose axes are unknown stays.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("none")
// CHECK: Max(%{{.*}}, %{{.*}}) name("some")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_1 = Placeholder name("a") {dtype = i32} : () -> (tensor<*xi32>)
  %empty, %ctl_2 = Const name("empty") {dtype = i32, value = dense<> : tensor<0xi32>} : () -> (tensor<0xi32>)
  %none, %ctl_3 = Max(%x, %empty) name("none") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<0xi32>) -> (tensor<*xf32>)
  %some, %ctl_4 = Max(%x, %a) name("some") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
}

// -----

/// What has an axis that there is not is left for whoever runs the graph to report.
// CHECK-LABEL: tfg.graph
// CHECK: = Max(
// CHECK: = Transpose(
// CHECK: = ReverseV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = VariableV2 name("x") {container = "", dtype = f32, shape = #tf_type.shape<1x1>, shared_name = ""} : () -> (tensor<1x1xf32>)
  %a, %ctl_0 = Const name("a") {dtype = i32, value = dense<5> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %p, %ctl_1 = Const name("p") {dtype = i32, value = dense<[7, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %m, %ctl_2 = Max(%x, %a) name("m") {T = f32, Tidx = i32, keep_dims = false} : (tensor<1x1xf32>, tensor<1xi32>) -> (tensor<*xf32>)
  %t, %ctl_3 = Transpose(%x, %p) name("t") {T = f32, Tperm = i32} : (tensor<1x1xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %r, %ctl_4 = ReverseV2(%x, %a) name("r") {T = f32, Tidx = i32} : (tensor<1x1xf32>, tensor<1xi32>) -> (tensor<*xf32>)
}
