// RUN: tf-opt %s --split-input-file --affine-loop-fusion | filecheck %s

/// The second nest overwrites what the first still reads in its next slice. Upstream fuses these.
// CHECK: func.func @overwritten(%arg0: memref<10xi32>, %arg1: memref<10xi32>, %arg2: i32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<10xi32>
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %arg0[-%arg3 + 9] : memref<10xi32>
// CHECK-NEXT: affine.store %0, %alloc[%arg3] : memref<10xi32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %alloc[%arg3] : memref<10xi32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3] : memref<10xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @overwritten(%a: memref<10xi32>, %b: memref<10xi32>, %x: i32) {
  %m = memref.alloc() : memref<10xi32>
  affine.for %i = 0 to 10 {
    %v = affine.load %a[9 - %i] : memref<10xi32>
    affine.store %v, %m[%i] : memref<10xi32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %m[%i] : memref<10xi32>
    affine.store %v, %a[%i] : memref<10xi32>
  }
  return
}

// -----

/// A nest that adds to what it has stored must not do it twice: it would stay in front, since others read what it stores.
// CHECK: func.func @again(%arg0: memref<10xi32>, %arg1: memref<10xi32>, %arg2: memref<10xi32>) {
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3] : memref<10xi32>
// CHECK-NEXT: %1 = affine.load %arg1[%arg3] : memref<10xi32>
// CHECK-NEXT: %2 = arith.addi %0, %1 : i32
// CHECK-NEXT: affine.store %2, %arg0[%arg3] : memref<10xi32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 2 to 9 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg3] : memref<10xi32>
// CHECK-NEXT: affine.store %0, %arg2[%arg3] : memref<10xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @again(%a: memref<10xi32>, %b: memref<10xi32>, %d: memref<10xi32>) {
  affine.for %i = 0 to 10 {
    %u = affine.load %a[%i] : memref<10xi32>
    %v = affine.load %b[%i] : memref<10xi32>
    %s = arith.addi %u, %v : i32
    affine.store %s, %a[%i] : memref<10xi32>
  }
  affine.for %i = 2 to 9 {
    %v = affine.load %a[%i] : memref<10xi32>
    affine.store %v, %d[%i] : memref<10xi32>
  }
  return
}

// -----

/// Buffers that may be views of one: what the first nest stores the second may read by another name.
// CHECK: func.func @views(%arg0: memref<10xi32>, %arg1: memref<10xi32>, %arg2: i32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<10xi32>
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<10xi32> to memref<?xi32>
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: affine.store %arg2, %alloc[%arg3] : memref<10xi32>
// CHECK-NEXT: affine.store %arg2, %cast[%arg3] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: %0 = affine.load %alloc[%arg3] : memref<10xi32>
// CHECK-NEXT: %1 = affine.load %arg0[-%arg3 + 9] : memref<10xi32>
// CHECK-NEXT: %2 = arith.addi %0, %1 : i32
// CHECK-NEXT: affine.store %2, %arg1[%arg3] : memref<10xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @views(%a: memref<10xi32>, %b: memref<10xi32>, %x: i32) {
  %m = memref.alloc() : memref<10xi32>
  %d = memref.cast %a : memref<10xi32> to memref<?xi32>
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xi32>
    affine.store %x, %d[%i] : memref<?xi32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %m[%i] : memref<10xi32>
    %w = affine.load %a[9 - %i] : memref<10xi32>
    %s = arith.addi %v, %w : i32
    affine.store %s, %b[%i] : memref<10xi32>
  }
  return
}

// -----

/// The loop into which the first nest could go stands behind a store to what that nest reads. Upstream fuses these.
// CHECK: func.func @beside(%arg0: memref<4x4xi32>, %arg1: memref<4x4xi32>, %arg2: i32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4x4xi32>
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: affine.for %arg4 = 0 to 4 {
// CHECK-NEXT: affine.for %arg5 = 0 to 4 {
// CHECK-NEXT: %0 = affine.load %arg0[%arg4, %arg3] : memref<4x4xi32>
// CHECK-NEXT: %1 = affine.load %arg1[-%arg4 + 3, %arg5] : memref<4x4xi32>
// CHECK-NEXT: %2 = arith.subi %0, %1 : i32
// CHECK-NEXT: affine.store %2, %alloc[%arg4, %arg3] : memref<4x4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: affine.store %arg2, %arg1[%arg3, 1] : memref<4x4xi32>
// CHECK-NEXT: affine.for %arg4 = 0 to 4 {
// CHECK-NEXT: %0 = affine.load %alloc[%arg3, %arg4] : memref<4x4xi32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3, %arg4] : memref<4x4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @beside(%source: memref<4x4xi32>, %shared: memref<4x4xi32>, %x: i32) {
  %buffer = memref.alloc() : memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        %0 = affine.load %source[%j, %i] : memref<4x4xi32>
        %1 = affine.load %shared[3 - %j, %k] : memref<4x4xi32>
        %2 = arith.subi %0, %1 : i32
        affine.store %2, %buffer[%j, %i] : memref<4x4xi32>
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.store %x, %shared[%i, 1] : memref<4x4xi32>
    affine.for %j = 0 to 4 {
      %0 = affine.load %buffer[%i, %j] : memref<4x4xi32>
      affine.store %0, %source[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

/// Two stores to different elements have no common part of a buffer to themselves, so there is a whole one. Upstream stores to the buffer that
/// others read again, of which one store has been in the slice and not the other behind it.
// CHECK: func.func @twice(%arg0: memref<4x4xi32>, %arg1: memref<4x4xi32>, %arg2: i32) {
// CHECK-NEXT: %alloc = memref.alloc() : memref<4x4xi32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: affine.for %arg3 = 0 to 4 {
// CHECK-NEXT: affine.store %arg2, %arg0[%arg3, 0] : memref<4x4xi32>
// CHECK-NEXT: affine.for %arg4 = 0 to 4 {
// CHECK-NEXT: %0 = affine.load %arg1[%arg3, 3] : memref<4x4xi32>
// CHECK-NEXT: affine.store %0, %arg0[%arg3, %arg4] : memref<4x4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = 1 to 3 {
// CHECK-NEXT: affine.for %arg4 = 1 to 3 {
// CHECK-NEXT: affine.store %arg2, %alloc[%c0, 0] : memref<4x4xi32>
// CHECK-NEXT: %0 = affine.load %arg1[%c0, 3] : memref<4x4xi32>
// CHECK-NEXT: affine.store %0, %alloc[%c0, %arg4] : memref<4x4xi32>
// CHECK-NEXT: %1 = affine.load %alloc[0, %arg4] : memref<4x4xi32>
// CHECK-NEXT: affine.store %1, %arg1[%arg3, %arg4] : memref<4x4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @twice(%a: memref<4x4xi32>, %b: memref<4x4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %a[%i, 0] : memref<4x4xi32>
    affine.for %j = 0 to 4 {
      %v = affine.load %b[%i, 3] : memref<4x4xi32>
      affine.store %v, %a[%i, %j] : memref<4x4xi32>
    }
  }
  affine.for %i = 1 to 3 {
    affine.for %j = 1 to 3 {
      %v = affine.load %a[0, %j] : memref<4x4xi32>
      affine.store %v, %b[%i, %j] : memref<4x4xi32>
    }
  }
  return
}
