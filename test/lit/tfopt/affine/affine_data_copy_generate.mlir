// RUN: tf-opt %s --split-input-file --affine-data-copy-generate | filecheck %s

/// What is read is copied in front, what is written behind; what is both has one copy. A column, a row, one element.
// CHECK: #map = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (d1 + 3)>
// CHECK-NEXT: #map2 = affine_map<() -> (5)>
// CHECK-NEXT: #map3 = affine_map<() -> (7)>
// CHECK-NEXT: #map4 = affine_map<() -> (9)>
// CHECK-NEXT: #map5 = affine_map<() -> (2)>
// CHECK-NEXT: #map6 = affine_map<(d0) -> (d0 + 8)>
// CHECK: func.func @parts(%arg0: memref<16x16xf32>, %arg1: memref<16xf32>) {
// CHECK-NEXT: %c9 = arith.constant 9 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c9_0 = arith.constant 9 : index
// CHECK-NEXT: %c2_1 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0_2 = arith.constant 0 : index
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c16_4 = arith.constant 16 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c80 = arith.constant 80 : index
// CHECK-NEXT: %c0_6 = arith.constant 0 : index
// CHECK-NEXT: %c0_7 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<16x5xf32, 1>
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: affine.for %arg3 = 3 to 8 {
// CHECK-NEXT: %1 = affine.load %arg0[%arg2, %arg3] : memref<16x16xf32>
// CHECK-NEXT: affine.store %1, %alloc[%arg2, %arg3 - 3] : memref<16x5xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_8 = memref.alloc() : memref<16xf32, 1>
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: %1 = affine.load %arg1[%arg2] : memref<16xf32>
// CHECK-NEXT: affine.store %1, %alloc_8[%arg2] : memref<16xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %1 = affine.apply #map(%arg2, %arg3)
// CHECK-NEXT: %2 = affine.apply #map1(%arg2, %arg3)
// CHECK-NEXT: %3 = affine.load %alloc[%arg2, %arg3] : memref<16x5xf32, 1>
// CHECK-NEXT: %4 = affine.load %alloc_8[%arg2] : memref<16xf32, 1>
// CHECK-NEXT: %5 = affine.apply #map2()
// CHECK-NEXT: %6 = affine.apply #map3()
// CHECK-NEXT: %7 = affine.load %alloc[5, 4] : memref<16x5xf32, 1>
// CHECK-NEXT: %8 = arith.addf %3, %4 : f32
// CHECK-NEXT: %9 = arith.addf %8, %7 : f32
// CHECK-NEXT: affine.store %9, %alloc_8[%arg2] : memref<16xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: %1 = affine.load %alloc_8[%arg2] : memref<16xf32, 1>
// CHECK-NEXT: affine.store %1, %arg1[%arg2] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_8 : memref<16xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc : memref<16x5xf32, 1>
// CHECK-NEXT: %alloc_9 = memref.alloc() : memref<1x1xf32, 1>
// CHECK-NEXT: %0 = affine.load %arg0[9, 2] : memref<16x16xf32>
// CHECK-NEXT: affine.store %0, %alloc_9[0, 0] : memref<1x1xf32, 1>
// CHECK-NEXT: %alloc_10 = memref.alloc() : memref<4xf32, 1>
// CHECK-NEXT: affine.for %arg2 = 0 to 4 {
// CHECK-NEXT: %1 = affine.apply #map4()
// CHECK-NEXT: %2 = affine.apply #map5()
// CHECK-NEXT: %3 = affine.load %alloc_9[0, 0] : memref<1x1xf32, 1>
// CHECK-NEXT: %4 = affine.apply #map6(%arg2)
// CHECK-NEXT: affine.store %3, %alloc_10[%arg2] : memref<4xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 8 to 12 {
// CHECK-NEXT: %1 = affine.load %alloc_10[%arg2 - 8] : memref<4xf32, 1>
// CHECK-NEXT: affine.store %1, %arg1[%arg2] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_10 : memref<4xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc_9 : memref<1x1xf32, 1>
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
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 8)>
// CHECK: func.func @tiles(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>) {
// CHECK-NEXT: %c1024 = arith.constant 1024 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1024_0 = arith.constant 1024 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c1024_2 = arith.constant 1024 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c1024_4 = arith.constant 1024 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %c0_6 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<32x32xf32, 1>
// CHECK-NEXT: affine.for %arg3 = 0 to 32 {
// CHECK-NEXT: affine.for %arg4 = 0 to 32 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg4] : memref<32x32xf32>
// CHECK-NEXT: affine.store %0, %alloc[%arg3, %arg4] : memref<32x32xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_7 = memref.alloc() : memref<32x32xf32, 1>
// CHECK-NEXT: affine.for %arg3 = 0 to 32 {
// CHECK-NEXT: affine.for %arg4 = 0 to 32 {
// CHECK-NEXT: %0 = affine.load %arg1[%arg3, %arg4] : memref<32x32xf32>
// CHECK-NEXT: affine.store %0, %alloc_7[%arg3, %arg4] : memref<32x32xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_8 = memref.alloc() : memref<32x32xf32, 1>
// CHECK-NEXT: affine.for %arg3 = 0 to 32 {
// CHECK-NEXT: affine.for %arg4 = 0 to 32 {
// CHECK-NEXT: %0 = affine.load %arg2[%arg3, %arg4] : memref<32x32xf32>
// CHECK-NEXT: affine.store %0, %alloc_8[%arg3, %arg4] : memref<32x32xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 32 step 8 {
// CHECK-NEXT: affine.for %arg4 = 0 to 32 step 8 {
// CHECK-NEXT: affine.for %arg5 = 0 to 32 step 8 {
// CHECK-NEXT: affine.for %arg6 = #map(%arg3) to #map1(%arg3) {
// CHECK-NEXT: affine.for %arg7 = #map(%arg4) to #map1(%arg4) {
// CHECK-NEXT: affine.for %arg8 = #map(%arg5) to #map1(%arg5) {
// CHECK-NEXT: %0 = affine.load %alloc[%arg6, %arg8] : memref<32x32xf32, 1>
// CHECK-NEXT: %1 = affine.load %alloc_7[%arg8, %arg7] : memref<32x32xf32, 1>
// CHECK-NEXT: %2 = affine.load %alloc_8[%arg6, %arg7] : memref<32x32xf32, 1>
// CHECK-NEXT: %3 = arith.mulf %0, %1 : f32
// CHECK-NEXT: %4 = arith.addf %2, %3 : f32
// CHECK-NEXT: affine.store %4, %alloc_8[%arg6, %arg7] : memref<32x32xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 32 {
// CHECK-NEXT: affine.for %arg4 = 0 to 32 {
// CHECK-NEXT: %0 = affine.load %alloc_8[%arg3, %arg4] : memref<32x32xf32, 1>
// CHECK-NEXT: affine.store %0, %arg2[%arg3, %arg4] : memref<32x32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_8 : memref<32x32xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc_7 : memref<32x32xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc : memref<32x32xf32, 1>
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
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c16_2 = arith.constant 16 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c1_4 = arith.constant 1 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c3_6 = arith.constant 3 : index
// CHECK-NEXT: %c0_7 = arith.constant 0 : index
// CHECK-NEXT: %c0_8 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<3xf32, 1>
// CHECK-NEXT: affine.for %arg3 = 3 to 6 {
// CHECK-NEXT: %9 = affine.load %arg0[%arg3] : memref<16xf32>
// CHECK-NEXT: affine.store %9, %alloc[%arg3 - 3] : memref<3xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_9 = memref.alloc() : memref<1xf32, 1>
// CHECK-NEXT: %0 = affine.apply #map()
// CHECK-NEXT: %1 = affine.load %alloc[0] : memref<3xf32, 1>
// CHECK-NEXT: %2 = affine.apply #map1()
// CHECK-NEXT: %3 = affine.load %alloc[2] : memref<3xf32, 1>
// CHECK-NEXT: %4 = affine.apply #map2()[%arg2]
// CHECK-NEXT: affine.store %1, %alloc_9[0] : memref<1xf32, 1>
// CHECK-NEXT: %5 = affine.apply #map3(%arg2)
// CHECK-NEXT: %6 = affine.apply #map2()[%arg2]
// CHECK-NEXT: %7 = affine.load %alloc_9[0] : memref<1xf32, 1>
// CHECK-NEXT: affine.store %7, %arg1[symbol(%arg2)] : memref<16xf32>
// CHECK-NEXT: memref.dealloc %alloc_9 : memref<1xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc : memref<3xf32, 1>
// CHECK-NEXT: %alloc_10 = memref.alloc() : memref<16xf32, 1>
// CHECK-NEXT: affine.for %arg3 = 0 to 16 {
// CHECK-NEXT: %9 = affine.load %arg0[%arg3] : memref<16xf32>
// CHECK-NEXT: affine.store %9, %alloc_10[%arg3] : memref<16xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_11 = memref.alloc() : memref<16xf32, 1>
// CHECK-NEXT: affine.for %arg3 = 0 to 16 {
// CHECK-NEXT: %9 = affine.load %alloc_10[%arg3] : memref<16xf32, 1>
// CHECK-NEXT: affine.store %9, %alloc_11[%arg3] : memref<16xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 16 {
// CHECK-NEXT: %9 = affine.load %alloc_11[%arg3] : memref<16xf32, 1>
// CHECK-NEXT: affine.store %9, %arg1[%arg3] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_11 : memref<16xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc_10 : memref<16xf32, 1>
// CHECK-NEXT: %alloc_12 = memref.alloc() : memref<1xf32, 1>
// CHECK-NEXT: affine.store %3, %alloc_12[0] : memref<1xf32, 1>
// CHECK-NEXT: %8 = affine.load %alloc_12[0] : memref<1xf32, 1>
// CHECK-NEXT: affine.store %8, %arg1[0] : memref<16xf32>
// CHECK-NEXT: memref.dealloc %alloc_12 : memref<1xf32, 1>
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

