// RUN: tf-opt %s --split-input-file --verify-diagnostics --stablehlo-legalize-quant-to-math | filecheck %s

// Scales and zero points are merged: 0.5 / 0.25 = 2, and -1 - 3 * 2 = -7.
// CHECK-LABEL: func @rescaled(%arg0: tensor<?xi8>) -> tensor<?xi8>
// CHECK: %[[NUMBERS:.*]] = stablehlo.convert %arg0 : (tensor<?xi8>) -> tensor<?xf32>
// CHECK: %[[SCALE:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[SCALED:.*]] = chlo.broadcast_multiply %[[NUMBERS]], %[[SCALE]] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<-7.000000e+00> : tensor<f32>
// CHECK: %[[MOVED:.*]] = chlo.broadcast_add %[[SCALED]], %[[ZERO]]
// CHECK: %[[HELD:.*]] = stablehlo.clamp %{{.*}}, %[[MOVED]], %{{.*}} : (tensor<f32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
// CHECK: %[[WHOLE:.*]] = stablehlo.round_nearest_even %[[HELD]]
// CHECK: stablehlo.convert %[[WHOLE]] : (tensor<?xf32>) -> tensor<?xi8>
func.func @rescaled(%arg0: tensor<?x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?x!quant.uniform<i8:f32, 0.25:-1>> {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<?x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?x!quant.uniform<i8:f32, 0.25:-1>>
  return %0 : tensor<?x!quant.uniform<i8:f32, 0.25:-1>>
}

// -----

// 0.5 * 0.25 / 0.125 = 1: nothing is scaled. The sums of the weights, times the image's zero point, go away again.
// CHECK-LABEL: func @product
// CHECK: %[[ALL:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg1 : (tensor<3x4xi8>) -> tensor<3x4xi32>
// CHECK: %[[SUMS:.*]] = stablehlo.reduce(%[[WIDE]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: %[[TIMES:.*]] = chlo.broadcast_multiply %[[SUMS]], %[[ZERO]]
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[TIMES]], dims = [1] : (tensor<4xi32>) -> tensor<2x4xi32>
// CHECK: %[[OFFSET:.*]] = chlo.broadcast_subtract %{{.*}}, %[[SPREAD]] : (tensor<i32>, tensor<2x4xi32>) -> tensor<2x4xi32>
// CHECK: chlo.broadcast_add %[[ALL]], %[[OFFSET]]
func.func @product(%arg0: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, %arg1: tensor<3x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4x!quant.uniform<i32:f32, 0.125>> {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4x!quant.uniform<i32:f32, 0.125>>
  return %0 : tensor<2x4x!quant.uniform<i32:f32, 0.125>>
}

// -----

// What has no rule is computed in floats; what moves elements does so with what is stored.
// CHECK-LABEL: func @others
// CHECK: %[[MOVED:.*]] = stablehlo.slice %arg0 [1:3] : (tensor<4xi8>) -> tensor<2xi8>
// CHECK: stablehlo.tanh %{{.*}} : tensor<2xf32>
func.func @others(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.slice %arg0 [1:3] : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.tanh %0 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %1 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}

// -----

func.func @axis(%arg0: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>> {
  // expected-error @+2 {{Cannot requantize while changing quantization_axis}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.uniform_quantize' that was explicitly marked illegal}}
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return %0 : tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
}
