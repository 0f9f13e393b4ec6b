// REQUIRES: vulkan
// One module for devices and processors: each runs the kernels that are for it. tanh(32 * 0.1 * 0.2) is 0.56489955.

// RUN: tf-opt %s --pipeline=vulkan --target=lavapipe,portable,aarch64,x86-64-v3 -o %t.mlir
// RUN: filecheck %s --check-prefix=MODULE --input-file=%t.mlir
// MODULE:      iree.executable(Unspecified)
// MODULE:      iree.executable(SPIRV) {
// MODULE:      iree.executable(SPIRV) attributes {iree.target_name = "portable"}
// MODULE:      iree.executable(LLVM) attributes {iree.target_name = "aarch64"}
// MODULE-NOT:  spirv.module
// MODULE:      iree.executable(LLVM) attributes {iree.target_name = "x86-64-v3"}

// RUN: tf-run %t.mlir --device=vulkan -v --input='dense<0.1> : tensor<2x32xf32>' --input='dense<0.2> : tensor<32x1xf32>' 2>&1 | filecheck %s --check-prefixes=VULKAN,VALUE
// RUN: tf-run %t.mlir --device=cpu --no-cache -v --input='dense<0.1> : tensor<2x32xf32>' --input='dense<0.2> : tensor<32x1xf32>' 2>&1 | filecheck %s --check-prefixes=CPU,VALUE
// VULKAN-NOT: x86-64
// CPU: this machine's processors run kernels for {{x86-64-v3|aarch64}}
// VALUE: 2x1xf32=[0.564899{{[0-9]*}}][0.564899{{[0-9]*}}]

// A module file holds them all.
// RUN: tf-translate --mlir-to-module %t.mlir -o %t.tfm
// RUN: tf-run %t.tfm --device=vulkan --input='dense<0.1> : tensor<2x32xf32>' --input='dense<0.2> : tensor<32x1xf32>' | filecheck %s --check-prefix=VALUE
// RUN: tf-run %t.tfm --device=cpu --input='dense<0.1> : tensor<2x32xf32>' --input='dense<0.2> : tensor<32x1xf32>' | filecheck %s --check-prefix=VALUE

// A processor alone is no device.
// RUN: not tf-opt %s --pipeline=vulkan --target=x86-64-v3,lavapipe 2>&1 | filecheck %s --check-prefix=PROCESSOR
// PROCESSOR: error: the module's target 'x86-64-v3' is a processor, for which --pipeline=cpu makes code

func.func @main(%a: tensor<2x32xf32>, %b: tensor<32x1xf32>) -> tensor<2x1xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x32xf32>, tensor<32x1xf32>) -> tensor<2x1xf32>
  %1 = stablehlo.tanh %0 : tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}
