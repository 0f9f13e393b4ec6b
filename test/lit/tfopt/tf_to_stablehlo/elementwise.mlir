// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// One op of StableHLO for one of TensorFlow.
// CHECK-LABEL: func.func @direct(
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %{{.*}} : tensor<2xf32>
// CHECK-NEXT: %[[E:.*]] = stablehlo.exponential %[[N]] : tensor<2xf32>
// CHECK-NEXT: %[[L:.*]] = stablehlo.logistic %[[E]] : tensor<2xf32>
// CHECK-NEXT: %[[S:.*]] = stablehlo.subtract %[[L]], %[[N]] : tensor<2xf32>
// CHECK-NEXT: stablehlo.compare LT, %[[S]], %[[N]], FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
func.func @direct(%x: tensor<2xf32>) -> tensor<2xi1> {
  %0 = "tf.Neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.Exp"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "tf.Sigmoid"(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = "tf.Sub"(%2, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "tf.Less"(%3, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %4 : tensor<2xi1>
}

// -----

/// Broadcasting is written out on either side.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:.*]]: tensor<2x1xf32>, %[[Y:.*]]: tensor<3xf32>
// CHECK-DAG: %[[L:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK-DAG: %[[R:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: stablehlo.add %[[L]], %[[R]] : tensor<2x3xf32>
func.func @broadcast(%x: tensor<2x1xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// Signed integers are divided rounding down; floats by the floor of the quotient; unsigned ones as they are.
// CHECK-LABEL: func.func @floor_div(
// CHECK: stablehlo.divide %{{.*}} : tensor<2xi32>
// CHECK: stablehlo.select
// CHECK: stablehlo.divide %{{.*}} : tensor<2xf32>
// CHECK-NEXT: stablehlo.floor
// CHECK-NEXT: stablehlo.divide %{{.*}} : tensor<2xui8>
// CHECK-NEXT: return
func.func @floor_div(%x: tensor<2xi32>, %y: tensor<2xf32>, %z: tensor<2xui8>) -> (tensor<2xi32>, tensor<2xf32>, tensor<2xui8>) {
  %0 = "tf.FloorDiv"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = "tf.FloorDiv"(%y, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "tf.FloorDiv"(%z, %z) : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xf32>, tensor<2xui8>
}

// -----

/// Truth is what is not zero, also where it comes from a cast.
// CHECK-LABEL: func.func @cast(
// CHECK: stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xi32>
// CHECK: stablehlo.compare NE, %{{.*}}, %{{.*}}, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
func.func @cast(%x: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi1>) {
  %0 = "tf.Cast"(%x) <{Truncate = false}> : (tensor<2xf32>) -> tensor<2xi32>
  %1 = "tf.Cast"(%x) <{Truncate = false}> : (tensor<2xf32>) -> tensor<2xi1>
  return %0, %1 : tensor<2xi32>, tensor<2xi1>
}

// -----

/// The older Select takes a condition per row.
// CHECK-LABEL: func.func @select(
// CHECK: %[[P:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<2xi1>) -> tensor<2x3xi1>
// CHECK: stablehlo.select %[[P]], %{{.*}}, %{{.*}} : tensor<2x3xi1>, tensor<2x3xf32>
func.func @select(%p: tensor<2xi1>, %x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "tf.Select"(%p, %x, %y) : (tensor<2xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

/// Activations.
// CHECK-LABEL: func.func @activation(
// CHECK: stablehlo.maximum
// CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK: stablehlo.exponential_minus_one
// CHECK: stablehlo.select
func.func @activation(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tf.Relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.Relu6"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "tf.Elu"(%1) : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
