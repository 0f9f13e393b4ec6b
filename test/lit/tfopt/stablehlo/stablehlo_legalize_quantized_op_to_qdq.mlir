// RUN: tf-opt %s --split-input-file --stablehlo-legalize-quantized-op-to-qdq | filecheck %s

// CHECK-LABEL: func @sum
// CHECK-NEXT: %[[X:.*]] = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32>
// CHECK-NEXT: %[[Y:.*]] = stablehlo.uniform_dequantize %arg1 : (tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<4xf32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = stablehlo.uniform_quantize %[[SUM]] : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: return %[[R]]
func.func @sum(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>, %arg1: tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// -----

// Of a hybrid product only the weights are quantized; regions are looked into.
// CHECK-LABEL: func @hybrid
// CHECK-NEXT: %[[W:.*]] = stablehlo.uniform_dequantize %arg1
// CHECK-NEXT: stablehlo.dot %arg0, %[[W]] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @hybrid(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// What moves elements, and what is not quantized, stays.
// CHECK-LABEL: func @moved
// CHECK-NEXT: stablehlo.reverse %arg0
// CHECK-NEXT: stablehlo.negate %arg1 : tensor<4xf32>
// CHECK-NEXT: return
func.func @moved(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>, %arg1: tensor<4xf32>) -> (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [0] : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.negate %arg1 : tensor<4xf32>
  return %0, %1 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4xf32>
}
