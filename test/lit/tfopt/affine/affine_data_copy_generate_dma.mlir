// RUN: tf-opt %s --split-input-file --affine-data-copy-generate='generate-dma fast-mem-capacity=1 fast-mem-space=2 tag-mem-space=3' | filecheck %s

/// What is read is copied in front, what is written behind; what is both has one copy. A column, a row, one element.
// CHECK: #map = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (d1 + 3)>
// CHECK-NEXT: #map2 = affine_map<() -> (5)>
// CHECK-NEXT: #map3 = affine_map<() -> (7)>
// CHECK-NEXT: #map4 = affine_map<() -> (9)>
// CHECK-NEXT: #map5 = affine_map<() -> (2)>
// CHECK-NEXT: #map6 = affine_map<(d0) -> (d0 + 8)>
// CHECK: func.func @parts(%arg0: memref<16x16xf32>, %arg1: memref<16xf32>) {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c16_2 = arith.constant 16 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c80 = arith.constant 80 : index
// CHECK-NEXT: %c16_4 = arith.constant 16 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %c0_6 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<16x5xf32, 2>
// CHECK-NEXT: %alloc_7 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg0[%c0_5, %c3], %alloc[%c0_5, %c0_5], %alloc_7[%c0_5], %c80, %c16_4, %c5 : memref<16x16xf32>, memref<16x5xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_7[%c0_5], %c80 : memref<1xi32, 3>
// CHECK-NEXT: %alloc_8 = memref.alloc() : memref<16xf32, 2>
// CHECK-NEXT: %alloc_9 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg1[%c0_3], %alloc_8[%c0_3], %alloc_9[%c0_3], %c16_2 : memref<16xf32>, memref<16xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_9[%c0_3], %c16_2 : memref<1xi32, 3>
// CHECK-NEXT: %alloc_10 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %0 = affine.apply #map(%arg2, %arg3)
// CHECK-NEXT: %1 = affine.apply #map1(%arg2, %arg3)
// CHECK-NEXT: %2 = affine.load %alloc[%arg2, %arg3] : memref<16x5xf32, 2>
// CHECK-NEXT: %3 = affine.load %alloc_8[%arg2] : memref<16xf32, 2>
// CHECK-NEXT: %4 = affine.apply #map2()
// CHECK-NEXT: %5 = affine.apply #map3()
// CHECK-NEXT: %6 = affine.load %alloc[5, 4] : memref<16x5xf32, 2>
// CHECK-NEXT: %7 = arith.addf %2, %3 : f32
// CHECK-NEXT: %8 = arith.addf %7, %6 : f32
// CHECK-NEXT: affine.store %8, %alloc_8[%arg2] : memref<16xf32, 2>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.dma_start %alloc_8[%c0_1], %arg1[%c0_1], %alloc_10[%c0_1], %c16 : memref<16xf32, 2>, memref<16xf32>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_10[%c0_1], %c16 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_10 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_9 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_8 : memref<16xf32, 2>
// CHECK-NEXT: memref.dealloc %alloc_7 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc : memref<16x5xf32, 2>
// CHECK-NEXT: %alloc_11 = memref.alloc() : memref<1x1xf32, 2>
// CHECK-NEXT: %alloc_12 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg0[%c9, %c2], %alloc_11[%c0_0, %c0_0], %alloc_12[%c0_0], %c1 : memref<16x16xf32>, memref<1x1xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_12[%c0_0], %c1 : memref<1xi32, 3>
// CHECK-NEXT: %alloc_13 = memref.alloc() : memref<4xf32, 2>
// CHECK-NEXT: %alloc_14 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.for %arg2 = 0 to 4 {
// CHECK-NEXT: %0 = affine.apply #map4()
// CHECK-NEXT: %1 = affine.apply #map5()
// CHECK-NEXT: %2 = affine.load %alloc_11[0, 0] : memref<1x1xf32, 2>
// CHECK-NEXT: %3 = affine.apply #map6(%arg2)
// CHECK-NEXT: affine.store %2, %alloc_13[%arg2] : memref<4xf32, 2>
// CHECK-NEXT: }
// CHECK-NEXT: affine.dma_start %alloc_13[%c0], %arg1[%c8], %alloc_14[%c0], %c4 : memref<4xf32, 2>, memref<16xf32>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_14[%c0], %c4 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_14 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_13 : memref<4xf32, 2>
// CHECK-NEXT: memref.dealloc %alloc_12 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_11 : memref<1x1xf32, 2>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parts(%a: memref<16x16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %u = affine.load %a[%i, %j + 3] : memref<16x16xf32>
      %v = affine.load %b[%i] : memref<16xf32>
      %w = affine.load %a[5, 7] : memref<16x16xf32>
      %s = arith.addf %u, %v : f32
      %t = arith.addf %s, %w : f32
      affine.store %t, %b[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 4 {
    %u = affine.load %a[9, 2] : memref<16x16xf32>
    affine.store %u, %b[%i + 8] : memref<16xf32>
  }
  return
}

// -----

