// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope --split-input-file  | filecheck %s
// What operations without effects make of symbols is one, as are sizes of buffers made with them. Expected text: mlir-opt 22.

// CHECK-LABEL: func.func @a(%arg0: index) {
// CHECK-NEXT:   affine.for %arg1 = 0 to 7 {
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %0 = arith.divsi %arg0, %c3 : index
// CHECK-NEXT:     affine.for %arg2 = 0 to %0 {
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @a(%arg : index) {
  affine.for %n0 = 0 to 7 {
    %c = arith.constant 3 : index
    %dim = arith.divsi %arg, %c : index
    affine.for %n1 = 0 to %dim {
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @g(%arg0: index, %arg1: memref<?xf32>) {
// CHECK-NEXT:   affine.for %arg2 = 0 to 7 {
// CHECK-NEXT:     %alloc = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %dim = memref.dim %cast, %c0 : memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:     affine.for %arg3 = 0 to %dim {
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @g(%arg : index, %m: memref<?xf32>) {
  affine.for %n0 = 0 to 7 {
    %a = memref.alloc(%arg) : memref<?xf32>
    %b = memref.cast %a : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %c0 = arith.constant 0 : index
    %d = memref.dim %b, %c0 : memref<?xf32, strided<[1], offset: ?>>
    affine.for %n1 = 0 to %d {
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @i(%arg0: index, %arg1: memref<?x?xf32>) {
// CHECK-NEXT:   affine.for %arg2 = 0 to 7 {
// CHECK-NEXT:     %0:2 = affine.delinearize_index %arg2 into (2, 4) : index, index
// CHECK-NEXT:     %1 = affine.linearize_index [%0#1, %0#0] by (4, 2) : index
// CHECK-NEXT:     %2 = affine.load %arg1[%0#0, %1] : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @i(%arg : index, %m: memref<?x?xf32>) {
  affine.for %n0 = 0 to 7 {
    %0:2 = affine.delinearize_index %n0 into (2, 4) : index, index
    %1 = affine.linearize_index [%0#1, %0#0] by (4, 2) : index
    affine.load %m[%0#0, %1] : memref<?x?xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @sizes_of_parts(%arg0: index, %arg1: memref<?x?xf32>, %arg2: memref<?xi8>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   affine.for %arg3 = 0 to %arg0 {
// CHECK-NEXT:     %subview = memref.subview %arg1[%arg3, 0] [%arg0, %arg3] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     %dim = memref.dim %subview, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT:     %view = memref.view %arg2[%arg3][%arg0] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT:     %dim_0 = memref.dim %view, %c0 : memref<?xf32>
// CHECK-NEXT:     affine.for %arg4 = 0 to %dim {
// CHECK-NEXT:       affine.for %arg5 = 0 to %dim_0 {
// CHECK-NEXT:         "use"(%arg4, %arg5) : (index, index) -> ()
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @sizes_of_parts(%n: index, %m: memref<?x?xf32>, %b: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %0 = memref.subview %m[%i, 0] [%n, %i] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    %1 = memref.dim %0, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
    %2 = memref.view %b[%i][%n] : memref<?xi8> to memref<?xf32>
    %3 = memref.dim %2, %c0 : memref<?xf32>
    affine.for %j = 0 to %1 {
      affine.for %k = 0 to %3 {
        "use"(%j, %k) : (index, index) -> ()
      }
    }
  }
  return
}
