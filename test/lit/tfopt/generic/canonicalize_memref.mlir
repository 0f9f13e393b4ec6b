// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s

/// Sizes told by what makes a buffer, accesses through casts, buffers that nothing reads; what is read stays.
// CHECK: func.func @dims(%arg0: index, %arg1: index, %arg2: memref<4x?xf32>, %arg3: memref<?x?xf32>) -> (index, index, index, index, index, index) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %dim = memref.dim %arg2, %c1 : memref<4x?xf32>
// CHECK-NEXT: return %arg0, %c8, %arg1, %c4, %dim, %c2 : index, index, index, index, index, index
// CHECK-NEXT: }
func.func @dims(%n: index, %k: index, %m: memref<4x?xf32>, %s: memref<?x?xf32>) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?x8xf32>
  %0 = memref.dim %a, %c0 : memref<?x8xf32>
  %1 = memref.dim %a, %c1 : memref<?x8xf32>
  %v = memref.subview %s[0, 0] [%n, %k] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %2 = memref.dim %v, %c1 : memref<?x?xf32, strided<[?, 1]>>
  %cst = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %3 = memref.dim %cst, %c0 : memref<?x?xf32>
  %4 = memref.dim %cst, %c1 : memref<?x?xf32>
  %r = memref.rank %m : memref<4x?xf32>
  memref.dealloc %a : memref<?x8xf32>
  return %0, %1, %2, %3, %4, %r : index, index, index, index, index, index
}

// -----

// CHECK: func.func @allocs(%arg0: index, %arg1: f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<8xf32> to memref<?xf32>
// CHECK-NEXT: "use"(%cast) : (memref<?xf32>) -> ()
// CHECK-NEXT: %alloc_0 = memref.alloc(%arg0) : memref<8x?xf32>
// CHECK-NEXT: %cast_1 = memref.cast %alloc_0 : memref<8x?xf32> to memref<?x?xf32>
// CHECK-NEXT: memref.store %arg1, %alloc_0[%c0, %arg0] : memref<8x?xf32>
// CHECK-NEXT: "use"(%cast_1) : (memref<?x?xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @allocs(%n: index, %x: f32) {
  %a = memref.alloc() : memref<8xf32>
  %c0 = arith.constant 0 : index
  memref.store %x, %a[%c0] : memref<8xf32>
  memref.dealloc %a : memref<8xf32>
  %c8 = arith.constant 8 : index
  %b = memref.alloc(%c8) : memref<?xf32>
  "use"(%b) : (memref<?xf32>) -> ()
  %c = memref.alloc(%c8, %n) : memref<?x?xf32>
  memref.store %x, %c[%c0, %n] : memref<?x?xf32>
  "use"(%c) : (memref<?x?xf32>) -> ()
  return
}

// -----

// CHECK: func.func @casts(%arg0: memref<8xf32>, %arg1: f32, %arg2: index) -> (f32, memref<8xf32>) {
// CHECK-NEXT: %0 = memref.load %arg0[%arg2] : memref<8xf32>
// CHECK-NEXT: memref.store %arg1, %arg0[%arg2] : memref<8xf32>
// CHECK-NEXT: return %0, %arg0 : f32, memref<8xf32>
// CHECK-NEXT: }
func.func @casts(%m: memref<8xf32>, %x: f32, %i: index) -> (f32, memref<8xf32>) {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %v = memref.load %c[%i] : memref<?xf32>
  memref.store %x, %c[%i] : memref<?xf32>
  %b = memref.cast %c : memref<?xf32> to memref<8xf32>
  memref.copy %c, %c : memref<?xf32> to memref<?xf32>
  memref.copy %b, %m : memref<8xf32> to memref<8xf32>
  return %v, %b : f32, memref<8xf32>
}

// -----

// CHECK: func.func @views(%arg0: memref<8x16xf32>, %arg1: index) -> (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32>, memref<128xf32>) {
// CHECK-NEXT: %subview = memref.subview %arg0[%arg1, 0] [4, 16] [1, 1] : memref<8x16xf32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<4x16xf32, strided<[16, 1], offset: ?>> to memref<?x16xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<8x16xf32> into memref<128xf32>
// CHECK-NEXT: return %cast, %arg0, %collapse_shape : memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32>, memref<128xf32>
// CHECK-NEXT: }
func.func @views(%m: memref<8x16xf32>, %n: index) -> (memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32>, memref<128xf32>) {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%n, 0] [%c4, 16] [%c1, 1] : memref<8x16xf32> to memref<?x16xf32, strided<[?, 1], offset: ?>>
  %c = memref.cast %s : memref<?x16xf32, strided<[?, 1], offset: ?>> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  %f = memref.subview %m[0, 0] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  %g = memref.cast %f : memref<8x16xf32, strided<[16, 1]>> to memref<8x16xf32>
  %l = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %e = memref.expand_shape %l [[0, 1]] output_shape [8, 16] : memref<128xf32> into memref<8x16xf32>
  %t = memref.transpose %m (i, j) -> (i, j) : memref<8x16xf32> to memref<8x16xf32>
  return %c, %e, %l : memref<?x16xf32, strided<[16, 1], offset: ?>>, memref<8x16xf32>, memref<128xf32>
}

// -----

// CHECK: func.func @kept(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: index, %arg3: f32) -> (f32, memref<?xf32>) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<8xf32>
// CHECK-NEXT: memref.store %arg3, %alloc[%arg2] : memref<8xf32>
// CHECK-NEXT: %0 = memref.load %alloc[%arg2] : memref<8xf32>
// CHECK-NEXT: memref.dealloc %alloc : memref<8xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc(%arg2) : memref<?xf32>
// CHECK-NEXT: memref.copy %arg0, %arg1 : memref<8xf32> to memref<8xf32>
// CHECK-NEXT: return %0, %alloc_0 : f32, memref<?xf32>
// CHECK-NEXT: }
func.func @kept(%m: memref<8xf32>, %o: memref<8xf32>, %n: index, %x: f32) -> (f32, memref<?xf32>) {
  %a = memref.alloc() : memref<8xf32>
  memref.store %x, %a[%n] : memref<8xf32>
  %v = memref.load %a[%n] : memref<8xf32>
  memref.dealloc %a : memref<8xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.copy %m, %o : memref<8xf32> to memref<8xf32>
  return %v, %b : f32, memref<?xf32>
}
