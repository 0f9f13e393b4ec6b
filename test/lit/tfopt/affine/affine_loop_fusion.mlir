// RUN: tf-opt %s --split-input-file --affine-loop-fusion | filecheck %s

/// What a nest computes for another one goes into it, with a buffer of one element; so does that which it needs itself.
// CHECK: func.func @chain(%arg0: memref<10xf32>, %arg1: f32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc() : memref<1xf32>
// CHECK-NEXT: affine.for %arg2 = 0 to 10 {
// CHECK-NEXT: affine.store %arg1, %alloc_0[0] : memref<1xf32>
// CHECK-NEXT: %0 = affine.load %alloc_0[0] : memref<1xf32>
// CHECK-NEXT: affine.store %0, %alloc[0] : memref<1xf32>
// CHECK-NEXT: %1 = affine.load %alloc[0] : memref<1xf32>
// CHECK-NEXT: affine.store %1, %arg0[%arg2] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @chain(%a: memref<10xf32>, %x: f32) {
  %m = memref.alloc() : memref<10xf32>
  %n = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %m[%i] : memref<10xf32>
    affine.store %v, %n[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %n[%i] : memref<10xf32>
    affine.store %v, %a[%i] : memref<10xf32>
  }
  return
}

// -----

/// Two rows around each, at the depth that computes little twice; the producer's own loop runs over three.
// CHECK: #map = affine_map<(d0) -> (d0 - 1)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1) -> (d0 - 1)>
// CHECK-NEXT: #map3 = affine_map<(d0, d1) -> (d1)>
// CHECK-NEXT: #map4 = affine_map<(d0, d1) -> (d0 + 1)>
// CHECK: func.func @rows(%arg0: memref<100x4xf32>, %arg1: memref<100x4xf32>) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<3x1xf32>
// CHECK-NEXT: affine.for %arg2 = 1 to 99 {
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4, %arg3] : memref<100x4xf32>
// CHECK-NEXT: affine.store %0, %alloc[-%arg2 + %arg4 + 1, 0] : memref<3x1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 50 {
// CHECK-NEXT: %0 = affine.apply #map2(%arg2, %arg3)
// CHECK-NEXT: %1 = affine.apply #map3(%arg2, %arg3)
// CHECK-NEXT: %2 = affine.load %alloc[0, 0] : memref<3x1xf32>
// CHECK-NEXT: %3 = affine.apply #map4(%arg2, %arg3)
// CHECK-NEXT: %4 = affine.apply #map3(%arg2, %arg3)
// CHECK-NEXT: %5 = affine.load %alloc[2, 0] : memref<3x1xf32>
// CHECK-NEXT: %6 = arith.addf %2, %5 : f32
// CHECK-NEXT: affine.store %6, %arg1[%arg2, %arg3] : memref<100x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @rows(%a: memref<100x4xf32>, %b: memref<100x4xf32>) {
  %m = memref.alloc() : memref<100x4xf32>
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 4 {
      %v = affine.load %a[%i, %j] : memref<100x4xf32>
      affine.store %v, %m[%i, %j] : memref<100x4xf32>
    }
  }
  affine.for %i = 1 to 99 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 50 {
        %u = affine.load %m[%i - 1, %j] : memref<100x4xf32>
        %v = affine.load %m[%i + 1, %j] : memref<100x4xf32>
        %w = arith.addf %u, %v : f32
        affine.store %w, %b[%i, %j] : memref<100x4xf32>
      }
    }
  }
  return
}

// -----

