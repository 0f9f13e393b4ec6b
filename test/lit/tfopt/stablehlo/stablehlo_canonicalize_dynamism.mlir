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

// -----

/// A size of constant distance: a slice that begins at i and ends at i + 2. Steps of 2 leave it as it is.
// CHECK-LABEL: func.func @computed_slice
func.func @computed_slice(%x: tensor<?x3xf32>, %i: tensor<2xi32>) -> (tensor<2x1xf32>, tensor<?x?xf32>) {
  %size = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %two = stablehlo.constant dense<2> : tensor<2xi32>
  %end = stablehlo.add %size, %i : tensor<2xi32>
  // CHECK: %[[FIRST:.+]] = stablehlo.slice %arg1 [0:1]
  // CHECK: %[[ROW:.+]] = stablehlo.reshape %[[FIRST]] : (tensor<1xi32>) -> tensor<i32>
  // CHECK: %[[SECOND:.+]] = stablehlo.slice %arg1 [1:2]
  // CHECK: %[[COLUMN:.+]] = stablehlo.reshape %[[SECOND]] : (tensor<1xi32>) -> tensor<i32>
  // CHECK: stablehlo.dynamic_slice %arg0, %[[ROW]], %[[COLUMN]], sizes = [2, 1] {mark} : (tensor<?x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x1xf32>
  %0 = stablehlo.real_dynamic_slice %x, %i, %end, %one {mark} : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x1xf32>
  // CHECK: stablehlo.real_dynamic_slice
  %1 = stablehlo.real_dynamic_slice %x, %i, %end, %two : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<2x1xf32>, tensor<?x?xf32>
}

// -----

/// Padding in numbers is an attribute; a broadcast needs all sizes, since only those tell which dimensions are stretched.
// CHECK-LABEL: func.func @more
func.func @more(%x: tensor<1x4x4x1xf32>, %w: tensor<3x3x1x2xf32>, %u: tensor<?xf32>) -> (tensor<1x?x4x2xf32>, tensor<3x4xf32>) {
  %pad = stablehlo.constant dense<[[2, 1], [1, 1]]> : tensor<2x2xi32>
  // CHECK: stablehlo.convolution(%arg0, %arg1) {{.*}}pad = {{\[\[}}2, 1], [1, 1]]{{.*}} -> tensor<1x?x4x2xf32>
  %0 = "stablehlo.dynamic_conv"(%x, %w, %pad) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x4x1xf32>, tensor<3x3x1x2xf32>, tensor<2x2xi32>) -> tensor<1x?x4x2xf32>
  %shape = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  // CHECK: stablehlo.dynamic_broadcast_in_dim
  %1 = stablehlo.dynamic_broadcast_in_dim %u, %shape, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0, %1 : tensor<1x?x4x2xf32>, tensor<3x4xf32>
}

// -----

/// A call whose results have the shapes that operands give drops them, with their layouts, once its types say the same.
// CHECK-LABEL: func.func @calls
func.func @calls(%x: tensor<4x3xf32>) -> (tensor<1x2xf32>, tensor<?x2xf32>) {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // CHECK: stablehlo.custom_call @foo(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x3xf32>) -> tensor<1x2xf32>
  %1 = stablehlo.custom_call @foo(%0, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>, operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2xi64>, tensor<4x3xf32>) -> tensor<1x2xf32>
  // CHECK: stablehlo.custom_call @foo(%{{.+}}, %arg0) {indices_of_shape_operands
  %2 = stablehlo.custom_call @foo(%0, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>} : (tensor<2xi64>, tensor<4x3xf32>) -> tensor<?x2xf32>
  return %1, %2 : tensor<1x2xf32>, tensor<?x2xf32>
}

// -----

func.func @call_of_another_shape(%x: tensor<4xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error @+1 {{indices_of_shape_operands: refinement #0 ([1, 2]) must be compatible with operation result #0 ('tensor<1x3xf32>')}}
  %1 = stablehlo.custom_call @foo(%x, %0) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x3xf32>
  return %1 : tensor<1x3xf32>
}
