// RUN: tf-opt --split-input-file --canonicalize %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @a(%t: tensor<4xf32>, %u: tensor<?xf32>, %i: index, %x: f32) -> (tensor<4xf32>, index, f32, f32, tensor<?xf32>) {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  %c0 = arith.constant 0 : index
  %2 = tensor.dim %0, %c0 : tensor<?xf32>
  %3 = tensor.insert %x into %t[%c0] : tensor<4xf32>
  %4 = tensor.extract %3[%c0] : tensor<4xf32>
  %5 = tensor.extract %0[%i] : tensor<?xf32>
  %6 = tensor.cast %u : tensor<?xf32> to tensor<?xf32>
  return %1, %2, %4, %5, %6 : tensor<4xf32>, index, f32, f32, tensor<?xf32>
}
// -----
func.func @sl(%t: tensor<8xf32>, %u: tensor<?x8xf32>, %i: index, %w: tensor<4xf32>) -> (tensor<8xf32>, tensor<?xf32>, tensor<2xf32>, tensor<4xf32>) {
  %0 = tensor.extract_slice %t[0][8][1] : tensor<8xf32> to tensor<8xf32>
  %c4 = arith.constant 4 : index
  %1 = tensor.extract_slice %t[%i][%c4][1] : tensor<8xf32> to tensor<?xf32>
  %2 = tensor.extract_slice %t[2][4][1] : tensor<8xf32> to tensor<4xf32>
  %3 = tensor.extract_slice %2[1][2][1] : tensor<4xf32> to tensor<2xf32>
  %4 = tensor.insert_slice %w into %t[2][4][1] : tensor<4xf32> into tensor<8xf32>
  %5 = tensor.extract_slice %4[2][4][1] : tensor<8xf32> to tensor<4xf32>
  return %0, %1, %3, %5 : tensor<8xf32>, tensor<?xf32>, tensor<2xf32>, tensor<4xf32>
}
// -----
func.func @fe(%x: f32, %y: f32, %i: index) -> (f32, tensor<2xf32>, tensor<3xf32>, f32, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %x, %y : tensor<2xf32>
  %1 = tensor.extract %0[%c1] : tensor<2xf32>
  %2 = arith.constant 1.0 : f32
  %3 = tensor.from_elements %2, %2 : tensor<2xf32>
  %4 = tensor.splat %2 : tensor<3xf32>
  %5 = tensor.splat %x : tensor<3xf32>
  %6 = tensor.extract %5[%i] : tensor<3xf32>
  %7 = tensor.rank %0 : tensor<2xf32>
  return %1, %3, %4, %6, %7 : f32, tensor<2xf32>, tensor<3xf32>, f32, index
}
// -----
func.func @ec(%t: tensor<6xf32>, %m: tensor<2x3xf32>) -> (tensor<6xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>, tensor<6xf32>) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = tensor.collapse_shape %m [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %4 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [2, 3, 1] : tensor<2x3xf32> into tensor<2x3x1xf32>
  %c = arith.constant dense<2.0> : tensor<2x3xf32>
  %5 = tensor.collapse_shape %c [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %1, %3, %4, %5 : tensor<6xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>, tensor<6xf32>
}
// -----
func.func @em(%n: index) -> (tensor<?xf32>, index, tensor<4xf32>) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %0 = tensor.empty(%c4) : tensor<?xf32>
  %1 = tensor.empty(%n) : tensor<?xf32>
  %2 = tensor.dim %1, %c0 : tensor<?xf32>
  %3 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %0, %2, %3 : tensor<?xf32>, index, tensor<4xf32>
}
// -----
func.func @pad(%t: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, tensor<?xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<4xf32>
  %1 = tensor.pad %t low[%c1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %0, %1 : tensor<4xf32>, tensor<?xf32>
}
// -----
func.func @ins(%t: tensor<8xf32>, %w: tensor<4xf32>, %d: tensor<?xf32>, %n: index) -> (tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert_slice %w into %w[0][4][1] : tensor<4xf32> into tensor<4xf32>
  %c = tensor.cast %w : tensor<4xf32> to tensor<?xf32>
  %c4 = arith.constant 4 : index
  %1 = tensor.insert_slice %c into %t[%n][%c4][1] : tensor<?xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %w into %t[0][4][1] : tensor<4xf32> into tensor<8xf32>
  %3 = tensor.insert_slice %w into %2[0][4][1] : tensor<4xf32> into tensor<8xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
func.func @stay(%t: tensor<?xf32>, %i: index, %j: index, %x: f32) -> (f32, tensor<?xf32>) {
  %0 = tensor.insert %x into %t[%i] : tensor<?xf32>
  %1 = tensor.extract %0[%j] : tensor<?xf32>
  %2 = tensor.extract_slice %t[%i][%j][1] : tensor<?xf32> to tensor<?xf32>
  return %1, %2 : f32, tensor<?xf32>
}
// -----
func.func @before_the_cast(%t: tensor<4xf32>, %x: f32, %i: index) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<?xf32>
  %2 = tensor.splat %x : tensor<4xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %4 = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %1, %3, %4 : tensor<?xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// CHECK: module {
// CHECK: func.func @a(%arg0: tensor<4xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: f32) -> (tensor<4xf32>, index, f32, f32, tensor<?xf32>) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %extracted = tensor.extract %arg0[%arg2] : tensor<4xf32>
// CHECK-NEXT: return %arg0, %c4, %arg3, %extracted, %arg1 : tensor<4xf32>, index, f32, f32, tensor<?xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @sl(%arg0: tensor<8xf32>, %arg1: tensor<?x8xf32>, %arg2: index, %arg3: tensor<4xf32>) -> (tensor<8xf32>, tensor<?xf32>, tensor<2xf32>, tensor<4xf32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg2] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK-NEXT: %cast = tensor.cast %extracted_slice : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg0[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK-NEXT: %extracted_slice_1 = tensor.extract_slice %extracted_slice_0[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
// CHECK-NEXT: return %arg0, %cast, %extracted_slice_1, %arg3 : tensor<8xf32>, tensor<?xf32>, tensor<2xf32>, tensor<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @fe(%arg0: f32, %arg1: f32, %arg2: index) -> (f32, tensor<2xf32>, tensor<3xf32>, f32, index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %splat = tensor.splat %arg0 : tensor<3xf32>
// CHECK-NEXT: %extracted = tensor.extract %splat[%arg2] : tensor<3xf32>
// CHECK-NEXT: return %arg1, %cst, %cst_0, %extracted, %c1 : f32, tensor<2xf32>, tensor<3xf32>, f32, index
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ec(%arg0: tensor<6xf32>, %arg1: tensor<2x3xf32>) -> (tensor<6xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>, tensor<6xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<2.000000e+00> : tensor<6xf32>
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1, 2]] output_shape [2, 3, 1] : tensor<6xf32> into tensor<2x3x1xf32>
// CHECK-NEXT: return %arg0, %arg1, %expanded, %cst : tensor<6xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>, tensor<6xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @em(%arg0: index) -> (tensor<?xf32>, index, tensor<4xf32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %cast = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: return %cast, %arg0, %0 : tensor<?xf32>, index, tensor<4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @pad(%arg0: tensor<4xf32>, %arg1: f32) -> (tensor<4xf32>, tensor<?xf32>) {
// CHECK-NEXT: %padded = tensor.pad %arg0 low[1] high[2] {
// CHECK-NEXT: ^bb0(%arg2: index):
// CHECK-NEXT: tensor.yield %arg1 : f32
// CHECK-NEXT: } : tensor<4xf32> to tensor<7xf32>
// CHECK-NEXT: %cast = tensor.cast %padded : tensor<7xf32> to tensor<?xf32>
// CHECK-NEXT: return %arg0, %cast : tensor<4xf32>, tensor<?xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ins(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>, %arg2: tensor<?xf32>, %arg3: index) -> (tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg3] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK-NEXT: %inserted_slice_0 = tensor.insert_slice %arg1 into %arg0[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK-NEXT: return %arg1, %inserted_slice, %inserted_slice_0 : tensor<4xf32>, tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @stay(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: f32) -> (f32, tensor<?xf32>) {
// CHECK-NEXT: %inserted = tensor.insert %arg3 into %arg0[%arg1] : tensor<?xf32>
// CHECK-NEXT: %extracted = tensor.extract %inserted[%arg2] : tensor<?xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1] [%arg2] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: return %extracted, %extracted_slice : f32, tensor<?xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @before_the_cast(%arg0: tensor<4xf32>, %arg1: f32, %arg2: index) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%arg2] : tensor<4xf32>
// CHECK-NEXT: %cast = tensor.cast %inserted : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: %splat = tensor.splat %arg1 : tensor<2x2xf32>
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
// CHECK-NEXT: return %cast, %splat, %expanded : tensor<?xf32>, tensor<2x2xf32>, tensor<2x2xf32>
// CHECK-NEXT: }
