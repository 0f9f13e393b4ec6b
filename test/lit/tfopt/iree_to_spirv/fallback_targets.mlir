// RUN: tf-opt %s --iree-set-target=target=x86-64-v4,x86-64-v3 --iree-choose-schedules --iree-convert-to-spirv --iree-convert-to-llvm | filecheck %s
// RUN: tf-opt %s --iree-set-target=target=x86-64-v4 --iree-choose-schedules --iree-convert-to-spirv --iree-convert-to-llvm | filecheck %s --check-prefix=ALONE
// RUN: tf-opt %s --iree-set-target=target=lavapipe,gpu,portable --iree-choose-schedules --iree-convert-to-spirv | filecheck %s --check-prefix=DEVICES
// RUN: tf-opt %s --targets=lavapipe,gpu,portable --iree-choose-schedules --iree-convert-to-spirv | filecheck %s --check-prefix=DEVICES

/// Texels for devices that are processors and for any device, storage for graphics processors. What an executable needs that a target lacks has no kernel for it.
// DEVICES: @ex()
// DEVICES: iree.schedule = #iree.schedule<elementwise, lanes = 4, invocations = 16, loads = texel>
// DEVICES: iree.executable(SPIRV) {
// DEVICES: spirv.ImageFetch
// DEVICES: iree.executable(SPIRV) attributes {iree.target_name = "gpu"} {
// DEVICES-NOT: spirv.ImageFetch
// DEVICES: iree.executable(SPIRV) attributes {iree.target_name = "portable"} {
// DEVICES: spirv.ImageFetch
// DEVICES: @doubles()
// DEVICES: iree.executable(SPIRV) {
// DEVICES-NOT: "gpu"
// DEVICES: iree.executable(SPIRV) attributes {iree.target_name = "portable"} {
/// A kernel of vectors of 64 bytes, and one of 32 for processors without these.
// CHECK: iree.executable(Unspecified)
// CHECK: iree.schedule = #iree.schedule<sweep, lanes = 16,
// CHECK: iree.executable(LLVM) {
// CHECK: vector<16xf32>
// CHECK: iree.executable(LLVM) attributes {iree.target_name = "x86-64-v3"} {
// CHECK-NOT: vector<16xf32>
// CHECK: vector<8xf32>

// ALONE: @ex()
// ALONE: iree.executable(LLVM) {
// ALONE-NOT: iree.executable(
// ALONE: @doubles()
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @doubled(%arg0: memref<64xf32>, %arg1: memref<64xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<64xf32>) : tensor<64xf32>
          %1 = stablehlo.add %0, %0 : tensor<64xf32>
          iree.store_output(%1 : tensor<64xf32>, %arg1 : memref<64xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @doubles() {
    iree.executable(Unspecified) {
      module {
        func.func @negated(%arg0: memref<64xf64>, %arg1: memref<64xf64>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<64xf64>) : tensor<64xf64>
          %1 = stablehlo.negate %0 : tensor<64xf64>
          iree.store_output(%1 : tensor<64xf64>, %arg1 : memref<64xf64>)
          iree.return
        }
      }
    }
  }
}
