// RUN: tf-opt %s --tf-to-stablehlo --canonicalize --split-input-file | filecheck %s

/// A max pool's gradient goes to the first largest element of each window: each element of the window is asked, the last one first.
// CHECK-LABEL: func.func @max_pool(
// CHECK-COUNT-4: stablehlo.compare EQ
// CHECK-COUNT-4: stablehlo.pad
// CHECK-NOT: stablehlo.pad
func.func @max_pool(%x: tensor<1x4x4x3xf32>, %y: tensor<1x2x2x3xf32>, %dy: tensor<1x2x2x3xf32>) -> tensor<1x4x4x3xf32> {
  %0 = "tf.MaxPoolGrad"(%x, %y, %dy) <{ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]}> : (tensor<1x4x4x3xf32>, tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}

// -----

/// An average pool's gradient is a sum of shares under the window, zeros standing between them.
// CHECK-LABEL: func.func @average_pool(
// CHECK: %[[SHARE:.*]] = stablehlo.divide %arg0
// CHECK: stablehlo.pad %[[SHARE]], %{{.*}}, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0]
// CHECK: "stablehlo.reduce_window"
// CHECK-NOT: stablehlo.compare
func.func @average_pool(%dy: tensor<1x2x2x3xf32>) -> tensor<1x4x4x3xf32> {
  %shape = "tf.Const"() <{value = dense<[1, 4, 4, 3]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %0 = "tf.AvgPoolGrad"(%shape, %dy) <{ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]}> : (tensor<4xi32>, tensor<1x2x2x3xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}
