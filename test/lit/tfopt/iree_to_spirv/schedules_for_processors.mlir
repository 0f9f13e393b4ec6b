// RUN: tf-opt %s --iree-set-target=target=x86-64-v4 --iree-choose-schedules --split-input-file | filecheck %s

/// Of thirty-two registers 24 hold sums: six rows of four vectors, 33 tiles of a column and eight of these columns. A panel of the right operand, whose
/// 512 rows reach over a MiB, is copied for all tiles of a column.
// CHECK: iree.schedule = #iree.schedule<register_tile, rows = 6, vectors = 4, lanes = 16, together = 33, loads = storage>
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

/// A panel of 400 rows and six vectors takes 150 KiB, more than half of the second cache; one of three vectors 75.
// CHECK: func.func @large_panel({{.*}} rows = 8, vectors = 3,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @large_panel(%arg0: memref<64x400xf32>, %arg1: memref<400x192xf32>, %arg2: memref<64x192xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<64x400xf32>) : tensor<64x400xf32>
          %1 = iree.load_input(%arg1 : memref<400x192xf32>) : tensor<400x192xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<64x400xf32>, tensor<400x192xf32>) -> tensor<64x192xf32>
          iree.store_output(%2 : tensor<64x192xf32>, %arg2 : memref<64x192xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// 32 rows of 192 columns, 24 KiB, are near: an eighth of the second cache has 32 KiB. 48 rows of them, 36 KiB, are not.
// CHECK: func.func @near({{.*}} together = 1,
// CHECK: func.func @far({{.*}} together = 13,
module {
  iree.multi_arch_executable @of_few_rows() {
    iree.executable(Unspecified) {
      module {
        func.func @near(%arg0: memref<196x32xf32>, %arg1: memref<32x192xf32>, %arg2: memref<196x192xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<196x32xf32>) : tensor<196x32xf32>
          %1 = iree.load_input(%arg1 : memref<32x192xf32>) : tensor<32x192xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<196x32xf32>, tensor<32x192xf32>) -> tensor<196x192xf32>
          iree.store_output(%2 : tensor<196x192xf32>, %arg2 : memref<196x192xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @of_more() {
    iree.executable(Unspecified) {
      module {
        func.func @far(%arg0: memref<196x48xf32>, %arg1: memref<48x192xf32>, %arg2: memref<196x192xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<196x48xf32>) : tensor<196x48xf32>
          %1 = iree.load_input(%arg1 : memref<48x192xf32>) : tensor<48x192xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<196x48xf32>, tensor<48x192xf32>) -> tensor<196x192xf32>
          iree.store_output(%2 : tensor<196x192xf32>, %arg2 : memref<196x192xf32>)
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

// -----

/// Updates are taken one after the other, the elements of a window in vectors.
// CHECK: iree.schedule = #iree.schedule<scattering, lanes = 16, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @added(%arg0: memref<90x40xf32>, %arg1: memref<7x1xi64>, %arg2: memref<7x40xf32>, %arg3: memref<90x40xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<90x40xf32>) : tensor<90x40xf32>
          %1 = iree.load_input(%arg1 : memref<7x1xi64>) : tensor<7x1xi64>
          %2 = iree.load_input(%arg2 : memref<7x40xf32>) : tensor<7x40xf32>
          %3 = "stablehlo.scatter"(%0, %1, %2) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %c : tensor<f32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<90x40xf32>, tensor<7x1xi64>, tensor<7x40xf32>) -> tensor<90x40xf32>
          iree.store_output(%3 : tensor<90x40xf32>, %arg3 : memref<90x40xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// What is stored is not what the scatter combines in memory.
// CHECK: iree.schedule = #iree.schedule<elementwise, lanes = 4,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @negated(%arg0: memref<90x40xf32>, %arg1: memref<7x1xi64>, %arg2: memref<7x40xf32>, %arg3: memref<90x40xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<90x40xf32>) : tensor<90x40xf32>
          %1 = iree.load_input(%arg1 : memref<7x1xi64>) : tensor<7x1xi64>
          %2 = iree.load_input(%arg2 : memref<7x40xf32>) : tensor<7x40xf32>
          %3 = "stablehlo.scatter"(%0, %1, %2) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            stablehlo.return %b : tensor<f32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<90x40xf32>, tensor<7x1xi64>, tensor<7x40xf32>) -> tensor<90x40xf32>
          %4 = stablehlo.negate %3 : tensor<90x40xf32>
          iree.store_output(%4 : tensor<90x40xf32>, %arg3 : memref<90x40xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Rows that indices name are loaded in vectors.
// CHECK: iree.schedule = #iree.schedule<sweep, lanes = 16, rows = 8, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @rows(%arg0: memref<900x512xf32>, %arg1: memref<70x1xi32>, %arg2: memref<70x512xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<900x512xf32>) : tensor<900x512xf32>
          %1 = iree.load_input(%arg1 : memref<70x1xi32>) : tensor<70x1xi32>
          %2 = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>} : (tensor<900x512xf32>, tensor<70x1xi32>) -> tensor<70x512xf32>
          iree.store_output(%2 : tensor<70x512xf32>, %arg2 : memref<70x512xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Rows that there is memory for twice are merged.
// CHECK: iree.schedule = #iree.schedule<merge_sort, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @rows(%arg0: memref<9x1000xf32>, %arg1: memref<9x1000xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<9x1000xf32>) : tensor<9x1000xf32>
          %1 = "stablehlo.sort"(%0) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }) {dimension = 1 : i64} : (tensor<9x1000xf32>) -> tensor<9x1000xf32>
          iree.store_output(%1 : tensor<9x1000xf32>, %arg1 : memref<9x1000xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Those of 160 MB are not.
// CHECK: iree.schedule = #iree.schedule<sorting, invocations = 64, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @long_rows(%arg0: memref<9x40000000xf32>, %arg1: memref<9x40000000xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<9x40000000xf32>) : tensor<9x40000000xf32>
          %1 = "stablehlo.sort"(%0) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }) {dimension = 1 : i64} : (tensor<9x40000000xf32>) -> tensor<9x40000000xf32>
          iree.store_output(%1 : tensor<9x40000000xf32>, %arg1 : memref<9x40000000xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Of rows of which few elements are needed, few are kept.
// CHECK: iree.schedule = #iree.schedule<partial_sort, elements = 10, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @first(%arg0: memref<9x40000000xf32>, %arg1: memref<9x40000000xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<9x40000000xf32>) : tensor<9x40000000xf32>
          %1 = "stablehlo.sort"(%0) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }) {dimension = 1 : i64, iree.needed = 10 : i64} : (tensor<9x40000000xf32>) -> tensor<9x40000000xf32>
          iree.store_output(%1 : tensor<9x40000000xf32>, %arg1 : memref<9x40000000xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// What gets other neighbours is turned around in tiles, which no side is shorter than.
// CHECK: iree.schedule = #iree.schedule<transpose, tile = 16, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @turned(%arg0: memref<100x90xf32>, %arg1: memref<90x100xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<100x90xf32>) : tensor<100x90xf32>
          %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<100x90xf32>) -> tensor<90x100xf32>
          iree.store_output(%1 : tensor<90x100xf32>, %arg1 : memref<90x100xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Five rows have tiles of four.
// CHECK: iree.schedule = #iree.schedule<transpose, tile = 4, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @narrow(%arg0: memref<9x70x5xf32>, %arg1: memref<9x5x70xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<9x70x5xf32>) : tensor<9x70x5xf32>
          %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<9x70x5xf32>) -> tensor<9x5x70xf32>
          iree.store_output(%1 : tensor<9x5x70xf32>, %arg1 : memref<9x5x70xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Neighbours that stay neighbours are copied.
// CHECK: iree.schedule = #iree.schedule<sweep, lanes = 4,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @neighbours(%arg0: memref<9x70x5xf32>, %arg1: memref<70x9x5xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<9x70x5xf32>) : tensor<9x70x5xf32>
          %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<9x70x5xf32>) -> tensor<70x9x5xf32>
          iree.store_output(%1 : tensor<70x9x5xf32>, %arg1 : memref<70x9x5xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A slice is written by its rows where the rest of the result stands already; else all elements are.
// CHECK: iree.schedule = #iree.schedule<update_slice, lanes = 16, rows = 64, loads = storage>
// CHECK: iree.schedule = #iree.schedule<sweep,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @in_place(%arg0: memref<3x64xf32>, %arg1: memref<i32>, %arg2: memref<9x64xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<3x64xf32>) : tensor<3x64xf32>
          %1 = iree.load_input(%arg1 : memref<i32>) : tensor<i32>
          %2 = iree.load_input(%arg2 : memref<9x64xf32>) : tensor<9x64xf32>
          %3 = stablehlo.dynamic_update_slice %2, %0, %1, %1 : (tensor<9x64xf32>, tensor<3x64xf32>, tensor<i32>, tensor<i32>) -> tensor<9x64xf32>
          iree.store_output(%3 : tensor<9x64xf32>, %arg2 : memref<9x64xf32>)
          iree.return
        }
        func.func @elsewhere(%arg0: memref<3x64xf32>, %arg1: memref<i32>, %arg2: memref<9x64xf32>, %arg3: memref<9x64xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<3x64xf32>) : tensor<3x64xf32>
          %1 = iree.load_input(%arg1 : memref<i32>) : tensor<i32>
          %2 = iree.load_input(%arg2 : memref<9x64xf32>) : tensor<9x64xf32>
          %3 = stablehlo.dynamic_update_slice %2, %0, %1, %1 : (tensor<9x64xf32>, tensor<3x64xf32>, tensor<i32>, tensor<i32>) -> tensor<9x64xf32>
          iree.store_output(%3 : tensor<9x64xf32>, %arg3 : memref<9x64xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Over tiles of four places: 28 of the 196 tiles, whose 36 sums of 64 channels and products with 64 columns take 506 KiB.
// CHECK: iree.schedule = #iree.schedule<winograd, tiles = 28, rows = 4, vectors = 4, lanes = 16, panels = 1, loads = storage>
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

/// Rows that are reduced and then computed of what they were reduced to, eight at a time.
// CHECK: iree.schedule = #iree.schedule<vector_reduction, lanes = 16, rows = 64, together = 8, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @centred(%arg0: memref<196x60xf32>, %arg1: memref<196x60xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<196x60xf32>) : tensor<196x60xf32>
          %1 = stablehlo.constant dense<0.0> : tensor<f32>
          %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [1] : (tensor<196x60xf32>, tensor<f32>) -> tensor<196xf32>
          %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<196xf32>) -> tensor<196x60xf32>
          %4 = stablehlo.subtract %0, %3 : tensor<196x60xf32>
          iree.store_output(%4 : tensor<196x60xf32>, %arg1 : memref<196x60xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// What rows are reduced to as numbers of columns is needed before any row can be computed.
// CHECK: iree.schedule = #iree.schedule<elementwise,
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @across(%arg0: memref<60x60xf32>, %arg1: memref<60x60xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<60x60xf32>) : tensor<60x60xf32>
          %1 = stablehlo.constant dense<0.0> : tensor<f32>
          %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [1] : (tensor<60x60xf32>, tensor<f32>) -> tensor<60xf32>
          %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<60xf32>) -> tensor<60x60xf32>
          %4 = stablehlo.subtract %0, %3 : tensor<60x60xf32>
          iree.store_output(%4 : tensor<60x60xf32>, %arg1 : memref<60x60xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A tile has two vectors of each of three slices: more would not fit into eight. One of each where slices are no wider.
// CHECK: iree.schedule = #iree.schedule<register_tile, rows = 1, vectors = 6, lanes = 16, together = 1, loads = storage>
// CHECK: iree.schedule = #iree.schedule<register_tile, rows = 1, vectors = 3, lanes = 16, together = 1, loads = storage>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @slices(%arg0: memref<1x64xf32>, %arg1: memref<64x192xf32>, %arg2: memref<1x64xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x64xf32>) : tensor<1x64xf32>
          %1 = iree.load_input(%arg1 : memref<64x192xf32>) : tensor<64x192xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x192xf32>) -> tensor<1x192xf32>
          %3 = stablehlo.slice %2 [0:1, 0:64] : (tensor<1x192xf32>) -> tensor<1x64xf32>
          %4 = stablehlo.slice %2 [0:1, 128:192] : (tensor<1x192xf32>) -> tensor<1x64xf32>
          %5 = stablehlo.add %3, %4 : tensor<1x64xf32>
          iree.store_output(%5 : tensor<1x64xf32>, %arg2 : memref<1x64xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @of_a_vector() {
    iree.executable(Unspecified) {
      module {
        func.func @of_a_vector(%arg0: memref<1x64xf32>, %arg1: memref<64x48xf32>, %arg2: memref<1x16xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x64xf32>) : tensor<1x64xf32>
          %1 = iree.load_input(%arg1 : memref<64x48xf32>) : tensor<64x48xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x48xf32>) -> tensor<1x48xf32>
          %3 = stablehlo.slice %2 [0:1, 0:16] : (tensor<1x48xf32>) -> tensor<1x16xf32>
          %4 = stablehlo.slice %2 [0:1, 32:48] : (tensor<1x48xf32>) -> tensor<1x16xf32>
          %5 = stablehlo.add %3, %4 : tensor<1x16xf32>
          iree.store_output(%5 : tensor<1x16xf32>, %arg2 : memref<1x16xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Columns go down in vectors, as many together as a quarter of the second cache has room for: four of two hundred numbers, two of five hundred; also for
/// their sums alone, unless fewer than four stand side by side.
// CHECK: iree.schedule = #iree.schedule<column_reduction, lanes = 16, vectors = 4, groups = 1, loads = storage>
// CHECK: iree.schedule = #iree.schedule<column_reduction, lanes = 16, vectors = 2, groups = 1, loads = storage>
// CHECK: iree.schedule = #iree.schedule<column_reduction, lanes = 16, vectors = 4, groups = 1, loads = storage>
// CHECK: iree.schedule = #iree.schedule<elementwise,
module {
  iree.multi_arch_executable @four() {
    iree.executable(Unspecified) {
      module {
        func.func @four(%arg0: memref<200x64xf32>, %arg1: memref<200x64xf32>) attributes {iree.executable.export} {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = iree.load_input(%arg0 : memref<200x64xf32>) : tensor<200x64xf32>
          %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<200x64xf32>, tensor<f32>) -> tensor<64xf32>
          %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<64xf32>) -> tensor<200x64xf32>
          %3 = stablehlo.subtract %0, %2 : tensor<200x64xf32>
          iree.store_output(%3 : tensor<200x64xf32>, %arg1 : memref<200x64xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @longer() {
    iree.executable(Unspecified) {
      module {
        func.func @longer(%arg0: memref<500x64xf32>, %arg1: memref<500x64xf32>) attributes {iree.executable.export} {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = iree.load_input(%arg0 : memref<500x64xf32>) : tensor<500x64xf32>
          %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<500x64xf32>, tensor<f32>) -> tensor<64xf32>
          %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<64xf32>) -> tensor<500x64xf32>
          %3 = stablehlo.subtract %0, %2 : tensor<500x64xf32>
          iree.store_output(%3 : tensor<500x64xf32>, %arg1 : memref<500x64xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @alone() {
    iree.executable(Unspecified) {
      module {
        func.func @alone(%arg0: memref<200x64xf32>, %arg1: memref<64xf32>) attributes {iree.executable.export} {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = iree.load_input(%arg0 : memref<200x64xf32>) : tensor<200x64xf32>
          %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<200x64xf32>, tensor<f32>) -> tensor<64xf32>
          iree.store_output(%1 : tensor<64xf32>, %arg1 : memref<64xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @few() {
    iree.executable(Unspecified) {
      module {
        func.func @few(%arg0: memref<200x3xf32>, %arg1: memref<3xf32>) attributes {iree.executable.export} {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = iree.load_input(%arg0 : memref<200x3xf32>) : tensor<200x3xf32>
          %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<200x3xf32>, tensor<f32>) -> tensor<3xf32>
          iree.store_output(%1 : tensor<3xf32>, %arg1 : memref<3xf32>)
          iree.return
        }
      }
    }
  }
}
