// RUN: tf-opt %s --tf-to-stablehlo --canonicalize --split-input-file | filecheck %s

/// Softmax subtracts the largest first, so that nothing overflows.
// CHECK-LABEL: func.func @softmax(
// CHECK: applies stablehlo.maximum across dimensions = [1]
// CHECK: stablehlo.subtract
// CHECK: stablehlo.exponential
// CHECK: applies stablehlo.add across dimensions = [1]
// CHECK: stablehlo.divide
func.func @softmax(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "tf.Softmax"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// Batch normalization with given statistics is one multiplication and one addition: 4 / sqrt(4) = 2 and 5 - 3 * 2 = -1.
// CHECK-LABEL: func.func @inference(
// CHECK: %[[A:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<1x2x2x3xf32>
// CHECK: %[[XA:.*]] = stablehlo.multiply %{{.*}}, %[[A]]
// CHECK: %[[B:.*]] = stablehlo.constant dense<-1.000000e+00> : tensor<1x2x2x3xf32>
// CHECK: stablehlo.add %[[XA]], %[[B]]
// CHECK-NEXT: return
func.func @inference(%x: tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %scale = "tf.Const"() <{value = dense<4.0> : tensor<3xf32>}> : () -> tensor<3xf32>
  %offset = "tf.Const"() <{value = dense<5.0> : tensor<3xf32>}> : () -> tensor<3xf32>
  %mean = "tf.Const"() <{value = dense<3.0> : tensor<3xf32>}> : () -> tensor<3xf32>
  %variance = "tf.Const"() <{value = dense<3.5> : tensor<3xf32>}> : () -> tensor<3xf32>
  %0:6 = "tf.FusedBatchNormV3"(%x, %scale, %offset, %mean, %variance) <{epsilon = 0.5 : f32, is_training = false, data_format = "NHWC"}> : (tensor<1x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<1x2x2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<*xf32>)
  return %0#0 : tensor<1x2x2x3xf32>
}

// -----

/// In training the statistics are the batch's own.
// CHECK-LABEL: func.func @training(
// CHECK: applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<2x3x2x2xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK: applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<2x3x2x2xf32>, tensor<f32>) -> tensor<3xf32>
func.func @training(%x: tensor<2x3x2x2xf32>, %s: tensor<3xf32>, %e: tensor<0xf32>) -> tensor<2x3x2x2xf32> {
  %0:6 = "tf.FusedBatchNormV3"(%x, %s, %s, %e, %e) <{is_training = true, data_format = "NCHW"}> : (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<*xf32>)
  return %0#0 : tensor<2x3x2x2xf32>
}
