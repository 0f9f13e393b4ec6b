// RUN: tf-opt %s --iree-set-target=target=x86-64-v4,x86-64-v3 --iree-choose-schedules --iree-convert-to-spirv --iree-convert-to-llvm | filecheck %s
// RUN: tf-opt %s --iree-set-target=target=x86-64-v4 --iree-choose-schedules --iree-convert-to-spirv --iree-convert-to-llvm | filecheck %s --check-prefix=ALONE

/// A kernel of vectors of 64 bytes, and one of 32 for processors without these.
// CHECK: iree.executable(Unspecified)
// CHECK: iree.schedule = #iree.schedule<sweep, lanes = 16,
// CHECK: iree.executable(LLVM) {
// CHECK: vector<16xf32>
// CHECK: iree.executable(LLVM) attributes {iree.target_name = "x86-64-v3"} {
// CHECK-NOT: vector<16xf32>
// CHECK: vector<8xf32>

// ALONE: iree.executable(LLVM) {
// ALONE-NOT: iree.executable
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
}
