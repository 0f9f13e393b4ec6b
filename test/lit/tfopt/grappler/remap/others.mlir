// RUN: tf-opt %s --split-input-file --grappler-remap='fetches=out assume-device=/device:CPU:0' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-remap='fetches=out assume-device=/device:CPU:0 onednn=false' | filecheck %s --check-prefix=WITHOUT

/// With oneDNN a batch norm that trains takes in the Relu that reads it, whoever reads its statistics.
// CHECK-LABEL: tfg.graph
// CHECK: %[[N:.*]]:6, %{{.*}} = _FusedBatchNormEx({{.*}}) name("n") {{.*}}activation_mode = "Relu"
// CHECK-NOT: = Relu
// CHECK: Mul(%[[N]]#0, %[[N]]#1) name("out")
// WITHOUT-NOT: _FusedBatchNormEx
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_1 = Const name("s") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<*xf32>)
  %n:6, %ctl_3 = FusedBatchNormV3(%x, %s, %s, %s, %s) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.0 : f32, is_training = true} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %ctl_4 = Relu(%n#0) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_5 = Mul(%r, %n#1) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A number is hashed without being written.
// CHECK-LABEL: tfg.graph
// CHECK: _TensorToHashBucketFast({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<*xi32>)
  %s, %ctl_1 = AsString(%x) name("s") {T = i32, fill = "", precision = -1 : i64, scientific = false, shortest = false, width = -1 : i64} : (tensor<*xi32>) -> (tensor<*x!tf_type.string>)
  %h, %ctl_2 = StringToHashBucketFast(%s) name("out") {num_buckets = 10 : i64} : (tensor<*x!tf_type.string>) -> (tensor<*xi64>)
}

// -----

/// An activation that is a product with a sigmoid is one node with oneDNN.
// CHECK-LABEL: tfg.graph
// CHECK: _MklSwish(%{{.*}}) name("out")
// WITHOUT-LABEL: tfg.graph
// WITHOUT-NOT: _MklSwish
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_1 = Sigmoid(%x) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_2 = Mul(%x, %s) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The op wants channels in fours: six stay as they are,
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _FusedBatchNormEx
// CHECK: = Relu(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<1.0> : tensor<6xf32>} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %s, %s, %s) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Relu(%n#0) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Neg(%r) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// and so does a number that is unknown, whatever the feed declares.
// CHECK-LABEL: tfg.graph
// CHECK: = FusedBatchNormV3(
// CHECK: = Relu(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Placeholder name("s") {dtype = f32, shape = #tf_type.shape<8>} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %s, %s, %s) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Relu(%n#0) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Neg(%r) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So does one that is told its statistics.
// CHECK-LABEL: tfg.graph
// CHECK: _FusedBatchNormEx({{.*}}) name("n") {{.*}}activation_mode = "Relu"{{.*}}is_training = false
// CHECK-NOT: = Relu
// WITHOUT-LABEL: tfg.graph
// WITHOUT-NOT: _FusedBatchNormEx
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %s, %s, %s) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Relu(%n#0) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Neg(%r) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So does one that is told its statistics, in its first version too.
// CHECK-LABEL: tfg.graph
// CHECK: _FusedBatchNormEx({{.*}}) name("n") {{.*}}activation_mode = "Relu"{{.*}}is_training = false
// CHECK-NOT: = Relu
// WITHOUT-LABEL: tfg.graph
// WITHOUT-NOT: _FusedBatchNormEx
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<*xf32>)
  %n:5, %nc = FusedBatchNorm(%x, %s, %s, %s, %s) name("n") {T = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Relu(%n#0) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Neg(%r) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// UnfusedBatchNorm: known statistics make one factor and one addend for each channel: 4 / sqrt(3.75 + 0.25) = 2 and 1 - 1 * 2 = -1,
/// 2 / sqrt(0 + 0.25) = 4 and 0 - 2 * 4 = -8.
// CHECK-LABEL: tfg.graph
// CHECK: %[[F:.*]], %{{.*}} = Const {{.*}}dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK: %[[P:.*]], %{{.*}} = Mul(%{{.*}}, %[[F]])
// CHECK: %[[A:.*]], %{{.*}} = Const {{.*}}dense<[-1.000000e+00, -8.000000e+00]> : tensor<2xf32>
// CHECK: AddV2(%[[P]], %[[A]]) name("n")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<[4.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<[1.0, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %m, %mc = Const name("m") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %v, %vc = Const name("v") {dtype = f32, value = dense<[3.75, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %b, %m, %v) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Elu(%n#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// They lie along the channels.
// CHECK-LABEL: tfg.graph
// CHECK: dense<{{.*}}2.000000e+00{{.*}}4.000000e+00{{.*}}> : tensor<2x1x1xf32>
// CHECK: AddV2({{.*}}) name("n")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<[4.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<[1.0, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %m, %mc = Const name("m") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %v, %vc = Const name("v") {dtype = f32, value = dense<[3.75, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %b, %m, %v) name("n") {T = f32, U = f32, data_format = "NCHW", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Elu(%n#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// It stays with statistics which it computes itself.
// CHECK-LABEL: tfg.graph
// CHECK: = FusedBatchNormV3(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<[4.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<[1.0, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %m, %mc = Const name("m") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %v, %vc = Const name("v") {dtype = f32, value = dense<[3.75, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %b, %m, %v) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = true} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Elu(%n#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// It stays with statistics that are fed.
// CHECK-LABEL: tfg.graph
// CHECK: = FusedBatchNormV3(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<[4.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<[1.0, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %m, %mc = Const name("m") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %v, %vc = Const name("v") {dtype = f32, value = dense<[3.75, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %f, %fc = Placeholder name("f") {dtype = f32} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %b, %m, %f) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Elu(%n#0) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// It stays with statistics that are read.
// CHECK-LABEL: tfg.graph
// CHECK: = FusedBatchNormV3(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %xc = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %sc = Const name("s") {dtype = f32, value = dense<[4.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %b, %bc = Const name("b") {dtype = f32, value = dense<[1.0, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %m, %mc = Const name("m") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %v, %vc = Const name("v") {dtype = f32, value = dense<[3.75, 0.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %n:6, %nc = FusedBatchNormV3(%x, %s, %b, %m, %v) name("n") {T = f32, U = f32, data_format = "NHWC", epsilon = 2.500000e-01 : f32, exponential_avg_factor = 1.0 : f32, is_training = false} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %r, %rc = Mul(%n#0, %n#1) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The larger of a value and a part of it is a LeakyRelu,
// CHECK-LABEL: tfg.graph
// CHECK: LeakyRelu(%{{.*}}) name("out") {T = f32, alpha = 2.500000e-01 : f32}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %pc = Const name("part") {dtype = f32, value = dense<2.500000e-01> : tensor<f32>} : () -> (tensor<*xf32>)
  %m, %mc = Mul(%p, %x) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Maximum(%x, %m) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// of a multiple it is not.
// CHECK-LABEL: tfg.graph
// CHECK: Maximum(%{{.*}}, %{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %pc = Const name("part") {dtype = f32, value = dense<1.250000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  %m, %mc = Mul(%p, %x) name("m") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %oc = Maximum(%x, %m) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
