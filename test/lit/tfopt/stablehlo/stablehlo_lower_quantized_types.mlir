// RUN: tf-opt %s --split-input-file --stablehlo-lower-quantized-types | filecheck %s

// CHECK-LABEL: func @negated(%arg0: tensor<4xi8>) -> tensor<4xi8>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0 : (tensor<4xi8>) -> tensor<4xi32>
// CHECK: %[[FROM:.*]] = stablehlo.subtract %[[WIDE]], %{{.*}} : tensor<4xi32>
// CHECK: %[[NUMBERS:.*]] = stablehlo.convert %[[FROM]] : (tensor<4xi32>) -> tensor<4xf32>
// CHECK: %[[X:.*]] = stablehlo.multiply %[[NUMBERS]], %{{.*}} : tensor<4xf32>
// CHECK: %[[N:.*]] = stablehlo.negate %[[X]] : tensor<4xf32>
// CHECK: %[[SCALED:.*]] = stablehlo.divide %[[N]], %{{.*}} : tensor<4xf32>
// CHECK: %[[PLACES:.*]] = stablehlo.add %[[SCALED]], %{{.*}} : tensor<4xf32>
// CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %{{.*}}, %[[PLACES]], %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK: %[[ROUNDED:.*]] = stablehlo.round_nearest_even %[[CLAMPED]] : tensor<4xf32>
// CHECK: %[[R:.*]] = stablehlo.convert %[[ROUNDED]] : (tensor<4xf32>) -> tensor<4xi8>
// CHECK: return %[[R]] : tensor<4xi8>
func.func @negated(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.negate %arg0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// -----

// Scales of an axis are spread along it; a zero point of 0 is not subtracted.
// CHECK-LABEL: func @axis
// CHECK: %[[NUMBERS:.*]] = stablehlo.convert %arg0 : (tensor<3x2xi8>) -> tensor<3x2xf32>
// CHECK: %[[SCALES:.*]] = stablehlo.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[SCALES]], dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
// CHECK: stablehlo.multiply %[[NUMBERS]], %[[SPREAD]] : tensor<3x2xf32>
func.func @axis(%arg0: tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<3x2xf32> {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// Of NaN the conversion makes 0, which is not in this range: it is clamped once more.
// CHECK-LABEL: func @limits
// CHECK: %[[R:.*]] = stablehlo.convert %{{.*}} : (tensor<f32>) -> tensor<i16>
// CHECK: stablehlo.clamp %{{.*}}, %[[R]], %{{.*}} : tensor<i16>
func.func @limits(%arg0: tensor<f32>) -> tensor<!quant.uniform<i16<5:90>:f32, 1.0:7>> {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<f32>) -> tensor<!quant.uniform<i16<5:90>:f32, 1.0:7>>
  return %0 : tensor<!quant.uniform<i16<5:90>:f32, 1.0:7>>
}

// -----

// What moves or chooses elements, and regions, get the stored types; the constant keeps what is stored.
// CHECK-LABEL: func @largest(%arg0: tensor<4xi8>) -> tensor<i8>
// CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<-128> : tensor<i8>
// CHECK-NEXT: %[[T:.*]] = stablehlo.reverse %arg0, dims = [0] : tensor<4xi8>
// CHECK-NEXT: stablehlo.reduce(%[[T]] init: %[[C]]) applies stablehlo.maximum
// CHECK-SAME: (tensor<4xi8>, tensor<i8>) -> tensor<i8>
func.func @largest(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<!quant.uniform<i8:f32, 0.5:3>> {
  %0 = "stablehlo.constant"() <{value = dense<-128> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.reverse %arg0, dims = [0] : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %2 = stablehlo.reduce(%1 init: %0) applies stablehlo.maximum across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  return %2 : tensor<!quant.uniform<i8:f32, 0.5:3>>
}

// -----

// Nothing is quantized.
// CHECK-LABEL: func @plain
// CHECK-NEXT: stablehlo.negate %arg0 : tensor<4xi8>
// CHECK-NEXT: return
func.func @plain(%arg0: tensor<4xi8>) -> tensor<4xi8> {
  %0 = stablehlo.negate %arg0 : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// What hands its operand on, and is not about quantized numbers, stays: the host refuses numbers that are infinite.
// CHECK-LABEL: func @checked
// CHECK: %[[R:.*]] = "tf.CheckNumerics"(%arg0)
// CHECK: return %[[R]]
func.func @checked(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tf.CheckNumerics"(%arg0) {message = "bad"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
