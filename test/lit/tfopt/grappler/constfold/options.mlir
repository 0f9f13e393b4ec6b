// RUN: tf-opt %s --split-input-file --grappler-constfold='keep-quantization without=SimplifyArithmeticOperations,EvaluateNode' | filecheck %s

/// Quantization is left for the device.
// CHECK-LABEL: tfg.graph
// CHECK: FakeQuantWithMinMaxArgs(%{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %a, %ctl = Const name("a") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %out, %ctl_1 = FakeQuantWithMinMaxArgs(%a) name("out") {max = 6.000000e+00 : f32, min = -6.000000e+00 : f32, narrow_range = false, num_bits = 8 : i64} : (tensor<2xf32>) -> (tensor<*xf32>)
}

// -----

/// Only the stages that are asked for.
// CHECK-LABEL: tfg.graph
// CHECK: Neg(%{{.*}}) name("out")
// CHECK: Mul(%{{.*}}, %{{.*}}) name("product")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %a, %ctl = Const name("a") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %x, %ctl_1 = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %out, %ctl_2 = Neg(%a) name("out") {T = f32} : (tensor<f32>) -> (tensor<*xf32>)
  %product, %ctl_3 = Mul(%x, %a) name("product") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
}
