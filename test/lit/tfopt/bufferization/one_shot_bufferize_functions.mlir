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
/// Of the rank that the function says; upstream returns what was cast, which its callers cannot read.
// CHECK: func.func @unranked(%arg0: memref<*xf32>, %arg1: index) -> (index, memref<?xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT: %0 = memref.rank %arg0 : memref<*xf32>
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<*xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %0, %cast : index, memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @unranked(%t: tensor<*xf32>, %i: index) -> (index, tensor<?xf32>) {
  %r = tensor.rank %t : tensor<*xf32>
  %c = tensor.cast %t : tensor<*xf32> to tensor<?xf32>
  return %r, %c : index, tensor<?xf32>
}
// -----
// CHECK: func.func private @e(memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
func.func private @e(tensor<4xf32>) -> tensor<4xf32>
// -----
/// Functions of inner modules stay.
// CHECK: module @inner {
// CHECK-NEXT: func.func @f(%arg0: tensor<2xi4>, %arg1: index, %arg2: i4) -> tensor<2xi4> {
// CHECK-NEXT: %cst = arith.constant dense<3> : tensor<2xi4>
// CHECK-NEXT: %inserted = tensor.insert %arg2 into %arg0[%arg1] : tensor<2xi4>
// CHECK-NEXT: return %cst : tensor<2xi4>
// CHECK: func.func @g(%arg0: memref<2xi4, strided<[?], offset: ?>>) -> memref<2xi4, strided<[?], offset: ?>> {
module @inner {
  func.func @f(%t: tensor<2xi4>, %i: index, %v: i4) -> tensor<2xi4> {
    %c = arith.constant dense<3> : tensor<2xi4>
    %x = tensor.insert %v into %t[%i] : tensor<2xi4>
    return %c : tensor<2xi4>
  }
}
func.func @g(%t: tensor<2xi4>) -> tensor<2xi4> {
  return %t : tensor<2xi4>
}
// -----
// CHECK: func.func @no_dimensions(%arg0: memref<1x1xf32, strided<[?, ?], offset: ?>>, %arg1: f32) -> memref<1x1x1xf32, strided<[1, 1, 1], offset: ?>> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 [] : memref<1x1xf32, strided<[?, ?], offset: ?>> into memref<f32, strided<[], offset: ?>>
// CHECK-NEXT: memref.store %arg1, %collapse_shape[] : memref<f32, strided<[], offset: ?>>
// CHECK-NEXT: %expand_shape = memref.expand_shape %collapse_shape [] output_shape [1, 1, 1] : memref<f32, strided<[], offset: ?>> into memref<1x1x1xf32, strided<[1, 1, 1], offset: ?>>
func.func @no_dimensions(%t: tensor<1x1xf32>, %v: f32) -> tensor<1x1x1xf32> {
  %a = tensor.collapse_shape %t [] : tensor<1x1xf32> into tensor<f32>
  %b = tensor.insert %v into %a[] : tensor<f32>
  %c = tensor.expand_shape %b [] output_shape [1, 1, 1] : tensor<f32> into tensor<1x1x1xf32>
  return %c : tensor<1x1x1xf32>
}