/// A sum that a nest makes in memory is made whole.
// CHECK: func.func @product(%arg0: memref<8x8xf32>, %arg1: memref<8x8xf32>, %arg2: memref<8x8xf32>, %arg3: f32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<1x1xf32>
// CHECK-NEXT: affine.for %arg4 = 0 to 8 {
// CHECK-NEXT: affine.for %arg5 = 0 to 8 {
// CHECK-NEXT: affine.store %arg3, %alloc[0, 0] : memref<1x1xf32>
// CHECK-NEXT: affine.for %arg6 = 0 to 8 {
// CHECK-NEXT: %2 = affine.load %arg0[%arg4, %arg6] : memref<8x8xf32>
// CHECK-NEXT: %3 = affine.load %arg1[%arg6, %arg5] : memref<8x8xf32>
// CHECK-NEXT: %4 = arith.mulf %2, %3 : f32
// CHECK-NEXT: %5 = affine.load %alloc[0, 0] : memref<1x1xf32>
// CHECK-NEXT: %6 = arith.addf %5, %4 : f32
// CHECK-NEXT: affine.store %6, %alloc[0, 0] : memref<1x1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.load %alloc[0, 0] : memref<1x1xf32>
// CHECK-NEXT: %1 = arith.addf %0, %0 : f32
// CHECK-NEXT: affine.store %1, %arg2[%arg4, %arg5] : memref<8x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @product(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %d: memref<8x8xf32>, %x: f32) {
  %m = memref.alloc() : memref<8x8xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i, %j] : memref<8x8xf32>
      affine.for %k = 0 to 8 {
        %v = affine.load %a[%i, %k] : memref<8x8xf32>
        %w = affine.load %b[%k, %j] : memref<8x8xf32>
        %p = arith.mulf %v, %w : f32
        %s = affine.load %m[%i, %j] : memref<8x8xf32>
        %t = arith.addf %s, %p : f32
        affine.store %t, %m[%i, %j] : memref<8x8xf32>
      }
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %m[%i, %j] : memref<8x8xf32>
      %t = arith.addf %v, %v : f32
      affine.store %t, %d[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// -----

/// A loop that is needed by one behind it stays, and is computed in another one from the other end.
// CHECK: #map = affine_map<(d0) -> (-d0 + 9)>
// CHECK: func.func @twice(%arg0: memref<10xf32>, %arg1: memref<10xf32>, %arg2: f32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc() : memref<1xf32>
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: %0 = affine.apply #map(%arg3)
// CHECK-NEXT: affine.store %arg2, %alloc_0[0] : memref<1xf32>
// CHECK-NEXT: %1 = affine.apply #map(%arg3)
// CHECK-NEXT: %2 = affine.load %alloc_0[0] : memref<1xf32>
// CHECK-NEXT: affine.store %2, %arg1[%arg3] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: affine.store %arg2, %alloc[0] : memref<1xf32>
// CHECK-NEXT: %0 = affine.load %alloc[0] : memref<1xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @twice(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32) {
  %n = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %n[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %n[%i] : memref<10xf32>
    affine.store %v, %a[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %n[9 - %i] : memref<10xf32>
    affine.store %v, %b[%i] : memref<10xf32>
  }
  return
}

// -----

/// Nests that read the same run as one; what is written to an argument stays.
// CHECK: func.func @siblings(%arg0: memref<10x10xf32>, %arg1: memref<10xf32>, %arg2: memref<10xf32>) {
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg4] : memref<10x10xf32>
// CHECK-NEXT: %1 = affine.load %arg1[%arg3] : memref<10xf32>
// CHECK-NEXT: %2 = arith.addf %0, %1 : f32
// CHECK-NEXT: affine.store %2, %arg1[%arg3] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg4] : memref<10x10xf32>
// CHECK-NEXT: %1 = affine.load %arg2[%arg3] : memref<10xf32>
// CHECK-NEXT: %2 = arith.addf %0, %1 : f32
// CHECK-NEXT: affine.store %2, %arg2[%arg3] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @siblings(%a: memref<10x10xf32>, %b: memref<10xf32>, %d: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %v = affine.load %a[%i, %j] : memref<10x10xf32>
      %w = affine.load %b[%i] : memref<10xf32>
      %t = arith.addf %v, %w : f32
      affine.store %t, %b[%i] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %v = affine.load %a[%i, %j] : memref<10x10xf32>
      %w = affine.load %d[%i] : memref<10xf32>
      %t = arith.addf %v, %w : f32
      affine.store %t, %d[%i] : memref<10xf32>
    }
  }
  return
}

// -----

/// Inside of a loop; a row at a time; every second element; one element for all.
// CHECK: func.func @inner(%arg0: memref<10xf32>, %arg1: memref<10x10xf32>, %arg2: f32) {
// CHECK-NEXT: affine.for %arg3 = 0 to 3 {
// CHECK-NEXT: %alloc = memref.alloc() : memref<10xf32>
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: affine.store %arg2, %alloc[%arg4] : memref<10xf32>
// CHECK-NEXT: %0 = affine.load %alloc[%arg4] : memref<10xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: affine.for %arg5 = 0 to 10 {
// CHECK-NEXT: affine.store %arg2, %arg1[%arg4, %arg5] : memref<10x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @inner(%a: memref<10xf32>, %b: memref<10x10xf32>, %x: f32) {
  affine.for %t = 0 to 3 {
    %m = memref.alloc() : memref<10xf32>
    affine.for %i = 0 to 10 {
      affine.store %x, %m[%i] : memref<10xf32>
    }
    affine.for %i = 0 to 10 {
      %v = affine.load %m[%i] : memref<10xf32>
      affine.store %v, %a[%i] : memref<10xf32>
    }
    affine.for %i = 0 to 10 {
      affine.for %j = 0 to 10 {
        affine.store %x, %b[%i, %j] : memref<10x10xf32>
      }
    }
  }
  return
}

