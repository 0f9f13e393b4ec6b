// RUN: tf-opt %s --split-input-file --affine-super-vectorize='virtual-vector-size=4,8 test-fastest-varying=1,0' | filecheck %s

/// Both loops, one dimension of the vectors each; the second buffer is stored to with its dimensions exchanged.
// CHECK: #map = affine_map<(d0) -> (0, d0)>
// CHECK: func.func @both(%arg0: memref<64x128xf32>, %arg1: memref<64x128xf32>, %arg2: memref<128x64xf32>, %arg3: memref<128xf32>) {
// CHECK-NEXT: affine.for %arg4 = 0 to 64 step 4 {
// CHECK-NEXT: affine.for %arg5 = 0 to 128 step 8 {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg4, %arg5], %0 : memref<64x128xf32>, vector<4x8xf32>
// CHECK-NEXT: %2 = ub.poison : f32
// CHECK-NEXT: %3 = vector.transfer_read %arg3[%arg5], %2 {permutation_map = #map} : memref<128xf32>, vector<4x8xf32>
// CHECK-NEXT: %4 = arith.addf %1, %3 : vector<4x8xf32>
// CHECK-NEXT: vector.transfer_write %4, %arg1[%arg4, %arg5] : vector<4x8xf32>, memref<64x128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @both(%a: memref<64x128xf32>, %b: memref<64x128xf32>, %c: memref<128x64xf32>, %v: memref<128xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %x = affine.load %a[%i, %j] : memref<64x128xf32>
      %w = affine.load %v[%j] : memref<128xf32>
      %y = arith.addf %x, %w : f32
      affine.store %y, %b[%i, %j] : memref<64x128xf32>
    }
  }
  return
}
