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
  // expected-warning @+2 {{unsupported non prefix-padded dynamic rank broadcast_dimensions = array<i64: 0>}}
  // expected-error @+1 {{failed to legalize operation 'chlo.broadcast_add'}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @too_many(%x: tensor<1x4xf32>, %y: tensor<4xf32>) -> tensor<1x4xf32> {
  // expected-warning @+2 {{unsupported non prefix-padded dynamic rank broadcast_dimensions = array<i64: 1, 2>}}
  // expected-error @+1 {{failed to legalize operation 'chlo.broadcast_add'}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 1, 2>} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @none_of_the_result(%x: tensor<1x4xf32>, %y: tensor<4xf32>) -> tensor<1x4xf32> {
  // expected-warning @+2 {{unsupported non prefix-padded dynamic rank broadcast_dimensions = array<i64: 2>}}
  // expected-error @+1 {{failed to legalize operation 'chlo.broadcast_add'}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 2>} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @the_first_of_known_sizes(%x: tensor<4x3xf32>, %y: tensor<4xf32>) -> tensor<4x3xf32> {
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
