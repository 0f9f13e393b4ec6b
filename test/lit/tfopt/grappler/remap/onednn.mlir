// RUN: tf-opt %s --split-input-file --grappler-remap='fetches=out assume-device=/device:CPU:0' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-remap='fetches=out assume-device=/device:CPU:0 onednn=false' | filecheck %s --check-prefix=WITHOUT
// RUN: tf-opt %s --split-input-file --grappler-remap='fetches=out' | filecheck %s --check-prefix=WITHOUT

/// With oneDNN depthwise convolutions take in a bias and an activation too,
// CHECK-LABEL: tfg.graph
// CHECK: _FusedDepthwiseConv2dNative(%{{.*}}, %{{.*}}, %{{.*}}) name("out") {{.*}}fused_ops = ["BiasAdd", "Relu6"]
// WITHOUT-LABEL: tfg.graph
// WITHOUT-NOT: _Fused
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %cc = DepthwiseConv2dNative(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ac = BiasAdd(%c, %b) name("a") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %rc = Relu6(%a) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// but for activations that it has not,
// CHECK-LABEL: tfg.graph
// CHECK: _FusedDepthwiseConv2dNative({{.*}}) name("a") {{.*}}fused_ops = ["BiasAdd"]
// CHECK: LeakyRelu(
// WITHOUT-LABEL: tfg.graph
// WITHOUT-NOT: _Fused
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %cc = DepthwiseConv2dNative(%x, %w) name("c") {T = f32, data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ac = BiasAdd(%c, %b) name("a") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %rc = LeakyRelu(%a) name("out") {T = f32, alpha = 2.000000e-01 : f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// and so do those of volumes.
// CHECK-LABEL: tfg.graph
// CHECK: _FusedConv3D(%{{.*}}, %{{.*}}, %{{.*}}) name("out") {{.*}}fused_ops = ["BiasAdd", "LeakyRelu"], leakyrelu_alpha = 1.000000e-01
// WITHOUT-LABEL: tfg.graph
// WITHOUT-NOT: _Fused
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %cc = Conv3D(%x, %w) name("c") {T = f32, data_format = "NDHWC", dilations = [1, 1, 1, 1, 1], padding = "VALID", strides = [1, 1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ac = BiasAdd(%c, %b) name("a") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %rc = LeakyRelu(%a) name("out") {T = f32, alpha = 1.000000e-01 : f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A product with the hyperbolic tangent of a Softplus is one node with oneDNN.
// CHECK-LABEL: tfg.graph
// CHECK: _MklFusedMish(%{{.*}}) name("out")
// WITHOUT-LABEL: tfg.graph
// WITHOUT-NOT: _Mkl
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Softplus(%x) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %t, %tc = Tanh(%s) name("t") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Mul(%x, %t) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A gelu that is written as a formula goes into the product behind whose bias it stands,
// CHECK-LABEL: tfg.graph
// CHECK: _FusedMatMul(%{{.*}}, %{{.*}}, %{{.*}}) name("out") {{.*}}fused_ops = ["BiasAdd", "GeluExact"]
// WITHOUT-LABEL: tfg.graph
// WITHOUT: Erfc(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %w) name("m") {T = f32, transpose_a = false, transpose_b = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %y, %ctl_3 = BiasAdd(%m, %b) name("y") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %h, %ctl_4 = Const name("h") {dtype = f32, value = dense<5.000000e-01> : tensor<f32>} : () -> (tensor<*xf32>)
  %r, %ctl_5 = Const name("r") {dtype = f32, value = dense<0.707106769> : tensor<f32>} : () -> (tensor<*xf32>)
  %hy, %ctl_6 = Mul(%h, %y) name("hy") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_7 = Neg(%y) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %nr, %ctl_8 = Mul(%n, %r) name("nr") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %e, %ctl_9 = Erfc(%nr) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_10 = Mul(%hy, %e) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// where its numbers are those.
// CHECK-LABEL: tfg.graph
// CHECK: Erfc(
// WITHOUT-LABEL: tfg.graph
// WITHOUT: Erfc(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Placeholder name("w") {dtype = f32} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Placeholder name("b") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %w) name("m") {T = f32, transpose_a = false, transpose_b = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %y, %ctl_3 = BiasAdd(%m, %b) name("y") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %h, %ctl_4 = Const name("h") {dtype = f32, value = dense<5.000000e-01> : tensor<f32>} : () -> (tensor<*xf32>)
  %r, %ctl_5 = Const name("r") {dtype = f32, value = dense<0.708> : tensor<f32>} : () -> (tensor<*xf32>)
  %hy, %ctl_6 = Mul(%h, %y) name("hy") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_7 = Neg(%y) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %nr, %ctl_8 = Mul(%n, %r) name("nr") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %e, %ctl_9 = Erfc(%nr) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_10 = Mul(%hy, %e) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Scores of attention take in their factor and their mask,
// CHECK-LABEL: tfg.graph
// CHECK: _MklFusedBatchMatMulV2(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) name("out") {{.*}}adj_y = true{{.*}}fused_ops = ["Mul", "Add"]
// WITHOUT-LABEL: tfg.graph
// WITHOUT: AddV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %q, %ctl = RandomUniform(%qs) name("q") {T = i32, dtype = f32, seed = 1 : i64, seed2 = 1 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %qs, %ctl_0 = Const name("qs") {dtype = i32, value = dense<[2, 4, 8, 16]> : tensor<4xi32>} : () -> (tensor<*xi32>)
  %m, %ctl_1 = RandomUniform(%ms) name("m") {T = i32, dtype = f32, seed = 2 : i64, seed2 = 1 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %ms, %ctl_2 = Const name("ms") {dtype = i32, value = dense<[2, 1, 8, 8]> : tensor<4xi32>} : () -> (tensor<*xi32>)
  %f, %ctl_3 = Const name("f") {dtype = f32, value = dense<0.125> : tensor<f32>} : () -> (tensor<*xf32>)
  %p, %ctl_4 = BatchMatMulV2(%q, %q) name("p") {T = f32, adj_x = false, adj_y = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_5 = Mul(%f, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_6 = AddV2(%s, %m) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// where the mask is one for all heads.
// CHECK-LABEL: tfg.graph
// CHECK: AddV2(
// WITHOUT-LABEL: tfg.graph
// WITHOUT: AddV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %q, %ctl = RandomUniform(%qs) name("q") {T = i32, dtype = f32, seed = 1 : i64, seed2 = 1 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %qs, %ctl_0 = Const name("qs") {dtype = i32, value = dense<[2, 4, 8, 16]> : tensor<4xi32>} : () -> (tensor<*xi32>)
  %m, %ctl_1 = RandomUniform(%ms) name("m") {T = i32, dtype = f32, seed = 2 : i64, seed2 = 1 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)
  %ms, %ctl_2 = Const name("ms") {dtype = i32, value = dense<[2, 4, 8, 8]> : tensor<4xi32>} : () -> (tensor<*xi32>)
  %f, %ctl_3 = Const name("f") {dtype = f32, value = dense<0.125> : tensor<f32>} : () -> (tensor<*xf32>)
  %p, %ctl_4 = BatchMatMulV2(%q, %q) name("p") {T = f32, adj_x = false, adj_y = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_5 = Mul(%f, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_6 = AddV2(%s, %m) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
