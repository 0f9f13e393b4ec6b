// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope --affine-loop-fusion | filecheck %s
// Expected text: mlir-opt 22.

// CHECK-LABEL: func.func @read_outside(%arg0: f32, %arg1: memref<4xf32>) -> f32 {
// CHECK-NEXT:   %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   affine.for %arg2 = 0 to 3 {
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     affine.for %arg3 = 0 to 4 {
// CHECK-NEXT:       affine.store %arg0, %alloc[%arg3] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %arg3 = 0 to 2 {
// CHECK-NEXT:       affine.store %arg0, %alloc_0[%arg3] : memref<2xf32>
// CHECK-NEXT:       %1 = affine.load %alloc_0[%arg3] : memref<2xf32>
// CHECK-NEXT:       affine.store %1, %arg1[%arg3] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   %0 = memref.load %alloc[%c0] : memref<4xf32>
// CHECK-NEXT:   return %0 : f32
// CHECK-NEXT: }
// The buffer is read behind the loop around both nests, and not written whole in each iteration.
func.func @read_outside(%x: f32, %b: memref<4xf32>) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%j] : memref<4xf32>
    }
    affine.for %j = 0 to 2 {
      %0 = affine.load %a[%j] : memref<4xf32>
      affine.store %0, %b[%j] : memref<4xf32>
    }
  }
  %1 = memref.load %a[%c0] : memref<4xf32>
  return %1 : f32
}
