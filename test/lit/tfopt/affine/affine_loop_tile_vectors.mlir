// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope --affine-loop-tile=cache-size=1 | filecheck %s
// Buffers of vectors take what their vectors take. Expected text: mlir-opt 22.

// CHECK-LABEL: func.func @vectors(%arg0: memref<64xvector<8xf32>>) {
// CHECK-NEXT:   affine.for %arg1 = 0 to 64 {
// CHECK-NEXT:     affine.for %arg2 = 0 to 64 step 2 {
// CHECK-NEXT:       affine.for %arg3 = affine_map<(d0) -> (d0)>(%arg1) to affine_map<(d0) -> (d0 + 1)>(%arg1) {
// CHECK-NEXT:         affine.for %arg4 = affine_map<(d0) -> (d0)>(%arg2) to affine_map<(d0) -> (d0 + 2)>(%arg2) {
// CHECK-NEXT:           %0 = affine.load %arg0[%arg3] : memref<64xvector<8xf32>>
// CHECK-NEXT:           "use"(%0, %arg4) : (vector<8xf32>, index) -> ()
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @vectors(%a: memref<64xvector<8xf32>>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i] : memref<64xvector<8xf32>>
      "use"(%0, %j) : (vector<8xf32>, index) -> ()
    }
  }
  return
}
