// RUN: tf-opt %s --split-input-file --grappler-constfold=aggressive | filecheck %s

/// Told to be aggressive, products with zeros are zeros.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("floats") {dtype = f32, value = dense<0.000000e+00> : tensor<3x4xf32>}
// CHECK: Const name("product") {dtype = f32, value = dense<0.000000e+00> : tensor<3x5xf32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %zero, %ctl_2 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %floats, %ctl_3 = Mul(%x, %zero) name("floats") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %weights, %ctl_4 = Const name("weights") {dtype = f32, value = dense<0.0> : tensor<4x5xf32>} : () -> (tensor<4x5xf32>)
  %product, %ctl_5 = MatMul(%x, %weights) name("product") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<4x5xf32>) -> (tensor<*xf32>)
}