/// Tiles: the copies move to where the loops that they depend on are.
// CHECK: #map = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (d1)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 8)>
// CHECK: func.func @tiles(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>) {
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %c32 = arith.constant 32 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c64_0 = arith.constant 64 : index
// CHECK-NEXT: %c32_1 = arith.constant 32 : index
// CHECK-NEXT: %c8_2 = arith.constant 8 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c64_4 = arith.constant 64 : index
// CHECK-NEXT: %c32_5 = arith.constant 32 : index
// CHECK-NEXT: %c8_6 = arith.constant 8 : index
// CHECK-NEXT: %c0_7 = arith.constant 0 : index
// CHECK-NEXT: %c64_8 = arith.constant 64 : index
// CHECK-NEXT: %c32_9 = arith.constant 32 : index
// CHECK-NEXT: %c8_10 = arith.constant 8 : index
// CHECK-NEXT: %c0_11 = arith.constant 0 : index
// CHECK-NEXT: %c0_12 = arith.constant 0 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 32 step 8 {
// CHECK-NEXT: affine.for %arg4 = 0 to 32 step 8 {
// CHECK-NEXT: %0 = affine.apply #map(%arg3, %arg4)
// CHECK-NEXT: %1 = affine.apply #map1(%arg3, %arg4)
// CHECK-NEXT: %alloc = memref.alloc() : memref<8x8xf32, 2>
// CHECK-NEXT: %alloc_13 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg2[%arg3, %arg4], %alloc[%c0_3, %c0_3], %alloc_13[%c0_3], %c64_0, %c32_1, %c8_2 : memref<32x32xf32>, memref<8x8xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_13[%c0_3], %c64_0 : memref<1xi32, 3>
// CHECK-NEXT: %alloc_14 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.for %arg5 = 0 to 32 step 8 {
// CHECK-NEXT: %4 = affine.apply #map(%arg3, %arg5)
// CHECK-NEXT: %5 = affine.apply #map1(%arg3, %arg5)
// CHECK-NEXT: %alloc_15 = memref.alloc() : memref<8x8xf32, 2>
// CHECK-NEXT: %alloc_16 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg0[%arg3, %arg5], %alloc_15[%c0_11, %c0_11], %alloc_16[%c0_11], %c64_8, %c32_9, %c8_10 : memref<32x32xf32>, memref<8x8xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_16[%c0_11], %c64_8 : memref<1xi32, 3>
// CHECK-NEXT: %6 = affine.apply #map(%arg5, %arg4)
// CHECK-NEXT: %7 = affine.apply #map1(%arg5, %arg4)
// CHECK-NEXT: %alloc_17 = memref.alloc() : memref<8x8xf32, 2>
// CHECK-NEXT: %alloc_18 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg1[%arg5, %arg4], %alloc_17[%c0_7, %c0_7], %alloc_18[%c0_7], %c64_4, %c32_5, %c8_6 : memref<32x32xf32>, memref<8x8xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_18[%c0_7], %c64_4 : memref<1xi32, 3>
// CHECK-NEXT: affine.for %arg6 = #map2(%arg3) to #map3(%arg3) {
// CHECK-NEXT: affine.for %arg7 = #map2(%arg4) to #map3(%arg4) {
// CHECK-NEXT: affine.for %arg8 = #map2(%arg5) to #map3(%arg5) {
// CHECK-NEXT: %8 = affine.load %alloc_15[-%arg3 + %arg6, -%arg5 + %arg8] : memref<8x8xf32, 2>
// CHECK-NEXT: %9 = affine.load %alloc_17[-%arg5 + %arg8, -%arg4 + %arg7] : memref<8x8xf32, 2>
// CHECK-NEXT: %10 = affine.load %alloc[-%arg3 + %arg6, -%arg4 + %arg7] : memref<8x8xf32, 2>
// CHECK-NEXT: %11 = arith.mulf %8, %9 : f32
// CHECK-NEXT: %12 = arith.addf %10, %11 : f32
// CHECK-NEXT: affine.store %12, %alloc[-%arg3 + %arg6, -%arg4 + %arg7] : memref<8x8xf32, 2>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_18 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_17 : memref<8x8xf32, 2>
// CHECK-NEXT: memref.dealloc %alloc_16 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_15 : memref<8x8xf32, 2>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = affine.apply #map(%arg3, %arg4)
// CHECK-NEXT: %3 = affine.apply #map1(%arg3, %arg4)
// CHECK-NEXT: affine.dma_start %alloc[%c0, %c0], %arg2[%arg3, %arg4], %alloc_14[%c0], %c64, %c32, %c8 : memref<8x8xf32, 2>, memref<32x32xf32>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_14[%c0], %c64 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_14 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_13 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc : memref<8x8xf32, 2>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
#low = affine_map<(d0) -> (d0)>
#high = affine_map<(d0) -> (d0 + 8)>
func.func @tiles(%a: memref<32x32xf32>, %b: memref<32x32xf32>, %c: memref<32x32xf32>) {
  affine.for %ii = 0 to 32 step 8 {
    affine.for %jj = 0 to 32 step 8 {
      affine.for %kk = 0 to 32 step 8 {
        affine.for %i = #low(%ii) to #high(%ii) {
          affine.for %j = #low(%jj) to #high(%jj) {
            affine.for %k = #low(%kk) to #high(%kk) {
              %u = affine.load %a[%i, %k] : memref<32x32xf32>
              %v = affine.load %b[%k, %j] : memref<32x32xf32>
              %w = affine.load %c[%i, %j] : memref<32x32xf32>
              %p = arith.mulf %u, %v : f32
              %s = arith.addf %w, %p : f32
              affine.store %s, %c[%i, %j] : memref<32x32xf32>
            }
          }
        }
      }
    }
  }
  return
}

