// RUN: tf-opt --chlo-legalize-to-stablehlo --split-input-file --verify-diagnostics %s

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'chlo.asin' op has a value of type tensor<*xf32>: of tensors of unknown rank nothing is decomposed}}
  %0 = chlo.asin %x : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @small_floats(%x: tensor<2xf8E5M2>) -> tensor<2xf8E5M2> {
  // expected-error @+1 {{'chlo.erf' op is not decomposed for f8E5M2}}
  %0 = chlo.erf %x : tensor<2xf8E5M2> -> tensor<2xf8E5M2>
  return %0 : tensor<2xf8E5M2>
}

// -----

func.func @other_than_the_last(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{has dimensions of unknown size, of which the last must be those of the operand of lower rank}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
