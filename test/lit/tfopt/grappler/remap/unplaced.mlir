// RUN: tf-opt %s --grappler-remap='fetches=out' | filecheck %s

/// Nodes that ask for no device are left alone.
// CHECK-NOT: _FusedMatMul
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %ctl_2 = MatMul(%x, %x) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_3 = BiasAdd(%m, %x) name("out") {T = f32, data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
