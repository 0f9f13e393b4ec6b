// RUN: not tf-opt %s --onnx-to-stablehlo 2>&1 | filecheck %s
// All that cannot be lowered is told at once, by operator and reason.
// CHECK: errors.mlir:9:8: error: 'onnx.Custom' op is FusedGelu of the domain 'com.microsoft', which is no operator of ONNX, and no function of the model
// CHECK: errors.mlir:10:8: error: 'onnx.Custom' op is Decode of the domain 'org.example', which is no operator of ONNX, and no function of the model
// CHECK: errors.mlir:11:8: error: 'onnx.ReduceSum' op operand 'axes' must be a constant to be lowered to StableHLO
// CHECK-NOT: Abs
module attributes {onnx.opset_import = {ai.onnx = 21 : i64, com.microsoft = 1 : i64}} {
  func.func @main_graph(%x: tensor<2x3xf32>, %axes: tensor<1xi64>, %bytes: tensor<9xui8>) -> (tensor<*xf32>, tensor<*xui8>, tensor<*xf32>) {
  %0 = "onnx.Custom"(%x) {domain_name = "com.microsoft", function_name = "FusedGelu"} : (tensor<2x3xf32>) -> !onnx.Any
  %1 = "onnx.Custom"(%bytes) {domain_name = "org.example", function_name = "Decode"} : (tensor<9xui8>) -> tensor<*xui8>
  %2 = "onnx.ReduceSum"(%x, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  %3 = "onnx.Abs"(%1) : (tensor<*xui8>) -> tensor<*xui8>
  %4 = "onnx.Identity"(%x) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %2, %3, %4 : tensor<*xf32>, tensor<*xui8>, tensor<*xf32>
  }
}
