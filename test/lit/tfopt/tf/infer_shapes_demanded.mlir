// A feed of no rank has the rank and the sizes that operations demand of it; where several would do it stays as it is.
// RUN: tf-opt %s --infer-shapes | filecheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<?x3xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x2xf32>, %arg3: tensor<*xf32>, %arg4: tensor<*xf32>, %arg5: tensor<*xf32>, %arg6: tensor<*xf32>
func.func @main(%x: tensor<*xf32>, %image: tensor<*xf32>, %through: tensor<*xf32>, %sum: tensor<*xf32>, %batches: tensor<*xf32>, %unread: tensor<*xf32>, %torn: tensor<*xf32>, %w: tensor<3x2xf32>, %k: tensor<1x1x2x4xf32>)
    -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  // CHECK: tf.MatMul{{.*}} -> tensor<?x2xf32>
  %0 = "tf.MatMul"(%x, %w) {transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  // CHECK: tf.Conv2D{{.*}} -> tensor<?x?x?x4xf32>
  %1 = "tf.Conv2D"(%image, %k) {strides = [1, 1, 1, 1], padding = "SAME"} : (tensor<*xf32>, tensor<1x1x2x4xf32>) -> tensor<*xf32>
  %a = "tf.Relu"(%through) : (tensor<*xf32>) -> tensor<*xf32>
  %b = "tf.Identity"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: tf.MatMul{{.*}} -> tensor<?x3xf32>
  %2 = "tf.MatMul"(%b, %w) {transpose_a = false, transpose_b = true} : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  // A sum broadcasts, products of batches have any rank above 1, and what nothing needs is not computed.
  %3 = "tf.AddV2"(%sum, %w) : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  %4 = "tf.BatchMatMulV2"(%batches, %w) : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  %5 = "tf.MatMul"(%unread, %w) {transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  // (A convolution may have groups, so that channels may be 2 or 4.) One that two operations demand in two ways is left to inference, which tells.
  %6 = "tf.MatMul"(%torn, %w) {transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<3x2xf32>) -> tensor<*xf32>
  %7 = "tf.Conv2D"(%torn, %k) {strides = [1, 1, 1, 1], padding = "SAME"} : (tensor<*xf32>, tensor<1x1x2x4xf32>) -> tensor<*xf32>
  return %0, %1, %2, %3, %4, %6, %7 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}
