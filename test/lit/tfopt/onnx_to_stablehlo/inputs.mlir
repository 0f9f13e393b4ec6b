// RUN: tf-opt %s --onnx-to-stablehlo=inputs=axes:-1 | tf-run - --device=interpreter --input=2x3xf32=1,2,3,4,5,6 | filecheck %s
// RUN: not tf-opt %s --onnx-to-stablehlo=inputs=axis:1 2>&1 | filecheck %s --check-prefix=NONE
// An input that a shape depends on becomes a constant, and is no input any more.
// CHECK: 2xf32=6 15
// NONE: error: no input is called 'axis'
module attributes {onnx.opset_import = {ai.onnx = 18 : i64}} {
  func.func @main_graph(%x: tensor<2x3xf32>, %axes: tensor<1xi64>) -> tensor<2xf32> attributes {tf.entry_function = {inputs = "x,axes", outputs = "y"}} {
    %0 = "onnx.ReduceSum"(%x, %axes) <{keepdims = 0 : i64}> : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
