// RUN: tf-opt %s --stablehlo-canonicalize-dynamism --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @static
func.func @static(%x: tensor<2x3xf32>, %v: tensor<f32>, %i: tensor<1xi32>) -> (tensor<4x2x3xf32>, tensor<6xf32>, tensor<4x3xf32>, tensor<1x2xf32>, tensor<1x3xf32>, tensor<2x3xi32>) {
  %shape = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi32>
  %six = stablehlo.constant dense<6> : tensor<1xi32>
  %low = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0> : tensor<2xi64>
  %limits = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %sizes = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  // CHECK: stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] {known_expanding_dimensions = array<i64>} : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>
  // CHECK: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.dynamic_reshape %x, %six : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  // CHECK: stablehlo.pad %arg0, %arg1, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  %2 = stablehlo.dynamic_pad %x, %v, %low, %low, %zero : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x3xf32>
  // CHECK: stablehlo.slice %arg0 [1:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
  %steps = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %3 = stablehlo.real_dynamic_slice %x, %low, %limits, %steps : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf32>
  // CHECK: "stablehlo.gather"(%arg0, %arg2) {{.*}}slice_sizes = array<i64: 1, 3>
  %4 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<1xi32>, tensor<2xi64>) -> tensor<1x3xf32>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
  %5 = stablehlo.dynamic_iota %limits, dim = 1 : (tensor<2xi64>) -> tensor<2x3xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<4x2x3xf32>, tensor<6xf32>, tensor<4x3xf32>, tensor<1x2xf32>, tensor<1x3xf32>, tensor<2x3xi32>
}

// -----

/// What is not known stays.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%x: tensor<2x3xf32>, %shape: tensor<1xi32>, %holds: tensor<i1>) -> tensor<6xf32> {
  // CHECK: stablehlo.dynamic_reshape
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  // CHECK: shape_assertion
  stablehlo.custom_call @shape_assertion(%holds) {has_side_effect = true, error_message = "no"} : (tensor<i1>) -> ()
  return %0 : tensor<6xf32>
}

// -----

/// An assertion that holds goes; one that does not is told in its own words.
// CHECK-NOT: the first
func.func @assertions() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %size = stablehlo.constant dense<7> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%true, %size) {has_side_effect = true, error_message = "the first"} : (tensor<i1>, tensor<i32>) -> ()
  // expected-error @+1 {{'stablehlo.custom_call' op b is 7, and must be even}}
  stablehlo.custom_call @shape_assertion(%false, %size) {has_side_effect = true, error_message = "b is {0}, and must be even"} : (tensor<i1>, tensor<i32>) -> ()
  return
}
