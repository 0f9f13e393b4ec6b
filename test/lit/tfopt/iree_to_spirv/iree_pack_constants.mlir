// RUN: tf-opt %s --iree-pack-constants --split-input-file | filecheck %s

/// Two rows of five columns in panels of two: the first panel has columns 0 and 1 of both rows, the last one column 4 and a zero beside it.
/// Tiles need no copy of a panel then.
// CHECK: func.func @product(%{{.*}}: memref<3x2xf32>, %[[ARG:.*]]: memref<3x2x2xf32>, %{{.*}}: memref<3x5xf32>){{.*}} together = 1,
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
        func.func @product(%arg0: memref<3x2xf32>, %arg1: memref<2x5xf32>, %arg2: memref<3x5xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 3, vectors = 1, lanes = 2, together = 8, loads = storage>} {
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

// -----

/// Weights of a convolution over tiles of two places, transformed on paper: rows times [-1, 0, 0], [1/2, 1/2, 1/2], [1/2, -1/2, 1/2], [0, 0, 1], then columns.
/// The panel has one column, and a zero beside it.
// CHECK: func.func @tiles(%[[IMAGE:.*]]: memref<1x2x2x1xf32>, %[[ARG:.*]]: memref<1x16x1x2xf32>, %{{.*}}: memref<1x2x2x1xf32>)
// CHECK: %[[X:.*]] = iree.load_input(%[[IMAGE]]
// CHECK: %[[W:.*]] = iree.load_input(%[[ARG]]
// CHECK: iree.winograd_convolution %[[X]], %[[W]], step = 2, padding = [1, 1, 1, 1] : (tensor<1x2x2x1xf32>, tensor<1x16x1x2xf32>) -> tensor<1x2x2x1xf32>
// CHECK-NOT: stablehlo.convolution
// CHECK: iree_ll_seq.constant dense<{{\[\[}}{{\[\[}}1.000000e+00, 0.000000e+00]], {{\[\[}}-3.000000e+00, 0.000000e+00]], {{\[\[}}-1.000000e+00, 0.000000e+00]], {{\[\[}}-3.000000e+00, 0.000000e+00]], {{\[\[}}-6.000000e+00, 0.000000e+00]], {{\[\[}}1.125000e+01, 0.000000e+00]], {{\[\[}}3.750000e+00, 0.000000e+00]], {{\[\[}}9.000000e+00, 0.000000e+00]], {{\[\[}}-2.000000e+00, 0.000000e+00]], {{\[\[}}3.750000e+00, 0.000000e+00]], {{\[\[}}1.250000e+00, 0.000000e+00]], {{\[\[}}3.000000e+00, 0.000000e+00]], {{\[\[}}-7.000000e+00, 0.000000e+00]], {{\[\[}}1.200000e+01, 0.000000e+00]], {{\[\[}}4.000000e+00, 0.000000e+00]], {{\[\[}}9.000000e+00, 0.000000e+00]]]]> : tensor<1x16x1x2xf32>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @tiles(%arg0: memref<1x2x2x1xf32>, %arg1: memref<3x3x1x1xf32>, %arg2: memref<1x2x2x1xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<winograd, tiles = 1, rows = 1, vectors = 1, lanes = 2, panels = 1, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<1x2x2x1xf32>) : tensor<1x2x2x1xf32>
          %1 = iree.load_input(%arg1 : memref<3x3x1x1xf32>) : tensor<3x3x1x1xf32>
          %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, tfir.tiles = 2 : i64} : (tensor<1x2x2x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
          iree.store_output(%2 : tensor<1x2x2x1xf32>, %arg2 : memref<1x2x2x1xf32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<1x2x2x1xf32>) -> memref<1x2x2x1xf32> {
    %0 = iree_ll_seq.constant dense<[[[[1.0]], [[2.0]], [[3.0]]], [[[4.0]], [[5.0]], [[6.0]]], [[[7.0]], [[8.0]], [[9.0]]]]> : tensor<3x3x1x1xf32>
    %1 = "iree_ll_seq.alloc_heap"() : () -> memref<1x2x2x1xf32>
    iree_ll_seq.static_dispatch ex::tiles[dense<1> : tensor<3xi32>](%arg0, %0, %1) : (memref<1x2x2x1xf32>, memref<3x3x1x1xf32>, memref<1x2x2x1xf32>) -> ()
    iree_ll_seq.return %1 : memref<1x2x2x1xf32>
  }
}

// -----

