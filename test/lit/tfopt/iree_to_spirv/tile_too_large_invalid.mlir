/// A tile of more rows than there are would write before its result, since the last tile ends where the rows do. One of as many rows is all of them.
// RUN: not tf-opt %s --iree-convert-to-spirv 2>&1 | filecheck %s
// CHECK: error: {{.*}}a schedule's tiles have 4 neighbours where there are 2
// RUN: sed -e "s/rows = 4/rows = 2/" %s | tf-opt - --iree-convert-to-spirv | filecheck %s --check-prefix=FITS
// FITS: spirv.func @one_tile(
module attributes {iree.target = #iree.target<name = "v4", kind = "cpu", max_storage_range = 2147483648, max_storage_bindings = 1024, format = "LLVM", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v4", vector_bytes = 64, vector_registers = 32>} {
  iree.multi_arch_executable @a_tile() {
    iree.executable(Unspecified) {
      module {
        func.func @one_tile(%arg0: memref<2x3xf32>, %arg1: memref<3x64xf32>, %arg2: memref<2x64xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 4, vectors = 2, lanes = 16, together = 1, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<2x3xf32>) : tensor<2x3xf32>
          %1 = iree.load_input(%arg1 : memref<3x64xf32>) : tensor<3x64xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x64xf32>) -> tensor<2x64xf32>
          iree.store_output(%2 : tensor<2x64xf32>, %arg2 : memref<2x64xf32>)
          iree.return
        }
      }
    }
  }
}
