// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of dimensions that are split and joined, whose sizes are not known.

// CHECK: func.func @split_and_joined(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: index) -> tensor<?x?xf32> {
// CHECK-NEXT: return %arg0 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @split_and_joined(%t: tensor<?x?xf32>, %a: index, %b: index) -> tensor<?x?xf32> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%a, 4, %b] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK: func.func @joined_and_split(%arg0: tensor<?x4x?xf32>, %arg1: index, %arg2: index) -> tensor<?x4x?xf32> {
// CHECK-NEXT: return %arg0 : tensor<?x4x?xf32>
// CHECK-NEXT: }
func.func @joined_and_split(%t: tensor<?x4x?xf32>, %a: index, %b: index) -> tensor<?x4x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%a, 4, %b] : tensor<?x?xf32> into tensor<?x4x?xf32>
  return %1 : tensor<?x4x?xf32>
}

// -----

// CHECK: func.func @joined_and_split_otherwise(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: index) -> tensor<?x?xf32> {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<?x?xf32> into tensor<?xf32>
// CHECK-NEXT: %expanded = tensor.expand_shape %collapsed {{\[\[}}0, 1]] output_shape [%arg1, %arg2] : tensor<?xf32> into tensor<?x?xf32>
// CHECK-NEXT: return %expanded : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @joined_and_split_otherwise(%t: tensor<?x?xf32>, %a: index, %b: index) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%a, %b] : tensor<?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK: func.func @joined_and_split_in_part(%arg0: tensor<?x4x?x2xf32>, %arg1: index, %arg2: index) -> tensor<?x4x?xf32> {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0], [1], [2, 3]] : tensor<?x4x?x2xf32> into tensor<?x4x?xf32>
// CHECK-NEXT: return %collapsed : tensor<?x4x?xf32>
// CHECK-NEXT: }
func.func @joined_and_split_in_part(%t: tensor<?x4x?x2xf32>, %a: index, %b: index) -> tensor<?x4x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<?x4x?x2xf32> into tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%a, 4, %b] : tensor<?x?xf32> into tensor<?x4x?xf32>
  return %1 : tensor<?x4x?xf32>
}

// -----

// CHECK: func.func @split_then_joined(%arg0: tensor<?xf16>, %arg1: index, %arg2: index) -> tensor<6x?x?xf16> {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %0 = arith.muli %arg2, %c5 : index
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1, 2]] output_shape [6, %arg1, %0] : tensor<?xf16> into tensor<6x?x?xf16>
// CHECK-NEXT: return %expanded : tensor<6x?x?xf16>
// CHECK-NEXT: }
func.func @split_then_joined(%t: tensor<?xf16>, %n: index, %k: index) -> tensor<6x?x?xf16> {
  %0 = tensor.expand_shape %t [[0, 1, 2, 3, 4]] output_shape [3, 2, %n, %k, 5] : tensor<?xf16> into tensor<3x2x?x?x5xf16>
  %1 = tensor.collapse_shape %0 [[0, 1], [2], [3, 4]] : tensor<3x2x?x?x5xf16> into tensor<6x?x?xf16>
  return %1 : tensor<6x?x?xf16>
}

// -----

// CHECK: func.func @borders_apart(%arg0: tensor<6x4xf32>) -> tensor<2x12xf32> {
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %expanded {{\[\[}}0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
// CHECK-NEXT: return %collapsed : tensor<2x12xf32>
// CHECK-NEXT: }
func.func @borders_apart(%t: tensor<6x4xf32>) -> tensor<2x12xf32> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// -----

// CHECK: func.func @to_no_dimension_and_back(%arg0: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: return %arg0 : tensor<f32>
// CHECK-NEXT: }
func.func @to_no_dimension_and_back(%t: tensor<f32>) -> tensor<f32> {
  %0 = tensor.expand_shape %t [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
  %2 = tensor.collapse_shape %1 [] : tensor<1x1xf32> into tensor<f32>
  return %2 : tensor<f32>
}
