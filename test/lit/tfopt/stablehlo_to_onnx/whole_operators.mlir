// RUN: tf-opt %s --pipeline=onnx --split-input-file | filecheck %s

// CHECK-LABEL: func.func @relu(
// CHECK: "onnx.Relu"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NOT: onnx.Max
func.func @relu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  %0 = stablehlo.maximum %x, %zero : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// Of integers, and with another number.
// CHECK-LABEL: func.func @other_limits(
// CHECK-COUNT-2: "onnx.Max"
func.func @other_limits(%x: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %none = stablehlo.constant dense<0> : tensor<2xi32>
  %0 = stablehlo.maximum %x, %one : tensor<2xf32>
  %1 = stablehlo.maximum %i, %none : tensor<2xi32>
  return %0, %1 : tensor<2xf32>, tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @mean(
// CHECK: "onnx.ReduceMean"(%{{.*}}, %{{.*}}) <{keepdims = 0 : i64}> : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2xf32>
// CHECK-NOT: onnx.Div
func.func @mean(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<12.0> : tensor<2xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.divide %0, %count : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

/// By another number than that of its elements, as a variance is.
// CHECK-LABEL: func.func @no_mean(
// CHECK: "onnx.Div"
func.func @no_mean(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<11.0> : tensor<2xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.divide %0, %count : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @softmax(
// CHECK-NEXT: %[[ALL:.*]] = "onnx.Softmax"(%{{.*}}) <{axis = 1 : i64}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: return %[[ALL]]
func.func @softmax(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<2x3x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x3x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x3x4xf32>
  return %6 : tensor<2x3x4xf32>
}

// -----

/// The largest of the rows, the sum of the columns.
// CHECK-LABEL: func.func @no_softmax(
// CHECK-NOT: onnx.Softmax
func.func @no_softmax(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<3x3xf32>
  %3 = stablehlo.exponential %2 : tensor<3x3xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %6 = stablehlo.divide %3, %5 : tensor<3x3xf32>
  return %6 : tensor<3x3xf32>
}
