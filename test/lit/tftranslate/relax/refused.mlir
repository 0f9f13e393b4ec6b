// RUN: not tf-translate --mlir-to-relax %s 2>&1 | filecheck %s
// CHECK: refused.mlir:{{.*}}: error: {{.*}}func.func elements of i4 have no counterpart in TVM; stablehlo.custom_call the call of 'mine' has no counterpart in Relax (2 of them); stablehlo.cholesky has no counterpart in Relax; tf-opt --pipeline=relax says most in simpler operations
func.func @main(%x: tensor<2x2xf32>, %y: tensor<3xi4>) -> (tensor<2x2xf32>, tensor<3xi4>) {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.custom_call @mine(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.cholesky %1, lower = true : tensor<2x2xf32>
  %3 = stablehlo.abs %y : tensor<3xi4>
  return %2, %3 : tensor<2x2xf32>, tensor<3xi4>
}
