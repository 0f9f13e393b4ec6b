// RUN: tf-opt %s --allow-unregistered-dialect '--affine-loop-fusion' | filecheck %s


/// One number as two digits, and back.
// CHECK: #map = affine_map<(d0, d1) -> (d0 * 4 + d1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 floordiv 4)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 mod 4)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1, d2) -> (d0 * 15 + d1 * 5 + d2)>
// CHECK-NEXT: #map4 = affine_map<(d0, d1) -> (d0 * 8 + d1)>

// CHECK-LABEL: func.func @digits(
// CHECK-NEXT: %alloc = memref.alloc() : memref<1x1xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to 3 {
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: %0 = affine.apply #map(%arg2, %arg3)
// CHECK-NEXT: %1 = affine.load %arg0[%0] : memref<12xf32>
// CHECK-NEXT: %2 = affine.apply #map1(%0)
// CHECK-NEXT: %3 = affine.apply #map2(%0)
// CHECK-NEXT: affine.store %1, %alloc[0, 0] : memref<1x1xf32>
// CHECK-NEXT: %4 = affine.load %alloc[-(%arg3 floordiv 4), (%arg3 floordiv 4) * 4] : memref<1x1xf32>
// CHECK-NEXT: affine.store %4, %arg1[%arg2, %arg3] : memref<3x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @digits(%a: memref<12xf32>, %b: memref<3x4xf32>) {
  %m = memref.alloc() : memref<3x4xf32>
  affine.for %i = 0 to 12 {
    %x = affine.load %a[%i] : memref<12xf32>
    affine.store %x, %m[%i floordiv 4, %i mod 4] : memref<3x4xf32>
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %x = affine.load %m[%i, %j] : memref<3x4xf32>
      affine.store %x, %b[%i, %j] : memref<3x4xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @number_of_digits(
// CHECK-NEXT: %alloc = memref.alloc() : memref<1xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to 2 {
// CHECK-NEXT: affine.for %arg3 = 0 to 3 {
// CHECK-NEXT: affine.for %arg4 = 0 to 5 {
// CHECK-NEXT: %0 = affine.apply #map3(%arg2, %arg3, %arg4)
// CHECK-NEXT: affine.store %arg0, %alloc[0] : memref<1xf32>
// CHECK-NEXT: %1 = affine.apply #map3(%arg2, %arg3, %arg4)
// CHECK-NEXT: %2 = affine.load %alloc[0] : memref<1xf32>
// CHECK-NEXT: affine.store %2, %arg1[%arg2, %arg3, %arg4] : memref<2x3x5xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @number_of_digits(%x: f32, %b: memref<2x3x5xf32>) {
  %m = memref.alloc() : memref<30xf32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 5 {
        affine.store %x, %m[%i * 15 + %j * 5 + %k] : memref<30xf32>
      }
    }
  }
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 5 {
        %y = affine.load %m[%i * 15 + %j * 5 + %k] : memref<30xf32>
        affine.store %y, %b[%i, %j, %k] : memref<2x3x5xf32>
      }
    }
  }
  return
}

/// Tiles of a row: each needs its own part of what was filled.

// CHECK-LABEL: func.func @tiles(
// CHECK-NEXT: affine.for %arg2 = 0 to 24 {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2] : memref<24xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 3 {
// CHECK-NEXT: affine.for %arg3 = 0 to 8 {
// CHECK-NEXT: %0 = affine.apply #map4(%arg2, %arg3)
// CHECK-NEXT: affine.store %arg1, %arg0[%0] : memref<24xf32>
// CHECK-NEXT: affine.for %arg4 = 0 to 5 {
// CHECK-NEXT: %1 = affine.load %arg0[%arg2 * 8 + %arg3] : memref<24xf32>
// CHECK-NEXT: %2 = arith.addf %1, %arg1 : f32
// CHECK-NEXT: affine.store %2, %arg0[%arg2 * 8 + %arg3] : memref<24xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @tiles(%a: memref<24xf32>, %x: f32) {
  affine.for %i = 0 to 24 {
    affine.store %x, %a[%i] : memref<24xf32>
  }
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to 5 {
      affine.for %j = 0 to 8 {
        %y = affine.load %a[%i * 8 + %j] : memref<24xf32>
        %z = arith.addf %y, %x : f32
        affine.store %z, %a[%i * 8 + %j] : memref<24xf32>
      }
    }
  }
  return
}

/// A buffer whose size is an argument, operations of no dialect that is known here, and loads at other indices.

// CHECK-LABEL: func.func @others(
// CHECK-NEXT: %alloc = memref.alloc(%arg0) : memref<?xindex>
// CHECK-NEXT: affine.for %arg4 = 0 to 16 {
// CHECK-NEXT: %0 = affine.load %arg1[%arg4] : memref<16xindex>
// CHECK-NEXT: %1 = "some.change"(%0) : (index) -> index
// CHECK-NEXT: affine.store %1, %alloc[%arg4] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 16 {
// CHECK-NEXT: %0 = affine.load %alloc[%arg4] : memref<?xindex>
// CHECK-NEXT: %1 = memref.load %arg2[%0] : memref<?xf32>
// CHECK-NEXT: affine.store %1, %arg3[%arg4] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @others(%n: index, %a: memref<16xindex>, %t: memref<?xf32>, %b: memref<16xf32>) {
  %m = memref.alloc(%n) : memref<?xindex>
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xindex>
    %y = "some.change"(%x) : (index) -> index
    affine.store %y, %m[%i] : memref<?xindex>
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %m[%i] : memref<?xindex>
    %y = memref.load %t[%x] : memref<?xf32>
    affine.store %y, %b[%i] : memref<16xf32>
  }
  return
}

/// Halves of a buffer that read the same.

// CHECK-LABEL: func.func @halves(
// CHECK-NEXT: affine.for %arg2 = 0 to 8 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2] : memref<8xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<16xf32>
// CHECK-NEXT: %1 = affine.load %arg0[%arg2] : memref<8xf32>
// CHECK-NEXT: %2 = arith.negf %1 : f32
// CHECK-NEXT: affine.store %2, %arg1[%arg2 + 8] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @halves(%a: memref<8xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xf32>
    %y = arith.negf %x : f32
    affine.store %y, %b[%i + 8] : memref<16xf32>
  }
  return
}

/// What the load at any index reads was written by the first nest.

// CHECK-LABEL: func.func @reads_what_was_written(
// CHECK-NEXT: %alloc = memref.alloc() : memref<16xindex>
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg2] : memref<16xindex>
// CHECK-NEXT: affine.store %0, %alloc[%arg2] : memref<16xindex>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 0 to 16 {
// CHECK-NEXT: %0 = affine.load %alloc[%arg2] : memref<16xindex>
// CHECK-NEXT: %1 = memref.load %alloc[%0] : memref<16xindex>
// CHECK-NEXT: affine.store %1, %arg1[%arg2] : memref<16xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @reads_what_was_written(%a: memref<16xindex>, %b: memref<16xindex>) {
  %m = memref.alloc() : memref<16xindex>
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xindex>
    affine.store %x, %m[%i] : memref<16xindex>
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %m[%i] : memref<16xindex>
    %y = memref.load %m[%x] : memref<16xindex>
    affine.store %y, %b[%i] : memref<16xindex>
  }
  return
}
