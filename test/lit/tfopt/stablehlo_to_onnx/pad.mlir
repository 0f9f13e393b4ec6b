// RUN: tf-opt %s --pipeline=onnx | filecheck %s

/// Amounts are those of all axes, in front and behind: ONNX Runtime 1.32 takes them for that when it moves a transpose over the node.

// CHECK: %[[AMOUNTS:.*]] = "onnx.Constant"() <{value = dense<[0, 1, 0, 0, 0, 1, 1, 0]> : tensor<8xi64>}>
// CHECK-NEXT: "onnx.Pad"(%{{.*}}, %[[AMOUNTS]], %{{.*}}) : (tensor<1x3x4x2xf32>, tensor<8xi64>, tensor<f32>) -> tensor<1x5x5x2xf32>
func.func @main(%x: tensor<1x3x4x2xf32>) -> tensor<1x5x5x2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %z, low = [0, 1, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x3x4x2xf32>, tensor<f32>) -> tensor<1x5x5x2xf32>
  return %0 : tensor<1x5x5x2xf32>
}
