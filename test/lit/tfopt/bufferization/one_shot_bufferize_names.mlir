// RUN: tf-opt %s --split-input-file --one-shot-bufferize | filecheck %s

/// Constants are globals, each once. Upstream prints the same.
// CHECK: func.func @casts(%arg0: tensor<4x8xf32>) -> (tensor<?x8xf32>, tensor<*xf32>) {
// CHECK-NEXT: %0 = bufferization.to_buffer %arg0 : tensor<4x8xf32> to memref<4x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %0 : memref<4x8xf32, strided<[?, ?], offset: ?>> to memref<?x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %cast, %c0 : memref<?x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK-NEXT: memref.copy %cast, %alloc : memref<?x8xf32, strided<[?, ?], offset: ?>> to memref<?x8xf32>
// CHECK-NEXT: %1 = bufferization.to_tensor %alloc : memref<?x8xf32> to tensor<?x8xf32>
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %dim_1 = memref.dim %alloc, %c0_0 : memref<?x8xf32>
// CHECK-NEXT: %alloc_2 = memref.alloc(%dim_1) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK-NEXT: memref.copy %alloc, %alloc_2 : memref<?x8xf32> to memref<?x8xf32>
// CHECK-NEXT: %cast_3 = memref.cast %alloc_2 : memref<?x8xf32> to memref<*xf32>
// CHECK-NEXT: %2 = bufferization.to_tensor %cast_3 : memref<*xf32> to tensor<*xf32>
// CHECK-NEXT: return %1, %2 : tensor<?x8xf32>, tensor<*xf32>
// CHECK-NEXT: }
func.func @casts(%t: tensor<4x8xf32>) -> (tensor<?x8xf32>, tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x8xf32>
  %1 = tensor.cast %0 : tensor<?x8xf32> to tensor<*xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<*xf32>
}
// -----
// CHECK: memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
// CHECK-NEXT: memref.global "private" constant @__constant_2xi8_1 : memref<2xi8> = dense<[3, 4]> {alignment = 64 : i64}
// CHECK-NEXT: memref.global "private" constant @__constant_2xi8 : memref<2xi8> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK-NEXT: memref.global "private" constant @__constant_2xi32_0 : memref<2xi32> = dense<[3, 4]> {alignment = 64 : i64}
// CHECK-NEXT: memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK-NEXT: func.func @names(%arg0: index) -> (i32, i32, i8, i8, f32) {
// CHECK-NEXT: %0 = memref.get_global @__constant_2xi32 : memref<2xi32>
// CHECK-NEXT: %1 = memref.get_global @__constant_2xi32_0 : memref<2xi32>
// CHECK-NEXT: %2 = memref.get_global @__constant_2xi8 : memref<2xi8>
// CHECK-NEXT: %3 = memref.get_global @__constant_2xi8_1 : memref<2xi8>
// CHECK-NEXT: %4 = memref.get_global @__constant_2xf32 : memref<2xf32>
// CHECK-NEXT: %5 = memref.load %0[%arg0] : memref<2xi32>
// CHECK-NEXT: %6 = memref.load %1[%arg0] : memref<2xi32>
// CHECK-NEXT: %7 = memref.load %2[%arg0] : memref<2xi8>
// CHECK-NEXT: %8 = memref.load %3[%arg0] : memref<2xi8>
// CHECK-NEXT: %9 = memref.load %4[%arg0] : memref<2xf32>
// CHECK-NEXT: return %5, %6, %7, %8, %9 : i32, i32, i8, i8, f32
// CHECK-NEXT: }
func.func @names(%i: index) -> (i32, i32, i8, i8, f32) {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[3, 4]> : tensor<2xi32>
  %c = arith.constant dense<[1, 2]> : tensor<2xi8>
  %d = arith.constant dense<[3, 4]> : tensor<2xi8>
  %e = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = tensor.extract %a[%i] : tensor<2xi32>
  %1 = tensor.extract %b[%i] : tensor<2xi32>
  %2 = tensor.extract %c[%i] : tensor<2xi8>
  %3 = tensor.extract %d[%i] : tensor<2xi8>
  %4 = tensor.extract %e[%i] : tensor<2xf32>
  return %0, %1, %2, %3, %4 : i32, i32, i8, i8, f32
}
// -----
/// In the module around, where references find it. One that is aligned otherwise is another one.
// CHECK: memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<1.000000e+00> {alignment = 64 : i64}
// CHECK: module @inner {
// CHECK-NEXT: memref.global "private" constant @__constant_xi1 : memref<i1> = dense<true> {alignment = 64 : i64}
// CHECK-NEXT: func.func @rank_zero() -> i1 {
// CHECK-NEXT: %0 = memref.get_global @__constant_xi1 : memref<i1>
// CHECK: memref.global "private" constant @near : memref<2xf32> = dense<1.000000e+00> {alignment = 16 : i64}
// CHECK: %0 = memref.get_global @__constant_2xf32 : memref<2xf32>
module @inner {
  func.func @rank_zero() -> i1 {
    %c = arith.constant dense<true> : tensor<i1>
    %x = tensor.extract %c[] : tensor<i1>
    return %x : i1
  }
}
memref.global "private" constant @near : memref<2xf32> = dense<1.0> {alignment = 16 : i64}
func.func @aligned(%i: index) -> f32 {
  %c = arith.constant dense<1.0> : tensor<2xf32>
  %x = tensor.extract %c[%i] : tensor<2xf32>
  return %x : f32
}
