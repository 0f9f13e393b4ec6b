// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Operations that take tensors apart and put them together, as mlir-opt prints them.

func.func @f(%t: tensor<4x?xf32>, %i: index, %s: f32, %u: tensor<*xf32>, %d: tensor<?xf32>, %idx: tensor<2x1xindex>, %q: tensor<4xi32>, %m: tensor<2x4xf32>, %k: tensor<2xindex>) {
  %0 = tensor.bitcast %q : tensor<4xi32> to tensor<4xui32>
  %1 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %2 = tensor.collapse_shape %t [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  %3 = tensor.concat dim(0) %t, %t : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  %4 = tensor.dim %t, %i : tensor<4x?xf32>
  %5 = tensor.empty(%i) : tensor<4x?xf32>
  %6 = tensor.expand_shape %d [[0, 1]] output_shape [4, %i] : tensor<?xf32> into tensor<4x?xf32>
  %7 = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  %8 = tensor.extract_slice %t[0, %i][2, 4][1, 1] : tensor<4x?xf32> to tensor<2x4xf32>
  %9 = tensor.from_elements %s, %s : tensor<2xf32>
  %10 = tensor.gather %t[%idx] gather_dims([0]) : (tensor<4x?xf32>, tensor<2x1xindex>) -> tensor<2x1x?xf32>
  %11 = tensor.generate %i {
  ^bb0(%a: index, %b: index):
    tensor.yield %s : f32
  } : tensor<4x?xf32>
  %12 = tensor.insert %s into %t[%i, %i] : tensor<4x?xf32>
  %13 = tensor.insert_slice %m into %t[0, %i][2, 4][1, 1] : tensor<2x4xf32> into tensor<4x?xf32>
  %14 = tensor.pad %t low[1, %i] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %s : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  %15 = tensor.pad %t nofold low[1, %i] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %s : f32
  } {x} : tensor<4x?xf32> to tensor<5x?xf32>
  %16 = tensor.rank %u : tensor<*xf32>
  %17 = tensor.reshape %t(%k) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %18 = tensor.scatter %10 into %t[%idx] scatter_dims([0]) unique : (tensor<2x1x?xf32>, tensor<4x?xf32>, tensor<2x1xindex>) -> tensor<4x?xf32>
  %19 = tensor.splat %s[%i] : tensor<4x?xf32>
  %20 = tensor.splat %s : tensor<4xf32>
  return
}

// CHECK: module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: f32, %arg3: tensor<*xf32>, %arg4: tensor<?xf32>, %arg5: tensor<2x1xindex>, %arg6: tensor<4xi32>, %arg7: tensor<2x4xf32>, %arg8: tensor<2xindex>) {
// CHECK-NEXT:     %0 = tensor.bitcast %arg6 : tensor<4xi32> to tensor<4xui32>
// CHECK-NEXT:     %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:     %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<4x?xf32> into tensor<?xf32>
// CHECK-NEXT:     %concat = tensor.concat dim(0) %arg0, %arg0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
// CHECK-NEXT:     %dim = tensor.dim %arg0, %arg1 : tensor<4x?xf32>
// CHECK-NEXT:     %1 = tensor.empty(%arg1) : tensor<4x?xf32>
// CHECK-NEXT:     %expanded = tensor.expand_shape %arg4 {{\[\[}}0, 1]] output_shape [4, %arg1] : tensor<?xf32> into tensor<4x?xf32>
// CHECK-NEXT:     %extracted = tensor.extract %arg0[%arg1, %arg1] : tensor<4x?xf32>
// CHECK-NEXT:     %extracted_slice = tensor.extract_slice %arg0[0, %arg1] [2, 4] [1, 1] : tensor<4x?xf32> to tensor<2x4xf32>
// CHECK-NEXT:     %from_elements = tensor.from_elements %arg2, %arg2 : tensor<2xf32>
// CHECK-NEXT:     %gather = tensor.gather %arg0[%arg5] gather_dims([0]) : (tensor<4x?xf32>, tensor<2x1xindex>) -> tensor<2x1x?xf32>
// CHECK-NEXT:     %generated = tensor.generate %arg1 {
// CHECK-NEXT:     ^bb0(%arg9: index, %arg10: index):
// CHECK-NEXT:       tensor.yield %arg2 : f32
// CHECK-NEXT:     } : tensor<4x?xf32>
// CHECK-NEXT:     %inserted = tensor.insert %arg2 into %arg0[%arg1, %arg1] : tensor<4x?xf32>
// CHECK-NEXT:     %inserted_slice = tensor.insert_slice %arg7 into %arg0[0, %arg1] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x?xf32>
// CHECK-NEXT:     %padded = tensor.pad %arg0 low[1, %arg1] high[0, 2] {
// CHECK-NEXT:     ^bb0(%arg9: index, %arg10: index):
// CHECK-NEXT:       tensor.yield %arg2 : f32
// CHECK-NEXT:     } : tensor<4x?xf32> to tensor<5x?xf32>
// CHECK-NEXT:     %padded_0 = tensor.pad %arg0 nofold low[1, %arg1] high[0, 2] {
// CHECK-NEXT:     ^bb0(%arg9: index, %arg10: index):
// CHECK-NEXT:       tensor.yield %arg2 : f32
// CHECK-NEXT:     } {x} : tensor<4x?xf32> to tensor<5x?xf32>
// CHECK-NEXT:     %rank = tensor.rank %arg3 : tensor<*xf32>
// CHECK-NEXT:     %reshape = tensor.reshape %arg0(%arg8) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT:     %scatter = tensor.scatter %gather into %arg0[%arg5] scatter_dims([0]) unique : (tensor<2x1x?xf32>, tensor<4x?xf32>, tensor<2x1xindex>) -> tensor<4x?xf32>
// CHECK-NEXT:     %splat = tensor.splat %arg2[%arg1] : tensor<4x?xf32>
// CHECK-NEXT:     %splat_1 = tensor.splat %arg2 : tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: %2 = "tensor.collapse_shape"(%arg0) <{reassociation = {{\[\[}}0, 1]]}> : (tensor<4x?xf32>) -> tensor<?xf32>
// GENERIC: %3 = "tensor.concat"(%arg0, %arg0) <{dim = 0 : i64}> : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
// GENERIC: %6 = "tensor.expand_shape"(%arg4, %arg1) <{reassociation = {{\[\[}}0, 1]], static_output_shape = array<i64: 4, -9223372036854775808>}> : (tensor<?xf32>, index) -> tensor<4x?xf32>
// GENERIC: %8 = "tensor.extract_slice"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4x?xf32>, index) -> tensor<2x4xf32>
// GENERIC: %10 = "tensor.gather"(%arg0, %arg5) <{gather_dims = array<i64: 0>}> : (tensor<4x?xf32>, tensor<2x1xindex>) -> tensor<2x1x?xf32>
// GENERIC: %13 = "tensor.insert_slice"(%arg7, %arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>}> : (tensor<2x4xf32>, tensor<4x?xf32>, index) -> tensor<4x?xf32>
// GENERIC: %14 = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 0, 2>, static_low = array<i64: 1, -9223372036854775808>}> ({
// GENERIC: %15 = "tensor.pad"(%arg0, %arg1) <{nofold, operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 0, 2>, static_low = array<i64: 1, -9223372036854775808>}> ({
// GENERIC: %18 = "tensor.scatter"(%10, %arg0, %arg5) <{scatter_dims = array<i64: 0>, unique}> : (tensor<2x1x?xf32>, tensor<4x?xf32>, tensor<2x1xindex>) -> tensor<4x?xf32>
