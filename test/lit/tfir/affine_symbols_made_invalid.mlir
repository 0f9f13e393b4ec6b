// RUN: not tf-opt %s --allow-unregistered-dialect --split-input-file 2>&1 | filecheck %s
// As mlir-opt 22 refuses them: a division that may fail, what is made of an induction variable, of numbers of other types, and a
// size that is a dimension.

func.func @divided(%arg: index) {
  affine.for %i = 0 to 7 {
    %0 = arith.divsi %arg, %arg : index
    // CHECK: error: 'affine.for' op operand cannot be used as a symbol
    affine.for %j = 0 to %0 {
    }
  }
  return
}

// -----

func.func @of_dimension(%arg: index) {
  affine.for %i = 0 to 7 {
    %0 = arith.addi %arg, %i : index
    // CHECK: error: 'affine.for' op operand cannot be used as a symbol
    affine.for %j = 0 to %0 {
    }
  }
  return
}

// -----

func.func @of_integer(%arg: i32) {
  affine.for %i = 0 to 7 {
    %0 = arith.index_cast %arg : i32 to index
    // CHECK: error: 'affine.for' op operand cannot be used as a symbol
    affine.for %j = 0 to %0 {
    }
  }
  return
}

// -----

func.func @size(%arg: index) {
  affine.for %i = 0 to 7 {
    %c0 = arith.constant 0 : index
    %0 = memref.alloc(%i) : memref<?xf32>
    %1 = memref.dim %0, %c0 : memref<?xf32>
    // CHECK: error: 'affine.for' op operand cannot be used as a symbol
    affine.for %j = 0 to %1 {
    }
  }
  return
}

// -----

func.func @no_bound() {
  // CHECK: error: 'affine.parallel' op expected lower bound map to have at least one result
  affine.parallel (%i) = (max()) to (1) {
  }
  return
}
