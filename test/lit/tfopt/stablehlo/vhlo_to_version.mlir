// RUN: tf-opt %s --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.0.0 | FileCheck %s
// RUN: tf-opt %s --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.0.0 --vhlo-to-version=target=1.20.0 --vhlo-legalize-to-stablehlo | FileCheck %s --check-prefix=BACK
// RUN: not tf-opt %s --stablehlo-legalize-to-vhlo --vhlo-legalize-to-stablehlo --vhlo-to-version=target=1.x 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tf-opt %s --stablehlo-legalize-to-vhlo --vhlo-to-version=target=0.12.0 --vhlo-legalize-to-stablehlo 2>&1 | FileCheck %s --check-prefix=OLD
// The forms that ops had in 1.0.0; what is older than the newest stands for nothing in StableHLO until it is brought up.

// TARGET: Invalid target version argument '1.x'
// OLD: failed to legalize operation 'vhlo.sine_v1' that was explicitly marked illegal

func.func @f(%a: tensor<4xf32>, %b: tensor<1xi32>) -> tensor<4xf32> {
  // CHECK: "vhlo.sine_v1"(%{{.*}}) :
  // BACK: stablehlo.sine %arg0 : tensor<4xf32>
  %0 = stablehlo.sine %a : tensor<4xf32>
  // CHECK: "vhlo.gather_v1"
  // CHECK-NOT: batching
  // BACK: "stablehlo.gather"(%0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true, slice_sizes = array<i64: 4>}>
  %1 = "stablehlo.gather"(%0, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true, slice_sizes = array<i64: 4>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
