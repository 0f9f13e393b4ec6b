// RUN: tf-opt %s --pipeline=relax | filecheck %s

// TVM adds one number after the other: the sum of a million squares in f32 is 0.0005 of it off, and in two steps 0.0000009.
// 2107 times 512 numbers are 896 sums of 1204.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.reduce({{.*}} across dimensions = [1] : (tensor<896x1204xf32>, tensor<f32>) -> tensor<896xf32>
// CHECK: stablehlo.reduce({{.*}} across dimensions = [0] : (tensor<896xf32>, tensor<f32>) -> tensor<f32>
func.func @main(%x: tensor<2107x512xf32>, %y: tensor<20x50xf32>) -> (tensor<f32>, tensor<f32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<2107x512xf32>, tensor<f32>) -> tensor<f32>
  // Shorter ones are one sum.
  // CHECK: stablehlo.reduce({{.*}} across dimensions = [0, 1] : (tensor<20x50xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NOT: stablehlo.reduce
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<20x50xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
