// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// A constant keeps its elements.
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: return %[[C]]
func.func @constant() -> tensor<2xf32> {
  %0 = "tf.Const"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

/// A resource stays a resource: nobody reads its bytes.
// CHECK-LABEL: func.func @resource(
// CHECK: stablehlo.constant dense_resource<weights> : tensor<4xf32>
func.func @resource() -> tensor<4xf32> {
  %0 = "tf.Const"() <{value = dense_resource<weights> : tensor<4xf32>}> : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// Identities of all kinds are their operand.
// CHECK-LABEL: func.func @identity(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: return %[[X]] : tensor<2xf32>
func.func @identity(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tf.Identity"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.StopGradient"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "tf.CheckNumerics"(%1) <{message = ""}> : (tensor<2xf32>) -> tensor<2xf32>
  %3:2 = "tf.IdentityN"(%2, %2) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %3#1 : tensor<2xf32>
}

// -----

/// A number everywhere is a splat, not a broadcast.
// CHECK-LABEL: func.func @fill(
// CHECK: stablehlo.constant dense<7> : tensor<2x3xi32>
// CHECK-NOT: broadcast_in_dim
func.func @fill() -> tensor<2x3xi32> {
  %dims = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %seven = "tf.Const"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Fill"(%dims, %seven) : (tensor<2xi32>, tensor<i32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

/// A string that nobody uses goes.
// CHECK-LABEL: func.func @unused_string(
// CHECK-NEXT: return
func.func @unused_string() {
  %0 = "tf.Const"() <{value = dense<"a"> : tensor<!tf_type.string>}> : () -> tensor<!tf_type.string>
  return
}
