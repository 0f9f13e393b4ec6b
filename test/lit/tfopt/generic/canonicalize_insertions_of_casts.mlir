// RUN: tf-opt %s --split-input-file --canonicalize | filecheck %s

/// What is expected is what upstream's pass prints. The last has more rows than there are: it stays.

func.func @a(%t: tensor<8x8xf32>, %s: tensor<2x2xf32>, %i: index, %n: index) -> tensor<8x8xf32> {
  %0 = tensor.cast %s : tensor<2x2xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %t[%n, %i] [%n, %i] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
func.func @b(%t: tensor<8x8xf32>, %s: tensor<2x?xf32>, %i: index, %n: index) -> tensor<8x8xf32> {
  %0 = tensor.cast %s : tensor<2x?xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %t[%n, %i] [%n, %i] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
func.func @c(%t: tensor<8x8xf32>, %s: tensor<2xf32>, %i: index, %n: index) -> tensor<8x8xf32> {
  %0 = tensor.cast %s : tensor<2xf32> to tensor<?xf32>
  %1 = tensor.insert_slice %0 into %t[%n, %i] [1, %i] [1, 1] : tensor<?xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
func.func @d(%t: tensor<?x8xf32>, %s: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x8xf32> {
  %0 = tensor.cast %s : tensor<?x?xf32> to tensor<2x?xf32>
  %1 = tensor.insert_slice %0 into %t[%n, %i] [2, %i] [1, 1] : tensor<2x?xf32> into tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
// -----
func.func @e(%t: tensor<8x8xf32>, %s: tensor<16x2xf32>, %i: index, %n: index) -> tensor<8x8xf32> {
  %0 = tensor.cast %s : tensor<16x2xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %t[0, %i] [%n, %i] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK: func.func @a(%arg0: tensor<8x8xf32>, %arg1: tensor<2x2xf32>, %arg2: index, %arg3: index) -> tensor<8x8xf32> {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg3, %arg2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8x8xf32>
// CHECK-NEXT: }
// CHECK: func.func @b(%arg0: tensor<8x8xf32>, %arg1: tensor<2x?xf32>, %arg2: index, %arg3: index) -> tensor<8x8xf32> {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg3, %arg2] [2, %arg2] [1, 1] : tensor<2x?xf32> into tensor<8x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8x8xf32>
// CHECK-NEXT: }
// CHECK: func.func @c(%arg0: tensor<8x8xf32>, %arg1: tensor<2xf32>, %arg2: index, %arg3: index) -> tensor<8x8xf32> {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg3, %arg2] [1, 2] [1, 1] : tensor<2xf32> into tensor<8x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8x8xf32>
// CHECK-NEXT: }
// CHECK: func.func @d(%arg0: tensor<?x8xf32>, %arg1: tensor<?x?xf32>, %arg2: index, %arg3: index) -> tensor<?x8xf32> {
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<?x?xf32> to tensor<2x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %cast into %arg0[%arg3, %arg2] [2, %arg2] [1, 1] : tensor<2x?xf32> into tensor<?x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<?x8xf32>
// CHECK-NEXT: }
// CHECK: func.func @e(%arg0: tensor<8x8xf32>, %arg1: tensor<16x2xf32>, %arg2: index, %arg3: index) -> tensor<8x8xf32> {
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<16x2xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %cast into %arg0[0, %arg2] [%arg3, %arg2] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8x8xf32>
// CHECK-NEXT: }
