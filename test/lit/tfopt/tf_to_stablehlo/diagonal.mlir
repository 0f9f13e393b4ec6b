// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// The lower triangle, as causal attention masks it: nothing above the main diagonal.
// CHECK-LABEL: func.func @band(
// CHECK: %[[D:.*]] = stablehlo.subtract %{{.*}}, %{{.*}} : tensor<3x4xi32>
// CHECK: stablehlo.compare LE, %[[D]], %{{.*}}, SIGNED
// CHECK: stablehlo.select
func.func @band(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %all = "tf.Const"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
  %none = "tf.Const"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
  %0 = "tf.MatrixBandPart"(%x, %all, %none) : (tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

/// The diagonal is gathered from the places 0, 5, 10 of the flattened matrix.
// CHECK-LABEL: func.func @part(
// CHECK: stablehlo.reshape %{{.*}} : (tensor<3x4xf32>) -> tensor<12xf32>
// CHECK: stablehlo.constant dense<[0, 5, 10]> : tensor<3xi32>
// CHECK: "stablehlo.gather"
func.func @part(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %0 = "tf.MatrixDiagPart"(%x) : (tensor<3x4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
