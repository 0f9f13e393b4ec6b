// RUN: tf-opt %s --iree-pack-constants --iree-convert-to-spirv --split-input-file | filecheck %s --check-prefix=SPIRV
// RUN: tf-opt %s --iree-pack-constants --iree-convert-to-spirv --iree-convert-to-llvm --split-input-file | filecheck %s --check-prefix=LLVM

/// Two tiles of two rows read a panel of 32 columns by three places, 96 numbers. A step of the contraction reads two lines of it, of 16 numbers each, and asks
/// for one of the next panel: the first tile for numbers 96 to 143, the second one for 144 to 191.
// SPIRV: spirv.func @llvm.prefetch.p0(!spirv.ptr<f32, StorageBuffer>, i32, i32, i32) "None"
// SPIRV-LABEL: spirv.func @shared(
// SPIRV-DAG: %[[READ:.*]] = spirv.Constant 0 : i32
// SPIRV-DAG: %[[SECOND:.*]] = spirv.Constant 2 : i32
// SPIRV-DAG: %[[DATA:.*]] = spirv.Constant 1 : i32
// SPIRV-DAG: %[[SIZE:.*]] = spirv.Constant 96 : i32
// SPIRV-DAG: %[[HALF:.*]] = spirv.Constant 48 : i32
// SPIRV-DAG: %[[LINE:.*]] = spirv.Constant 16 : i32
// SPIRV: %[[PANEL:.*]] = spirv.IMul %{{.*}}, %[[SIZE]] {no_signed_wrap, no_unsigned_wrap} : i32
// SPIRV: %[[NEXT:.*]] = spirv.IAdd %[[PANEL]], %[[SIZE]] {no_signed_wrap, no_unsigned_wrap} : i32
// SPIRV-NEXT: %[[SHARE:.*]] = spirv.IMul %{{.*}}, %[[HALF]] {no_signed_wrap, no_unsigned_wrap} : i32
// SPIRV-NEXT: %[[FIRST:.*]] = spirv.IAdd %[[NEXT]], %[[SHARE]] {no_signed_wrap, no_unsigned_wrap} : i32
// SPIRV: %[[MOVED:.*]] = spirv.IMul %{{.*}}, %[[LINE]] {no_signed_wrap, no_unsigned_wrap} : i32
// SPIRV-NEXT: %[[PLACE:.*]] = spirv.IAdd %[[FIRST]], %[[MOVED]] {no_signed_wrap, no_unsigned_wrap} : i32
// SPIRV: %[[POINTER:.*]] = spirv.AccessChain %{{.*}}[%[[READ]], %[[PLACE]]]
// SPIRV: spirv.FunctionCall @llvm.prefetch.p0(%[[POINTER]], %[[READ]], %[[SECOND]], %[[DATA]]) : (!spirv.ptr<f32, StorageBuffer>, i32, i32, i32) -> ()
// LLVM-LABEL: llvm.func @shared(
// LLVM: llvm.call_intrinsic "llvm.prefetch.p0"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, i32, i32) -> ()

/// A panel that one tile reads is read once, and behind the only panel there is none.
// SPIRV-LABEL: spirv.func @one_tile(
// SPIRV-NOT: FunctionCall
// SPIRV-LABEL: spirv.func @one_panel(
// SPIRV-NOT: FunctionCall
// LLVM-LABEL: llvm.func @one_tile(
// LLVM-NOT: prefetch
// LLVM-LABEL: llvm.func @one_panel(
// LLVM-NOT: prefetch
module attributes {iree.target = #iree.target<name = "v4", kind = "cpu", max_storage_range = 2147483648, max_storage_bindings = 1024, format = "LLVM", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v4", vector_bytes = 64, vector_registers = 32>} {
  iree.multi_arch_executable @two_tiles() {
    iree.executable(Unspecified) {
      module {
        func.func @shared(%arg0: memref<4x3xf32>, %arg1: memref<3x64xf32>, %arg2: memref<4x64xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 2, vectors = 2, lanes = 16, together = 1, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<4x3xf32>) : tensor<4x3xf32>
          %1 = iree.load_input(%arg1 : memref<3x64xf32>) : tensor<3x64xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x64xf32>) -> tensor<4x64xf32>
          iree.store_output(%2 : tensor<4x64xf32>, %arg2 : memref<4x64xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @a_tile() {
    iree.executable(Unspecified) {
      module {
        func.func @one_tile(%arg0: memref<2x3xf32>, %arg1: memref<3x64xf32>, %arg2: memref<2x64xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 2, vectors = 2, lanes = 16, together = 1, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<2x3xf32>) : tensor<2x3xf32>
          %1 = iree.load_input(%arg1 : memref<3x64xf32>) : tensor<3x64xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x64xf32>) -> tensor<2x64xf32>
          iree.store_output(%2 : tensor<2x64xf32>, %arg2 : memref<2x64xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @a_panel() {
    iree.executable(Unspecified) {
      module {
        func.func @one_panel(%arg0: memref<4x3xf32>, %arg1: memref<3x32xf32>, %arg2: memref<4x32xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 2, vectors = 2, lanes = 16, together = 1, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<4x3xf32>) : tensor<4x3xf32>
          %1 = iree.load_input(%arg1 : memref<3x32xf32>) : tensor<3x32xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x32xf32>) -> tensor<4x32xf32>
          iree.store_output(%2 : tensor<4x32xf32>, %arg2 : memref<4x32xf32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<4x3xf32>, %arg1: memref<2x3xf32>) -> memref<4x64xf32> {
    %wide = iree_ll_seq.constant dense<1.0> : tensor<3x64xf32>
    %narrow = iree_ll_seq.constant dense<1.0> : tensor<3x32xf32>
    %0 = "iree_ll_seq.alloc_heap"() : () -> memref<4x64xf32>
    %1 = "iree_ll_seq.alloc_heap"() : () -> memref<2x64xf32>
    %2 = "iree_ll_seq.alloc_heap"() : () -> memref<4x32xf32>
    iree_ll_seq.static_dispatch two_tiles::shared[dense<[64, 4, 1]> : tensor<3xi32>](%arg0, %wide, %0) : (memref<4x3xf32>, memref<3x64xf32>, memref<4x64xf32>) -> ()
    iree_ll_seq.static_dispatch a_tile::one_tile[dense<[64, 2, 1]> : tensor<3xi32>](%arg1, %wide, %1) : (memref<2x3xf32>, memref<3x64xf32>, memref<2x64xf32>) -> ()
    iree_ll_seq.static_dispatch a_panel::one_panel[dense<[32, 4, 1]> : tensor<3xi32>](%arg0, %narrow, %2) : (memref<4x3xf32>, memref<3x32xf32>, memref<4x32xf32>) -> ()
    iree_ll_seq.return %0 : memref<4x64xf32>
  }
}
