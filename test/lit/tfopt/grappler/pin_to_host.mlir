// RUN: tf-opt %s --split-input-file --grappler-pin-to-host='fetches=out' | filecheck %s

/// What is computed from a shape is computed on the host, and so are the constants that say shapes.
// CHECK-LABEL: tfg.graph
// CHECK: Const device("/job:w/device:CPU:0") name("c")
// CHECK: = Mul({{.*}}) device("/job:w/device:CPU:0") name("m")
// CHECK: Const device("/job:w/device:CPU:0") name("k")
// CHECK: = Reshape({{.*}}) device("/job:w/device:GPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder device("/job:w/device:GPU:0") name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder device("/job:w/device:GPU:0") name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Shape, %ctl_2 = Shape(%Placeholder_0) device("/job:w/device:GPU:0") name("s") {T = f32, out_type = i32} : (tensor<2x3xf32>) -> (tensor<2xi32>)
  %Const, %ctl_3 = Const device("/job:w/device:GPU:0") name("c") {dtype = i32, value = dense<[2, 1]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Mul, %ctl_4 = Mul(%Shape, %Const) device("/job:w/device:GPU:0") name("m") {T = i32} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<*xi32>)
  %Const_5, %ctl_6 = Const device("/job:w/device:GPU:0") name("k") {dtype = i32, value = dense<[3, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Reshape, %ctl_7 = Reshape(%Placeholder, %Const_5) device("/job:w/device:GPU:0") name("r") {T = f32, Tshape = i32} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %BroadcastTo, %ctl_8 = BroadcastTo(%Placeholder, %Mul) device("/job:w/device:GPU:0") name("t") {T = f32, Tidx = i32} : (tensor<2x3xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %Reshape_9, %ctl_10 = Reshape(%BroadcastTo, %Const_5) device("/job:w/device:GPU:0") name("out") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
}

// -----

/// A few floating point numbers move with their readers; those that a device reads stay there.
// CHECK-LABEL: tfg.graph
// CHECK: Const device("/job:w/device:CPU:0") name("a")
// CHECK: = Neg({{.*}}) device("/job:w/device:CPU:0") name("n")
// CHECK: Const device("/job:w/device:GPU:0") name("c")
// CHECK: = AddV2({{.*}}) device("/job:w/device:GPU:0") name("m")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Const, %ctl = Const device("/job:w/device:GPU:0") name("a") {dtype = f32, value = dense<1.000000e+00> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %Neg, %ctl_0 = Neg(%Const) device("/job:w/device:GPU:0") name("n") {T = f32} : (tensor<2xf32>) -> (tensor<*xf32>)
  %Const_1, %ctl_2 = Const device("/job:w/device:GPU:0") name("c") {dtype = f32, value = dense<1.000000e+00> : tensor<2x3xf32>} : () -> (tensor<2x3xf32>)
  %Placeholder, %ctl_3 = Placeholder device("/job:w/device:GPU:0") name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_4 = AddV2(%Placeholder, %Const_1) device("/job:w/device:GPU:0") name("m") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Neg_5, %ctl_6 = Neg(%Neg) device("/job:w/device:GPU:0") name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Other types stay.
// CHECK-LABEL: tfg.graph
// CHECK: Const device("/job:w/device:GPU:0") name("a")
// CHECK: = Neg({{.*}}) device("/job:w/device:GPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Const, %ctl = Const device("/job:w/device:GPU:0") name("a") {dtype = f64, value = dense<1.000000e+00> : tensor<2xf64>} : () -> (tensor<2xf64>)
  %Neg, %ctl_0 = Neg(%Const) device("/job:w/device:GPU:0") name("out") {T = f64} : (tensor<2xf64>) -> (tensor<*xf64>)
}

// -----

/// So do many integers.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg({{.*}}) device("/job:w/device:GPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Const, %ctl = Const device("/job:w/device:GPU:0") name("a") {dtype = i32, value = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]> : tensor<100xi32>} : () -> (tensor<100xi32>)
  %Neg, %ctl_0 = Neg(%Const) device("/job:w/device:GPU:0") name("out") {T = i32} : (tensor<100xi32>) -> (tensor<*xi32>)
}

// -----

/// So do those that come from the device.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg({{.*}}) device("/job:w/device:GPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder device("/job:w/device:GPU:0") name("x") {dtype = i32} : () -> (tensor<2xi32>)
  %Neg, %ctl_0 = Neg(%Placeholder) device("/job:w/device:GPU:0") name("out") {T = i32} : (tensor<2xi32>) -> (tensor<*xi32>)
}

// -----

/// Devices may be written in short.
// CHECK-LABEL: tfg.graph
// CHECK: Const device("/device:CPU:0") name("a")
// CHECK: = Neg({{.*}}) device("/device:CPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Const, %ctl = Const device("/gpu:1") name("a") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Neg, %ctl_0 = Neg(%Const) device("/gpu:1") name("out") {T = i32} : (tensor<2xi32>) -> (tensor<*xi32>)
}

// -----

/// Nodes without a device stay without one.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("a")
// CHECK: = Neg({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Const, %ctl = Const name("a") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Neg, %ctl_0 = Neg(%Const) name("out") {T = i32} : (tensor<2xi32>) -> (tensor<*xi32>)
}