// -----

/// A tile that ends with the buffer.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 8, 30)>
// CHECK: func.func @last(%arg0: memref<30xf32>, %arg1: memref<30xf32>) {
// CHECK-NEXT: %c30 = arith.constant 30 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c30_0 = arith.constant 30 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c0_2 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<30xf32, 1>
// CHECK-NEXT: affine.for %arg2 = 0 to 30 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2] : memref<30xf32>
// CHECK-NEXT: affine.store %0, %alloc[%arg2] : memref<30xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_3 = memref.alloc() : memref<30xf32, 1>
// CHECK-NEXT: affine.for %arg2 = 0 to 30 step 8 {
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to min #map1(%arg2) {
// CHECK-NEXT: %0 = affine.load %alloc[%arg3] : memref<30xf32, 1>
// CHECK-NEXT: affine.store %0, %alloc_3[%arg3] : memref<30xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 30 {
// CHECK-NEXT: %0 = affine.load %alloc_3[%arg2] : memref<30xf32, 1>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<30xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_3 : memref<30xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc : memref<30xf32, 1>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @last(%a: memref<30xf32>, %b: memref<30xf32>) {
  affine.for %ii = 0 to 30 step 8 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 8, 30)>(%ii) {
      %u = affine.load %a[%i] : memref<30xf32>
      affine.store %u, %b[%i] : memref<30xf32>
    }
  }
  return
}
