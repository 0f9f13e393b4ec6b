// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// Nearest neighbours are gathered, each axis by its table; 4 of 2 are 0, 0, 1, 1.
// CHECK-LABEL: func.func @nearest(
// CHECK: stablehlo.constant dense<[0, 0, 1, 1]> : tensor<4xi32>
// CHECK: "stablehlo.gather"
// CHECK: "stablehlo.gather"
func.func @nearest(%x: tensor<1x2x2x1xf32>) -> tensor<1x4x4x1xf32> {
  %size = "tf.Const"() <{value = dense<4> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.ResizeNearestNeighbor"(%x, %size) : (tensor<1x2x2x1xf32>, tensor<2xi32>) -> tensor<1x4x4x1xf32>
  return %0 : tensor<1x4x4x1xf32>
}

// -----

/// Resizing to the same size does nothing.
// CHECK-LABEL: func.func @same(
// CHECK-NOT: "stablehlo.gather"
// CHECK: return
func.func @same(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %size = "tf.Const"() <{value = dense<2> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.ResizeBilinear"(%x, %size) : (tensor<1x2x2x1xf32>, tensor<2xi32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}
