// RUN: tf-opt %s --split-input-file --stablehlo-legalize-qdq-to-quantized-op | filecheck %s

// CHECK-LABEL: func @sum
// CHECK-NEXT: %[[R:.*]] = stablehlo.add %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: return %[[R]]
func.func @sum(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %2 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// -----

// One operand is no dequantized value.
// CHECK-LABEL: func @half
// CHECK: stablehlo.add %{{.*}}, %arg1 : tensor<4xf32>
// CHECK-NEXT: stablehlo.uniform_quantize
func.func @half(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>, %arg1: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %arg1 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %2 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// -----

// The sum in floats has another reader: it stays beside the quantized one.
// CHECK-LABEL: func @shared
// CHECK: %[[SUM:.*]] = stablehlo.add %{{.*}} : tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = stablehlo.add %arg0, %arg0
// CHECK-NEXT: return %[[R]], %[[SUM]]
func.func @shared(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4xf32>) {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %2, %1 : tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4xf32>
}
