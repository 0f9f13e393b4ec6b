// RUN: tf-opt %s --stablehlo-to-onnx --cse | filecheck %s
// CHECK: module attributes {onnx.ir_version = 8 : i64, onnx.opset_import = {ai.onnx = 18 : i64}, onnx.producer_name = "tfir"}
// CHECK: func.func @f(%[[X:.*]]: tensor<?x4xf32>, %[[N:.*]]: tensor<i32>)
func.func @f(%x: tensor<?x4xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?x4xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: "onnx.ReduceSum"(%[[X]], %{{.*}}) <{keepdims = 0 : i64}> : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: %[[R:.*]] = "onnx.Sqrt"(%[[X]])
  // CHECK: "onnx.Reciprocal"(%[[R]])
  %1 = stablehlo.rsqrt %x : tensor<?x4xf32>
  // CHECK: %[[C:.*]] = "onnx.Less"(%[[N]],
  // CHECK: "onnx.Loop"(%{{.*}}, %[[C]], %[[N]]) ({
  // CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %[[A:.*]]: tensor<i32>):
  // CHECK: %[[B:.*]] = "onnx.Add"(%[[A]], %[[A]])
  // CHECK: %[[G:.*]] = "onnx.Less"(%[[B]],
  // CHECK: "onnx.Yield"(%[[G]], %[[B]])
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %2 = stablehlo.while(%c = %n) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %c, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %d = stablehlo.add %c, %c : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }
  return %0, %1, %2 : tensor<?xf32>, tensor<?x4xf32>, tensor<i32>
}

/// A cumulative sum, from the end: one operator, and no average of a window.
// CHECK-LABEL: @running
func.func @running(%x: tensor<2x5xf32>) -> tensor<2x5xf32> {
  // CHECK: onnx.CumSum
  // CHECK-SAME: reverse = 1
  // CHECK-NOT: AveragePool
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>} : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}
