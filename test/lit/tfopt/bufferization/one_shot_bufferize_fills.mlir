// RUN: tf-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

/// Upstream writes `linalg.map` where there are loops here; what they store is the same.
// CHECK: func.func @fills(%arg0: index, %arg1: f32, %arg2: memref<?x4xf32, strided<[?, ?], offset: ?>>) -> (memref<2x?xf32>, memref<?xf32>, memref<?x7xf32>) {
// CHECK: %[[SPLAT:.*]] = memref.alloc(%arg0) {alignment = 64 : i64} : memref<2x?xf32>
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%{{.*}}, %{{.*}}) to (%{{.*}}, %arg0) step
// CHECK-NEXT: memref.store %arg1, %[[SPLAT]][%[[I]], %[[J]]] : memref<2x?xf32>
// CHECK: %[[ROW:.*]] = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?xf32>
// CHECK: scf.parallel (%[[K:.*]]) =
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %arg1, %arg1 : f32
// CHECK-NEXT: memref.store %[[SUM]], %[[ROW]][%[[K]]] : memref<?xf32>
// CHECK: %[[ROWS:.*]] = memref.dim %arg2
// CHECK: %[[ALL:.*]] = arith.addi %[[ROWS]], %arg0 : index
// CHECK: %[[PAD:.*]] = memref.alloc(%[[ALL]]) {alignment = 64 : i64} : memref<?x7xf32>
// CHECK: memref.store %arg1, %[[PAD]]
// CHECK: %[[INSIDE:.*]] = memref.subview %[[PAD]][0, 1] [%[[ROWS]], 4] [1, 1] : memref<?x7xf32> to memref<?x4xf32, strided<[7, 1], offset: 1>>
// CHECK-NEXT: memref.copy %arg2, %[[INSIDE]]
func.func @fills(%n: index, %f: f32, %u: tensor<?x4xf32>) -> (tensor<2x?xf32>, tensor<?xf32>, tensor<?x7xf32>) {
  %0 = tensor.splat %f[%n] : tensor<2x?xf32>
  %1 = tensor.generate %n {
  ^bb0(%i: index):
    %2 = arith.addf %f, %f : f32
    tensor.yield %2 : f32
  } : tensor<?xf32>
  %3 = tensor.pad %u low[0, 1] high[%n, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x7xf32>
  return %0, %1, %3 : tensor<2x?xf32>, tensor<?xf32>, tensor<?x7xf32>
}
