// Of these upstream verifies types and does not infer them, so that what is wrong is one error.
// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @reverse(%x: tensor<3x2xi32>) -> tensor<3x2xi32> {
  // expected-error @+1 {{dimensions should be unique. Got: 0, 0}}
  %0 = "stablehlo.reverse"(%x) {dimensions = array<i64: 0, 0>} : (tensor<3x2xi32>) -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// -----

func.func @sort(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @+1 {{dimension attribute value must be in range [-2, 2), but found 2}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 2 : i64} : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

func.func @select_and_scatter(%x: tensor<4x4xf32>, %source: tensor<3x2xf32>, %init: tensor<f32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expects source-type to be 'tensor<2x2xf32>', but got'tensor<3x2xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<3x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
