// RUN: tf-opt %s --keep-ssa-names --inline | filecheck %s
// RUN: tf-opt %s --keep-ssa-names --inline | tf-opt --keep-ssa-names | filecheck %s

/// A number that comes again is another number: `%0_0` would be no name. One that comes once stays.
// CHECK-LABEL: func.func @twice(%x: tensor<f32>)
// CHECK: %[[A:[0-9]+]] = stablehlo.exponential %x
// CHECK: %7 = stablehlo.sine %[[A]]
// CHECK: %[[B:[0-9]+]] = stablehlo.exponential %7
// CHECK: return %[[B]]
func.func @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @once(%x) : (tensor<f32>) -> tensor<f32>
  %7 = stablehlo.sine %0 : tensor<f32>
  %1 = func.call @once(%7) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @once(%y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %y : tensor<f32>
  return %0 : tensor<f32>
}
