func.func @casts(%m: memref<4x8xf32>, %u: memref<*xf32>) -> (memref<4x8xf32>, memref<?x8xf32>, memref<*xf32>) {
  %0 = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %1 = memref.cast %0 : memref<?x?xf32> to memref<4x8xf32>
  %2 = memref.cast %0 : memref<?x?xf32> to memref<?x8xf32>
  %3 = memref.cast %2 : memref<?x8xf32> to memref<*xf32>
  return %1, %2, %3 : memref<4x8xf32>, memref<?x8xf32>, memref<*xf32>
}
// -----
func.func @cast_into_accesses(%m: memref<4x8xf32>, %i: index, %x: f32) -> (f32, index, index) {
  %0 = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %1 = memref.load %0[%i, %i] : memref<?x?xf32>
  memref.store %x, %0[%i, %i] : memref<?x?xf32>
  %2 = memref.dim %0, %c0 : memref<?x?xf32>
  %3 = memref.dim %0, %c1 : memref<?x?xf32>
  return %1, %2, %3 : f32, index, index
}
// -----
func.func @dims(%n: index, %k: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%n, %k) : memref<?x?xf32>
  %1 = memref.dim %0, %c0 : memref<?x?xf32>
  %2 = memref.dim %0, %c1 : memref<?x?xf32>
  %3 = memref.subview %0[0, 0] [%k, 4] [1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1]>>
  %4 = memref.dim %3, %c0 : memref<?x4xf32, strided<[?, 1]>>
  %5 = memref.dim %3, %c1 : memref<?x4xf32, strided<[?, 1]>>
  memref.dealloc %0 : memref<?x?xf32>
  return %1, %2, %4, %5 : index, index, index, index
}
// -----
func.func @allocations(%x: f32) -> memref<?xf32> {
  %c4 = arith.constant 4 : index
  %0 = memref.alloc() : memref<8xf32>
  memref.dealloc %0 : memref<8xf32>
  %1 = memref.alloc(%c4) : memref<?xf32>
  %2 = memref.alloca() : memref<2xf32>
  %c0 = arith.constant 0 : index
  memref.store %x, %1[%c0] : memref<?xf32>
  %3 = memref.alloc() {alignment = 64 : i64} : memref<3xf32>
  return %1 : memref<?xf32>
}
// -----
func.func @stored_but_not_read(%x: f32, %i: index) {
  %0 = memref.alloc() : memref<4xf32>
  memref.store %x, %0[%i] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  %1 = memref.alloca() : memref<4xf32>
  memref.store %x, %1[%i] : memref<4xf32>
  return
}
// -----
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
func.func @subview_of_subview(%m: memref<8x16xf32>) -> memref<2x2xf32, strided<[16, 1], offset: 39>> {
  %0 = memref.subview %m[1, 2] [4, 8] [1, 1] : memref<8x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 18>>
  %1 = memref.subview %0[1, 5] [2, 2] [1, 1] : memref<4x8xf32, strided<[16, 1], offset: 18>> to memref<2x2xf32, strided<[16, 1], offset: 39>>
  return %1 : memref<2x2xf32, strided<[16, 1], offset: 39>>
}
// -----
func.func @subview_of_cast(%m: memref<8x16xf32>, %i: index) -> memref<4xf32, strided<[?], offset: ?>> {
  %0 = memref.cast %m : memref<8x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.subview %0[%i, 0] [1, 4] [1, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
  return %1 : memref<4xf32, strided<[?], offset: ?>>
}
// -----
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
func.func @expanded_sizes(%m: memref<?xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %1 = memref.dim %0, %c0 : memref<?x4xf32>
  %2 = memref.dim %0, %c1 : memref<?x4xf32>
  return %1, %2 : index, index
}
// -----
func.func @reinterpreted(%m: memref<?xf32>, %n: index) -> (memref<2x3xf32, strided<[3, 1], offset: 4>>, memref<?xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = memref.reinterpret_cast %m to offset: [%c4], sizes: [%c2, 3], strides: [3, 1] : memref<?xf32> to memref<?x3xf32, strided<[3, 1], offset: ?>>
  %1 = memref.cast %0 : memref<?x3xf32, strided<[3, 1], offset: ?>> to memref<2x3xf32, strided<[3, 1], offset: 4>>
  %2 = memref.reinterpret_cast %1 to offset: [0], sizes: [%n], strides: [1] : memref<2x3xf32, strided<[3, 1], offset: 4>> to memref<?xf32>
  return %1, %2 : memref<2x3xf32, strided<[3, 1], offset: 4>>, memref<?xf32>
}
// -----
func.func @metadata(%m: memref<4x?xf32, strided<[?, 1], offset: 2>>) -> (memref<f32>, index, index, index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x?xf32, strided<[?, 1], offset: 2>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %t#0, %t#1 : memref<f32>, index, index, index, index
}
// -----
func.func @metadata_of_cast(%m: memref<?xf32>, %o: index, %n: index) -> (memref<f32>, index, index, index) {
  %0 = memref.reinterpret_cast %m to offset: [%o], sizes: [%n], strides: [2] : memref<?xf32> to memref<?xf32, strided<[2], offset: ?>>
  %b, %p, %s, %t = memref.extract_strided_metadata %0 : memref<?xf32, strided<[2], offset: ?>> -> memref<f32>, index, index, index
  return %b, %p, %s, %t : memref<f32>, index, index, index
}
// -----
func.func @transposes(%m: memref<2x3xf32>) -> (memref<2x3xf32>, memref<3x2xf32, strided<[1, 3]>>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
  %1 = memref.transpose %0 (i, j) -> (j, i) : memref<3x2xf32, strided<[1, 3]>> to memref<2x3xf32>
  return %1, %0 : memref<2x3xf32>, memref<3x2xf32, strided<[1, 3]>>
}
// -----
func.func @copies(%a: memref<4xf32>, %b: memref<4xf32>, %u: memref<*xf32>) {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.copy %0, %b : memref<?xf32> to memref<4xf32>
  %1 = memref.cast %b : memref<4xf32> to memref<*xf32>
  memref.copy %1, %u : memref<*xf32> to memref<*xf32>
  %2 = memref.alloc() : memref<0x4xf32>
  memref.copy %2, %2 : memref<0x4xf32> to memref<0x4xf32>
  return
}
// -----
func.func @views(%m: memref<2048xi8>, %n: index) -> (memref<4x?xf32>, memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %0 = memref.view %m[%c0][%n] : memref<2048xi8> to memref<4x?xf32>
  %1 = memref.view %m[%n][%c16, %c16] : memref<2048xi8> to memref<?x?xf32>
  return %0, %1 : memref<4x?xf32>, memref<?x?xf32>
}
// -----
func.func @ranks(%a: memref<2x?xf32>, %u: memref<*xf32>) -> (index, index, index) {
  %0 = memref.rank %a : memref<2x?xf32>
  %1 = memref.rank %u : memref<*xf32>
  %2 = memref.cast %a : memref<2x?xf32> to memref<*xf32>
  %3 = memref.rank %2 : memref<*xf32>
  return %0, %1, %3 : index, index, index
}
// -----
func.func @spaces(%a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32, 2>) {
  %0 = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
  %1 = memref.memory_space_cast %0 : memref<4xf32, 1> to memref<4xf32>
  %2 = memref.memory_space_cast %0 : memref<4xf32, 1> to memref<4xf32, 2>
  return %1, %2 : memref<4xf32>, memref<4xf32, 2>
}
// -----
func.func @alignment(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = memref.assume_alignment %m, 32 : memref<?xf32>
  %1 = memref.load %0[%i] : memref<?xf32>
  %2 = memref.assume_alignment %m, 64 : memref<?xf32>
  return %1 : f32
}
// -----
func.func @atomics(%m: memref<?xf32>, %k: memref<4xi32>, %i: index, %x: f32, %a: i32) -> (f32, i32, i32) {
  %0 = memref.atomic_rmw maximumf %x, %m[%i] : (f32, memref<?xf32>) -> f32
  %1 = memref.atomic_rmw andi %a, %k[%i] : (i32, memref<4xi32>) -> i32
  %2 = memref.generic_atomic_rmw %k[%i] : memref<4xi32> {
  ^bb0(%old: i32):
    %c1 = arith.constant 1 : i32
    %3 = arith.addi %old, %c1 : i32
    memref.atomic_yield %3 : i32
  }
  %4 = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<?xf32>) -> f32
  return %0, %1, %2 : f32, i32, i32
}
// -----
func.func @reallocated(%m: memref<8xf32>, %n: index) -> (memref<16xf32>, memref<?xf32>) {
  %0 = memref.realloc %m : memref<8xf32> to memref<16xf32>
  %1 = memref.cast %0 : memref<16xf32> to memref<?xf32>
  %2 = memref.realloc %1(%n) {alignment = 16 : i64} : memref<?xf32> to memref<?xf32>
  return %0, %2 : memref<16xf32>, memref<?xf32>
}
// -----
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
func.func @layouts(%a: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, %b: memref<?xf32, affine_map<(d0)[s0] -> (d0 * 2 + s0)>, "space">, %c: memref<3xf32, strided<[1]>>, %d: memref<2x2xvector<4xf32>>, %e: memref<2xmemref<?xi1>>, %i: index) -> f32 {
  %0 = memref.load %a[%i, %i] : memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
  %1 = memref.load %d[%i, %i] : memref<2x2xvector<4xf32>>
  %2 = memref.load %e[%i] : memref<2xmemref<?xi1>>
  return %0 : f32
}
// -----
func.func @loads_merge(%m: memref<?xf32>, %i: index) -> (f32, f32, f32) {
  %0 = memref.load %m[%i] : memref<?xf32>
  %1 = memref.load %m[%i] : memref<?xf32>
  memref.store %0, %m[%i] : memref<?xf32>
  %2 = memref.load %m[%i] : memref<?xf32>
  return %0, %1, %2 : f32, f32, f32
}
// -----
func.func @unranked(%u: memref<*xf32>, %i: index, %s: memref<?xindex>, %s2: memref<2xindex>) -> (index, memref<*xf32>, memref<?x?xf32>) {
  %0 = memref.dim %u, %i : memref<*xf32>
  %1 = memref.reshape %u(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %2 = memref.reshape %u(%s2) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %3 = memref.dim %2, %c1 : memref<?x?xf32>
  return %3, %1, %2 : index, memref<*xf32>, memref<?x?xf32>
}
// -----
func.func @distinct(%a: memref<?xf32>, %b: memref<4xf32>, %i: index) -> f32 {
  %0:2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<4xf32>
  %1 = memref.load %0#0[%i] : memref<?xf32>
  return %1 : f32
}
// -----
func.func @globals() -> (memref<2xf32>, f32) {
  %0 = memref.get_global @constants : memref<2xf32>
  %c1 = arith.constant 1 : index
  %1 = memref.load %0[%c1] : memref<2xf32>
  %2 = memref.get_global @constants : memref<2xf32>
  return %2, %1 : memref<2xf32>, f32
}
memref.global "private" constant @constants : memref<2xf32> = dense<[1.0, 4.0]> {alignment = 16}
