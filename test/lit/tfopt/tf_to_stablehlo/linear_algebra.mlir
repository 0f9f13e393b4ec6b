// RUN: tf-opt %s --tf-to-stablehlo --canonicalize --split-input-file | filecheck %s

/// The triangle that StableHLO leaves open is zero.
// CHECK-LABEL: func.func @cholesky(
// CHECK: %[[F:.*]] = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3xf32>
// CHECK: stablehlo.select %{{.*}}, %[[F]]
func.func @cholesky(%x: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = "tf.Cholesky"(%x) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

/// A stack of matrices for one right-hand side.
// CHECK-LABEL: func.func @solve(
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
// CHECK: "stablehlo.triangular_solve"(%arg0, %[[B]]) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}>
func.func @solve(%a: tensor<2x3x3xf32>, %b: tensor<3x1xf32>) -> tensor<2x3x1xf32> {
  %0 = "tf.MatrixTriangularSolve"(%a, %b) <{lower = false, adjoint = true}> : (tensor<2x3x3xf32>, tensor<3x1xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// -----

/// More than is asked for is cut off first.
// CHECK-LABEL: func.func @transform(
// CHECK: %[[C:.*]] = stablehlo.slice %arg0 [0:2, 0:4]
// CHECK: stablehlo.fft %[[C]], type = RFFT, length = [4] : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
func.func @transform(%x: tensor<2x6xf32>) -> tensor<2x3xcomplex<f32>> {
  %length = "tf.Const"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = "tf.RFFT"(%x, %length) : (tensor<2x6xf32>, tensor<1xi32>) -> tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}