/// Two slices of three columns, 0 to 2 and 3 to 5, in panels of two vectors of two: columns 0 and 1 beside 3 and 4, then 2 and a zero beside 5 and a zero.
// CHECK: func.func @slices(%{{.*}}: memref<1x2xf32>, %[[ARG:.*]]: memref<2x2x4xf32>, %{{.*}}: memref<1x3xf32>)
// CHECK: %[[PANELS:.*]] = iree.load_input(%[[ARG]] : memref<2x2x4xf32>) : tensor<2x2x4xf32>
// CHECK: %[[PARTS:.*]] = stablehlo.reshape %[[PANELS]] : (tensor<2x2x4xf32>) -> tensor<2x2x2x2xf32>
// CHECK: %[[SLICES:.*]] = stablehlo.transpose %[[PARTS]], dims = [1, 2, 0, 3] : (tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
// CHECK: %[[WIDE:.*]] = stablehlo.reshape %[[SLICES]] : (tensor<2x2x2x2xf32>) -> tensor<2x2x4xf32>
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[WIDE]] [0:2, 0:2, 0:3] : (tensor<2x2x4xf32>) -> tensor<2x2x3xf32>
// CHECK: %[[RIGHT:.*]] = stablehlo.reshape %[[CUT]] : (tensor<2x2x3xf32>) -> tensor<2x6xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %[[RIGHT]], contracting_dims = [1] x [0]
// CHECK: iree_ll_seq.constant dense<{{\[\[}}[0.000000e+00, 1.000000e+00, 3.000000e+00, 4.000000e+00], [6.000000e+00, 7.000000e+00, 9.000000e+00, 1.000000e+01]], {{\[}}[2.000000e+00, 0.000000e+00, 5.000000e+00, 0.000000e+00], [8.000000e+00, 0.000000e+00, 1.100000e+01, 0.000000e+00]]]> : tensor<2x2x4xf32>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @slices(%arg0: memref<1x2xf32>, %arg1: memref<2x6xf32>, %arg2: memref<1x3xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 1, vectors = 2, lanes = 2, together = 1, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<1x2xf32>) : tensor<1x2xf32>
          %1 = iree.load_input(%arg1 : memref<2x6xf32>) : tensor<2x6xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x6xf32>) -> tensor<1x6xf32>
          %3 = stablehlo.slice %2 [0:1, 0:3] : (tensor<1x6xf32>) -> tensor<1x3xf32>
          %4 = stablehlo.slice %2 [0:1, 3:6] : (tensor<1x6xf32>) -> tensor<1x3xf32>
          %5 = stablehlo.multiply %3, %4 : tensor<1x3xf32>
          iree.store_output(%5 : tensor<1x3xf32>, %arg2 : memref<1x3xf32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<1x2xf32>) -> memref<1x3xf32> {
    %0 = iree_ll_seq.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]> : tensor<2x6xf32>
    %1 = "iree_ll_seq.alloc_heap"() : () -> memref<1x3xf32>
    iree_ll_seq.static_dispatch ex::slices[dense<[3, 1, 1]> : tensor<3xi32>](%arg0, %0, %1) : (memref<1x2xf32>, memref<2x6xf32>, memref<1x3xf32>) -> ()
    iree_ll_seq.return %1 : memref<1x3xf32>
  }
}

// -----

/// For devices a panel is what the lanes of a workgroup have of the columns, of each matrix of a batch; groups of lanes that have rows of their own share a panel.
// CHECK: func.func @lanes(%{{.*}}: memref<2x3x2xf32>, %[[ARG:.*]]: memref<2x2x2x4xf32>, %{{.*}}: memref<2x3x5xf32>)
// CHECK: %[[PANELS:.*]] = iree.load_input(%[[ARG]] : memref<2x2x2x4xf32>) : tensor<2x2x2x4xf32>
// CHECK: %[[ROWS:.*]] = stablehlo.transpose %[[PANELS]], dims = [0, 2, 1, 3] : (tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32>
// CHECK: %[[WIDE:.*]] = stablehlo.reshape %[[ROWS]] : (tensor<2x2x2x4xf32>) -> tensor<2x2x8xf32>
// CHECK: %[[RIGHT:.*]] = stablehlo.slice %[[WIDE]] [0:2, 0:2, 0:5] : (tensor<2x2x8xf32>) -> tensor<2x2x5xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %[[RIGHT]]
// CHECK: iree_ll_seq.constant dense<{{\[\[}}{{\[\[}}0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00], [5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]], {{\[\[}}4.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [9.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]], {{.*}}> : tensor<2x2x2x4xf32>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @lanes(%arg0: memref<2x3x2xf32>, %arg1: memref<2x2x5xf32>, %arg2: memref<2x3x5xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<contraction, rows = 3, columns = 4, lanes = 8, groups = 8, share = shuffle, loads = texel>} {
          %0 = iree.load_input(%arg0 : memref<2x3x2xf32>) : tensor<2x3x2xf32>
          %1 = iree.load_input(%arg1 : memref<2x2x5xf32>) : tensor<2x2x5xf32>
          %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x2xf32>, tensor<2x2x5xf32>) -> tensor<2x3x5xf32>
          iree.store_output(%2 : tensor<2x3x5xf32>, %arg2 : memref<2x3x5xf32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<2x3x2xf32>) -> memref<2x3x5xf32> {
    %0 = iree_ll_seq.constant dense<[[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]], [[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]]]> : tensor<2x2x5xf32>
    %1 = "iree_ll_seq.alloc_heap"() : () -> memref<2x3x5xf32>
    iree_ll_seq.static_dispatch ex::lanes[dense<[5, 3, 2]> : tensor<3xi32>](%arg0, %0, %1) : (memref<2x3x2xf32>, memref<2x2x5xf32>, memref<2x3x5xf32>) -> ()
    iree_ll_seq.return %1 : memref<2x3x5xf32>
  }
}

