// RUN: not tf-opt %s --stablehlo-to-onnx 2>&1 | filecheck %s
// All that cannot be expressed is told at once.
// CHECK: errors.mlir:10:8: error: 'stablehlo.custom_call' op calls what is no operator of ONNX
// CHECK: errors.mlir:11:8: error: 'stablehlo.cholesky' op has no recipe in ONNX
// CHECK: errors.mlir:12:8: error: 'stablehlo.reduce_precision' op rounds to a format that ONNX has no type for
// CHECK: note: --pipeline=onnx makes simpler operations of many that have no recipe of their own


func.func @f(%x: tensor<2xf32>, %m: tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>) {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.cholesky %m, lower = true : tensor<2x2xf32>
  %2 = stablehlo.reduce_precision %x, format = e3m3 : tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2x2xf32>, tensor<2xf32>
}
