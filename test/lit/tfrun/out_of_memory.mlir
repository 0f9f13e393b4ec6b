// RUN: not tf-run --device=interpreter %s 2>&1 | filecheck %s

/// Memory that is not there is an error at the operation that asked for it.
func.func @main() -> tensor<99999999999999xf32> {
  // CHECK: out_of_memory.mlir:6:8: error: 'stablehlo.iota' op cannot be computed: there is not enough memory
  %0 = stablehlo.iota dim = 0 : tensor<99999999999999xf32>
  return %0 : tensor<99999999999999xf32>
}
