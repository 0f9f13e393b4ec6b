// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of tensors.

// CHECK: func.func @casts(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>) {
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x8xf32> to tensor<?x8xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %arg0 : tensor<4x8xf32> to tensor<*xf32>
// CHECK-NEXT: return %arg0, %cast, %cast_0 : tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>
// CHECK-NEXT: }
func.func @casts(%t: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  %2 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x8xf32>
  %3 = tensor.cast %2 : tensor<?x8xf32> to tensor<*xf32>
  return %1, %2, %3 : tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>
}

// -----

// CHECK: func.func @constant_elements(%arg0: index) -> (f32, i32, f32, tensor<2x2xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}5, 6], [6, 5]]> : tensor<2x2xi32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK-NEXT: %cst_1 = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %extracted = tensor.extract %cst_0[%arg0, %c0] : tensor<2x2xf32>
// CHECK-NEXT: return %cst_1, %c7_i32, %extracted, %cst : f32, i32, f32, tensor<2x2xi32>
// CHECK-NEXT: }
func.func @constant_elements(%i: index) -> (f32, i32, f32, tensor<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %s = arith.constant dense<7> : tensor<3xi32>
  %x = arith.constant 5 : i32
  %y = arith.constant 6 : i32
  %0 = tensor.extract %t[%c1, %c0] : tensor<2x2xf32>
  %1 = tensor.extract %s[%i] : tensor<3xi32>
  %2 = tensor.extract %t[%i, %c0] : tensor<2x2xf32>
  %3 = tensor.from_elements %x, %y, %y, %x : tensor<2x2xi32>
  return %0, %1, %2, %3 : f32, i32, f32, tensor<2x2xi32>
}

// -----

// CHECK: func.func @inserted(%arg0: tensor<4xf32>, %arg1: f32, %arg2: index) -> (f32, f32, tensor<3xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%c2] : tensor<4xf32>
// CHECK-NEXT: %extracted = tensor.extract %inserted[%arg2] : tensor<4xf32>
// CHECK-NEXT: return %arg1, %extracted, %cst : f32, f32, tensor<3xf32>
// CHECK-NEXT: }
func.func @inserted(%t: tensor<4xf32>, %x: f32, %i: index) -> (f32, f32, tensor<3xf32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert %x into %t[%c2] : tensor<4xf32>
  %1 = tensor.extract %0[%c2] : tensor<4xf32>
  %2 = tensor.extract %0[%i] : tensor<4xf32>
  %s = arith.constant dense<1.0> : tensor<3xf32>
  %o = arith.constant 1.0 : f32
  %3 = tensor.insert %o into %s[%c2] : tensor<3xf32>
  return %1, %2, %3 : f32, f32, tensor<3xf32>
}

// -----

// CHECK: func.func @slice_of_constant() -> (tensor<2xi32>, tensor<1x2xi32>, tensor<2x2xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<5.000000e-01> : tensor<2x2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<{{\[\[}}1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %cst_0[1] [2] [2] : tensor<5xi32> to tensor<2xi32>
// CHECK-NEXT: %extracted_slice_2 = tensor.extract_slice %cst_1[1, 1] [1, 2] [1, 1] : tensor<2x3xi32> to tensor<1x2xi32>
// CHECK-NEXT: return %extracted_slice, %extracted_slice_2, %cst : tensor<2xi32>, tensor<1x2xi32>, tensor<2x2xf32>
// CHECK-NEXT: }
func.func @slice_of_constant() -> (tensor<2xi32>, tensor<1x2xi32>, tensor<2x2xf32>) {
  %t = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %u = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %s = arith.constant dense<0.5> : tensor<8x8xf32>
  %0 = tensor.extract_slice %t[1] [2] [2] : tensor<5xi32> to tensor<2xi32>
  %1 = tensor.extract_slice %u[1, 1] [1, 2] [1, 1] : tensor<2x3xi32> to tensor<1x2xi32>
  %2 = tensor.extract_slice %s[0, 3] [2, 2] [1, 1] : tensor<8x8xf32> to tensor<2x2xf32>
  return %0, %1, %2 : tensor<2xi32>, tensor<1x2xi32>, tensor<2x2xf32>
}

// -----

