// RUN: tf-opt %s --split-input-file --canonicalize | filecheck %s

/// What is expected is what upstream's pass prints: a number that was just put in is told of constant indices alone.

func.func @a(%t: tensor<4x?xf32>, %x: f32, %i: index) -> f32 {
  %0 = tensor.insert %x into %t[%i, %i] : tensor<4x?xf32>
  %1 = tensor.extract %0[%i, %i] : tensor<4x?xf32>
  return %1 : f32
}
// -----
func.func @b(%t: tensor<4x8xf32>, %x: f32, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%c1, %i] : tensor<4x8xf32>
  %1 = tensor.extract %0[%c1, %i] : tensor<4x8xf32>
  return %1 : f32
}
// -----
func.func @c(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%c1] : tensor<4xf32>
  %1 = tensor.extract %0[%c1] : tensor<4xf32>
  return %1 : f32
}
// -----
func.func @d(%t: tensor<4x4xf32>, %x: f32, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.insert %x into %t[%c1, %c2] : tensor<4x4xf32>
  %1 = tensor.extract %0[%c1, %c2] : tensor<4x4xf32>
  return %1 : f32
}
// -----
func.func @carry(%x: i32, %y: i32) -> (i32, i1, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %a = arith.constant -1 : i32
  %b = arith.constant 2 : i32
  %0, %1 = arith.addui_extended %a, %b : i32, i1
  %2, %3 = arith.mulsi_extended %a, %b : i32
  %4, %5 = arith.mului_extended %x, %c0 : i32
  return %0, %1, %2, %3, %4, %5 : i32, i1, i32, i32, i32, i32
}

// CHECK: func.func @a(%arg0: tensor<4x?xf32>, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%arg2, %arg2] : tensor<4x?xf32>
// CHECK-NEXT: %extracted = tensor.extract %inserted[%arg2, %arg2] : tensor<4x?xf32>
// CHECK-NEXT: return %extracted : f32
// CHECK-NEXT: }
// CHECK: func.func @b(%arg0: tensor<4x8xf32>, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%c1, %arg2] : tensor<4x8xf32>
// CHECK-NEXT: %extracted = tensor.extract %inserted[%c1, %arg2] : tensor<4x8xf32>
// CHECK-NEXT: return %extracted : f32
// CHECK-NEXT: }
// CHECK: func.func @c(%arg0: tensor<4xf32>, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT: return %arg1 : f32
// CHECK-NEXT: }
// CHECK: func.func @d(%arg0: tensor<4x4xf32>, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT: return %arg1 : f32
// CHECK-NEXT: }
// CHECK: func.func @carry(%arg0: i32, %arg1: i32) -> (i32, i1, i32, i32, i32, i32) {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT: %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: return %c1_i32, %true, %c-2_i32, %c-1_i32, %c0_i32, %c0_i32 : i32, i1, i32, i32, i32, i32
// CHECK-NEXT: }
