// RUN: tf-opt %s --split-input-file --one-shot-bufferize | filecheck %s

/// What is written to is copied where a later operation reads it, or a caller. Upstream prints the same.
// CHECK: func.func @a(%arg0: tensor<8xf32>, %arg1: index, %arg2: f32) -> (tensor<8xf32>, f32) {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %1 = bufferization.to_buffer %arg0 : tensor<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT: memref.copy %1, %alloc : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
// CHECK-NEXT: memref.store %arg2, %alloc[%arg1] : memref<8xf32>
// CHECK-NEXT: %2 = bufferization.to_tensor %alloc : memref<8xf32> to tensor<8xf32>
// CHECK-NEXT: %3 = memref.load %0[%arg1] : memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %2, %3 : tensor<8xf32>, f32
// CHECK-NEXT: }
func.func @a(%t: tensor<8xf32>, %i: index, %f: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %f into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
// -----
// CHECK: func.func @b(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: index) -> tensor<?x4xf32> {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %1 = bufferization.to_buffer %arg0 : tensor<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %subview = memref.subview %1[%arg1, 0] [%arg2, 2] [1, 1] : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x2xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %subview, %c0_0 : memref<?x2xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?x2xf32>
// CHECK-NEXT: memref.copy %subview, %alloc : memref<?x2xf32, strided<[?, ?], offset: ?>> to memref<?x2xf32>
// CHECK-NEXT: %2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %alloc) -> (memref<?x2xf32>) {
// CHECK-NEXT: %4 = memref.load %arg4[%arg3, %c0] : memref<?x2xf32>
// CHECK-NEXT: %5 = arith.addf %4, %4 : f32
// CHECK-NEXT: memref.store %5, %arg4[%arg3, %c1] : memref<?x2xf32>
// CHECK-NEXT: scf.yield %arg4 : memref<?x2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %dim_2 = memref.dim %0, %c0_1 : memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %alloc_3 = memref.alloc(%dim_2) {alignment = 64 : i64} : memref<?x4xf32>
// CHECK-NEXT: memref.copy %0, %alloc_3 : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32>
// CHECK-NEXT: %subview_4 = memref.subview %alloc_3[%arg1, 0] [%arg2, 2] [1, 1] : memref<?x4xf32> to memref<?x2xf32, strided<[4, 1], offset: ?>>
// CHECK-NEXT: memref.copy %2, %subview_4 : memref<?x2xf32> to memref<?x2xf32, strided<[4, 1], offset: ?>>
// CHECK-NEXT: %3 = bufferization.to_tensor %alloc_3 : memref<?x4xf32> to tensor<?x4xf32>
// CHECK-NEXT: return %3 : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @b(%t: tensor<?x4xf32>, %i: index, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %t[%i, 0][%n, 2][1,1] : tensor<?x4xf32> to tensor<?x2xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %s) -> tensor<?x2xf32> {
    %v = tensor.extract %a[%k, %c0] : tensor<?x2xf32>
    %w = arith.addf %v, %v : f32
    %x = tensor.insert %w into %a[%k, %c1] : tensor<?x2xf32>
    scf.yield %x : tensor<?x2xf32>
  }
  %o = tensor.insert_slice %r into %t[%i, 0][%n, 2][1,1] : tensor<?x2xf32> into tensor<?x4xf32>
  return %o : tensor<?x4xf32>
}
// -----
// CHECK: memref.global "private" constant @__constant_4xf32_0 : memref<4xf32> = dense<7.000000e+00> {alignment = 64 : i64}
// CHECK-NEXT: memref.global "private" constant @__constant_4xf32 : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> {alignment = 64 : i64}
// CHECK-NEXT: func.func @const(%arg0: index, %arg1: f32) -> (tensor<4xf32>, f32) {
// CHECK-NEXT: %0 = memref.get_global @__constant_4xf32 : memref<4xf32>
// CHECK-NEXT: %1 = memref.get_global @__constant_4xf32_0 : memref<4xf32>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %0, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: memref.store %arg1, %alloc[%arg0] : memref<4xf32>
// CHECK-NEXT: %2 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: %3 = memref.load %1[%arg0] : memref<4xf32>
// CHECK-NEXT: return %2, %3 : tensor<4xf32>, f32
// CHECK-NEXT: }
func.func @const(%i: index, %f: f32) -> (tensor<4xf32>, f32) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %s = arith.constant dense<7.0> : tensor<4xf32>
  %r = tensor.insert %f into %c[%i] : tensor<4xf32>
  %e = tensor.extract %s[%i] : tensor<4xf32>
  return %r, %e : tensor<4xf32>, f32
}
// -----
// CHECK: func.func @cfg(%arg0: tensor<4xf32>, %arg1: i1, %arg2: index, %arg3: f32) -> tensor<4xf32> {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: cf.cond_br %arg1, ^bb1(%arg0 : tensor<4xf32>), ^bb2
// CHECK-NEXT: ^bb1(%1: tensor<4xf32>):  // pred: ^bb0
// CHECK-NEXT: %2 = bufferization.to_buffer %1 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %2, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// CHECK-NEXT: memref.store %arg3, %alloc[%arg2] : memref<4xf32>
// CHECK-NEXT: %3 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: cf.br ^bb3(%3 : tensor<4xf32>)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %0, %alloc_0 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// CHECK-NEXT: memref.store %arg3, %alloc_0[%arg2] : memref<4xf32>
// CHECK-NEXT: %4 = bufferization.to_tensor %alloc_0 : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: cf.br ^bb3(%4 : tensor<4xf32>)
// CHECK-NEXT: ^bb3(%5: tensor<4xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: return %5 : tensor<4xf32>
// CHECK-NEXT: }
func.func @cfg(%t: tensor<4xf32>, %c: i1, %i: index, %f: f32) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1(%t : tensor<4xf32>), ^bb2
^bb1(%a: tensor<4xf32>):
  %x = tensor.insert %f into %a[%i] : tensor<4xf32>
  cf.br ^bb3(%x : tensor<4xf32>)
