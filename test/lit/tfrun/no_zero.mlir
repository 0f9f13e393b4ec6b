// RUN: tf-run %s --device=interpreter | filecheck %s
// RUN: tf-opt %s --canonicalize | tf-run - --device=interpreter | filecheck %s

/// f8E8M0FNU has no zero. What would be one is its smallest number, 2^-127, as LLVM's APFloat and StableHLO's reference interpreter have it.
// CHECK: 4xf8E8M0FNU=5.87747e-39 1 4 nan
// CHECK: 3xf8E8M0FNU=5.87747e-39 1 2
/// Of a scalar too: 2 * 4, and 2^-127 * 2^-127.
// CHECK: f8E8M0FNU=8
// CHECK: f8E8M0FNU=5.87747e-39
func.func @main() -> (tensor<4xf8E8M0FNU>, tensor<3xf8E8M0FNU>, tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) {
  %c = stablehlo.constant dense<[0.0, 1.0, 3.0, -1.0]> : tensor<4xf32>
  %0 = stablehlo.convert %c : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
  %1 = stablehlo.iota dim = 0 : tensor<3xf8E8M0FNU>
  %two = stablehlo.constant dense<2.0> : tensor<f8E8M0FNU>
  %four = stablehlo.constant dense<4.0> : tensor<f8E8M0FNU>
  %tiny = stablehlo.constant dense<0x00> : tensor<f8E8M0FNU>
  %2 = stablehlo.multiply %two, %four : tensor<f8E8M0FNU>
  %3 = stablehlo.multiply %tiny, %tiny : tensor<f8E8M0FNU>
  return %0, %1, %2, %3 : tensor<4xf8E8M0FNU>, tensor<3xf8E8M0FNU>, tensor<f8E8M0FNU>, tensor<f8E8M0FNU>
}
