// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope --affine-loop-tile=cache-size=0 | filecheck %s
// Without a cache tiles have one point, also where no size of the data is known. Expected text: mlir-opt 22.

// CHECK-LABEL: func.func @unknown_size(%arg0: memref<?x?xf32>, %arg1: index) {
// CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   affine.for %arg2 = 0 to %arg1 {
// CHECK-NEXT:     affine.for %arg3 = 0 to %arg1 {
// CHECK-NEXT:       affine.for %arg4 = affine_map<(d0) -> (d0)>(%arg2) to affine_map<(d0) -> (d0 + 1)>(%arg2) {
// CHECK-NEXT:         affine.for %arg5 = affine_map<(d0) -> (d0)>(%arg3) to affine_map<(d0) -> (d0 + 1)>(%arg3) {
// CHECK-NEXT:           affine.store %cst, %arg0[%arg4, %arg5] : memref<?x?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @unknown_size(%a: memref<?x?xf32>, %n: index) {
  %cst = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %cst, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
