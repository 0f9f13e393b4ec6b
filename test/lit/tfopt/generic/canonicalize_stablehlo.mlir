// RUN: tf-opt %s --canonicalize --split-input-file | filecheck %s

/// The neutral element goes.
// CHECK-LABEL: func.func @neutral
// CHECK-NEXT: return %arg0
func.func @neutral(%x: tensor<2xf32>) -> tensor<2xf32> {
  %negative_zero = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %0 = stablehlo.add %negative_zero, %x : tensor<2xf32>
  %1 = stablehlo.multiply %0, %one : tensor<2xf32>
  %2 = stablehlo.divide %1, %one : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

/// Adding +0 stays: it turns -0 into +0. So does multiplying floats by 0: NaN stays NaN.
// CHECK-LABEL: func.func @not_neutral
// CHECK: stablehlo.add
// CHECK: stablehlo.multiply
func.func @not_neutral(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0 = stablehlo.add %x, %zero : tensor<2xf32>
  %1 = stablehlo.multiply %0, %zero : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

/// Integers have one zero.
// CHECK-LABEL: func.func @integers
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0>
// CHECK-NEXT: return %arg0, %[[ZERO]]
func.func @integers(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %0 = stablehlo.add %x, %zero : tensor<2xi32>
  %1 = stablehlo.multiply %x, %zero : tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}

// -----

/// Constants are evaluated.
// CHECK-LABEL: func.func @folded
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.constant dense<[4.000000e+00, 6.000000e+00]>
// CHECK-NEXT: return %[[SUM]]
func.func @folded() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

/// A program does not grow: a large iota is a description, not a constant, and no constant is spread.
// CHECK-LABEL: func.func @not_folded
// CHECK: stablehlo.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.iota
func.func @not_folded() -> (tensor<100x2xf32>, tensor<100000xi32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<2xf32>) -> tensor<100x2xf32>
  %2 = stablehlo.iota dim = 0 : tensor<100000xi32>
  return %1, %2 : tensor<100x2xf32>, tensor<100000xi32>
}

// -----

/// A constant that only gets another shape keeps its data; a splat may have any shape.
// CHECK-LABEL: func.func @reshaped
// CHECK-DAG: stablehlo.constant dense<{{\[}}[1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG: stablehlo.constant dense<7> : tensor<1000x1000xi32>
// CHECK-NOT: stablehlo.reshape
func.func @reshaped() -> (tensor<2x2xi32>, tensor<1000x1000xi32>) {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %1 = stablehlo.reshape %0 : (tensor<4xi32>) -> tensor<2x2xi32>
  %2 = stablehlo.constant dense<7> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1000x1000xi32>
  return %1, %3 : tensor<2x2xi32>, tensor<1000x1000xi32>
}

// -----

/// Views of views are one view; those that change nothing go.
// CHECK-LABEL: func.func @views
// CHECK-NEXT: %[[ONE:.*]] = stablehlo.transpose %arg0, dims = [1, 2, 0]
// CHECK-NEXT: %[[FLAT:.*]] = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<24xf32>
// CHECK-NEXT: return %[[ONE]], %arg0, %[[FLAT]]
func.func @views(%x: tensor<2x3x4xf32>) -> (tensor<3x4x2xf32>, tensor<2x3x4xf32>, tensor<24xf32>) {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
  %2 = stablehlo.transpose %1, dims = [2, 0, 1] : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
  %3 = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %4 = stablehlo.reshape %3 : (tensor<6x4xf32>) -> tensor<24xf32>
  return %1, %2, %4 : tensor<3x4x2xf32>, tensor<2x3x4xf32>, tensor<24xf32>
}

// -----

/// A broadcast of a broadcast is one; one with permuted dimensions of equal sizes is none that does nothing.
// CHECK-LABEL: func.func @broadcasts
// CHECK-NEXT: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1, 0]
// CHECK-NEXT: return %[[A]], %[[B]], %arg1
func.func @broadcasts(%x: tensor<3xf32>, %y: tensor<2x2xf32>) -> (tensor<4x2x3xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %2 = stablehlo.broadcast_in_dim %y, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.broadcast_in_dim %y, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1, %2, %3 : tensor<4x2x3xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

/// A transpose that moves only sizes of one is a reshape.
// CHECK-LABEL: func.func @ones
// CHECK-NEXT: stablehlo.reshape %arg0 : (tensor<1x3x1x2xf32>) -> tensor<3x1x1x2xf32>
func.func @ones(%x: tensor<1x3x1x2xf32>) -> tensor<3x1x1x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2, 3] : (tensor<1x3x1x2xf32>) -> tensor<3x1x1x2xf32>
  return %0 : tensor<3x1x1x2xf32>
}

