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
  %s, %ctl_1 = Placeholder name("s") {dtype = f32} : () -> (tensor<*xf32>)
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
