// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Every operation on buffers, as mlir-opt prints it.

memref.global "private" constant @c : memref<2xf32> = dense<[1.0, 2.0]>
memref.global @u : memref<4x4xi32> = uninitialized {alignment = 64 : i64}
memref.global "private" @ext : memref<3xi8>
func.func @f(%m: memref<4x?xf32>, %i: index, %v: f32, %u: memref<*xf32>, %b: memref<2048xi8>, %d: memref<?xf32>) -> memref<2xf32> {
  %0 = memref.alloc(%i)[%i] : memref<?x4xf32, affine_map<(d0,d1)[s0] -> (d0 + s0, d1)>>
  %1 = memref.alloca() {alignment = 8 : i64} : memref<4xf32>
  %2 = memref.assume_alignment %m, 16 : memref<4x?xf32>
  %3 = memref.atomic_rmw addf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %4 = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
    ^bb0(%cur: f32):
      memref.atomic_yield %cur : f32
  }
  memref.copy %m, %m : memref<4x?xf32> to memref<4x?xf32>
  %5, %6 = memref.distinct_objects %d, %d : memref<?xf32>, memref<?xf32>
  %7 = memref.load %m[%i, %i] {nontemporal = true} : memref<4x?xf32>
  %8 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %v : f32
  }
  memref.alloca_scope {
    %99 = memref.alloca() : memref<4xf32>
    memref.alloca_scope.return
  }
  %9 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %10 = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>
  %11 = memref.dim %m, %i : memref<4x?xf32>
  %c = memref.expand_shape %d [[0, 1]] output_shape [4, %i] : memref<?xf32> into memref<4x?xf32>
  %p = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
  %bb, %off, %sz:2, %st:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %g = memref.get_global @c : memref<2xf32>
  %sp = memref.memory_space_cast %m : memref<4x?xf32> to memref<4x?xf32, 1>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x?xf32>
  %r = memref.rank %u : memref<*xf32>
  %re = memref.realloc %d(%i) {alignment = 8 : i64} : memref<?xf32> to memref<?xf32>
  %re2 = memref.realloc %d : memref<?xf32> to memref<4xf32>
  %rc = memref.reinterpret_cast %m to offset: [%i], sizes: [4, %i], strides: [%i, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %sh = memref.alloc() : memref<2xindex>
  %rs = memref.reshape %m(%sh) : (memref<4x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.store %v, %m[%i, %i] : memref<4x?xf32>
  %t = memref.transpose %m (a, b) -> (b, a) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %vw = memref.view %b[%i][%i] : memref<2048xi8> to memref<?x4xf32>
  %sv = memref.subview %m[0, %i][2, 4][1, 1] : memref<4x?xf32> to memref<2x4xf32, strided<[?, 1], offset: ?>>
  memref.dealloc %m : memref<4x?xf32>
  %tag = memref.alloc() : memref<1xi32>
  memref.dma_start %m[%i, %i], %m[%i, %i], %i, %tag[%i], %i, %i : memref<4x?xf32>, memref<4x?xf32>, memref<1xi32>
  memref.dma_wait %tag[%i], %i : memref<1xi32>
  return %g : memref<2xf32>
}

// CHECK: #map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
// CHECK-NEXT: module {
// CHECK-NEXT:   memref.global "private" constant @c : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NEXT:   memref.global @u : memref<4x4xi32> = uninitialized {alignment = 64 : i64}
// CHECK-NEXT:   memref.global "private" @ext : memref<3xi8>
// CHECK-NEXT:   func.func @f(%arg0: memref<4x?xf32>, %arg1: index, %arg2: f32, %arg3: memref<*xf32>, %arg4: memref<2048xi8>, %arg5: memref<?xf32>) -> memref<2xf32> {
// CHECK-NEXT:     %alloc = memref.alloc(%arg1)[%arg1] : memref<?x4xf32, #map>
// CHECK-NEXT:     %alloca = memref.alloca() {alignment = 8 : i64} : memref<4xf32>
// CHECK-NEXT:     %assume_align = memref.assume_alignment %arg0, 16 : memref<4x?xf32>
// CHECK-NEXT:     %0 = memref.atomic_rmw addf %arg2, %arg0[%arg1, %arg1] : (f32, memref<4x?xf32>) -> f32
// CHECK-NEXT:     %1 = memref.generic_atomic_rmw %arg0[%arg1, %arg1] : memref<4x?xf32> {
// CHECK-NEXT:     ^bb0(%arg6: f32):
// CHECK-NEXT:       memref.atomic_yield %arg6 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.copy %arg0, %arg0 : memref<4x?xf32> to memref<4x?xf32>
// CHECK-NEXT:     %2:2 = memref.distinct_objects %arg5, %arg5 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:     %3 = memref.load %arg0[%arg1, %arg1] {nontemporal = true} : memref<4x?xf32>
// CHECK-NEXT:     %4 = memref.alloca_scope  -> (f32) {
// CHECK-NEXT:       memref.alloca_scope.return %arg2 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.alloca_scope  {
// CHECK-NEXT:       %alloca_2 = memref.alloca() : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %cast = memref.cast %arg0 : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT:     %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x?xf32> into memref<?xf32>
// CHECK-NEXT:     %dim = memref.dim %arg0, %arg1 : memref<4x?xf32>
// CHECK-NEXT:     %expand_shape = memref.expand_shape %arg5 {{\[\[}}0, 1]] output_shape [4, %arg1] : memref<?xf32> into memref<4x?xf32>
// CHECK-NEXT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4x?xf32> -> index
// CHECK-NEXT:     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT:     %5 = memref.get_global @c : memref<2xf32>
// CHECK-NEXT:     %memspacecast = memref.memory_space_cast %arg0 : memref<4x?xf32> to memref<4x?xf32, 1>
// CHECK-NEXT:     memref.prefetch %arg0[%arg1, %arg1], read, locality<3>, data : memref<4x?xf32>
// CHECK-NEXT:     memref.prefetch %arg0[%arg1, %arg1], write, locality<0>, instr : memref<4x?xf32>
// CHECK-NEXT:     %6 = memref.rank %arg3 : memref<*xf32>
// CHECK-NEXT:     %7 = memref.realloc %arg5(%arg1) {alignment = 8 : i64} : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:     %8 = memref.realloc %arg5 : memref<?xf32> to memref<4xf32>
// CHECK-NEXT:     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [4, %arg1], strides: [%arg1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %reshape = memref.reshape %arg0(%alloc_0) : (memref<4x?xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT:     memref.store %arg2, %arg0[%arg1, %arg1] : memref<4x?xf32>
// CHECK-NEXT:     %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
// CHECK-NEXT:     %view = memref.view %arg4[%arg1][%arg1] : memref<2048xi8> to memref<?x4xf32>
// CHECK-NEXT:     %subview = memref.subview %arg0[0, %arg1] [2, 4] [1, 1] : memref<4x?xf32> to memref<2x4xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     memref.dealloc %arg0 : memref<4x?xf32>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<1xi32>
// CHECK-NEXT:     memref.dma_start %arg0[%arg1, %arg1], %arg0[%arg1, %arg1], %arg1, %alloc_1[%arg1], %arg1, %arg1 : memref<4x?xf32>, memref<4x?xf32>, memref<1xi32>
// CHECK-NEXT:     memref.dma_wait %alloc_1[%arg1], %arg1 : memref<1xi32>
// CHECK-NEXT:     return %5 : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: "memref.global"() <{constant, initial_value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, sym_name = "c", sym_visibility = "private", type = memref<2xf32>}> : () -> ()
// GENERIC: "memref.global"() <{alignment = 64 : i64, initial_value, sym_name = "u", type = memref<4x4xi32>}> : () -> ()
// GENERIC: "memref.global"() <{sym_name = "ext", sym_visibility = "private", type = memref<3xi8>}> : () -> ()
// GENERIC: %0 = "memref.alloc"(%arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?x4xf32, #map>
// GENERIC: %1 = "memref.alloca"() <{alignment = 8 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
// GENERIC: %2 = "memref.assume_alignment"(%arg0) <{alignment = 16 : i32}> : (memref<4x?xf32>) -> memref<4x?xf32>
// GENERIC: %3 = "memref.atomic_rmw"(%arg2, %arg0, %arg1, %arg1) <{kind = 0 : i64}> : (f32, memref<4x?xf32>, index, index) -> f32
// GENERIC: %6 = "memref.load"(%arg0, %arg1, %arg1) <{nontemporal = true}> : (memref<4x?xf32>, index, index) -> f32
// GENERIC: %26 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
// GENERIC: %9 = "memref.collapse_shape"(%arg0) <{reassociation = {{\[\[}}0, 1]]}> : (memref<4x?xf32>) -> memref<?xf32>
// GENERIC: %11 = "memref.expand_shape"(%arg5, %arg1) <{reassociation = {{\[\[}}0, 1]], static_output_shape = array<i64: 4, -9223372036854775808>}> : (memref<?xf32>, index) -> memref<4x?xf32>
// GENERIC: %14 = "memref.get_global"() <{name = @c}> : () -> memref<2xf32>
// GENERIC: "memref.prefetch"(%arg0, %arg1, %arg1) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<4x?xf32>, index, index) -> ()
// GENERIC: "memref.prefetch"(%arg0, %arg1, %arg1) <{isDataCache = false, isWrite = true, localityHint = 0 : i32}> : (memref<4x?xf32>, index, index) -> ()
// GENERIC: %17 = "memref.realloc"(%arg5, %arg1) <{alignment = 8 : i64}> : (memref<?xf32>, index) -> memref<?xf32>
// GENERIC: %19 = "memref.reinterpret_cast"(%arg0, %arg1, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<4x?xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>>
// GENERIC: %20 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xindex>
// GENERIC: %22 = "memref.transpose"(%arg0) <{permutation = #map1}> : (memref<4x?xf32>) -> memref<?x4xf32, strided<[1, ?]>>
// GENERIC: %24 = "memref.subview"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>}> : (memref<4x?xf32>, index) -> memref<2x4xf32, strided<[?, 1], offset: ?>>
// GENERIC: %25 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xi32>
