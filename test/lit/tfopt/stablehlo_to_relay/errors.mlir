// RUN: not tf-opt %s --stablehlo-to-relay 2>&1 | filecheck %s
// All that cannot be expressed is told at once.
// CHECK: errors.mlir:10:8: error: 'stablehlo.convert' op has a value of type tensor<2xf8E4M3FN>; Relay has no numbers of type f8E4M3FN
// CHECK: errors.mlir:11:8: error: 'stablehlo.custom_call' op calls what is no operator of Relay
// CHECK: errors.mlir:12:8: error: 'stablehlo.cholesky' op has no recipe in Relay
// CHECK: note: --pipeline=relay makes simpler operations of many that have no recipe of their own


func.func @f(%x: tensor<2xf32>, %m: tensor<2x2xf32>) -> (tensor<2xf8E4M3FN>, tensor<2xf32>, tensor<2x2xf32>) {
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
  %1 = stablehlo.custom_call @mine(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.cholesky %m, lower = true : tensor<2x2xf32>
  return %0, %1, %2 : tensor<2xf8E4M3FN>, tensor<2xf32>, tensor<2x2xf32>
}
