// RUN: tf-opt %s --iree-set-target=target=x86-64-v4 --iree-choose-schedules --split-input-file | filecheck %s

/// Of thirty-two registers 24 hold sums: six rows of four vectors, 33 tiles of a column and eight of these columns.
// CHECK: iree.schedule = #iree.schedule<register_tile, rows = 6, vectors = 4, lanes = 16, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @product(%arg0: memref<196x512xf32>, %arg1: memref<512x512xf32>, %arg2: memref<196x512xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<196x512xf32>) : tensor<196x512xf32>
          %1 = iree.load_input(%arg1 : memref<512x512xf32>) : tensor<512x512xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<196x512xf32>, tensor<512x512xf32>) -> tensor<196x512xf32>
          iree.store_output(%2 : tensor<196x512xf32>, %arg2 : memref<196x512xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Where columns do not stand side by side, vectors go along the contraction.
// CHECK: iree.schedule = #iree.schedule<inner_product, rows = 4, columns = 4, lanes = 16, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @transposed(%arg0: memref<196x512xf32>, %arg1: memref<512x512xf32>, %arg2: memref<196x512xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<196x512xf32>) : tensor<196x512xf32>
          %1 = iree.load_input(%arg1 : memref<512x512xf32>) : tensor<512x512xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<196x512xf32>, tensor<512x512xf32>) -> tensor<196x512xf32>
          iree.store_output(%2 : tensor<196x512xf32>, %arg2 : memref<196x512xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Where each element depends on those at its place alone, all of them are one row.
// CHECK: iree.schedule = #iree.schedule<sweep, lanes = 16, elements = 4096, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @sum(%arg0: memref<7x3xf32>, %arg1: memref<7x3xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<7x3xf32>) : tensor<7x3xf32>
          %1 = stablehlo.add %0, %0 : tensor<7x3xf32>
          iree.store_output(%1 : tensor<7x3xf32>, %arg1 : memref<7x3xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A row of three numbers per channel is too short for vectors.
// CHECK: iree.schedule = #iree.schedule<elementwise, lanes = 1,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @scaled(%arg0: memref<7x3xf32>, %arg1: memref<3xf32>, %arg2: memref<7x3xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<7x3xf32>) : tensor<7x3xf32>
          %1 = iree.load_input(%arg1 : memref<3xf32>) : tensor<3xf32>
          %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf32>) -> tensor<7x3xf32>
          %3 = stablehlo.multiply %0, %2 : tensor<7x3xf32>
          iree.store_output(%3 : tensor<7x3xf32>, %arg2 : memref<7x3xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Nine places are no vector.
// CHECK: iree.schedule = #iree.schedule<contraction,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @short(%arg0: memref<196x9xf32>, %arg1: memref<3x9xf32>, %arg2: memref<196x3xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<196x9xf32>) : tensor<196x9xf32>
          %1 = iree.load_input(%arg1 : memref<3x9xf32>) : tensor<3x9xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<196x9xf32>, tensor<3x9xf32>) -> tensor<196x3xf32>
          iree.store_output(%2 : tensor<196x3xf32>, %arg2 : memref<196x3xf32>)
          iree.return
        }
      }
    }
  }
}
