// REQUIRES: vulkan
/// The schedule that is fastest on a device is what the program says; it is measured once.
// RUN: rm -rf %t && env -u PYTHONPATH XDG_CACHE_HOME=%t tf-opt %s --pipeline=vulkan --targets=lavapipe --tune=vulkan 2>%t.first | filecheck %s
// RUN: env -u PYTHONPATH XDG_CACHE_HOME=%t tf-opt %s --pipeline=vulkan --targets=lavapipe --tune=vulkan -o %t.mlir 2>%t.second
// RUN: test -n "$(ls %t/tfir/tuning)" && filecheck %s < %t.mlir && not grep -q takes %t.second
// CHECK: iree.schedule = #iree.schedule<{{(contraction|elementwise)}}, {{.*}}>
// CHECK: spirv.module

// RUN: not tf-opt %s --pipeline=vulkan --tune-time=9 2>&1 | filecheck %s --check-prefix=ALONE
// ALONE: --tune-time: goes with --tune
// RUN: not tf-opt %s --pipeline=stablehlo --tune=vulkan 2>&1 | filecheck %s --check-prefix=NONE
// NONE: --tune is given, but no pass of this pipeline chooses schedules

func.func @main(%x: tensor<8x12xf32>) -> tensor<8x20xf32> {
  %w = stablehlo.constant dense<2.0> : tensor<12x20xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x20xf32>) -> tensor<8x20xf32>
  return %0 : tensor<8x20xf32>
}