// -----

/// Accesses outside of loops, and between them.
// CHECK: #map = affine_map<() -> (3)>
// CHECK-NEXT: #map1 = affine_map<() -> (5)>
// CHECK-NEXT: #map2 = affine_map<()[s0] -> (s0)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0)>
// CHECK: func.func @straight(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c16_1 = arith.constant 16 : index
// CHECK-NEXT: %c0_2 = arith.constant 0 : index
// CHECK-NEXT: %c1_3 = arith.constant 1 : index
// CHECK-NEXT: %c0_4 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c3_5 = arith.constant 3 : index
// CHECK-NEXT: %c0_6 = arith.constant 0 : index
// CHECK-NEXT: %c0_7 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<3xf32, 2>
// CHECK-NEXT: %alloc_8 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg0[%c3], %alloc[%c0_6], %alloc_8[%c0_6], %c3_5 : memref<16xf32>, memref<3xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_8[%c0_6], %c3_5 : memref<1xi32, 3>
// CHECK-NEXT: %alloc_9 = memref.alloc() : memref<1xf32, 2>
// CHECK-NEXT: %alloc_10 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: %0 = affine.apply #map()
// CHECK-NEXT: %1 = affine.load %alloc[0] : memref<3xf32, 2>
// CHECK-NEXT: %2 = affine.apply #map1()
// CHECK-NEXT: %3 = affine.load %alloc[2] : memref<3xf32, 2>
// CHECK-NEXT: %4 = affine.apply #map2()[%arg2]
// CHECK-NEXT: affine.store %1, %alloc_9[0] : memref<1xf32, 2>
// CHECK-NEXT: %5 = affine.apply #map3(%arg2)
// CHECK-NEXT: affine.dma_start %alloc_9[%c0_4], %arg1[symbol(%arg2)], %alloc_10[%c0_4], %c1_3 : memref<1xf32, 2>, memref<16xf32>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_10[%c0_4], %c1_3 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_10 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_9 : memref<1xf32, 2>
// CHECK-NEXT: memref.dealloc %alloc_8 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc : memref<3xf32, 2>
// CHECK-NEXT: %alloc_11 = memref.alloc() : memref<16xf32, 2>
// CHECK-NEXT: %alloc_12 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.dma_start %arg0[%c0_2], %alloc_11[%c0_2], %alloc_12[%c0_2], %c16_1 : memref<16xf32>, memref<16xf32, 2>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_12[%c0_2], %c16_1 : memref<1xi32, 3>
// CHECK-NEXT: %alloc_13 = memref.alloc() : memref<16xf32, 2>
// CHECK-NEXT: %alloc_14 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.for %arg3 = 0 to 16 {
// CHECK-NEXT: %6 = affine.load %alloc_11[%arg3] : memref<16xf32, 2>
// CHECK-NEXT: affine.store %6, %alloc_13[%arg3] : memref<16xf32, 2>
// CHECK-NEXT: }
// CHECK-NEXT: affine.dma_start %alloc_13[%c0_0], %arg1[%c0_0], %alloc_14[%c0_0], %c16 : memref<16xf32, 2>, memref<16xf32>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_14[%c0_0], %c16 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_14 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_13 : memref<16xf32, 2>
// CHECK-NEXT: memref.dealloc %alloc_12 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_11 : memref<16xf32, 2>
// CHECK-NEXT: %alloc_15 = memref.alloc() : memref<1xf32, 2>
// CHECK-NEXT: %alloc_16 = memref.alloc() : memref<1xi32, 3>
// CHECK-NEXT: affine.store %3, %alloc_15[0] : memref<1xf32, 2>
// CHECK-NEXT: affine.dma_start %alloc_15[%c0], %arg1[%c0], %alloc_16[%c0], %c1 : memref<1xf32, 2>, memref<16xf32>, memref<1xi32, 3>
// CHECK-NEXT: affine.dma_wait %alloc_16[%c0], %c1 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_16 : memref<1xi32, 3>
// CHECK-NEXT: memref.dealloc %alloc_15 : memref<1xf32, 2>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @straight(%a: memref<16xf32>, %b: memref<16xf32>, %n: index) {
  %u = affine.load %a[3] : memref<16xf32>
  %v = affine.load %a[5] : memref<16xf32>
  affine.store %u, %b[symbol(%n)] : memref<16xf32>
  affine.for %i = 0 to 16 {
    %w = affine.load %a[%i] : memref<16xf32>
    affine.store %w, %b[%i] : memref<16xf32>
  }
  affine.store %v, %b[0] : memref<16xf32>
  return
}
