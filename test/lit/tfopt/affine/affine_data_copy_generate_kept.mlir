// RUN: tf-opt %s --split-input-file --affine-data-copy-generate='generate-dma skip-non-unit-stride-loops' | filecheck %s
// RUN: tf-opt %s --split-input-file --affine-data-copy-generate='skip-non-unit-stride-loops' | filecheck %s --check-prefixes=CHECK,LOOPS

/// What upstream copies, and memory could tell. Of every second element that is stored the others would be written back too.
// CHECK: func.func @gaps
// CHECK-NOT: memref.alloc
func.func @gaps(%a: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i * 2] : memref<16xf32>
  }
  return
}

// -----

/// A vector is stored to the buffer itself.
// CHECK: func.func @otherwise
// CHECK-NOT: memref.alloc
func.func @otherwise(%a: memref<16xf32>, %x: vector<4xf32>, %y: f32) {
  affine.for %i = 0 to 13 {
    affine.vector_store %x, %a[%i] : memref<16xf32>, vector<4xf32>
    affine.store %y, %a[%i] : memref<16xf32>
  }
  return
}

// -----

/// It may be stored to by another name.
// CHECK: func.func @view
// CHECK-NOT: memref.alloc
func.func @view(%a: memref<16xf32>, %n: index, %x: f32) {
  %b = memref.cast %a : memref<16xf32> to memref<?xf32>
  affine.for %i = 0 to 16 {
    %u = affine.load %a[%i] : memref<16xf32>
    memref.store %u, %b[%n] : memref<?xf32>
  }
  return
}

// -----

/// The condition keeps the loop within the buffer; a copy of all that it might load would not be.
// CHECK: func.func @condition
// CHECK-NOT: memref.alloc
func.func @condition(%a: memref<8xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 step 2 {
    affine.if affine_set<(d0) : (7 - d0 >= 0)>(%i) {
      %u = affine.load %a[%i] : memref<8xf32>
      affine.store %u, %b[%i] : memref<16xf32>
    }
  }
  return
}

// -----

/// The loop around stores to the element that the inner one loads.
// CHECK: func.func @around
// CHECK-NOT: memref.alloc
func.func @around(%a: memref<16xf32>, %n: index) {
  affine.for %i = 0 to 16 step 2 {
    affine.for %j = 0 to 4 {
      %u = affine.load %a[3] : memref<16xf32>
      %s = arith.addf %u, %u : f32
    }
    %x = memref.load %a[%n] : memref<16xf32>
    memref.store %x, %a[%n] : memref<16xf32>
  }
  return
}

// -----

/// The last tile is not full: a DMA would move what is behind the buffer, loops do not.
// CHECK: func.func @last
// CHECK-NOT: affine.dma_start
// LOOPS: memref.alloc() : memref<8xf32, 1>
func.func @last(%a: memref<30xf32>, %x: f32) {
  affine.for %ii = 0 to 30 step 8 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 8, 30)>(%ii) {
      affine.store %x, %a[%i] : memref<30xf32>
    }
  }
  return
}