// -----

/// What is computed from constants under a broadcast is computed below it, while it is small: here 1 / sqrt([3, 8] + 1).
// CHECK-LABEL: func.func @below_broadcast
// CHECK-NEXT: %[[SMALL:.*]] = stablehlo.constant dense<[5.000000e-01, 0.333333343]> : tensor<2xf32>
// CHECK-NEXT: %[[LARGE:.*]] = stablehlo.broadcast_in_dim %[[SMALL]], dims = [1] : (tensor<2xf32>) -> tensor<5x2xf32>
// CHECK-NEXT: stablehlo.multiply %arg0, %[[LARGE]]
func.func @below_broadcast(%x: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %0 = stablehlo.constant dense<[3.0, 8.0]> : tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<2xf32>) -> tensor<5x2xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<5x2xf32>
  %3 = stablehlo.add %1, %2 : tensor<5x2xf32>
  %4 = stablehlo.rsqrt %3 : tensor<5x2xf32>
  %5 = stablehlo.multiply %x, %4 : tensor<5x2xf32>
  return %5 : tensor<5x2xf32>
}

// -----

/// Constants that are spread along different dimensions do not meet below.
// CHECK-LABEL: func.func @spread_differently
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.add
func.func @spread_differently() -> tensor<2x2xf32> {
  %0 = stablehlo.constant dense<[3.0, 8.0]> : tensor<2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.add %1, %2 : tensor<2x2xf32>
  return %3 : tensor<2x2xf32>
}

// -----

/// Dead ops go, but not those with an effect.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: tf.RandomUniform
// CHECK-NEXT: return
func.func @dead(%x: tensor<2xf32>, %s: tensor<1xi32>) {
  %0 = stablehlo.abs %x : tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  %2 = "tf.RandomUniform"(%s) : (tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

/// Whole slices, pads by nothing, lists of one.
// CHECK-LABEL: func.func @nothing_happens
// CHECK-NEXT: return %arg0, %arg0, %arg0
func.func @nothing_happens(%x: tensor<4x2xf32>, %v: tensor<f32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = stablehlo.slice %x [0:4, 0:2] : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.pad %x, %v, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %2 = stablehlo.concatenate %x, dim = 0 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %1, %2 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
}

// -----

/// A pad that shifts keeps the type and does something.
// CHECK-LABEL: func.func @shifting_pad
// CHECK: stablehlo.pad
func.func @shifting_pad(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.pad %x, %v, low = [1], high = [-1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// A broadcast needs no ones put in before it.
// CHECK-LABEL: func.func @inserted_ones
// CHECK-NEXT: stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x5x3xf32>
func.func @inserted_ones(%x: tensor<2x3xf32>) -> tensor<2x5x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x5x3xf32>
  return %1 : tensor<2x5x3xf32>
}

// -----

/// A reshape that rearranges stays.
// CHECK-LABEL: func.func @rearranged
// CHECK: stablehlo.reshape
func.func @rearranged(%x: tensor<2x3xf32>) -> tensor<3x5x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x1x2xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<3x1x2xf32>) -> tensor<3x5x2xf32>
  return %1 : tensor<3x5x2xf32>
}

// -----

/// Reversing sizes of one does nothing; reversing others does.
// CHECK-LABEL: func.func @reverse
// CHECK-NEXT: %[[REVERSED:.*]] = stablehlo.reverse %arg0, dims = [1]
// CHECK-NEXT: return %arg0, %[[REVERSED]]
func.func @reverse(%x: tensor<1x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<1x3xf32>
  %1 = stablehlo.reverse %x, dims = [1] : tensor<1x3xf32>
  return %0, %1 : tensor<1x3xf32>, tensor<1x3xf32>
}

// -----

/// Ops on quantized values round: -128 is no more after it was negated twice, and what is stored as 1 is not 1.
// CHECK-LABEL: func.func @quantized
// CHECK: %[[ONE:.*]] = stablehlo.constant()
// CHECK: %[[ONCE:.*]] = stablehlo.negate %arg0
// CHECK: %[[TWICE:.*]] = stablehlo.negate %[[ONCE]]
// CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %[[TWICE]], %[[ONE]]
// CHECK: return %[[PRODUCT]], %arg0
func.func @quantized(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %0 = stablehlo.negate %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.negate %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
  %2 = stablehlo.multiply %1, %one : tensor<2x!quant.uniform<i8:f32, 0.5>>
  %3 = stablehlo.transpose %x, dims = [0] : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %2, %3 : tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>
}