// -----

// CHECK: #map = affine_map<() -> (3)>
// CHECK: func.func @steps(%arg0: memref<10xf32>, %arg1: memref<10xf32>, %arg2: f32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<1xf32>
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %alloc_0 = memref.alloc() : memref<10xf32>
// CHECK-NEXT: affine.for %arg3 = 0 to 10 step 2 {
// CHECK-NEXT: affine.store %arg2, %alloc_0[%arg3] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 10 step 2 {
// CHECK-NEXT: %0 = affine.load %alloc_0[%arg3] : memref<10xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: affine.store %arg2, %alloc[0] : memref<1xf32>
// CHECK-NEXT: %0 = affine.apply #map()
// CHECK-NEXT: %1 = affine.load %alloc[0] : memref<1xf32>
// CHECK-NEXT: affine.store %1, %arg1[%arg3] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @steps(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32) {
  %m = memref.alloc() : memref<10xf32>
  %n = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 step 2 {
    affine.store %x, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 step 2 {
    %v = affine.load %m[%i] : memref<10xf32>
    affine.store %v, %a[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.store %x, %n[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %n[3] : memref<10xf32>
    affine.store %v, %b[%i] : memref<10xf32>
  }
  return
}

// -----

/// Sizes that the program computes tell nothing of what fusing costs; a condition stays where it is.
// CHECK: #set = affine_set<(d0) : (d0 - 4 >= 0)>
// CHECK: func.func @left(%arg0: memref<?xf32>, %arg1: memref<10xf32>, %arg2: index, %arg3: f32) {
// CHECK-NEXT: %alloc = memref.alloc(%arg2) : memref<?xf32>
// CHECK-NEXT: affine.for %arg4 = 0 to %arg2 {
// CHECK-NEXT: affine.store %arg3, %alloc[%arg4] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to %arg2 {
// CHECK-NEXT: %0 = affine.load %alloc[%arg4] : memref<?xf32>
// CHECK-NEXT: affine.store %0, %arg0[%arg4] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %alloc_0 = memref.alloc() : memref<10xf32>
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: affine.if #set(%arg4) {
// CHECK-NEXT: affine.store %arg3, %alloc_0[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %alloc_0[%arg4] : memref<10xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @left(%a: memref<?xf32>, %b: memref<10xf32>, %n: index, %x: f32) {
  %m = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %v = affine.load %m[%i] : memref<?xf32>
    affine.store %v, %a[%i] : memref<?xf32>
  }
  %k = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %k[%i] : memref<10xf32>
    }
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %k[%i] : memref<10xf32>
    affine.store %v, %b[%i] : memref<10xf32>
  }
  return
}

// -----

/// The target does something beside the loop into which the source goes, too: that meets none of what the source touches.
// CHECK: func.func @apart(%arg0: memref<4x4xi32>, %arg1: memref<4x4xi32>, %arg2: i32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<1x1xi32>
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: affine.store %arg2, %arg1[1, %arg3] : memref<4x4xi32>
// CHECK-NEXT: affine.for %arg4 = 0 to 4 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3, %arg4] : memref<4x4xi32>
// CHECK-NEXT: %1 = affine.load %arg1[0, %arg4] : memref<4x4xi32>
// CHECK-NEXT: %2 = arith.subi %0, %1 : i32
// CHECK-NEXT: affine.store %2, %alloc[0, 0] : memref<1x1xi32>
// CHECK-NEXT: %3 = affine.load %alloc[0, 0] : memref<1x1xi32>
// CHECK-NEXT: affine.store %3, %arg0[%arg3, %arg4] : memref<4x4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @apart(%source: memref<4x4xi32>, %other: memref<4x4xi32>, %x: i32) {
  %buffer = memref.alloc() : memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %source[%i, %j] : memref<4x4xi32>
      %1 = affine.load %other[0, %j] : memref<4x4xi32>
      %2 = arith.subi %0, %1 : i32
      affine.store %2, %buffer[%i, %j] : memref<4x4xi32>
    }
  }
  affine.for %i = 0 to 4 {
    affine.store %x, %other[1, %i] : memref<4x4xi32>
    affine.for %j = 0 to 4 {
      %0 = affine.load %buffer[%i, %j] : memref<4x4xi32>
      affine.store %0, %source[%i, %j] : memref<4x4xi32>
    }
  }
  return
}
