// RUN: tf-opt %s --dce | filecheck %s

/// A chain that ends in nothing goes as a whole; what has an effect, or is read, stays.
// CHECK-LABEL: func.func @f
// CHECK-NEXT: %[[KEPT:.*]] = stablehlo.negate
// CHECK-NEXT: "tf.RandomUniform"
// CHECK-NEXT: return %[[KEPT]]
func.func @f(%x: tensor<2xf32>, %s: tensor<1xi32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %x : tensor<2xf32>
  %1 = stablehlo.exponential %0 : tensor<2xf32>
  %2 = stablehlo.negate %x : tensor<2xf32>
  %3 = "tf.RandomUniform"(%s) : (tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<2xf32>
}
