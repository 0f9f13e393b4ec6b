// RUN: tf-opt %s --split-input-file --buffer-results-to-out-params='hoist-dynamic-allocs' | filecheck %s

/// Sizes that are arguments. Upstream prints the same.
// CHECK: func.func private @ext() -> memref<2xf32>
// CHECK-NEXT: func.func private @callee(%arg0: memref<4xf32>, %arg1: index, %arg2: memref<4xf32>, %arg3: memref<?xf32>) -> f32 {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: memref.copy %alloc, %arg2 : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: return %cst : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @caller(%arg0: memref<4xf32>, %arg1: index) -> memref<4xf32> {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc(%arg1) : memref<?xf32>
// CHECK-NEXT: %0 = call @callee(%arg0, %arg1, %alloc, %alloc_0) : (memref<4xf32>, index, memref<4xf32>, memref<?xf32>) -> f32
// CHECK-NEXT: return %alloc : memref<4xf32>
// CHECK-NEXT: }
func.func private @ext() -> memref<2xf32>
func.func private @callee(%a: memref<4xf32>, %n: index) -> (memref<4xf32>, f32, memref<?xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %a, %0 : memref<4xf32> to memref<4xf32>
  %c = arith.constant 1.0 : f32
  %1 = memref.alloc(%n) : memref<?xf32>
  return %0, %c, %1 : memref<4xf32>, f32, memref<?xf32>
}
func.func @caller(%a: memref<4xf32>, %n: index) -> memref<4xf32> {
  %0:3 = call @callee(%a, %n) : (memref<4xf32>, index) -> (memref<4xf32>, f32, memref<?xf32>)
  return %0#0 : memref<4xf32>
}
// -----
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
