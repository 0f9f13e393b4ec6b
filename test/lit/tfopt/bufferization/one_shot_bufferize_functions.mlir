// RUN: tf-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries' | filecheck %s

/// Callers copy what callees write. Upstream prints the same.
// CHECK: func.func private @ext(memref<4xf32, strided<[?], offset: ?>>)
// CHECK-NEXT: func.func @callee(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: f32) -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: memref.store %arg2, %arg0[%arg1] : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %arg0 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @caller(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: f32) -> (memref<4xf32, strided<[?], offset: ?>>, f32) {
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %0 = call @callee(%cast, %arg1, %arg2) : (memref<4xf32, strided<[?], offset: ?>>, index, f32) -> memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %1 = memref.load %arg0[%arg1] : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %0, %alloc_0 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// CHECK-NEXT: %cast_1 = memref.cast %alloc_0 : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: call @ext(%cast_1) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
// CHECK-NEXT: return %0, %1 : memref<4xf32, strided<[?], offset: ?>>, f32
// CHECK-NEXT: }
func.func private @ext(tensor<4xf32>)
func.func @callee(%t: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %r = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @caller(%t: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, f32) {
  %r = call @callee(%t, %i, %f) : (tensor<4xf32>, index, f32) -> tensor<4xf32>
  %e = tensor.extract %t[%i] : tensor<4xf32>
  call @ext(%r) : (tensor<4xf32>) -> ()
  return %r, %e : tensor<4xf32>, f32
}
// -----
// CHECK: #map = affine_map<(d0) -> (d0 + 3)>
// CHECK: func.func @attrs(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, #map> {foo.x}, %arg2: f32, %arg3: index) -> (memref<4xf32>, memref<4xf32, #map>) {
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// CHECK-NEXT: memref.store %arg2, %alloc[%arg3] : memref<4xf32>
// CHECK-NEXT: memref.store %arg2, %arg1[%arg3] : memref<4xf32, #map>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %cast_0 = memref.cast %arg1 : memref<4xf32, #map> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %alloc, %arg1 : memref<4xf32>, memref<4xf32, #map>
// CHECK-NEXT: }
func.func @attrs(%t: tensor<4xf32> {bufferization.writable = false}, %u: tensor<4xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0 + 3)>, foo.x}, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %1 = tensor.insert %f into %t[%i] : tensor<4xf32>
  %2 = tensor.insert %f into %u[%i] : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
// -----
// CHECK: func.func @rec(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: i1, %arg2: f32, %arg3: index) -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %0 = scf.if %arg1 -> (memref<4xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT: %1 = func.call @rec(%arg0, %arg1, %arg2, %arg3) : (memref<4xf32, strided<[?], offset: ?>>, i1, f32, index) -> memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: scf.yield %1 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg0 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @rec(%t: tensor<4xf32>, %c: i1, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %1 = func.call @rec(%t, %c, %f, %i) : (tensor<4xf32>, i1, f32, index) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %t : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
// CHECK: func.func @two(%arg0: i1, %arg1: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: return %arg1 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: return %arg1 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @two(%c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %t : tensor<4xf32>
^b:
  return %t : tensor<4xf32>
}
// -----
// CHECK: func.func @mat2(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: memref<?xf32, strided<[?], offset: ?>>, %arg2: index, %arg3: f32) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg2] : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.copy %arg0, %arg1 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %arg1 : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @mat2(%t: tensor<?xf32>, %d: tensor<?xf32>, %i: index, %f: f32) -> tensor<?xf32> {
  %1 = tensor.insert %f into %t[%i] : tensor<?xf32>
  %2 = bufferization.materialize_in_destination %1 in %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
// -----
// CHECK: func.func @unranked(%arg0: memref<*xf32>, %arg1: index) -> (index, memref<*xf32>) {
// CHECK-NEXT: %0 = memref.rank %arg0 : memref<*xf32>
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<*xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %0, %arg0 : index, memref<*xf32>
// CHECK-NEXT: }
func.func @unranked(%t: tensor<*xf32>, %i: index) -> (index, tensor<?xf32>) {
  %r = tensor.rank %t : tensor<*xf32>
  %c = tensor.cast %t : tensor<*xf32> to tensor<?xf32>
  return %r, %c : index, tensor<?xf32>
}
// -----
// CHECK: func.func private @e(memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
func.func private @e(tensor<4xf32>) -> tensor<4xf32>
