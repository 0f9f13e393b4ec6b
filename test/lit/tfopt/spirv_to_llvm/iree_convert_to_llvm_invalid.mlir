// RUN: not tf-opt %s --pipeline=cpu --target=lavapipe 2>&1 | filecheck %s
// RUN: tf-opt %s --pipeline=cpu --target=x86-64-v3 | filecheck %s --check-prefix=PROCESSOR
// CHECK: error: the module's target 'llvmpipe {{.*}}' is no processor; --target=x86-64-v3 is one, and without --target there are two; --pipeline=vulkan takes devices
// PROCESSOR: iree.executable(LLVM)
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
