// RUN: tf-opt %s --split-input-file --affine-data-copy-generate='skip-non-unit-stride-loops' | filecheck %s

/// Tiles: the copies move to where the loops that they depend on are.
// CHECK: #map = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (d1)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 + 8)>
// CHECK: func.func @tiles(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>) {
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c64_0 = arith.constant 64 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c64_2 = arith.constant 64 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c64_4 = arith.constant 64 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %c0_6 = arith.constant 0 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 32 step 8 {
// CHECK-NEXT: affine.for %arg4 = 0 to 32 step 8 {
// CHECK-NEXT: %0 = affine.apply #map(%arg3, %arg4)
// CHECK-NEXT: %1 = affine.apply #map1(%arg3, %arg4)
// CHECK-NEXT: %alloc = memref.alloc() : memref<8x8xf32, 1>
// CHECK-NEXT: affine.for %arg5 = #map2(%arg3) to #map3(%arg3) {
// CHECK-NEXT: affine.for %arg6 = #map2(%arg4) to #map3(%arg4) {
// CHECK-NEXT: %4 = affine.load %arg2[%arg5, %arg6] : memref<32x32xf32>
// CHECK-NEXT: affine.store %4, %alloc[%arg5 - %arg3, %arg6 - %arg4] : memref<8x8xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg5 = 0 to 32 step 8 {
// CHECK-NEXT: %4 = affine.apply #map(%arg3, %arg5)
// CHECK-NEXT: %5 = affine.apply #map1(%arg3, %arg5)
// CHECK-NEXT: %alloc_7 = memref.alloc() : memref<8x8xf32, 1>
// CHECK-NEXT: affine.for %arg6 = #map2(%arg3) to #map3(%arg3) {
// CHECK-NEXT: affine.for %arg7 = #map2(%arg5) to #map3(%arg5) {
// CHECK-NEXT: %8 = affine.load %arg0[%arg6, %arg7] : memref<32x32xf32>
// CHECK-NEXT: affine.store %8, %alloc_7[%arg6 - %arg3, %arg7 - %arg5] : memref<8x8xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %6 = affine.apply #map(%arg5, %arg4)
// CHECK-NEXT: %7 = affine.apply #map1(%arg5, %arg4)
// CHECK-NEXT: %alloc_8 = memref.alloc() : memref<8x8xf32, 1>
// CHECK-NEXT: affine.for %arg6 = #map2(%arg5) to #map3(%arg5) {
// CHECK-NEXT: affine.for %arg7 = #map2(%arg4) to #map3(%arg4) {
// CHECK-NEXT: %8 = affine.load %arg1[%arg6, %arg7] : memref<32x32xf32>
// CHECK-NEXT: affine.store %8, %alloc_8[%arg6 - %arg5, %arg7 - %arg4] : memref<8x8xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg6 = #map2(%arg3) to #map3(%arg3) {
// CHECK-NEXT: affine.for %arg7 = #map2(%arg4) to #map3(%arg4) {
// CHECK-NEXT: affine.for %arg8 = #map2(%arg5) to #map3(%arg5) {
// CHECK-NEXT: %8 = affine.load %alloc_7[-%arg3 + %arg6, -%arg5 + %arg8] : memref<8x8xf32, 1>
// CHECK-NEXT: %9 = affine.load %alloc_8[-%arg5 + %arg8, -%arg4 + %arg7] : memref<8x8xf32, 1>
// CHECK-NEXT: %10 = affine.load %alloc[-%arg3 + %arg6, -%arg4 + %arg7] : memref<8x8xf32, 1>
// CHECK-NEXT: %11 = arith.mulf %8, %9 : f32
// CHECK-NEXT: %12 = arith.addf %10, %11 : f32
// CHECK-NEXT: affine.store %12, %alloc[-%arg3 + %arg6, -%arg4 + %arg7] : memref<8x8xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_8 : memref<8x8xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc_7 : memref<8x8xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = affine.apply #map(%arg3, %arg4)
// CHECK-NEXT: %3 = affine.apply #map1(%arg3, %arg4)
// CHECK-NEXT: affine.for %arg5 = #map2(%arg3) to #map3(%arg3) {
// CHECK-NEXT: affine.for %arg6 = #map2(%arg4) to #map3(%arg4) {
// CHECK-NEXT: %4 = affine.load %alloc[%arg5 - %arg3, %arg6 - %arg4] : memref<8x8xf32, 1>
// CHECK-NEXT: affine.store %4, %arg2[%arg5, %arg6] : memref<32x32xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc : memref<8x8xf32, 1>
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

/// A tile that ends with the buffer.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 8, 30)>
// CHECK: func.func @last(%arg0: memref<30xf32>, %arg1: memref<30xf32>) {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8_0 = arith.constant 8 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %c0_2 = arith.constant 0 : index
// CHECK-NEXT: affine.for %arg2 = 0 to 30 step 8 {
// CHECK-NEXT: %0 = affine.apply #map(%arg2)
// CHECK-NEXT: %alloc = memref.alloc() : memref<8xf32, 1>
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to min #map1(%arg2) {
// CHECK-NEXT: %2 = affine.load %arg0[%arg3] : memref<30xf32>
// CHECK-NEXT: affine.store %2, %alloc[%arg3 - %arg2] : memref<8xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_3 = memref.alloc() : memref<8xf32, 1>
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to min #map1(%arg2) {
// CHECK-NEXT: %2 = affine.load %alloc[-%arg2 + %arg3] : memref<8xf32, 1>
// CHECK-NEXT: affine.store %2, %alloc_3[-%arg2 + %arg3] : memref<8xf32, 1>
// CHECK-NEXT: }
// CHECK-NEXT: %1 = affine.apply #map(%arg2)
// CHECK-NEXT: affine.for %arg3 = #map(%arg2) to min #map1(%arg2) {
// CHECK-NEXT: %2 = affine.load %alloc_3[%arg3 - %arg2] : memref<8xf32, 1>
// CHECK-NEXT: affine.store %2, %arg1[%arg3] : memref<30xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %alloc_3 : memref<8xf32, 1>
// CHECK-NEXT: memref.dealloc %alloc : memref<8xf32, 1>
// CHECK-NEXT: }
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
