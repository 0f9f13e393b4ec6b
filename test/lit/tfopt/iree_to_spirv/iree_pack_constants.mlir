// RUN: tf-opt %s --iree-pack-constants --split-input-file | filecheck %s

/// Two rows of five columns in panels of two: the first panel has columns 0 and 1 of both rows, the last one column 4 and a zero beside it.
// CHECK: func.func @product(%{{.*}}: memref<3x2xf32>, %[[ARG:.*]]: memref<3x2x2xf32>, %{{.*}}: memref<3x5xf32>)
// CHECK: %[[PANELS:.*]] = iree.load_input(%[[ARG]] : memref<3x2x2xf32>) : tensor<3x2x2xf32>
// CHECK: %[[ROWS:.*]] = stablehlo.transpose %[[PANELS]], dims = [1, 0, 2] : (tensor<3x2x2xf32>) -> tensor<2x3x2xf32>
// CHECK: %[[WIDE:.*]] = stablehlo.reshape %[[ROWS]] : (tensor<2x3x2xf32>) -> tensor<2x6xf32>
// CHECK: %[[RIGHT:.*]] = stablehlo.slice %[[WIDE]] [0:2, 0:5] : (tensor<2x6xf32>) -> tensor<2x5xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %[[RIGHT]], contracting_dims = [1] x [0]
// CHECK: iree_ll_seq.constant dense<{{\[\[}}[0.000000e+00, 1.000000e+00], [5.000000e+00, 6.000000e+00]], {{\[}}[2.000000e+00, 3.000000e+00], [7.000000e+00, 8.000000e+00]], {{\[}}[4.000000e+00, 0.000000e+00], [9.000000e+00, 0.000000e+00]]]> : tensor<3x2x2xf32>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @product(%arg0: memref<3x2xf32>, %arg1: memref<2x5xf32>, %arg2: memref<3x5xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 3, vectors = 1, lanes = 2, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<3x2xf32>) : tensor<3x2xf32>
          %1 = iree.load_input(%arg1 : memref<2x5xf32>) : tensor<2x5xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
          iree.store_output(%2 : tensor<3x5xf32>, %arg2 : memref<3x5xf32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<3x2xf32>) -> memref<3x5xf32> {
    %0 = iree_ll_seq.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]]> : tensor<2x5xf32>
    %1 = "iree_ll_seq.alloc_heap"() : () -> memref<3x5xf32>
    iree_ll_seq.static_dispatch ex::product[dense<[5, 3, 1]> : tensor<3xi32>](%arg0, %0, %1) : (memref<3x2xf32>, memref<2x5xf32>, memref<3x5xf32>) -> ()
    iree_ll_seq.return %1 : memref<3x5xf32>
  }
}

// -----

/// What the program computes is not laid out anew.
// CHECK: func.func @computed(%{{.*}}: memref<3x2xf32>, %{{.*}}: memref<2x5xf32>, %{{.*}}: memref<3x5xf32>)
// CHECK-NOT: stablehlo.transpose
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @computed(%arg0: memref<3x2xf32>, %arg1: memref<2x5xf32>, %arg2: memref<3x5xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 3, vectors = 1, lanes = 2, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<3x2xf32>) : tensor<3x2xf32>
          %1 = iree.load_input(%arg1 : memref<2x5xf32>) : tensor<2x5xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
          iree.store_output(%2 : tensor<3x5xf32>, %arg2 : memref<3x5xf32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<3x2xf32>, %arg1: memref<2x5xf32>) -> memref<3x5xf32> {
    %1 = "iree_ll_seq.alloc_heap"() : () -> memref<3x5xf32>
    iree_ll_seq.static_dispatch ex::computed[dense<[5, 3, 1]> : tensor<3xi32>](%arg0, %arg1, %1) : (memref<3x2xf32>, memref<2x5xf32>, memref<3x5xf32>) -> ()
    iree_ll_seq.return %1 : memref<3x5xf32>
  }
}
