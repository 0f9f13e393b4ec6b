// RUN: tf-opt --stablehlo-target-independent-optimization %s | filecheck %s

// What is folded simplifies, and what is simplified folds.
// CHECK-LABEL: @both
// CHECK-NEXT: %[[TWO:.*]] = stablehlo.constant dense<2> : tensor<i32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %arg0, %[[TWO]]
// CHECK-NEXT: return %[[SUM]]
func.func @both(%x: tensor<i32>, %y: tensor<3xi32>) -> tensor<i32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.add %0, %0 : tensor<i32>
  %2 = stablehlo.add %1, %x : tensor<i32>
  %3 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<3xi32>) -> tensor<i32>
  %4 = stablehlo.constant dense<3> : tensor<i32>
  %5 = stablehlo.subtract %4, %3 : tensor<i32>
  %6 = stablehlo.add %2, %5 : tensor<i32>
  return %6 : tensor<i32>
}

// What may be NaN times zero is not zero.
// CHECK-LABEL: @no_zero
// CHECK: stablehlo.multiply
func.func @no_zero(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.multiply %x, %0 : tensor<f32>
  return %1 : tensor<f32>
}
