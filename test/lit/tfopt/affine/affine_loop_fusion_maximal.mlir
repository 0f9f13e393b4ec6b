// RUN: tf-opt %s --split-input-file --affine-loop-fusion='maximal fast-mem-space=2 local-buf-threshold=1' | filecheck %s

/// Whatever is computed again.
// CHECK: #map = affine_map<(d0) -> (d0 - 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1) -> (d0 - 1)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1) -> (d1)>
// CHECK-NEXT: #map4 = affine_map<(d0, d1) -> (d0 + 1)>
// CHECK: func.func @window(%arg0: memref<10x20xf32>, %arg1: f32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<3x1xf32, 2>
// CHECK-NEXT: affine.for %arg2 = 1 to 9 {
// CHECK-NEXT: affine.for %arg3 = 0 to 20 {
// CHECK-NEXT: affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
// CHECK-NEXT: affine.store %arg1, %alloc[-%arg2 + %arg4 + 1, 0] : memref<3x1xf32, 2>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.apply #map2(%arg2, %arg3)
// CHECK-NEXT: %1 = affine.apply #map3(%arg2, %arg3)
// CHECK-NEXT: %2 = affine.load %alloc[0, 0] : memref<3x1xf32, 2>
// CHECK-NEXT: %3 = affine.apply #map4(%arg2, %arg3)
// CHECK-NEXT: %4 = affine.apply #map3(%arg2, %arg3)
// CHECK-NEXT: %5 = affine.load %alloc[2, 0] : memref<3x1xf32, 2>
// CHECK-NEXT: %6 = arith.addf %2, %5 : f32
// CHECK-NEXT: affine.store %6, %arg0[%arg2, %arg3] : memref<10x20xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @window(%a: memref<10x20xf32>, %x: f32) {
  %m = memref.alloc() : memref<10x20xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 20 {
      affine.store %x, %m[%i, %j] : memref<10x20xf32>
    }
  }
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 20 {
      %u = affine.load %m[%i - 1, %j] : memref<10x20xf32>
      %v = affine.load %m[%i + 1, %j] : memref<10x20xf32>
      %t = arith.addf %u, %v : f32
      affine.store %t, %a[%i, %j] : memref<10x20xf32>
    }
  }
  return
}

// -----

/// Small buffers go to the fast memory, larger ones do not.
// CHECK: #map = affine_map<(d0) -> (-d0 + 39)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1) -> (d0)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1) -> (-d1 + 39)>
// CHECK: func.func @fast(%arg0: memref<40x40xf32>, %arg1: memref<40x40xf32>, %arg2: f32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<1x1xf32, 2>
// CHECK-NEXT: %alloc_0 = memref.alloc() : memref<1x1xf32, 2>
// CHECK-NEXT: affine.for %arg3 = 0 to 40 {
// CHECK-NEXT: affine.for %arg4 = 0 to 40 {
// CHECK-NEXT: %0 = affine.apply #map(%arg4)
// CHECK-NEXT: affine.store %arg2, %alloc[0, 0] : memref<1x1xf32, 2>
// CHECK-NEXT: %1 = affine.apply #map1(%arg3, %arg4)
// CHECK-NEXT: %2 = affine.apply #map2(%arg3, %arg4)
// CHECK-NEXT: %3 = affine.load %alloc[0, 0] : memref<1x1xf32, 2>
// CHECK-NEXT: affine.store %3, %arg0[%arg3, %arg4] : memref<40x40xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 40 {
// CHECK-NEXT: affine.for %arg4 = 0 to 40 {
// CHECK-NEXT: affine.for %arg5 = 0 to 40 {
// CHECK-NEXT: affine.store %arg2, %alloc_0[0, 0] : memref<1x1xf32, 2>
// CHECK-NEXT: %0 = affine.load %alloc_0[0, 0] : memref<1x1xf32, 2>
// CHECK-NEXT: affine.store %0, %arg1[%arg3, %arg4] : memref<40x40xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @fast(%a: memref<40x40xf32>, %b: memref<40x40xf32>, %x: f32) {
  %m = memref.alloc() : memref<40x40xf32>
  %n = memref.alloc() : memref<40x40xf32>
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      affine.store %x, %m[%i, %j] : memref<40x40xf32>
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      affine.store %x, %n[%i, %j] : memref<40x40xf32>
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      %v = affine.load %m[%i, 39 - %j] : memref<40x40xf32>
      affine.store %v, %a[%i, %j] : memref<40x40xf32>
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to 40 {
        %v = affine.load %n[%i, %k] : memref<40x40xf32>
        affine.store %v, %b[%i, %j] : memref<40x40xf32>
      }
    }
  }
  return
}
