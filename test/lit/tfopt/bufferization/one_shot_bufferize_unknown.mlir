// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --one-shot-bufferize='allow-unknown-ops unknown-type-conversion=identity-layout-map' | filecheck %s

/// What cannot become buffers stays, between casts. Upstream prints the same.
// CHECK: func.func @unknown(%arg0: tensor<4xf32>, %arg1: index, %arg2: f32) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "test.op"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %1 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %1, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: memref.store %arg2, %alloc[%arg1] : memref<4xf32>
// CHECK-NEXT: %2 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: return %2 : tensor<4xf32>
// CHECK-NEXT: }
func.func @unknown(%t: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %r = "test.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert %f into %r[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
// CHECK: func.func @elementwise(%arg0: tensor<4xf32>, %arg1: index, %arg2: f32) -> tensor<4xf32> {
// CHECK-NEXT: %0 = arith.addf %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
// CHECK-NEXT: }
func.func @elementwise(%t: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %r = arith.addf %t, %t : tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
/// Of a buffer without a rank the layout is open.
// CHECK: func.func @unranked(%arg0: tensor<*xf32>, %arg1: index) -> f32 {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<*xf32> to memref<*xf32>
// CHECK-NEXT: %cast = memref.cast %0 : memref<*xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %1 = memref.load %cast[%arg1] : memref<?xf32, strided<[?], offset: ?>>
func.func @unranked(%t: tensor<*xf32>, %i: index) -> f32 {
  %c = tensor.cast %t : tensor<*xf32> to tensor<?xf32>
  %x = tensor.extract %c[%i] : tensor<?xf32>
  return %x : f32
}
