// RUN: tf-opt %s --split-input-file --one-shot-bufferize='allow-return-allocs-from-loops bufferize-function-boundaries' | filecheck %s

/// Loops hand on the memory that they got, or copies. Upstream prints the same.
// CHECK: func.func @b(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: index) -> memref<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %alloc) -> (memref<8xf32>) {
// CHECK-NEXT: %1 = memref.load %arg0[%arg2] : memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.store %1, %arg3[%arg2] : memref<8xf32>
// CHECK-NEXT: scf.yield %arg3 : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %cast = memref.cast %0 : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %0 : memref<8xf32>
// CHECK-NEXT: }
func.func @b(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %v = tensor.extract %t[%k] : tensor<8xf32>
    %x = tensor.insert %v into %a[%k] : tensor<8xf32>
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// -----
// CHECK: func.func @if(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: i1, %arg2: f32) -> memref<8xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.if %arg1 -> (memref<8xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT: scf.yield %arg0 : memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg2, %arg0[%c0] : memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: scf.yield %arg0 : memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @if(%t: tensor<8xf32>, %c: i1, %f: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> tensor<8xf32> {
    scf.yield %t : tensor<8xf32>
  } else {
    %x = tensor.insert %f into %t[%c0] : tensor<8xf32>
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// -----
// CHECK: func.func @swap(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: memref<8xf32, strided<[?], offset: ?>>, %arg2: index) -> (memref<8xf32, strided<[?], offset: ?>>, memref<8xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (memref<8xf32, strided<[?], offset: ?>>, memref<8xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT: memref.copy %arg5, %alloc : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT: memref.copy %arg4, %alloc_0 : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %cast_1 = memref.cast %alloc_0 : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: scf.yield %cast, %cast_1 : memref<8xf32, strided<[?], offset: ?>>, memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : memref<8xf32, strided<[?], offset: ?>>, memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @swap(%t: tensor<8xf32>, %u: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %b, %a : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// CHECK: func.func @while(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: f32) -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %0 = scf.while (%arg3 = %arg0) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %1 = memref.load %arg3[%arg1] : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %2 = arith.cmpf olt, %1, %arg2 : f32
// CHECK-NEXT: scf.condition(%2) %arg3 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: memref<4xf32, strided<[?], offset: ?>>):
// CHECK-NEXT: memref.store %arg2, %arg3[%arg1] : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: scf.yield %arg3 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @while(%t: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %r = scf.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.extract %a[%i] : tensor<4xf32>
    %c = arith.cmpf olt, %e, %f : f32
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    %x = tensor.insert %f into %b[%i] : tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// -----
// CHECK: func.func @forall(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: memref<8xf32, strided<[?], offset: ?>>, %arg2: index, %arg3: f32) -> memref<8xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: scf.forall (%arg4) in (4) {
// CHECK-NEXT: %subview = memref.subview %arg0[%arg4] [2] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<2xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.store %arg3, %subview[%arg2] : memref<2xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %arg0[%arg4] [2] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<2xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.copy %subview, %subview_0 : memref<2xf32, strided<[?], offset: ?>> to memref<2xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0 : memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @forall(%t: tensor<8xf32>, %u: tensor<8xf32>, %i: index, %f: f32) -> tensor<8xf32> {
  %r = scf.forall (%k) in (4) shared_outs(%o = %t) -> tensor<8xf32> {
    %s = tensor.extract_slice %o[%k] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %x = tensor.insert %f into %s[%i] : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%k] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
