// RUN: tf-opt %s --onnx-to-stablehlo | filecheck %s
// RUN: tf-opt %s --pipeline=interpreter | tf-run - --device=interpreter --input=2x3xf32=1,2,3,-1,-2,-3 | filecheck %s --check-prefix=VALUES
// What is computed of a shape is a shape: the flattened batch is a size of the argument times a number, and nothing is left of the arithmetic.

// CHECK: func.func @main_graph([[x:%.+]]: tensor<?x3xf32>) -> tensor<?xf32> attributes {tf.entry_function = {inputs = "x", outputs = "y"}}
// CHECK-NOT: onnx.
// CHECK: [[p:%.+]] = stablehlo.dot_general [[x]], {{.+}}, contracting_dims = [1] x [0]
// CHECK: [[r:%.+]] = stablehlo.maximum
// CHECK: [[n:%.+]] = stablehlo.get_dimension_size [[x]], dim = 0
// CHECK: stablehlo.dynamic_reshape [[r]], {{.+}} : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
// 1 + 2 + 3 and 0 + 1, then those of the negatives: less than 0 in the first column, -1 in the second.
// VALUES: 4xf32=6 3 0 0
module attributes {onnx.ir_version = 10 : i64, onnx.opset_import = {ai.onnx = 21 : i64}} {
  func.func @main_graph(%x: tensor<?x3xf32> {onnx.dim_params = "0:N", onnx.name = "x"}) -> (tensor<?xf32> {onnx.name = "y"}) attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
    %w = "onnx.Constant"() {onnx.initializer, value = dense<[[1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
    %first = "onnx.Constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
    %two = "onnx.Constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
    %axes = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
    %0 = "onnx.MatMul"(%x, %w) : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<*xf32>
    %1 = "onnx.Relu"(%0) : (tensor<*xf32>) -> tensor<*xf32>
    %2 = "onnx.Shape"(%x) : (tensor<?x3xf32>) -> tensor<*xi64>
    %3 = "onnx.Gather"(%2, %first) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
    %4 = "onnx.Unsqueeze"(%3, %axes) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
    %5 = "onnx.Mul"(%4, %two) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
    %6 = "onnx.Reshape"(%1, %5) : (tensor<*xf32>, tensor<*xi64>) -> tensor<?xf32>
    return %6 : tensor<?xf32>
  }
}