^bb2:
  %y = tensor.insert %f into %t[%i] : tensor<4xf32>
  cf.br ^bb3(%y : tensor<4xf32>)
^bb3(%z: tensor<4xf32>):
  return %z : tensor<4xf32>
}
// -----
// CHECK: func.func @cfgloop(%arg0: tensor<4xf32>, %arg1: i1, %arg2: index, %arg3: f32) -> (tensor<4xf32>, f32) {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: cf.br ^bb1(%arg0 : tensor<4xf32>)
// CHECK-NEXT: ^bb1(%1: tensor<4xf32>):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %2 = bufferization.to_buffer %1 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %2, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// CHECK-NEXT: memref.store %arg3, %alloc[%arg2] : memref<4xf32>
// CHECK-NEXT: %3 = bufferization.to_tensor %alloc : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: %4 = memref.load %0[%arg2] : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: cf.cond_br %arg1, ^bb1(%3 : tensor<4xf32>), ^bb2(%3 : tensor<4xf32>)
// CHECK-NEXT: ^bb2(%5: tensor<4xf32>):  // pred: ^bb1
// CHECK-NEXT: return %5, %4 : tensor<4xf32>, f32
// CHECK-NEXT: }
func.func @cfgloop(%t: tensor<4xf32>, %c: i1, %i: index, %f: f32) -> (tensor<4xf32>, f32) {
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%a: tensor<4xf32>):
  %x = tensor.insert %f into %a[%i] : tensor<4xf32>
  %e = tensor.extract %t[%i] : tensor<4xf32>
  cf.cond_br %c, ^bb1(%x : tensor<4xf32>), ^bb2(%x : tensor<4xf32>)
