memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
memref.global @h : memref<4xi32> = uninitialized
memref.global "public" @k : memref<4xi32> {alignment = 64 : i64}
func.func @mem(%n: index, %x: f32, %u: memref<*xf32>, %sh: memref<2xindex>, %m: memref<4x?xf32>) -> (index, index, memref<?xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) {alignment = 32 : i64} : memref<?x4xf32>
  %2 = memref.alloca(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %3 = memref.get_global @g : memref<2xf32>
  %4 = memref.cast %0 : memref<4xf32> to memref<?xf32>
  %5 = memref.cast %u : memref<*xf32> to memref<?x?xf32>
  %6 = memref.dim %m, %n : memref<4x?xf32>
  %c1 = arith.constant 1 : index
  %7 = memref.dim %m, %c1 : memref<4x?xf32>
  %8 = memref.rank %u : memref<*xf32>
  memref.store %x, %0[%n] {nontemporal = true} : memref<4xf32>
  %9 = memref.load %0[%n] {alignment = 8 : i64} : memref<4xf32>
  %10 = memref.subview %m[0, %n] [2, %n] [1, 2] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 2], offset: ?>>
  %11 = memref.subview %1[1, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: 4>>
  %12 = memref.collapse_shape %1 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %13 = memref.expand_shape %12 [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %14 = memref.reinterpret_cast %4 to offset: [%n], sizes: [2, %n], strides: [%n, 1] : memref<?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %15 = memref.reshape %u(%sh) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %16 = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %17 = memref.alloc() : memref<64xi8>
  %18 = memref.view %17[%n][%n] : memref<64xi8> to memref<?x2xf32>
  %19 = memref.memory_space_cast %0 : memref<4xf32> to memref<4xf32, 1>
  %20 = memref.realloc %4(%n) : memref<?xf32> to memref<?xf32>
  memref.copy %0, %4 : memref<4xf32> to memref<?xf32>
  %21 = memref.assume_alignment %0, 16 : memref<4xf32>
  %22 = memref.extract_aligned_pointer_as_index %0 : memref<4xf32> -> index
  %base, %off, %sz:2, %st:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %23 = memref.atomic_rmw addf %x, %0[%n] : (f32, memref<4xf32>) -> f32
  %24 = memref.generic_atomic_rmw %0[%n] : memref<4xf32> {
  ^bb0(%cur: f32):
    %w = arith.addf %cur, %x : f32
    memref.atomic_yield %w : f32
  }
  memref.prefetch %0[%n], write, locality<1>, instr : memref<4xf32>
  %25 = memref.alloca_scope -> (f32) {
    %y = memref.alloca() : memref<f32>
    %z = memref.load %y[] : memref<f32>
    memref.alloca_scope.return %z : f32
  }
  %26:2 = memref.distinct_objects %4, %12 : memref<?xf32>, memref<?xf32>
  memref.dealloc %1 : memref<?x4xf32>
  "use"(%2, %3, %5, %10, %11, %13, %14, %15, %16, %18, %19, %21, %9, %23, %24, %25, %26#0, %base) : (memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>, memref<2xf32>, memref<?x?xf32>, memref<2x?xf32, strided<[?, 2], offset: ?>>, memref<4xf32, strided<[1], offset: 4>>, memref<?x4xf32>, memref<2x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32>, memref<?x4xf32, strided<[1, ?]>>, memref<?x2xf32>, memref<4xf32, 1>, memref<4xf32>, f32, f32, f32, f32, memref<?xf32>, memref<f32>) -> ()
  %s = arith.addi %6, %7 : index
  %s1 = arith.addi %s, %8 : index
  %s2 = arith.addi %s1, %22 : index
  return %s2, %off, %20 : index, index, memref<?xf32>
}
func.func @dma(%a: memref<40xf32>, %b: memref<2xf32, 2>, %t: memref<1xi32>, %i: index) {
  memref.dma_start %a[%i], %b[%i], %i, %t[%i] : memref<40xf32>, memref<2xf32, 2>, memref<1xi32>
  memref.dma_start %a[%i], %b[%i], %i, %t[%i], %i, %i : memref<40xf32>, memref<2xf32, 2>, memref<1xi32>
  memref.dma_wait %t[%i], %i : memref<1xi32>
  return
}
