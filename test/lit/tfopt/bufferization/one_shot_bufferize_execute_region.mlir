// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// Arguments of blocks in scf.execute_region get buffers of what branches hand to them. Expected text: mlir-opt 22.

// CHECK-LABEL: func.func @arguments(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: i1) -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:   %0 = scf.execute_region -> memref<4xf32, strided<[?], offset: ?>> {
// CHECK-NEXT:     cf.cond_br %arg2, ^bb2(%arg0 : memref<4xf32, strided<[?], offset: ?>>), ^bb1(%arg1 : memref<4xf32, strided<[?], offset: ?>>)
// CHECK-NEXT:   ^bb1(%1: memref<4xf32, strided<[?], offset: ?>>):  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb2(%1 : memref<4xf32, strided<[?], offset: ?>>)
// CHECK-NEXT:   ^bb2(%2: memref<4xf32, strided<[?], offset: ?>>):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     scf.yield %2 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @arguments(%t: tensor<4xf32>, %u: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^bb2(%t : tensor<4xf32>), ^bb1(%u : tensor<4xf32>)
  ^bb1(%a: tensor<4xf32>):
    cf.br ^bb2(%a : tensor<4xf32>)
  ^bb2(%b: tensor<4xf32>):
    scf.yield %b : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
