// RUN: tf-opt %s --split-input-file --convert-bufferization-to-memref | filecheck %s

/// Upstream prints the same.
// CHECK: func.func @clone(%arg0: memref<?x4xf32>) -> memref<?x4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?x4xf32>
// CHECK-NEXT: %alloc = memref.alloc(%dim) : memref<?x4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<?x4xf32> to memref<?x4xf32>
// CHECK-NEXT: return %alloc : memref<?x4xf32>
// CHECK-NEXT: }
func.func @clone(%m: memref<?x4xf32>) -> memref<?x4xf32> {
  %0 = bufferization.clone %m : memref<?x4xf32> to memref<?x4xf32>
  return %0 : memref<?x4xf32>
}
// -----
// CHECK: func.func @static(%arg0: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: return %alloc : memref<4xf32>
// CHECK-NEXT: }
func.func @static(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
// -----
// CHECK: func.func @layout(%arg0: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %alloc = memref.alloc(%dim) : memref<?xf32>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.copy %arg0, %cast : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %cast : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @layout(%m: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
  %0 = bufferization.clone %m : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return %0 : memref<?xf32, strided<[?], offset: ?>>
}
// -----
// CHECK: func.func @widen(%arg0: memref<4xf32>) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %alloc = memref.alloc(%c4) : memref<?xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32> to memref<?xf32>
// CHECK-NEXT: return %alloc : memref<?xf32>
// CHECK-NEXT: }
func.func @widen(%m: memref<4xf32>) -> memref<?xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}
// -----
// CHECK: func.func @narrow(%arg0: memref<?xf32>) -> memref<4xf32> {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<?xf32> to memref<4xf32>
// CHECK-NEXT: return %alloc : memref<4xf32>
// CHECK-NEXT: }
func.func @narrow(%m: memref<?xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<?xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
// -----
// CHECK: func.func @unranked(%arg0: memref<*xf32>) -> memref<*xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.rank %arg0 : memref<*xf32>
// CHECK-NEXT: %alloca = memref.alloca(%0) : memref<?xindex>
// CHECK-NEXT: %1 = scf.for %arg1 = %c0 to %0 step %c1 iter_args(%arg2 = %c1) -> (index) {
// CHECK-NEXT: %dim = memref.dim %arg0, %arg1 : memref<*xf32>
// CHECK-NEXT: memref.store %dim, %alloca[%arg1] : memref<?xindex>
// CHECK-NEXT: %2 = arith.muli %arg2, %dim : index
// CHECK-NEXT: scf.yield %2 : index
// CHECK-NEXT: }
// CHECK-NEXT: %alloc = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT: %reshape = memref.reshape %alloc(%alloca) : (memref<?xf32>, memref<?xindex>) -> memref<*xf32>
// CHECK-NEXT: memref.copy %arg0, %reshape : memref<*xf32> to memref<*xf32>
// CHECK-NEXT: return %reshape : memref<*xf32>
// CHECK-NEXT: }
func.func @unranked(%m: memref<*xf32>) -> memref<*xf32> {
  %0 = bufferization.clone %m : memref<*xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}
// -----
// CHECK: func.func @d0(%arg0: memref<4xf32>, %arg1: i1) {
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.dealloc %arg0 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @d0(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  return
}
// -----
// CHECK: func.func @d1(%arg0: memref<4xf32>, %arg1: i1, %arg2: memref<4xf32>) -> i1 {
// CHECK-NEXT: %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4xf32> -> index
// CHECK-NEXT: %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<4xf32> -> index
// CHECK-NEXT: %0 = arith.cmpi ne, %intptr, %intptr_0 : index
// CHECK-NEXT: %1 = arith.andi %0, %arg1 : i1
// CHECK-NEXT: scf.if %1 {
// CHECK-NEXT: memref.dealloc %arg0 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %2 = arith.xori %0, %true : i1
// CHECK-NEXT: %3 = arith.andi %2, %arg1 : i1
// CHECK-NEXT: return %3 : i1
// CHECK-NEXT: }
func.func @d1(%m: memref<4xf32>, %c: i1, %r: memref<4xf32>) -> i1 {
  %0 = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%r : memref<4xf32>)
  return %0 : i1
}
// -----
// CHECK: func.func @two(%arg0: memref<4xf32>, %arg1: i1, %arg2: memref<4xf32>, %arg3: memref<2xf32>) -> (i1, i1) {
// CHECK-NEXT: %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4xf32> -> index
// CHECK-NEXT: %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<4xf32> -> index
// CHECK-NEXT: %0 = arith.cmpi ne, %intptr, %intptr_0 : index
// CHECK-NEXT: %intptr_1 = memref.extract_aligned_pointer_as_index %arg3 : memref<2xf32> -> index
// CHECK-NEXT: %1 = arith.cmpi ne, %intptr, %intptr_1 : index
// CHECK-NEXT: %2 = arith.andi %0, %1 : i1
// CHECK-NEXT: %3 = arith.andi %2, %arg1 : i1
// CHECK-NEXT: scf.if %3 {
// CHECK-NEXT: memref.dealloc %arg0 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %4 = arith.xori %0, %true : i1
// CHECK-NEXT: %5 = arith.andi %4, %arg1 : i1
// CHECK-NEXT: %6 = arith.xori %1, %true : i1
// CHECK-NEXT: %7 = arith.andi %6, %arg1 : i1
// CHECK-NEXT: return %5, %7 : i1, i1
// CHECK-NEXT: }
func.func @two(%m: memref<4xf32>, %c: i1, %r: memref<4xf32>, %s: memref<2xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%r, %s : memref<4xf32>, memref<2xf32>)
  return %0#0, %0#1 : i1, i1
}
// -----
// CHECK: func.func @none() {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @none() {
  bufferization.dealloc
  return
}
// -----
/// What is kept of no buffer that is owned is not owned.
// CHECK: func.func @kept_alone(%arg0: memref<4xf32>, %arg1: memref<?xf32>) -> (i1, i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false, %false : i1, i1
func.func @kept_alone(%r: memref<4xf32>, %s: memref<?xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc retain (%r, %s : memref<4xf32>, memref<?xf32>)
  return %0#0, %0#1 : i1, i1
}
