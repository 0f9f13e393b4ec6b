// RUN: tf-opt %s --iree-set-target=target=x86-64-v3 --iree-choose-schedules --split-input-file | filecheck %s

/// Twelve sums, the two vectors of columns that they share and a number of the left operand take fifteen registers; twelve in three rows of four vectors would
/// take seventeen.
// CHECK: iree.schedule = #iree.schedule<register_tile, rows = 6, vectors = 2, lanes = 8,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @product(%arg0: memref<3136x128xf32>, %arg1: memref<128x128xf32>, %arg2: memref<3136x128xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<3136x128xf32>) : tensor<3136x128xf32>
          %1 = iree.load_input(%arg1 : memref<128x128xf32>) : tensor<128x128xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3136x128xf32>, tensor<128x128xf32>) -> tensor<3136x128xf32>
          iree.store_output(%2 : tensor<3136x128xf32>, %arg2 : memref<3136x128xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Of products over tiles ten sums and three more, where three rows of four vectors would take seventeen again.
// CHECK: iree.schedule = #iree.schedule<winograd, tiles = 40, rows = 5, vectors = 2, lanes = 8,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @tiles(%arg0: memref<1x56x56x64xf32>, %arg1: memref<3x3x64x64xf32>, %arg2: memref<1x56x56x64xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x56x56x64xf32>) : tensor<1x56x56x64xf32>
          %1 = iree.load_input(%arg1 : memref<3x3x64x64xf32>) : tensor<3x3x64x64xf32>
          %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, tfir.tiles = 4 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
          iree.store_output(%2 : tensor<1x56x56x64xf32>, %arg2 : memref<1x56x56x64xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Of one row no vector of columns is kept for another: eight sums are under way.
// CHECK: iree.schedule = #iree.schedule<register_tile, rows = 1, vectors = 8, lanes = 8,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @row(%arg0: memref<1x64xf32>, %arg1: memref<64x128xf32>, %arg2: memref<1x128xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x64xf32>) : tensor<1x64xf32>
          %1 = iree.load_input(%arg1 : memref<64x128xf32>) : tensor<64x128xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x128xf32>) -> tensor<1x128xf32>
          iree.store_output(%2 : tensor<1x128xf32>, %arg2 : memref<1x128xf32>)
          iree.return
        }
      }
    }
  }
}