^bb2(%z: tensor<4xf32>):
  return %z, %e : tensor<4xf32>, f32
}
// -----
// CHECK: func.func @alloc(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: f32) -> tensor<?xf32> {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT: memref.store %arg3, %alloc[%arg2] : memref<?xf32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %0, %c0 : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc_0 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT: memref.copy %0, %alloc_0 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
// CHECK-NEXT: memref.store %arg3, %alloc_0[%arg2] : memref<?xf32>
// CHECK-NEXT: %1 = memref.load %alloc[%arg2] : memref<?xf32>
// CHECK-NEXT: memref.store %1, %alloc_0[%arg2] : memref<?xf32>
// CHECK-NEXT: %2 = bufferization.to_tensor %alloc_0 : memref<?xf32> to tensor<?xf32>
// CHECK-NEXT: memref.dealloc %alloc : memref<?xf32>
// CHECK-NEXT: return %2 : tensor<?xf32>
// CHECK-NEXT: }
func.func @alloc(%t: tensor<?xf32>, %n: index, %i: index, %f: f32) -> tensor<?xf32> {
  %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %3 = tensor.insert %f into %2[%i] : tensor<?xf32>
  %4 = tensor.extract %1[%i] : tensor<?xf32>
  %5 = tensor.insert %4 into %3[%i] : tensor<?xf32>
  bufferization.dealloc_tensor %1 : tensor<?xf32>
  return %5 : tensor<?xf32>
}
// -----
// CHECK: func.func @memrefs(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) -> f32 {
// CHECK-NEXT: memref.store %arg2, %arg0[%arg1] : memref<?xf32>
// CHECK-NEXT: %0 = memref.load %arg0[%arg1] : memref<?xf32>
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @memrefs(%m: memref<?xf32>, %i: index, %f: f32) -> f32 {
  %t = bufferization.to_tensor %m restrict writable : memref<?xf32> to tensor<?xf32>
  %1 = tensor.insert %f into %t[%i] : tensor<?xf32>
  %2 = tensor.extract %1[%i] : tensor<?xf32>
  return %2 : f32
}
// -----
// CHECK: func.func @memrefs2(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT: %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<?xf32> to memref<?xf32>
// CHECK-NEXT: memref.store %arg2, %alloc[%arg1] : memref<?xf32>
// CHECK-NEXT: %0 = memref.load %alloc[%arg1] : memref<?xf32>
// CHECK-NEXT: %1 = memref.load %alloc[%arg1] : memref<?xf32>
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
func.func @memrefs2(%m: memref<?xf32>, %i: index, %f: f32) -> f32 {
  %t = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  %1 = tensor.insert %f into %t[%i] : tensor<?xf32>
  %2 = tensor.extract %1[%i] : tensor<?xf32>
  %b = bufferization.to_buffer %1 : tensor<?xf32> to memref<?xf32>
  %3 = memref.load %b[%i] : memref<?xf32>
  return %3 : f32
}
// -----
// CHECK: func.func @er(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: index, %arg3: f32) -> tensor<4xf32> {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %1 = scf.execute_region -> memref<4xf32> {
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %0, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
// CHECK-NEXT: memref.store %arg3, %alloc[%arg2] : memref<4xf32>
// CHECK-NEXT: scf.yield %alloc : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = bufferization.to_tensor %1 : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: return %2 : tensor<4xf32>
// CHECK-NEXT: }
func.func @er(%t: tensor<4xf32>, %u: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %r = scf.execute_region -> tensor<4xf32> {
    %1 = tensor.insert %f into %t[%i] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// -----
// CHECK: func.func @dyn(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: f32, %arg4: index) -> (tensor<?xf32>, index, tensor<?x?xf32>) {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg1 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %1 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %2 = bufferization.to_buffer %arg0 : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %subview = memref.subview %2[%arg2, 0] [1, %arg4] [1, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %subview, %c0 : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT: memref.copy %subview, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
// CHECK-NEXT: %3 = bufferization.to_tensor %alloc : memref<?xf32> to tensor<?xf32>
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %dim_1 = memref.dim %subview, %c0_0 : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %c0_2 = arith.constant 0 : index
// CHECK-NEXT: %dim_3 = memref.dim %1, %c0_2 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %dim_4 = memref.dim %1, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %alloc_5 = memref.alloc(%dim_3, %dim_4) {alignment = 64 : i64} : memref<?x?xf32>
// CHECK-NEXT: memref.copy %1, %alloc_5 : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
// CHECK-NEXT: %subview_6 = memref.subview %alloc_5[0, %arg2] [%arg4, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.copy %0, %subview_6 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %4 = bufferization.to_tensor %alloc_5 : memref<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %3, %dim_1, %4 : tensor<?xf32>, index, tensor<?x?xf32>
// CHECK-NEXT: }
func.func @dyn(%t: tensor<?x?xf32>, %u: tensor<?xf32>, %i: index, %f: f32, %n: index) -> (tensor<?xf32>, index, tensor<?x?xf32>) {
  %s = tensor.extract_slice %t[%i, 0] [1, %n] [1, 2] : tensor<?x?xf32> to tensor<?xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %s, %c0 : tensor<?xf32>
  %v = tensor.insert_slice %u into %t[0, %i] [%n, 1] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
  return %s, %d, %v : tensor<?xf32>, index, tensor<?x?xf32>
}
// -----
// CHECK: func.func @reshape(%arg0: tensor<2x4xf32>, %arg1: tensor<1xi64>) -> tensor<8xf32> {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<2x4xf32> to memref<2x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %1 = bufferization.to_buffer %arg1 : tensor<1xi64> to memref<1xi64, strided<[?], offset: ?>>
// CHECK-NEXT: %2 = bufferization.to_buffer %arg0 : tensor<2x4xf32> to memref<2x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x4xf32>
// CHECK-NEXT: memref.copy %0, %alloc : memref<2x4xf32, strided<[?, ?], offset: ?>> to memref<2x4xf32>
// CHECK-NEXT: %reshape = memref.reshape %alloc(%1) : (memref<2x4xf32>, memref<1xi64, strided<[?], offset: ?>>) -> memref<8xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT: memref.copy %reshape, %alloc_0 : memref<8xf32> to memref<8xf32>
// CHECK-NEXT: %3 = bufferization.to_tensor %alloc_0 : memref<8xf32> to tensor<8xf32>
// CHECK-NEXT: return %3 : tensor<8xf32>
// CHECK-NEXT: }
func.func @reshape(%t: tensor<2x4xf32>, %s: tensor<1xi64>) -> tensor<8xf32> {
  %r = tensor.reshape %t(%s) : (tensor<2x4xf32>, tensor<1xi64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// -----
// CHECK: func.func @transfer(%arg0: tensor<?x8xf32>, %arg1: vector<4x8xf32>, %arg2: f32, %arg3: index, %arg4: vector<4x8xi1>) -> (vector<8xf32>, tensor<?x8xf32>) {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %1 = bufferization.to_buffer %arg0 : tensor<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %1, %c0_0 : memref<?x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK-NEXT: memref.copy %1, %alloc : memref<?x8xf32, strided<[?, ?], offset: ?>> to memref<?x8xf32>
// CHECK-NEXT: vector.transfer_write %arg1, %alloc[%arg3, %c0], %arg4 {in_bounds = [false, true]} : vector<4x8xf32>, memref<?x8xf32>
// CHECK-NEXT: %2 = bufferization.to_tensor %alloc : memref<?x8xf32> to tensor<?x8xf32>
// CHECK-NEXT: %3 = vector.transfer_read %0[%arg3, %c0], %arg2 : memref<?x8xf32, strided<[?, ?], offset: ?>>, vector<8xf32>
// CHECK-NEXT: return %3, %2 : vector<8xf32>, tensor<?x8xf32>
// CHECK-NEXT: }
func.func @transfer(%t: tensor<?x8xf32>, %v: vector<4x8xf32>, %f: f32, %i: index, %m: vector<4x8xi1>) -> (vector<8xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%i, %c0], %m {in_bounds = [false, true]} : vector<4x8xf32>, tensor<?x8xf32>
  %r = vector.transfer_read %t[%i, %c0], %f : tensor<?x8xf32>, vector<8xf32>
  return %r, %w : vector<8xf32>, tensor<?x8xf32>
}
