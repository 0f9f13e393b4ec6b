// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Every affine operation but the plain loop, as mlir-opt prints it.

#set = affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 == 0)>
#map0 = affine_map<(d0)[s0] -> (d0 + s0, d0 * 2)>
func.func @f(%n: index, %m: memref<100xf32>, %v: vector<8xf32>, %x: f32, %m2: memref<100x100xf32>) -> f32 {
  affine.for %i = 0 to %n {
    affine.if #set(%i)[%n] {
      %l = affine.load %m[%i + 1] : memref<100xf32>
      affine.store %l, %m[%i * 2 + symbol(%n)] : memref<100xf32>
    } else {
      affine.store %x, %m[%i] : memref<100xf32>
    }
    %r = affine.if #set(%i)[%n] -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %x : f32
    }
    %vl = affine.vector_load %m[%i + 3] : memref<100xf32>, vector<8xf32>
    affine.vector_store %vl, %m[%i] : memref<100xf32>, vector<8xf32>
    affine.prefetch %m[%i + 5], read, locality<3>, data : memref<100xf32>
    affine.prefetch %m[%i], write, locality<1>, instr : memref<100xf32>
    %mn = affine.min affine_map<(d0)[s0] -> (d0 + s0, d0 * 2)> (%i)[%n]
    %mx = affine.max #map0(%i)[%n]
    %ap = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
  }
  affine.parallel (%i, %j) = (0, 10) to (%n, 100) {
    affine.store %x, %m2[%i, %j] : memref<100x100xf32>
  }
  affine.parallel (%i, %j) = (0, 10) to (min(%n, 40), 100) step (2, 5) {
    affine.store %x, %m2[%i, %j] : memref<100x100xf32>
  }
  affine.parallel (%i, %j) = (max(0, %n), 10) to (%n + 1, %n * 2) step (2, 5) {
  } {foo}
  %red:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
    %a = affine.load %m[%i] : memref<100xf32>
    affine.yield %a, %a : f32, f32
  }
  affine.parallel () = () to () {
  }
  %s = affine.for %i = max affine_map<(d0) -> (0, d0 - 3)>(%n) to min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] step 3 iter_args(%acc = %x) -> (f32) {
    affine.yield %acc : f32
  }
  %d:3 = affine.delinearize_index %n into (2, 3, %n) : index, index, index
  %d2:3 = affine.delinearize_index %n into (3, 5) : index, index, index
  %li = affine.linearize_index [%n, %n, %n] by (2, %n, 3) : index
  %lj = affine.linearize_index disjoint [%n, %n, %n] by (%n, 3) : index
  %tag = memref.alloc() : memref<1xi32>
  %dst = memref.alloc() : memref<100xf32, 1>
  affine.for %i = 0 to 10 {
    affine.dma_start %m[%i + 7], %dst[%i], %tag[0], %n : memref<100xf32>, memref<100xf32, 1>, memref<1xi32>
    affine.dma_start %m[%i], %dst[%i], %tag[0], %n, %n, %n : memref<100xf32>, memref<100xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
  }
  return %s : f32
}

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0, d0 * 2)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (0, d0 - 3)>
// CHECK-NEXT: #map3 = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK-NEXT: #set = affine_set<(d0)[s0] : (d0 - 2 >= 0, -d0 + s0 == 0)>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @f(%arg0: index, %arg1: memref<100xf32>, %arg2: vector<8xf32>, %arg3: f32, %arg4: memref<100x100xf32>) -> f32 {
// CHECK-NEXT:     affine.for %arg5 = 0 to %arg0 {
// CHECK-NEXT:       affine.if #set(%arg5)[%arg0] {
// CHECK-NEXT:         %11 = affine.load %arg1[%arg5 + 1] : memref<100xf32>
// CHECK-NEXT:         affine.store %11, %arg1[%arg5 * 2 + symbol(%arg0)] : memref<100xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         affine.store %arg3, %arg1[%arg5] : memref<100xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       %6 = affine.if #set(%arg5)[%arg0] -> f32 {
// CHECK-NEXT:         affine.yield %arg3 : f32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         affine.yield %arg3 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %7 = affine.vector_load %arg1[%arg5 + 3] : memref<100xf32>, vector<8xf32>
// CHECK-NEXT:       affine.vector_store %7, %arg1[%arg5] : memref<100xf32>, vector<8xf32>
// CHECK-NEXT:       affine.prefetch %arg1[%arg5 + 5], read, locality<3>, data : memref<100xf32>
// CHECK-NEXT:       affine.prefetch %arg1[%arg5], write, locality<1>, instr : memref<100xf32>
// CHECK-NEXT:       %8 = affine.min #map(%arg5)[%arg0]
// CHECK-NEXT:       %9 = affine.max #map(%arg5)[%arg0]
// CHECK-NEXT:       %10 = affine.apply #map1(%arg5)
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%arg5, %arg6) = (0, 10) to (%arg0, 100) {
// CHECK-NEXT:       affine.store %arg3, %arg4[%arg5, %arg6] : memref<100x100xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%arg5, %arg6) = (0, 10) to (min(%arg0, 40), 100) step (2, 5) {
// CHECK-NEXT:       affine.store %arg3, %arg4[%arg5, %arg6] : memref<100x100xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%arg5, %arg6) = (max(0, %arg0), 10) to (%arg0 + 1, %arg0 * 2) step (2, 5) {
// CHECK-NEXT:     } {foo}
// CHECK-NEXT:     %0:2 = affine.parallel (%arg5) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
// CHECK-NEXT:       %6 = affine.load %arg1[%arg5] : memref<100xf32>
// CHECK-NEXT:       affine.yield %6, %6 : f32, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel () = () to () {
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = affine.for %arg5 = max #map2(%arg0) to min #map3(%arg0)[%arg0] step 3 iter_args(%arg6 = %arg3) -> (f32) {
// CHECK-NEXT:       affine.yield %arg6 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %2:3 = affine.delinearize_index %arg0 into (2, 3, %arg0) : index, index, index
// CHECK-NEXT:     %3:3 = affine.delinearize_index %arg0 into (3, 5) : index, index, index
// CHECK-NEXT:     %4 = affine.linearize_index [%arg0, %arg0, %arg0] by (2, %arg0, 3) : index
// CHECK-NEXT:     %5 = affine.linearize_index disjoint [%arg0, %arg0, %arg0] by (%arg0, 3) : index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<1xi32>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<100xf32, 1>
// CHECK-NEXT:     affine.for %arg5 = 0 to 10 {
// CHECK-NEXT:       affine.dma_start %arg1[%arg5 + 7], %alloc_0[%arg5], %alloc[0], %arg0 : memref<100xf32>, memref<100xf32, 1>, memref<1xi32>
// CHECK-NEXT:       affine.dma_start %arg1[%arg5], %alloc_0[%arg5], %alloc[0], %arg0, %arg0, %arg0 : memref<100xf32>, memref<100xf32, 1>, memref<1xi32>
// CHECK-NEXT:       affine.dma_wait %alloc[0], %arg0 : memref<1xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: "affine.for"(%arg0) <{lowerBoundMap = #map7, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = #map8}> ({
// GENERIC: "affine.if"(%arg15, %arg0) <{condition = #set}> ({
// GENERIC: %14 = "affine.load"(%arg1, %arg15) <{map = #map}> : (memref<100xf32>, index) -> f32
// GENERIC: "affine.store"(%14, %arg1, %arg15, %arg0) <{map = #map1}> : (f32, memref<100xf32>, index, index) -> ()
// GENERIC: "affine.store"(%arg3, %arg1, %arg15) <{map = #map2}> : (f32, memref<100xf32>, index) -> ()
// GENERIC: %9 = "affine.if"(%arg15, %arg0) <{condition = #set}> ({
// GENERIC: %10 = "affine.vector_load"(%arg1, %arg15) <{map = #map3}> : (memref<100xf32>, index) -> vector<8xf32>
// GENERIC: "affine.vector_store"(%10, %arg1, %arg15) <{map = #map2}> : (vector<8xf32>, memref<100xf32>, index) -> ()
// GENERIC: "affine.prefetch"(%arg1, %arg15) <{isDataCache = true, isWrite = false, localityHint = 3 : i32, map = #map4}> : (memref<100xf32>, index) -> ()
// GENERIC: "affine.prefetch"(%arg1, %arg15) <{isDataCache = false, isWrite = true, localityHint = 1 : i32, map = #map2}> : (memref<100xf32>, index) -> ()
// GENERIC: %11 = "affine.min"(%arg15, %arg0) <{map = #map5}> : (index, index) -> index
// GENERIC: %12 = "affine.max"(%arg15, %arg0) <{map = #map5}> : (index, index) -> index
// GENERIC: %13 = "affine.apply"(%arg15) <{map = #map6}> : (index) -> index
// GENERIC: "affine.parallel"(%arg0) <{lowerBoundsGroups = dense<1> : tensor<2xi32>, lowerBoundsMap = #map10, reductions = [], steps = [1, 1], upperBoundsGroups = dense<1> : tensor<2xi32>, upperBoundsMap = #map11}> ({
// GENERIC: "affine.store"(%arg3, %arg4, %arg13, %arg14) <{map = #map9}> : (f32, memref<100x100xf32>, index, index) -> ()
// GENERIC: "affine.parallel"(%arg0) <{lowerBoundsGroups = dense<1> : tensor<2xi32>, lowerBoundsMap = #map10, reductions = [], steps = [2, 5], upperBoundsGroups = dense<[2, 1]> : tensor<2xi32>, upperBoundsMap = #map12}> ({
// GENERIC: "affine.store"(%arg3, %arg4, %arg11, %arg12) <{map = #map9}> : (f32, memref<100x100xf32>, index, index) -> ()
// GENERIC: "affine.parallel"(%arg0, %arg0) <{lowerBoundsGroups = dense<[2, 1]> : tensor<2xi32>, lowerBoundsMap = #map13, reductions = [], steps = [2, 5], upperBoundsGroups = dense<1> : tensor<2xi32>, upperBoundsMap = #map14}> ({
// GENERIC: %0:2 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = #map7, reductions = [0, 4], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = #map15}> ({
// GENERIC: %8 = "affine.load"(%arg1, %arg8) <{map = #map2}> : (memref<100xf32>, index) -> f32
// GENERIC: "affine.parallel"() <{lowerBoundsGroups = dense<> : tensor<0xi32>, lowerBoundsMap = #map16, reductions = [], steps = [], upperBoundsGroups = dense<> : tensor<0xi32>, upperBoundsMap = #map16}> ({
// GENERIC: %1 = "affine.for"(%arg0, %arg0, %arg0, %arg3) <{lowerBoundMap = #map17, operandSegmentSizes = array<i32: 1, 2, 1>, step = 3 : index, upperBoundMap = #map18}> ({
// GENERIC: %2:3 = "affine.delinearize_index"(%arg0, %arg0) <{static_basis = array<i64: 2, 3, -9223372036854775808>}> : (index, index) -> (index, index, index)
// GENERIC: %3:3 = "affine.delinearize_index"(%arg0) <{static_basis = array<i64: 3, 5>}> : (index) -> (index, index, index)
// GENERIC: %4 = "affine.linearize_index"(%arg0, %arg0, %arg0, %arg0) <{disjoint = false, operandSegmentSizes = array<i32: 3, 1>, static_basis = array<i64: 2, -9223372036854775808, 3>}> : (index, index, index, index) -> index
// GENERIC: %5 = "affine.linearize_index"(%arg0, %arg0, %arg0, %arg0) <{disjoint, operandSegmentSizes = array<i32: 3, 1>, static_basis = array<i64: -9223372036854775808, 3>}> : (index, index, index, index) -> index
// GENERIC: %6 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xi32>
// GENERIC: %7 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<100xf32, 1>
// GENERIC: "affine.for"() <{lowerBoundMap = #map7, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map15}> ({
// GENERIC: "affine.dma_start"(%arg1, %arg5, %7, %arg5, %6, %arg0) {dst_map = #map2, src_map = #map19, tag_map = #map7} : (memref<100xf32>, index, memref<100xf32, 1>, index, memref<1xi32>, index) -> ()
// GENERIC: "affine.dma_start"(%arg1, %arg5, %7, %arg5, %6, %arg0, %arg0, %arg0) {dst_map = #map2, src_map = #map2, tag_map = #map7} : (memref<100xf32>, index, memref<100xf32, 1>, index, memref<1xi32>, index, index, index) -> ()
// GENERIC: "affine.dma_wait"(%6, %arg0) {tag_map = #map7} : (memref<1xi32>, index) -> ()
