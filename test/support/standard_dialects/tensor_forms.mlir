func.func @casts(%t: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  %2 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x8xf32>
  %3 = tensor.cast %2 : tensor<?x8xf32> to tensor<*xf32>
  return %1, %2, %3 : tensor<4x8xf32>, tensor<?x8xf32>, tensor<*xf32>
}
// -----
func.func @dims(%t: tensor<4x?xf32>, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %t, %c1 : tensor<4x?xf32>
  %2 = tensor.empty(%n) : tensor<?x3xf32>
  %3 = tensor.dim %2, %c0 : tensor<?x3xf32>
  %4 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %5 = tensor.dim %4, %c0 : tensor<?x?xf32>
  return %0, %1, %3, %5 : index, index, index, index
}
// -----
func.func @elements(%a: f32, %b: f32) -> (f32, f32, tensor<2xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  %1 = tensor.extract %0[%c1] : tensor<2xf32>
  %2 = tensor.splat %a : tensor<4xf32>
  %3 = tensor.extract %2[%c1] : tensor<4xf32>
  return %1, %3, %0 : f32, f32, tensor<2xf32>
}
// -----
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
func.func @slices(%t: tensor<8x16xf32>, %i: index) -> (tensor<8x16xf32>, tensor<?x4xf32>, tensor<4x4xf32>) {
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %t[0, 0] [8, 16] [1, 1] : tensor<8x16xf32> to tensor<8x16xf32>
  %1 = tensor.extract_slice %t[%i, 2] [%c4, 4] [1, 1] : tensor<8x16xf32> to tensor<?x4xf32>
  %2 = tensor.extract_slice %t[2, 2] [%i, 4] [1, 1] : tensor<8x16xf32> to tensor<?x4xf32>
  %3 = tensor.extract_slice %1[0, 0] [4, 4] [1, 1] : tensor<?x4xf32> to tensor<4x4xf32>
  return %0, %2, %3 : tensor<8x16xf32>, tensor<?x4xf32>, tensor<4x4xf32>
}
// -----
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
func.func @slice_inserted(%t: tensor<8xf32>, %s: tensor<4xf32>, %i: index) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
  %0 = tensor.insert_slice %s into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %1 = tensor.extract_slice %0[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %2 = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %3 = tensor.insert_slice %2 into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %4 = tensor.insert_slice %s into %s[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %1, %3, %4 : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
}
// -----
func.func @insert_casts(%t: tensor<8x8xf32>, %s: tensor<2x2xf32>, %i: index) -> tensor<8x8xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %s : tensor<2x2xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %t[%c2, %i] [%c2, %c2] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
func.func @insert_overwritten(%t: tensor<8xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %a into %t[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %b into %0[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
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
func.func @reshaped_constants() -> (tensor<6xi32>, tensor<2x3xi32>, tensor<4xf32>) {
  %t = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %s = arith.constant dense<1.5> : tensor<2x2xf32>
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  %2 = tensor.collapse_shape %s [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  return %0, %1, %2 : tensor<6xi32>, tensor<2x3xi32>, tensor<4xf32>
}
// -----
func.func @expanded_sizes(%t: tensor<?xf32>, %n: index) -> (index, index, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x4xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x4xf32>
  %3 = tensor.expand_shape %t [[0, 1]] output_shape [%c5, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %1, %2, %3 : index, index, tensor<?x4xf32>
}
// -----
func.func @reshape_ops(%t: tensor<?xf32>, %s: tensor<1xindex>, %u: tensor<4xf32>, %n: index) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>) {
  %0 = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %k = arith.constant dense<[2, 2]> : tensor<2xindex>
  %1 = tensor.reshape %u(%k) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  %e = tensor.from_elements %n : tensor<1xindex>
  %2 = tensor.reshape %0(%e) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<2x2xf32>, tensor<?xf32>
}
// -----
func.func @generated(%n: index, %x: f32) -> (tensor<?x4xf32>, f32) {
  %c3 = arith.constant 3 : index
  %0 = tensor.generate %c3 {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.sitofp %2 : i32 to f32
    tensor.yield %3 : f32
  } : tensor<?x4xf32>
  %4 = tensor.extract %0[%n, %c3] : tensor<?x4xf32>
  return %0, %4 : tensor<?x4xf32>, f32
}
// -----
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
func.func @empty(%n: index) -> (tensor<?x3xf32>, tensor<2x3xf32>, tensor<6xf32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.empty(%c2) : tensor<?x3xf32>
  %1 = tensor.empty() : tensor<4x6xf32>
  %2 = tensor.extract_slice %1[0, 0] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0, %2, %3 : tensor<?x3xf32>, tensor<2x3xf32>, tensor<6xf32>
}
// -----
func.func @concatenated(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tensor.concat dim(1) %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = tensor.concat dim(0) %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>
}
// -----
func.func @splats(%x: f32, %n: index) -> (tensor<4xf32>, tensor<?x2xf32>, tensor<?xf32>) {
  %c = arith.constant 2.0 : f32
  %c3 = arith.constant 3 : index
  %0 = tensor.splat %c : tensor<4xf32>
  %1 = tensor.splat %x[%n] : tensor<?x2xf32>
  %2 = tensor.splat %x[%c3] : tensor<?xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<?x2xf32>, tensor<?xf32>
}
// -----
func.func @gathered(%t: tensor<7x5xf32>, %i: tensor<3x2xindex>, %k: tensor<3x1xi32>) -> (tensor<3x1x1xf32>, tensor<3x5xf32>, tensor<3xf32>) {
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<7x5xf32>, tensor<3x2xindex>) -> tensor<3x1x1xf32>
  %1 = tensor.gather %t[%k] gather_dims([0]) unique : (tensor<7x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  %2 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<7x5xf32>, tensor<3x2xindex>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<3x1x1xf32>, tensor<3x5xf32>, tensor<3xf32>
}
// -----
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
func.func @bitcasts(%t: tensor<4xui32>, %u: tensor<?xf32>) -> (tensor<4xi32>, tensor<?xi32>, tensor<?xf32>) {
  %0 = tensor.bitcast %t : tensor<4xui32> to tensor<4xi32>
  %1 = tensor.bitcast %u : tensor<?xf32> to tensor<?xi32>
  %2 = tensor.bitcast %1 : tensor<?xi32> to tensor<?xf32>
  return %0, %1, %2 : tensor<4xi32>, tensor<?xi32>, tensor<?xf32>
}
// -----
func.func @ranks(%t: tensor<2x?xf32>, %u: tensor<*xf32>) -> (index, index, index) {
  %0 = tensor.rank %t : tensor<2x?xf32>
  %1 = tensor.rank %u : tensor<*xf32>
  %2 = tensor.cast %t : tensor<2x?xf32> to tensor<*xf32>
  %3 = tensor.rank %2 : tensor<*xf32>
  return %0, %1, %3 : index, index, index
}
// -----
func.func @extract_through(%t: tensor<8x8xf32>, %i: index, %j: index) -> (f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %0 = tensor.cast %t : tensor<8x8xf32> to tensor<?x?xf32>
  %1 = tensor.extract %0[%i, %j] : tensor<?x?xf32>
  %2 = tensor.extract_slice %t[2, 3] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %3 = tensor.extract %2[%c1, %c1] : tensor<4x4xf32>
  %4 = tensor.collapse_shape %t [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %5 = tensor.extract %4[%i] : tensor<64xf32>
  return %1, %3, %5 : f32, f32, f32
}