// -----

/// Functions that have the same constant have it packed each for itself, once, in front of all dispatches: one of them may call entries in another order.
// CHECK: func.func @first(
// CHECK-NEXT: %[[ONE:.*]] = iree_ll_seq.constant dense<{{.*}}> : tensor<3x2x2xf32>
// CHECK-NOT: iree_ll_seq.constant
// CHECK: static_dispatch one::product{{.*}}(%{{.*}}, %[[ONE]], %{{.*}})
// CHECK-NOT: iree_ll_seq.constant
// CHECK: static_dispatch other::product{{.*}}(%{{.*}}, %[[ONE]], %{{.*}})
// CHECK: func.func @second(
// CHECK-NEXT: %[[TWO:.*]] = iree_ll_seq.constant dense<{{.*}}> : tensor<3x2x2xf32>
// CHECK-NOT: iree_ll_seq.constant
// CHECK: static_dispatch other::product{{.*}}(%{{.*}}, %[[TWO]], %{{.*}})
// CHECK-NOT: iree_ll_seq.constant
// CHECK: static_dispatch one::product{{.*}}(%{{.*}}, %[[TWO]], %{{.*}})
module {
  iree.multi_arch_executable @one() {
    iree.executable(Unspecified) {
      module {
        func.func @product(%arg0: memref<3x2xf32>, %arg1: memref<2x5xf32>, %arg2: memref<3x5xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 3, vectors = 1, lanes = 2, together = 8, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<3x2xf32>) : tensor<3x2xf32>
          %1 = iree.load_input(%arg1 : memref<2x5xf32>) : tensor<2x5xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
          iree.store_output(%2 : tensor<3x5xf32>, %arg2 : memref<3x5xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @other() {
    iree.executable(Unspecified) {
      module {
        func.func @product(%arg0: memref<3x2xf32>, %arg1: memref<2x5xf32>, %arg2: memref<3x5xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<register_tile, rows = 3, vectors = 1, lanes = 2, together = 8, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<3x2xf32>) : tensor<3x2xf32>
          %1 = iree.load_input(%arg1 : memref<2x5xf32>) : tensor<2x5xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
          iree.store_output(%2 : tensor<3x5xf32>, %arg2 : memref<3x5xf32>)
          iree.return
        }
      }
    }
  }
  func.func @first(%arg0: memref<3x2xf32>) -> (memref<3x5xf32>, memref<3x5xf32>) {
    %c0 = iree_ll_seq.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]]> : tensor<2x5xf32>
    %r0 = "iree_ll_seq.alloc_heap"() : () -> memref<3x5xf32>
    iree_ll_seq.static_dispatch one::product[dense<[5, 3, 1]> : tensor<3xi32>](%arg0, %c0, %r0) : (memref<3x2xf32>, memref<2x5xf32>, memref<3x5xf32>) -> ()
    %c1 = iree_ll_seq.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]]> : tensor<2x5xf32>
    %r1 = "iree_ll_seq.alloc_heap"() : () -> memref<3x5xf32>
    iree_ll_seq.static_dispatch other::product[dense<[5, 3, 1]> : tensor<3xi32>](%arg0, %c1, %r1) : (memref<3x2xf32>, memref<2x5xf32>, memref<3x5xf32>) -> ()
    iree_ll_seq.return %r0, %r1 : memref<3x5xf32>, memref<3x5xf32>
  }
  func.func @second(%arg0: memref<3x2xf32>) -> (memref<3x5xf32>, memref<3x5xf32>) {
    %c0 = iree_ll_seq.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]]> : tensor<2x5xf32>
    %r0 = "iree_ll_seq.alloc_heap"() : () -> memref<3x5xf32>
    iree_ll_seq.static_dispatch other::product[dense<[5, 3, 1]> : tensor<3xi32>](%arg0, %c0, %r0) : (memref<3x2xf32>, memref<2x5xf32>, memref<3x5xf32>) -> ()
    %c1 = iree_ll_seq.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0]]> : tensor<2x5xf32>
    %r1 = "iree_ll_seq.alloc_heap"() : () -> memref<3x5xf32>
    iree_ll_seq.static_dispatch one::product[dense<[5, 3, 1]> : tensor<3xi32>](%arg0, %c1, %r1) : (memref<3x2xf32>, memref<2x5xf32>, memref<3x5xf32>) -> ()
    iree_ll_seq.return %r0, %r1 : memref<3x5xf32>, memref<3x5xf32>
  }
}
