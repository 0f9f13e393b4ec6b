// RUN: tf-opt %s --iree-choose-schedules --iree-pack-constants | filecheck %s --check-prefix=CHOSEN
// RUN: tf-opt %s --iree-choose-schedules --iree-pack-constants --iree-convert-to-spirv | filecheck %s --check-prefix=SPIRV
// RUN: tf-opt %s --iree-choose-schedules --iree-pack-constants --iree-convert-to-spirv --iree-convert-to-llvm | filecheck %s --check-prefix=LLVM

/// Two rows of bytes, by a constant of five places and sixteen columns: these stand in groups of four, and the second group has one place and three zeros.
/// Both sides have signs, so that a row of zeros goes beside.
// CHOSEN: func.func @bytes(%{{.*}}: memref<2x5xi8>, %[[ARG:.*]]: memref<1x1x2x16x4xi8>, %{{.*}}: memref<2x16xi32>)
// CHOSEN-SAME: #iree.schedule<dot_tile, rows = 2, vectors = 1, lanes = 16, together = 1, grouped = 1, loads = storage>
// CHOSEN: %[[PANELS:.*]] = iree.load_input(%[[ARG]] : memref<1x1x2x16x4xi8>) : tensor<1x1x2x16x4xi8>
// CHOSEN: %[[MOVED:.*]] = stablehlo.transpose %[[PANELS]], dims = [1, 2, 4, 0, 3] : (tensor<1x1x2x16x4xi8>) -> tensor<1x2x4x1x16xi8>
// CHOSEN: %[[WHOLE:.*]] = stablehlo.reshape %[[MOVED]] : (tensor<1x2x4x1x16xi8>) -> tensor<1x8x16xi8>
// CHOSEN: %[[CUT:.*]] = stablehlo.slice %[[WHOLE]] [0:1, 0:5, 0:16] : (tensor<1x8x16xi8>) -> tensor<1x5x16xi8>
// CHOSEN: stablehlo.reshape %[[CUT]] : (tensor<1x5x16xi8>) -> tensor<5x16xi8>
/// Sums of more bits, and what is no byte, are other products.
// CHOSEN: func.func @words({{.*}}#iree.schedule<register_tile
/// The constant's first column has 1, 2, 3, 4 and 5.
// CHOSEN: iree_ll_seq.constant dense<"0x0102030400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<1x1x2x16x4xi8>

// SPIRV: spirv.func @llvm.x86.avx512.vpdpbusd.512(vector<16xi32>, vector<16xi32>, vector<16xi32>) -> vector<16xi32> "Pure" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "llvm.x86.avx512.vpdpbusd.512", linkage_type = <Import>>}
// SPIRV: spirv.func @bytes() "None" attributes {iree.cpu_features = ["avx512vnni"], iree.workgroups
// SPIRV: %[[ROW:.*]] = spirv.Load "StorageBuffer" %{{.*}} : vector<4xi8>
// SPIRV: %[[WORD:.*]] = spirv.Bitcast %[[ROW]] : vector<4xi8> to i32
// SPIRV: %[[SPREAD:.*]] = spirv.CompositeConstruct %[[WORD]], {{.*}} -> vector<16xi32>
// SPIRV: %[[SHIFTED:.*]] = spirv.BitwiseXor %{{.*}}, %{{.*}} : vector<16xi32>
// SPIRV: spirv.FunctionCall @llvm.x86.avx512.vpdpbusd.512

// LLVM: llvm.func @bytes({{.*}}iree.cpu_features = ["avx512vnni"]
// LLVM: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xi32>, vector<16xi32>, vector<16xi32>) -> vector<16xi32>
// LLVM: llvm.func @words(
// LLVM-NOT: llvm.call_intrinsic
module attributes {iree.target = #iree.target<name = "vnni", kind = "cpu", features = ["shaderInt8", "storageBuffer8BitAccess", "shaderInt16", "storageBuffer16BitAccess"], max_storage_range = 2147483648, max_storage_bindings = 1024, format = "LLVM", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v4", cpu_features = "+avx512vnni", vector_bytes = 64, vector_registers = 32>} {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @bytes(%arg0: memref<2x5xi8>, %arg1: memref<5x16xi8>, %arg2: memref<2x16xi32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<2x5xi8>) : tensor<2x5xi8>
          %1 = iree.load_input(%arg1 : memref<5x16xi8>) : tensor<5x16xi8>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x5xi8>, tensor<5x16xi8>) -> tensor<2x16xi32>
          iree.store_output(%2 : tensor<2x16xi32>, %arg2 : memref<2x16xi32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @of_words() {
    iree.executable(Unspecified) {
      module {
        func.func @words(%arg0: memref<2x5xi16>, %arg1: memref<5x16xi16>, %arg2: memref<2x16xi32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<2x5xi16>) : tensor<2x5xi16>
          %1 = iree.load_input(%arg1 : memref<5x16xi16>) : tensor<5x16xi16>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x5xi16>, tensor<5x16xi16>) -> tensor<2x16xi32>
          iree.store_output(%2 : tensor<2x16xi32>, %arg2 : memref<2x16xi32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<2x5xi8>) -> memref<2x16xi32> {
    %0 = iree_ll_seq.constant dense<"0x0100000000000000000000000000000002000000000000000000000000000000030000000000000000000000000000000400000000000000000000000000000005000000000000000000000000000000"> : tensor<5x16xi8>
    %1 = "iree_ll_seq.alloc_heap"() : () -> memref<2x16xi32>
    iree_ll_seq.static_dispatch ex::bytes[dense<1> : tensor<3xi32>](%arg0, %0, %1) : (memref<2x5xi8>, memref<5x16xi8>, memref<2x16xi32>) -> ()
    iree_ll_seq.return %1 : memref<2x16xi32>
  }
}
