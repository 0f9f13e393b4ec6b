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

// -----

// CHECK-LABEL: func.func @as_tensorflow(
// CHECK-NEXT: %[[Y:.*]] = "onnx.LayerNormalization"(%arg0, %arg1, %arg2) <{axis = -1 : i64, epsilon = 1.250000e-01 : f32}>
// CHECK-NEXT: return %[[Y]]
func.func @as_tensorflow(%x: tensor<2x4xf32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4.0> : tensor<2xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %mean = stablehlo.divide %sum, %n : tensor<2xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %off = stablehlo.subtract %x, %means : tensor<2x4xf32>
  %square = stablehlo.multiply %off, %off : tensor<2x4xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %variance = stablehlo.divide %squares, %n : tensor<2xf32>
  %e = stablehlo.constant dense<0.125> : tensor<2xf32>
  %some = stablehlo.add %variance, %e : tensor<2xf32>
  %ws = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.rsqrt %some : tensor<2xf32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %s = stablehlo.multiply %rs, %ws : tensor<2x4xf32>
  %one = stablehlo.multiply %x, %s : tensor<2x4xf32>
  %two = stablehlo.multiply %means, %s : tensor<2x4xf32>
  %rest = stablehlo.subtract %bs, %two : tensor<2x4xf32>
  %y = stablehlo.add %one, %rest : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @step_by_step(
// CHECK-NEXT: %[[Y:.*]] = "onnx.LayerNormalization"(%arg0, %arg1, %arg2) <{axis = -1 : i64, epsilon = 1.250000e-01 : f32}>
// CHECK-NEXT: return %[[Y]]
func.func @step_by_step(%x: tensor<2x4xf32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4.0> : tensor<2xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %mean = stablehlo.divide %sum, %n : tensor<2xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %off = stablehlo.subtract %x, %means : tensor<2x4xf32>
  %square = stablehlo.multiply %off, %off : tensor<2x4xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %variance = stablehlo.divide %squares, %n : tensor<2xf32>
  %e = stablehlo.constant dense<0.125> : tensor<2xf32>
  %some = stablehlo.add %variance, %e : tensor<2xf32>
  %ws = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.rsqrt %some : tensor<2xf32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %normal = stablehlo.multiply %off, %rs : tensor<2x4xf32>
  %scaled = stablehlo.multiply %normal, %ws : tensor<2x4xf32>
  %y = stablehlo.add %scaled, %bs : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @by_a_root(
// CHECK-NEXT: %[[Y:.*]] = "onnx.LayerNormalization"(%arg0, %arg1, %arg2) <{axis = -1 : i64, epsilon = 1.250000e-01 : f32}>
// CHECK-NEXT: return %[[Y]]
func.func @by_a_root(%x: tensor<2x4xf32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4.0> : tensor<2xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %mean = stablehlo.divide %sum, %n : tensor<2xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %off = stablehlo.subtract %x, %means : tensor<2x4xf32>
  %square = stablehlo.multiply %off, %off : tensor<2x4xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %variance = stablehlo.divide %squares, %n : tensor<2xf32>
  %e = stablehlo.constant dense<0.125> : tensor<2xf32>
  %some = stablehlo.add %variance, %e : tensor<2xf32>
  %ws = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.sqrt %some : tensor<2xf32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %normal = stablehlo.divide %off, %rs : tensor<2x4xf32>
  %scaled = stablehlo.multiply %normal, %ws : tensor<2x4xf32>
  %y = stablehlo.add %scaled, %bs : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

/// A variance by another number than that of the elements.
// CHECK-LABEL: func.func @other_count(
// CHECK-NOT: onnx.LayerNormalization
func.func @other_count(%x: tensor<2x4xf32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<3.0> : tensor<2xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %mean = stablehlo.divide %sum, %n : tensor<2xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %off = stablehlo.subtract %x, %means : tensor<2x4xf32>
  %square = stablehlo.multiply %off, %off : tensor<2x4xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %variance = stablehlo.divide %squares, %n : tensor<2xf32>
  %e = stablehlo.constant dense<0.125> : tensor<2xf32>
  %some = stablehlo.add %variance, %e : tensor<2xf32>
  %ws = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.rsqrt %some : tensor<2xf32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %normal = stablehlo.multiply %off, %rs : tensor<2x4xf32>
  %scaled = stablehlo.multiply %normal, %ws : tensor<2x4xf32>
  %y = stablehlo.add %scaled, %bs : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

/// Columns, beside weights along rows.
// CHECK-LABEL: func.func @by_columns(
// CHECK-NOT: onnx.LayerNormalization
func.func @by_columns(%x: tensor<2x4xf32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4.0> : tensor<4xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.divide %sum, %n : tensor<4xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %off = stablehlo.subtract %x, %means : tensor<2x4xf32>
  %square = stablehlo.multiply %off, %off : tensor<2x4xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
  %variance = stablehlo.divide %squares, %n : tensor<4xf32>
  %e = stablehlo.constant dense<0.125> : tensor<4xf32>
  %some = stablehlo.add %variance, %e : tensor<4xf32>
  %ws = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %bs = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.rsqrt %some : tensor<4xf32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %normal = stablehlo.multiply %off, %rs : tensor<2x4xf32>
  %scaled = stablehlo.multiply %normal, %ws : tensor<2x4xf32>
  %y = stablehlo.add %scaled, %bs : tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

/// By the complement of the error function, which has many steps in StableHLO.
// CHECK-LABEL: func.func @gelu(
// CHECK: %[[PLACE:.*]] = "onnx.Div"(%arg0, %{{.*}})
// CHECK: %[[ERF:.*]] = "onnx.Erf"(%[[PLACE]])
// CHECK-NOT: onnx.Exp
// CHECK: return
func.func @gelu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %root = "tf.Const"() {value = dense<0.707106769> : tensor<f32>} : () -> tensor<f32>
  %0 = "tf.Mul"(%half, %x) : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "tf.Neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "tf.Mul"(%1, %root) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = "tf.Erfc"(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = "tf.Mul"(%0, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @gelu_by_erf(
// CHECK: "onnx.Erf"
// CHECK-NOT: onnx.Clip
// CHECK: return
func.func @gelu_by_erf(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %root = "tf.Const"() {value = dense<0.707106769> : tensor<f32>} : () -> tensor<f32>
  %0 = "tf.Mul"(%x, %root) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = "tf.Erf"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "tf.AddV2"(%1, %one) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = "tf.Mul"(%2, %half) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = "tf.Mul"(%x, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// -----

/// With another root it is another function.
// CHECK-LABEL: func.func @no_gelu(
// CHECK-NOT: onnx.Erf
// CHECK: return
func.func @no_gelu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %root = "tf.Const"() {value = dense<0.70> : tensor<f32>} : () -> tensor<f32>
  %0 = "tf.Mul"(%half, %x) : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "tf.Neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "tf.Mul"(%1, %root) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = "tf.Erfc"(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = "tf.Mul"(%0, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}
