// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of views of buffers.

// CHECK: func.func @casts(%arg0: memref<4x8xf32>, %arg1: memref<*xf32>) -> (memref<4x8xf32>, memref<?x8xf32>, memref<*xf32>) {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x8xf32> to memref<?x8xf32>
// CHECK-NEXT: %cast_0 = memref.cast %arg0 : memref<4x8xf32> to memref<*xf32>
// CHECK-NEXT: return %arg0, %cast, %cast_0 : memref<4x8xf32>, memref<?x8xf32>, memref<*xf32>
// CHECK-NEXT: }
func.func @casts(%m: memref<4x8xf32>, %u: memref<*xf32>) -> (memref<4x8xf32>, memref<?x8xf32>, memref<*xf32>) {
  %0 = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %1 = memref.cast %0 : memref<?x?xf32> to memref<4x8xf32>
  %2 = memref.cast %0 : memref<?x?xf32> to memref<?x8xf32>
  %3 = memref.cast %2 : memref<?x8xf32> to memref<*xf32>
  return %1, %2, %3 : memref<4x8xf32>, memref<?x8xf32>, memref<*xf32>
}

// -----

// CHECK: func.func @subviews(%arg0: memref<8x16xf32>, %arg1: index) -> (memref<8x16xf32>, memref<4x4xf32, strided<[16, 1], offset: ?>>, f32) {
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, 4] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: %0 = memref.load %subview[%arg1, %arg1] : memref<4x4xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: return %arg0, %subview, %0 : memref<8x16xf32>, memref<4x4xf32, strided<[16, 1], offset: ?>>, f32
// CHECK-NEXT: }
func.func @subviews(%m: memref<8x16xf32>, %i: index) -> (memref<8x16xf32>, memref<4x4xf32, strided<[16, 1], offset: ?>>, f32) {
  %0 = memref.subview %m[0, 0] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32>
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %1 = memref.subview %m[%i, %c4] [%c4, %c4] [%c1, 1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %2 = memref.cast %1 : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  %3 = memref.load %1[%i, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %0, %2, %3 : memref<8x16xf32>, memref<4x4xf32, strided<[16, 1], offset: ?>>, f32
}

// -----

// CHECK: func.func @subview_of_cast(%arg0: memref<8x16xf32>, %arg1: index) -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, 0] [1, 4] [1, 2] : memref<8x16xf32> to memref<4xf32, strided<[2], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<4xf32, strided<[2], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %cast : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @subview_of_cast(%m: memref<8x16xf32>, %i: index) -> memref<4xf32, strided<[?], offset: ?>> {
  %0 = memref.cast %m : memref<8x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.subview %0[%i, 0] [1, 4] [1, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
  return %1 : memref<4xf32, strided<[?], offset: ?>>
}

// -----

// CHECK: func.func @reshapes(%arg0: memref<2x3x4xf32>, %arg1: memref<?x4xf32>) -> (memref<24xf32>, memref<2x3x4xf32>, memref<?x4xf32>) {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
// CHECK-NEXT: return %collapse_shape, %arg0, %arg1 : memref<24xf32>, memref<2x3x4xf32>, memref<?x4xf32>
// CHECK-NEXT: }
func.func @reshapes(%m: memref<2x3x4xf32>, %d: memref<?x4xf32>) -> (memref<24xf32>, memref<2x3x4xf32>, memref<?x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  %2 = memref.expand_shape %1 [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xf32> into memref<2x3x4xf32>
  %c0 = arith.constant 0 : index
  %3 = memref.dim %d, %c0 : memref<?x4xf32>
  %4 = memref.collapse_shape %d [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %5 = memref.expand_shape %4 [[0, 1]] output_shape [%3, 4] : memref<?xf32> into memref<?x4xf32>
  return %1, %2, %5 : memref<24xf32>, memref<2x3x4xf32>, memref<?x4xf32>
}

// -----

// CHECK: func.func @reinterpreted(%arg0: memref<?xf32>, %arg1: index) -> (memref<2x3xf32, strided<[3, 1], offset: 4>>, memref<?xf32>) {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [4], sizes: [2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf32, strided<[3, 1], offset: 4>>
// CHECK-NEXT: %reinterpret_cast_0 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT: return %reinterpret_cast, %reinterpret_cast_0 : memref<2x3xf32, strided<[3, 1], offset: 4>>, memref<?xf32>
// CHECK-NEXT: }
func.func @reinterpreted(%m: memref<?xf32>, %n: index) -> (memref<2x3xf32, strided<[3, 1], offset: 4>>, memref<?xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = memref.reinterpret_cast %m to offset: [%c4], sizes: [%c2, 3], strides: [3, 1] : memref<?xf32> to memref<?x3xf32, strided<[3, 1], offset: ?>>
  %1 = memref.cast %0 : memref<?x3xf32, strided<[3, 1], offset: ?>> to memref<2x3xf32, strided<[3, 1], offset: 4>>
  %2 = memref.reinterpret_cast %1 to offset: [0], sizes: [%n], strides: [1] : memref<2x3xf32, strided<[3, 1], offset: 4>> to memref<?xf32>
  return %1, %2 : memref<2x3xf32, strided<[3, 1], offset: 4>>, memref<?xf32>
}

// -----

// CHECK: func.func @transposes(%arg0: memref<2x3xf32>) -> (memref<2x3xf32>, memref<3x2xf32, strided<[1, 3]>>) {
// CHECK-NEXT: %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
// CHECK-NEXT: return %arg0, %transpose : memref<2x3xf32>, memref<3x2xf32, strided<[1, 3]>>
// CHECK-NEXT: }
func.func @transposes(%m: memref<2x3xf32>) -> (memref<2x3xf32>, memref<3x2xf32, strided<[1, 3]>>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
  %1 = memref.transpose %0 (i, j) -> (j, i) : memref<3x2xf32, strided<[1, 3]>> to memref<2x3xf32>
  return %1, %0 : memref<2x3xf32>, memref<3x2xf32, strided<[1, 3]>>
}

// -----

// CHECK: func.func @views(%arg0: memref<2048xi8>, %arg1: index) -> (memref<4x?xf32>, memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %view = memref.view %arg0[%c0][%arg1] : memref<2048xi8> to memref<4x?xf32>
// CHECK-NEXT: %view_0 = memref.view %arg0[%arg1][] : memref<2048xi8> to memref<16x16xf32>
// CHECK-NEXT: %cast = memref.cast %view_0 : memref<16x16xf32> to memref<?x?xf32>
// CHECK-NEXT: return %view, %cast : memref<4x?xf32>, memref<?x?xf32>
// CHECK-NEXT: }
func.func @views(%m: memref<2048xi8>, %n: index) -> (memref<4x?xf32>, memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %0 = memref.view %m[%c0][%n] : memref<2048xi8> to memref<4x?xf32>
  %1 = memref.view %m[%n][%c16, %c16] : memref<2048xi8> to memref<?x?xf32>
  return %0, %1 : memref<4x?xf32>, memref<?x?xf32>
}

// -----

// CHECK: func.func @spaces(%arg0: memref<4xf32>) -> (memref<4xf32>, memref<4xf32, 2>) {
// CHECK-NEXT: %memspacecast = memref.memory_space_cast %arg0 : memref<4xf32> to memref<4xf32, 2>
// CHECK-NEXT: return %arg0, %memspacecast : memref<4xf32>, memref<4xf32, 2>
// CHECK-NEXT: }
func.func @spaces(%a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32, 2>) {
  %0 = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
  %1 = memref.memory_space_cast %0 : memref<4xf32, 1> to memref<4xf32>
  %2 = memref.memory_space_cast %0 : memref<4xf32, 1> to memref<4xf32, 2>
  return %1, %2 : memref<4xf32>, memref<4xf32, 2>
}

// -----

// CHECK: func.func @scopes(%arg0: i1, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = memref.alloca_scope  -> (f32) {
// CHECK-NEXT: %alloca = memref.alloca() : memref<f32>
// CHECK-NEXT: memref.store %arg1, %alloca[] : memref<f32>
// CHECK-NEXT: %1 = memref.load %alloca[] : memref<f32>
// CHECK-NEXT: memref.alloca_scope.return %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: "inside"() : () -> ()
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @scopes(%c: i1, %x: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = memref.alloca() : memref<f32>
    memref.store %x, %1[] : memref<f32>
    %2 = memref.load %1[] : memref<f32>
    memref.alloca_scope.return %2 : f32
  }
  memref.alloca_scope {
    "inside"() : () -> ()
  }
  return %0 : f32
}

// -----

// CHECK: func.func @dma(%arg0: memref<64x64xf32>, %arg1: memref<8x64xf32, 2>, %arg2: memref<1xi32>, %arg3: index, %arg4: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: memref.dma_start %arg0[%arg3, %c0], %arg1[%c0, %c0], %c64, %arg2[%c0], %c64, %arg4 : memref<64x64xf32>, memref<8x64xf32, 2>, memref<1xi32>
// CHECK-NEXT: memref.dma_wait %arg2[%c0], %c64 : memref<1xi32>
// CHECK-NEXT: memref.prefetch %arg0[%arg3, %arg3], write, locality<0>, data : memref<64x64xf32>
// CHECK-NEXT: memref.prefetch %arg0[%arg3, %arg3], read, locality<3>, instr : memref<64x64xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @dma(%a: memref<64x64xf32>, %b: memref<8x64xf32, 2>, %t: memref<1xi32>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = memref.cast %a : memref<64x64xf32> to memref<?x?xf32>
  memref.dma_start %0[%i, %c0], %b[%c0, %c0], %c64, %t[%c0], %c64, %n : memref<?x?xf32>, memref<8x64xf32, 2>, memref<1xi32>
  memref.dma_wait %t[%c0], %c64 : memref<1xi32>
  memref.prefetch %0[%i, %i], write, locality<0>, data : memref<?x?xf32>
  memref.prefetch %a[%i, %i], read, locality<3>, instr : memref<64x64xf32>
  return
}

// -----

// CHECK: func.func @unranked(%arg0: memref<*xf32>, %arg1: index, %arg2: memref<?xindex>, %arg3: memref<2xindex>) -> (index, memref<*xf32>, memref<?x?xf32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %reshape = memref.reshape %arg0(%arg2) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
// CHECK-NEXT: %reshape_0 = memref.reshape %arg0(%arg3) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT: %0 = memref.load %arg3[%c1] : memref<2xindex>
// CHECK-NEXT: return %0, %reshape, %reshape_0 : index, memref<*xf32>, memref<?x?xf32>
// CHECK-NEXT: }
func.func @unranked(%u: memref<*xf32>, %i: index, %s: memref<?xindex>, %s2: memref<2xindex>) -> (index, memref<*xf32>, memref<?x?xf32>) {
  %0 = memref.dim %u, %i : memref<*xf32>
  %1 = memref.reshape %u(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %2 = memref.reshape %u(%s2) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %3 = memref.dim %2, %c1 : memref<?x?xf32>
  return %3, %1, %2 : index, memref<*xf32>, memref<?x?xf32>
}

// -----

/// A size is one of the buffer before a cast where it is known which, and where there is one.
// CHECK: func.func @dims_of_casts(%arg0: memref<?x4xf32>, %arg1: memref<?x?xf32>, %arg2: index) -> (index, index, index, index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<?x4xf32> to memref<?x?xf32>
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?x4xf32>
// CHECK-NEXT: %dim_0 = memref.dim %cast, %arg2 : memref<?x?xf32>
// CHECK-NEXT: %dim_1 = memref.dim %cast, %c7 : memref<?x?xf32>
// CHECK-NEXT: %dim_2 = memref.dim %arg1, %c0 : memref<?x?xf32>
// CHECK-NEXT: return %dim, %dim_0, %dim_1, %dim_2 : index, index, index, index
// CHECK-NEXT: }
func.func @dims_of_casts(%m: memref<?x4xf32>, %s: memref<?x?xf32>, %i: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %0 = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>
  %1 = memref.dim %0, %c0 : memref<?x?xf32>
  %2 = memref.dim %0, %i : memref<?x?xf32>
  %3 = memref.dim %0, %c7 : memref<?x?xf32>
  %4 = memref.cast %s : memref<?x?xf32> to memref<?x5xf32>
  %5 = memref.dim %4, %c0 : memref<?x5xf32>
  return %1, %2, %3, %5 : index, index, index, index
}
