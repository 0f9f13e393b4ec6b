// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --buffer-results-to-out-params | filecheck %s

/// Functions that others may call stay. Upstream prints the same.
// CHECK: func.func private @ext() -> memref<2xf32>
// CHECK-NEXT: func.func private @callee(%arg0: memref<4xf32>, %arg1: index, %arg2: memref<4xf32>) -> f32 {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %alloc_0 = memref.alloc(%arg1) : memref<?xf32>
// CHECK-NEXT: memref.copy %alloc, %arg2 : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: return %cst : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @caller(%arg0: memref<4xf32>, %arg1: index) -> memref<4xf32> {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %0 = call @callee(%arg0, %arg1, %alloc) : (memref<4xf32>, index, memref<4xf32>) -> f32
// CHECK-NEXT: return %alloc : memref<4xf32>
// CHECK-NEXT: }
func.func private @ext() -> memref<2xf32>
func.func private @callee(%a: memref<4xf32>, %n: index) -> (memref<4xf32>, f32) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %a, %0 : memref<4xf32> to memref<4xf32>
  %c = arith.constant 1.0 : f32
  %1 = memref.alloc(%n) : memref<?xf32>
  return %0, %c : memref<4xf32>, f32
}
func.func @caller(%a: memref<4xf32>, %n: index) -> memref<4xf32> {
  %0:2 = call @callee(%a, %n) : (memref<4xf32>, index) -> (memref<4xf32>, f32)
  return %0#0 : memref<4xf32>
}
// -----
// CHECK: func.func private @dyn(%arg0: memref<4xf32>, %arg1: memref<4xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.copy %cast, %arg1 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @pub(%arg0: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: return %arg0 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @c(%arg0: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: call @dyn(%arg0, %cast) : (memref<4xf32>, memref<4xf32, strided<[?], offset: ?>>) -> ()
// CHECK-NEXT: %0 = call @pub(%arg0) : (memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT: %1 = call @ext() : () -> memref<2xf32>
// CHECK-NEXT: "test.use"(%cast, %1) : (memref<4xf32, strided<[?], offset: ?>>, memref<2xf32>) -> ()
// CHECK-NEXT: return %0 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @ext() -> memref<2xf32>
func.func private @dyn(%a: memref<4xf32>) -> (memref<4xf32, strided<[?], offset: ?>>) {
  %c = memref.cast %a : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return %c : memref<4xf32, strided<[?], offset: ?>>
}
func.func @pub(%a: memref<4xf32>) -> (memref<4xf32>) {
  return %a : memref<4xf32>
}
func.func @c(%a: memref<4xf32>) -> (memref<4xf32>) {
  %0 = call @dyn(%a) : (memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>>
  %1 = call @pub(%a) : (memref<4xf32>) -> memref<4xf32>
  %2 = call @ext() : () -> memref<2xf32>
  "test.use"(%0, %2) : (memref<4xf32, strided<[?], offset: ?>>, memref<2xf32>) -> ()
  return %1 : memref<4xf32>
}
func.func private @ext() -> memref<2xf32>
// -----
// CHECK: func.func private @attr(%arg0: memref<4xf32>, %arg1: memref<4xf32> {test.x}) {
// CHECK-NEXT: memref.copy %arg0, %arg1 : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func private @attr(%a: memref<4xf32>) -> (memref<4xf32> {test.x}) {
  return %a : memref<4xf32>
}
// -----
// CHECK: func.func private @un(%arg0: memref<4xf32>) -> memref<*xf32> {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4xf32> to memref<*xf32>
// CHECK-NEXT: return %cast : memref<*xf32>
// CHECK-NEXT: }
func.func private @un(%a: memref<4xf32>) -> memref<*xf32> {
  %c = memref.cast %a : memref<4xf32> to memref<*xf32>
  return %c : memref<*xf32>
}
