// RUN: tf-translate --serialize-stablehlo %s -o - | sed s/add_v1/odd_v1/ | not tf-translate --deserialize-stablehlo - 2>&1 | filecheck %s
// An op that no version has: the error says which newest version is read, and which one wrote it.

// CHECK: <stdin>:0:0: error: unregistered operation 'vhlo.odd_v1' found in dialect ('vhlo') that does not allow unknown operations
// CHECK-NEXT: <stdin>:0:0: note: in bytecode version 6 produced by: StableHLO_v
// CHECK-NEXT: error: failed to deserialize portable artifact using StableHLO_v
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %a : tensor<f32>
  return %0 : tensor<f32>
}