// CHECK: func.func @reshapes(%arg0: tensor<2x3x4xf32>, %arg1: tensor<?x?x4xf32>) -> (tensor<24xf32>, tensor<2x3x4xf32>, tensor<?xf32>, tensor<6x4xf32>) {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
// CHECK-NEXT: %collapsed_0 = tensor.collapse_shape %arg1 {{\[\[}}0, 1, 2]] : tensor<?x?x4xf32> into tensor<?xf32>
// CHECK-NEXT: %collapsed_1 = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
// CHECK-NEXT: return %collapsed, %arg0, %collapsed_0, %collapsed_1 : tensor<24xf32>, tensor<2x3x4xf32>, tensor<?xf32>, tensor<6x4xf32>
// CHECK-NEXT: }
func.func @reshapes(%t: tensor<2x3x4xf32>, %d: tensor<?x?x4xf32>) -> (tensor<24xf32>, tensor<2x3x4xf32>, tensor<?xf32>, tensor<6x4xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %2 = tensor.expand_shape %1 [[0, 1, 2]] output_shape [2, 3, 4] : tensor<24xf32> into tensor<2x3x4xf32>
  %3 = tensor.collapse_shape %d [[0, 1], [2]] : tensor<?x?x4xf32> into tensor<?x4xf32>
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %5 = tensor.expand_shape %1 [[0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>
  return %1, %2, %4, %5 : tensor<24xf32>, tensor<2x3x4xf32>, tensor<?xf32>, tensor<6x4xf32>
}

// -----

// CHECK: func.func @reshape_ops(%arg0: tensor<?xf32>, %arg1: tensor<1xindex>, %arg2: tensor<4xf32>, %arg3: index) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<2> : tensor<2xindex>
// CHECK-NEXT: %reshape = tensor.reshape %arg2(%cst) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
// CHECK-NEXT: return %arg0, %reshape, %arg0 : tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>
// CHECK-NEXT: }
func.func @reshape_ops(%t: tensor<?xf32>, %s: tensor<1xindex>, %u: tensor<4xf32>, %n: index) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>) {
  %0 = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %k = arith.constant dense<[2, 2]> : tensor<2xindex>
  %1 = tensor.reshape %u(%k) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  %e = tensor.from_elements %n : tensor<1xindex>
  %2 = tensor.reshape %0(%e) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>
}

// -----

// CHECK: func.func @padded(%arg0: tensor<2x3xf32>, %arg1: f32, %arg2: index) -> (tensor<2x3xf32>, tensor<?x5xf32>, tensor<6x5xf32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %padded = tensor.pad %arg0 low[%c1, 1] high[%arg2, 1] {
// CHECK-NEXT: ^bb0(%arg3: index, %arg4: index):
// CHECK-NEXT: tensor.yield %arg1 : f32
// CHECK-NEXT: } : tensor<2x3xf32> to tensor<?x5xf32>
// CHECK-NEXT: %padded_0 = tensor.pad %arg0 low[2, 1] high[2, 1] {
// CHECK-NEXT: ^bb0(%arg3: index, %arg4: index):
// CHECK-NEXT: tensor.yield %arg1 : f32
// CHECK-NEXT: } : tensor<2x3xf32> to tensor<6x5xf32>
// CHECK-NEXT: return %arg0, %padded, %padded_0 : tensor<2x3xf32>, tensor<?x5xf32>, tensor<6x5xf32>
// CHECK-NEXT: }
func.func @padded(%t: tensor<2x3xf32>, %x: f32, %n: index) -> (tensor<2x3xf32>, tensor<?x5xf32>, tensor<6x5xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %t low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<2x3xf32>
  %1 = tensor.pad %t low[%c1, 1] high[%n, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<?x5xf32>
  %2 = tensor.pad %t low[1, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<3x5xf32>
  %3 = tensor.pad %2 low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<3x5xf32> to tensor<6x5xf32>
  return %0, %1, %3 : tensor<2x3xf32>, tensor<?x5xf32>, tensor<6x5xf32>
}

// -----

// CHECK: func.func @concatenated(%arg0: tensor<2x3xf32>, %arg1: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>) {
// CHECK-NEXT: %concat = tensor.concat dim(0) %arg0, %arg1 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK-NEXT: %concat_0 = tensor.concat dim(0) %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: %cast = tensor.cast %concat_0 : tensor<4x3xf32> to tensor<?x3xf32>
// CHECK-NEXT: return %concat, %arg0, %cast : tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>
// CHECK-NEXT: }
func.func @concatenated(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tensor.concat dim(1) %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = tensor.concat dim(0) %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>
}

// -----

// CHECK: func.func @nothing() -> (tensor<0xf32>, tensor<2xf32>) {
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant dense<> : tensor<0xf32>
// CHECK-NEXT: %generated = tensor.generate  {
// CHECK-NEXT: ^bb0(%arg0: index):
// CHECK-NEXT: tensor.yield %cst : f32
// CHECK-NEXT: } : tensor<2xf32>
// CHECK-NEXT: return %cst_0, %generated : tensor<0xf32>, tensor<2xf32>
// CHECK-NEXT: }
func.func @nothing() -> (tensor<0xf32>, tensor<2xf32>) {
  %0 = tensor.from_elements : tensor<0xf32>
  %1 = tensor.generate {
  ^bb0(%i: index):
    %2 = arith.constant 1.0 : f32
    tensor.yield %2 : f32
  } : tensor<2xf32>
  return %0, %1 : tensor<0xf32>, tensor<2xf32>
}

// -----

// CHECK: func.func @bitcasts(%arg0: tensor<4xui32>, %arg1: tensor<?xf32>) -> (tensor<4xi32>, tensor<?xi32>, tensor<?xf32>) {
// CHECK-NEXT: %0 = tensor.bitcast %arg0 : tensor<4xui32> to tensor<4xi32>
// CHECK-NEXT: %1 = tensor.bitcast %arg1 : tensor<?xf32> to tensor<?xi32>
// CHECK-NEXT: return %0, %1, %arg1 : tensor<4xi32>, tensor<?xi32>, tensor<?xf32>
// CHECK-NEXT: }
func.func @bitcasts(%t: tensor<4xui32>, %u: tensor<?xf32>) -> (tensor<4xi32>, tensor<?xi32>, tensor<?xf32>) {
  %0 = tensor.bitcast %t : tensor<4xui32> to tensor<4xi32>
  %1 = tensor.bitcast %u : tensor<?xf32> to tensor<?xi32>
  %2 = tensor.bitcast %1 : tensor<?xi32> to tensor<?xf32>
  return %0, %1, %2 : tensor<4xi32>, tensor<?xi32>, tensor<?xf32>
}
