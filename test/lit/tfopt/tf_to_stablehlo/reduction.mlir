// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// Axes are counted from the front; kept ones have size 1.
// CHECK-LABEL: func.func @sum(
// CHECK: %[[R:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK: stablehlo.reshape %[[R]] : (tensor<2xf32>) -> tensor<2x1x1xf32>
func.func @sum(%x: tensor<2x3x4xf32>) -> tensor<2x1x1xf32> {
  %axes = "tf.Const"() <{value = dense<[-1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.Sum"(%x, %axes) <{keep_dims = true}> : (tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
  return %0 : tensor<2x1x1xf32>
}

// -----

/// Without axes nothing is reduced.
// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: stablehlo.reduce(
func.func @nothing(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %axes = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %0 = "tf.Sum"(%x, %axes) <{keep_dims = false}> : (tensor<2x3xf32>, tensor<0xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// Half-precision floats are summed as f32; the largest of them needs no more bits.
// CHECK-LABEL: func.func @half(
// CHECK: stablehlo.convert %{{.*}} : (tensor<2x3xf16>) -> tensor<2x3xf32>
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK: stablehlo.divide
// CHECK: stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xf16>
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf16>, tensor<f16>) -> tensor<2xf16>
func.func @half(%x: tensor<2x3xf16>) -> (tensor<2xf16>, tensor<2xf16>) {
  %axes = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Mean"(%x, %axes) <{keep_dims = false}> : (tensor<2x3xf16>, tensor<i32>) -> tensor<2xf16>
  %1 = "tf.Max"(%x, %axes) <{keep_dims = false}> : (tensor<2x3xf16>, tensor<i32>) -> tensor<2xf16>
  return %0, %1 : tensor<2xf16>, tensor<2xf16>
}

// -----

/// The first place of the largest: the least of the places where the largest stands.
// CHECK-LABEL: func.func @argmax(
// CHECK: applies stablehlo.maximum across dimensions = [1]
// CHECK: stablehlo.iota dim = 1
// CHECK: applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK: stablehlo.convert %{{.*}} : (tensor<2xi32>) -> tensor<2xi64>
func.func @argmax(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.ArgMax"(%x, %axis) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
