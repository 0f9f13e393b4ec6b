// Folds and rules of views, parts and constants in memory, as mlir-opt 22 applies them.
// RUN: tf-opt --canonicalize %s | filecheck %s

// CHECK: module {
// CHECK-NEXT: memref.global "private" constant @c : memref<2x3xi8> = dense<{{\[\[}}1, 2, 3], [4, 5, 6]]>
// CHECK-NEXT: memref.global "private" constant @s : memref<2x3xf32> = dense<7.000000e+00>
// CHECK-NEXT: memref.global "private" @v : memref<2x3xi8> = dense<9>
// CHECK-NEXT: memref.global "private" constant @e : memref<2x3xi8>
// CHECK-NEXT: func.func @a(%arg0: index, %arg1: index) -> (i8, i8, f32, f32, f32, i8, i8, i8, f32, i8) {
// CHECK-NEXT: %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32
// CHECK-NEXT: %c6_i8 = arith.constant 6 : i8
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.get_global @c : memref<2x3xi8>
// CHECK-NEXT: %1 = memref.get_global @s : memref<2x3xf32>
// CHECK-NEXT: %2 = memref.get_global @v : memref<2x3xi8>
// CHECK-NEXT: %3 = memref.get_global @e : memref<2x3xi8>
// CHECK-NEXT: %4 = affine.load %0[symbol(%arg0), 0] : memref<2x3xi8>
// CHECK-NEXT: %5 = memref.load %1[%arg0, %arg1] : memref<2x3xf32>
// CHECK-NEXT: %6 = memref.load %0[%c1, %c2] : memref<2x3xi8>
// CHECK-NEXT: %7 = affine.load %2[0, 1] : memref<2x3xi8>
// CHECK-NEXT: %8 = affine.load %3[0, 1] : memref<2x3xi8>
// CHECK-NEXT: %9 = memref.load %1[%arg0, %arg1] : memref<2x3xf32>
// CHECK-NEXT: return %c6_i8, %4, %cst, %5, %cst, %6, %7, %8, %9, %c2_i8 : i8, i8, f32, f32, f32, i8, i8, i8, f32, i8
// CHECK-NEXT: }
// CHECK-NEXT: func.func @t(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x?x4xf32>) -> (tensor<?x?xf32>, tensor<?x4xf32>, tensor<6x?xf32>) {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
// CHECK-NEXT: %cast = tensor.cast %collapsed : tensor<2x12xf32> to tensor<?x?xf32>
// CHECK-NEXT: %collapsed_0 = tensor.collapse_shape %arg1 {{\[\[}}0, 1], [2]] : tensor<2x?x4xf32> into tensor<?x4xf32>
// CHECK-NEXT: %cast_1 = tensor.cast %arg1 : tensor<2x?x4xf32> to tensor<2x3x?xf32>
// CHECK-NEXT: %collapsed_2 = tensor.collapse_shape %cast_1 {{\[\[}}0, 1], [2]] : tensor<2x3x?xf32> into tensor<6x?xf32>
// CHECK-NEXT: return %cast, %collapsed_0, %collapsed_2 : tensor<?x?xf32>, tensor<?x4xf32>, tensor<6x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @u(%arg0: vector<3x1xf32>, %arg1: f32, %arg2: vector<1xf32>, %arg3: vector<3xf32>) -> (f32, f32, f32, f32, f32) {
// CHECK-NEXT: %0:3 = vector.to_elements %arg0 : vector<3x1xf32>
// CHECK-NEXT: %1 = vector.to_elements %arg2 : vector<1xf32>
// CHECK-NEXT: %2:3 = vector.to_elements %arg3 : vector<3xf32>
// CHECK-NEXT: return %0#2, %arg1, %1, %2#1, %0#1 : f32, f32, f32, f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @x(%arg0: tensor<2x2x3xf32>, %arg1: tensor<?xf32>, %arg2: tensor<1x?xf32>, %arg3: index) -> (tensor<?xf32>, tensor<2x2x3xf32>, tensor<1x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 1, 2] [1, 1, 1] : tensor<2x2x3xf32> to tensor<2xf32>
// CHECK-NEXT: %cast = tensor.cast %extracted_slice : tensor<2xf32> to tensor<?xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %arg1 : tensor<?xf32> to tensor<2xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %cast_0 into %arg0[0, 0, 0] [1, 1, 2] [1, 1, 1] : tensor<2xf32> into tensor<2x2x3xf32>
// CHECK-NEXT: %extracted_slice_1 = tensor.extract_slice %arg0[0, 0, 0] [1, 1, 2] [1, 1, 1] : tensor<2x2x3xf32> to tensor<1x2xf32>
// CHECK-NEXT: %cast_2 = tensor.cast %extracted_slice_1 : tensor<1x2xf32> to tensor<1x?xf32>
// CHECK-NEXT: %extracted_slice_3 = tensor.extract_slice %arg0[0, 0, %arg3] [1, 1, %arg3] [1, 1, 1] : tensor<2x2x3xf32> to tensor<?xf32>
// CHECK-NEXT: %extracted_slice_4 = tensor.extract_slice %arg0[0, 0, 0] [1, 1, 2] [1, 1, 1] : tensor<2x2x3xf32> to tensor<1x2xf32>
// CHECK-NEXT: %cast_5 = tensor.cast %extracted_slice_4 : tensor<1x2xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast, %inserted_slice, %cast_2, %extracted_slice_3, %cast_5 : tensor<?xf32>, tensor<2x2x3xf32>, tensor<1x?xf32>, tensor<?xf32>, tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @ca(%arg0: memref<4x4xi32>, %arg1: vector<8xi1>, %arg2: vector<8xi32>, %arg3: index) -> vector<8xi32> {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x4xi32> to memref<?x?xi32>
// CHECK-NEXT: vector.compressstore %cast[%arg3, %arg3], %arg1, %arg2 : memref<?x?xi32>, vector<8xi1>, vector<8xi32>
// CHECK-NEXT: %0 = vector.expandload %cast[%arg3, %arg3], %arg1, %arg2 : memref<?x?xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
// CHECK-NEXT: vector.maskedstore %arg0[%arg3, %arg3], %arg1, %arg2 : memref<4x4xi32>, vector<8xi1>, vector<8xi32>
// CHECK-NEXT: %1 = vector.maskedload %arg0[%arg3, %arg3], %arg1, %arg2 : memref<4x4xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
// CHECK-NEXT: %2 = arith.addi %0, %1 : vector<8xi32>
// CHECK-NEXT: return %2 : vector<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @cb(%arg0: memref<4x4xi32, strided<[4, 1]>>, %arg1: vector<8xi1>, %arg2: vector<8xi32>, %arg3: index) -> (vector<8xi32>, i32, vector<4xi32>) {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x4xi32, strided<[4, 1]>> to memref<?x?xi32>
// CHECK-NEXT: vector.compressstore %cast[%arg3, %arg3], %arg1, %arg2 : memref<?x?xi32>, vector<8xi1>, vector<8xi32>
// CHECK-NEXT: vector.maskedstore %arg0[%arg3, %arg3], %arg1, %arg2 : memref<4x4xi32, strided<[4, 1]>>, vector<8xi1>, vector<8xi32>
// CHECK-NEXT: %0 = vector.maskedload %arg0[%arg3, %arg3], %arg1, %arg2 : memref<4x4xi32, strided<[4, 1]>>, vector<8xi1>, vector<8xi32> into vector<8xi32>
// CHECK-NEXT: %1 = memref.load %arg0[%arg3, %arg3] : memref<4x4xi32, strided<[4, 1]>>
// CHECK-NEXT: %2 = vector.load %arg0[%arg3, %arg3] : memref<4x4xi32, strided<[4, 1]>>, vector<4xi32>
// CHECK-NEXT: return %0, %1, %2 : vector<8xi32>, i32, vector<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @cd(%arg0: memref<4x4xi32>, %arg1: memref<4x4xi32>, %arg2: memref<4x4xi32, strided<[?, 1], offset: ?>>, %arg3: memref<4x4xi32, strided<[4, 1]>>) {
// CHECK-NEXT: memref.copy %arg0, %arg1 : memref<4x4xi32> to memref<4x4xi32>
// CHECK-NEXT: memref.copy %arg0, %arg1 : memref<4x4xi32> to memref<4x4xi32>
// CHECK-NEXT: %cast = memref.cast %arg2 : memref<4x4xi32, strided<[?, 1], offset: ?>> to memref<4x4xi32>
// CHECK-NEXT: memref.copy %cast, %arg1 : memref<4x4xi32> to memref<4x4xi32>
// CHECK-NEXT: memref.copy %arg3, %arg1 : memref<4x4xi32, strided<[4, 1]>> to memref<4x4xi32>
// CHECK-NEXT: memref.copy %arg3, %arg1 : memref<4x4xi32, strided<[4, 1]>> to memref<4x4xi32>
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @ce(%arg0: memref<?x4xi32, strided<[?, 1], offset: ?>>, %arg1: index) -> (i32, index) {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<?x4xi32, strided<[?, 1], offset: ?>> to memref<4x4xi32, strided<[4, 1], offset: ?>>
// CHECK-NEXT: %0 = memref.load %arg0[%arg1, %arg1] : memref<?x4xi32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: %dim = memref.dim %cast, %arg1 : memref<4x4xi32, strided<[4, 1], offset: ?>>
// CHECK-NEXT: return %0, %dim : i32, index
// CHECK-NEXT: }
// CHECK-NEXT: }
memref.global "private" constant @c : memref<2x3xi8> = dense<[[1, 2, 3], [4, 5, 6]]>
memref.global "private" constant @s : memref<2x3xf32> = dense<7.0>
memref.global "private" @v : memref<2x3xi8> = dense<9>
memref.global "private" constant @e : memref<2x3xi8>
func.func @a(%i: index, %j: index) -> (i8, i8, f32, f32, f32, i8, i8, i8, f32, i8) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c = memref.get_global @c : memref<2x3xi8>
  %s = memref.get_global @s : memref<2x3xf32>
  %v = memref.get_global @v : memref<2x3xi8>
  %e = memref.get_global @e : memref<2x3xi8>
  %0 = affine.load %c[%c1, %c2] : memref<2x3xi8>
  %1 = affine.load %c[symbol(%i), 0] : memref<2x3xi8>
  %2 = affine.load %s[symbol(%i), symbol(%j)] : memref<2x3xf32>
  %3 = memref.load %s[%i, %j] : memref<2x3xf32>
  %4 = affine.load %s[0, 1] : memref<2x3xf32>
  %5 = memref.load %c[%c1, %c2] : memref<2x3xi8>
  %6 = affine.load %v[0, 1] : memref<2x3xi8>
  %7 = affine.load %e[0, 1] : memref<2x3xi8>
  %k = memref.cast %s : memref<2x3xf32> to memref<?x?xf32>
  %8 = memref.load %k[%i, %j] : memref<?x?xf32>
  %9 = affine.load %c[0, 1] : memref<2x3xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i8, i8, f32, f32, f32, i8, i8, i8, f32, i8
}
func.func @t(%x: tensor<2x3x4xf32>, %y: tensor<2x?x4xf32>) -> (tensor<?x?xf32>, tensor<?x4xf32>, tensor<6x?xf32>) {
  %c = tensor.cast %x : tensor<2x3x4xf32> to tensor<?x?x?xf32>
  %0 = tensor.collapse_shape %c [[0], [1, 2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %d = tensor.cast %y : tensor<2x?x4xf32> to tensor<?x?x4xf32>
  %1 = tensor.collapse_shape %d [[0, 1], [2]] : tensor<?x?x4xf32> into tensor<?x4xf32>
  %e = tensor.cast %y : tensor<2x?x4xf32> to tensor<2x3x?xf32>
  %2 = tensor.collapse_shape %e [[0, 1], [2]] : tensor<2x3x?xf32> into tensor<6x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x4xf32>, tensor<6x?xf32>
}
func.func @u(%x: vector<3x1xf32>, %s: f32, %z: vector<1xf32>, %w: vector<3xf32>) -> (f32, f32, f32, f32, f32) {
  %b = vector.broadcast %x : vector<3x1xf32> to vector<2x3x2xf32>
  %0:12 = vector.to_elements %b : vector<2x3x2xf32>
  %c = vector.broadcast %s : f32 to vector<2xf32>
  %1:2 = vector.to_elements %c : vector<2xf32>
  %d = vector.broadcast %z : vector<1xf32> to vector<2x2xf32>
  %2:4 = vector.to_elements %d : vector<2x2xf32>
  %e = vector.broadcast %w : vector<3xf32> to vector<2x3xf32>
  %3:6 = vector.to_elements %e : vector<2x3xf32>
  return %0#5, %1#1, %2#3, %3#4, %0#8 : f32, f32, f32, f32, f32
}
func.func @x(%t: tensor<2x2x3xf32>, %q: tensor<?xf32>, %p: tensor<1x?xf32>, %i: index) -> (tensor<?xf32>, tensor<2x2x3xf32>, tensor<1x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[0, 0, 0][1, 1, %c2][1, 1, 1] : tensor<2x2x3xf32> to tensor<?xf32>
  %1 = tensor.insert_slice %q into %t[0, 0, 0][1, 1, %c2][1, 1, 1] : tensor<?xf32> into tensor<2x2x3xf32>
  %2 = tensor.extract_slice %t[0, 0, 0][1, 1, %c2][1, 1, 1] : tensor<2x2x3xf32> to tensor<1x?xf32>
  %3 = tensor.extract_slice %t[0, 0, %i][1, 1, %i][1, 1, %c1] : tensor<2x2x3xf32> to tensor<?xf32>
  %4 = tensor.extract_slice %t[0, 0, 0][%c1, 1, %c2][1, 1, 1] : tensor<2x2x3xf32> to tensor<?x?xf32>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<2x2x3xf32>, tensor<1x?xf32>, tensor<?xf32>, tensor<?x?xf32>
}
func.func @ca(%m: memref<4x4xi32>, %k: vector<8xi1>, %v: vector<8xi32>, %i: index) -> vector<8xi32> {
  %c = memref.cast %m : memref<4x4xi32> to memref<?x?xi32>
  vector.compressstore %c[%i, %i], %k, %v : memref<?x?xi32>, vector<8xi1>, vector<8xi32>
  %5 = vector.expandload %c[%i, %i], %k, %v : memref<?x?xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  vector.maskedstore %c[%i, %i], %k, %v : memref<?x?xi32>, vector<8xi1>, vector<8xi32>
  %6 = vector.maskedload %c[%i, %i], %k, %v : memref<?x?xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  %7 = arith.addi %5, %6 : vector<8xi32>
  return %7 : vector<8xi32>
}
func.func @cb(%m: memref<4x4xi32, strided<[4, 1]>>, %k: vector<8xi1>, %v: vector<8xi32>, %i: index) -> (vector<8xi32>, i32, vector<4xi32>) {
  %c = memref.cast %m : memref<4x4xi32, strided<[4, 1]>> to memref<?x?xi32>
  vector.compressstore %c[%i, %i], %k, %v : memref<?x?xi32>, vector<8xi1>, vector<8xi32>
  vector.maskedstore %c[%i, %i], %k, %v : memref<?x?xi32>, vector<8xi1>, vector<8xi32>
  %6 = vector.maskedload %c[%i, %i], %k, %v : memref<?x?xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  %7 = memref.load %c[%i, %i] : memref<?x?xi32>
  %8 = vector.load %c[%i, %i] : memref<?x?xi32>, vector<4xi32>
  return %6, %7, %8 : vector<8xi32>, i32, vector<4xi32>
}
func.func @cd(%m: memref<4x4xi32>, %t: memref<4x4xi32>, %s: memref<4x4xi32, strided<[?, 1], offset: ?>>, %s2: memref<4x4xi32, strided<[4, 1]>>) {
  %c = memref.cast %m : memref<4x4xi32> to memref<?x?xi32>
  %x = memref.cast %t : memref<4x4xi32> to memref<?x?xi32>
  memref.copy %c, %x : memref<?x?xi32> to memref<?x?xi32>
  memref.copy %m, %t : memref<4x4xi32> to memref<4x4xi32>
  %y = memref.cast %s : memref<4x4xi32, strided<[?, 1], offset: ?>> to memref<4x4xi32>
  memref.copy %y, %t : memref<4x4xi32> to memref<4x4xi32>
  %z = memref.cast %s2 : memref<4x4xi32, strided<[4, 1]>> to memref<4x4xi32>
  memref.copy %z, %t : memref<4x4xi32> to memref<4x4xi32>
  %w = memref.cast %t : memref<4x4xi32> to memref<4x4xi32, strided<[?, 1], offset: ?>>
  memref.copy %z, %w : memref<4x4xi32> to memref<4x4xi32, strided<[?, 1], offset: ?>>
  return
}
func.func @ce(%m: memref<?x4xi32, strided<[?, 1], offset: ?>>, %i: index) -> (i32, index) {
  %c = memref.cast %m : memref<?x4xi32, strided<[?, 1], offset: ?>> to memref<4x4xi32, strided<[4, 1], offset: ?>>
  %0 = memref.load %c[%i, %i] : memref<4x4xi32, strided<[4, 1], offset: ?>>
  %d = memref.dim %c, %i : memref<4x4xi32, strided<[4, 1], offset: ?>>
  return %0, %d : i32, index
}
