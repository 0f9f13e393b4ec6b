// RUN: tf-opt %s --iree-choose-schedules=target=lavapipe --split-input-file | filecheck %s
// RUN: not tf-opt %s --target=x86-64-v3 --iree-choose-schedules=refuse-processors=true --split-input-file 2>&1 | filecheck %s --check-prefix=PROCESSOR
/// A processor is none of the devices that kernels in SPIR-V are for.
// PROCESSOR: error: the module's target 'x86-64-v3' is a processor, for which --pipeline=cpu makes code; --pipeline=vulkan takes portable, lavapipe
// RUN: tf-opt %s --iree-choose-schedules --split-input-file | filecheck %s --check-prefix=PORTABLE

/// A matrix product shares the left operand among the lanes of a subgroup, where the device can shuffle. The facts that
/// were chosen by stay on the module.
// CHECK: iree.target = #iree.target<name = "llvmpipe
// CHECK: func.func @product
// CHECK-SAME: iree.schedule = #iree.schedule<contraction, rows = 16, columns = 4, lanes = 8, share = shuffle, loads = texel>
// PORTABLE-NOT: iree.target
// PORTABLE: func.func @product
// PORTABLE-SAME: iree.schedule = #iree.schedule<contraction, rows = 11, columns = 8, lanes = 8, share = none, loads = texel>
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @product(%arg0: memref<32x784xf32>, %arg1: memref<784x128xf32>, %arg2: memref<32x128xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<32x784xf32>) : tensor<32x784xf32>
          %1 = iree.load_input(%arg1 : memref<784x128xf32>) : tensor<784x128xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<32x784xf32>, tensor<784x128xf32>) -> tensor<32x128xf32>
          %3 = stablehlo.tanh %2 : tensor<32x128xf32>
          iree.store_output(%3 : tensor<32x128xf32>, %arg2 : memref<32x128xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Products of whole numbers are computed one by one; how the dimensions of an operand lie does not matter. Sixteen columns are four lanes' work, so that
/// two groups of lanes have rows of their own.
// CHECK: func.func @whole_numbers
// CHECK-SAME: #iree.schedule<elementwise, lanes = 1, invocations = 64, loads = texel>
// CHECK: func.func @left_turned
// CHECK-SAME: #iree.schedule<contraction, rows = 9, columns = 4, lanes = 8, groups = 2, share = shuffle, loads = texel>
module {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @whole_numbers(%arg0: memref<17x20xi32>, %arg1: memref<20x16xi32>, %arg2: memref<17x16xi32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<17x20xi32>) : tensor<17x20xi32>
          %1 = iree.load_input(%arg1 : memref<20x16xi32>) : tensor<20x16xi32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<17x20xi32>, tensor<20x16xi32>) -> tensor<17x16xi32>
          iree.store_output(%2 : tensor<17x16xi32>, %arg2 : memref<17x16xi32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @ex1() {
    iree.executable(Unspecified) {
      module {
        func.func @left_turned(%arg0: memref<20x17xf32>, %arg1: memref<20x16xf32>, %arg2: memref<17x16xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<20x17xf32>) : tensor<20x17xf32>
          %1 = iree.load_input(%arg1 : memref<20x16xf32>) : tensor<20x16xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<20x17xf32>, tensor<20x16xf32>) -> tensor<17x16xf32>
          iree.store_output(%2 : tensor<17x16xf32>, %arg2 : memref<17x16xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A convolution of each feature by itself, four features to a lane; with two outputs for each feature it is not one.
// CHECK: func.func @depthwise
// CHECK-SAME: #iree.schedule<depthwise, columns = 6, lanes = 8, loads = texel>
// CHECK: func.func @two_for_each
// CHECK-SAME: #iree.schedule<elementwise, lanes = 1, invocations = 64, loads = texel>
module {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @depthwise(%arg0: memref<1x6x6x8xf32>, %arg1: memref<3x3x1x8xf32>, %arg2: memref<1x6x6x8xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x6x6x8xf32>) : tensor<1x6x6x8xf32>
          %1 = iree.load_input(%arg1 : memref<3x3x1x8xf32>) : tensor<3x3x1x8xf32>
          %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<1x6x6x8xf32>, tensor<3x3x1x8xf32>) -> tensor<1x6x6x8xf32>
          iree.store_output(%2 : tensor<1x6x6x8xf32>, %arg2 : memref<1x6x6x8xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @ex1() {
    iree.executable(Unspecified) {
      module {
        func.func @two_for_each(%arg0: memref<1x6x6x8xf32>, %arg1: memref<3x3x1x16xf32>, %arg2: memref<1x6x6x16xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x6x6x8xf32>) : tensor<1x6x6x8xf32>
          %1 = iree.load_input(%arg1 : memref<3x3x1x16xf32>) : tensor<3x3x1x16xf32>
          %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<1x6x6x8xf32>, tensor<3x3x1x16xf32>) -> tensor<1x6x6x16xf32>
          iree.store_output(%2 : tensor<1x6x6x16xf32>, %arg2 : memref<1x6x6x16xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Rows that are gone along more than once are a subgroup's too, of any length, or one invocation's each.
// CHECK: func.func @less_the_sum
// CHECK-SAME: #iree.schedule<subgroup_rows, lanes = 8, loads = texel>
// PORTABLE: func.func @less_the_sum
// PORTABLE-SAME: #iree.schedule<subgroup_rows, lanes = 1, loads = texel>
module {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @less_the_sum(%arg0: memref<8x20xf32>, %arg1: memref<8x20xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<8x20xf32>) : tensor<8x20xf32>
          %1 = stablehlo.constant dense<0.0> : tensor<f32>
          %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [1] : (tensor<8x20xf32>, tensor<f32>) -> tensor<8xf32>
          %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xf32>) -> tensor<8x20xf32>
          %4 = stablehlo.subtract %0, %3 : tensor<8x20xf32>
          iree.store_output(%4 : tensor<8x20xf32>, %arg1 : memref<8x20xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A long row is a subgroup's, where lanes can pass values; the sum over places with features side by side is not a row.
// CHECK: func.func @row
// CHECK-SAME: #iree.schedule<row_reduction, lanes = 8, loads = texel>
// CHECK: func.func @places
// CHECK-SAME: #iree.schedule<elementwise, lanes = 4, invocations = 16, loads = texel>
// PORTABLE: func.func @row
// PORTABLE-SAME: #iree.schedule<elementwise, lanes = 1, invocations = 8, loads = texel>
module {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @row(%arg0: memref<8x256xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<8x256xf32>) : tensor<8x256xf32>
          %1 = stablehlo.constant dense<0.0> : tensor<f32>
          %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [1] : (tensor<8x256xf32>, tensor<f32>) -> tensor<8xf32>
          iree.store_output(%2 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @ex1() {
    iree.executable(Unspecified) {
      module {
        func.func @places(%arg0: memref<1x16x16x64xf32>, %arg1: memref<1x64xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x16x16x64xf32>) : tensor<1x16x16x64xf32>
          %1 = stablehlo.constant dense<0.0> : tensor<f32>
          %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x16x16x64xf32>, tensor<f32>) -> tensor<1x64xf32>
          iree.store_output(%2 : tensor<1x64xf32>, %arg1 : memref<1x64xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A graphics card reads inputs from storage; a choice that was made already stays.
// CHECK: func.func @free
// PORTABLE: func.func @free
// PORTABLE-SAME: #iree.schedule<elementwise, lanes = 4, invocations = 64, loads = storage>
// PORTABLE: func.func @chosen
// PORTABLE-SAME: #iree.schedule<elementwise, lanes = 1, invocations = 32, loads = storage>
module attributes {iree.target = #iree.target<kind = "discrete">} {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @free(%arg0: memref<512xf32>, %arg1: memref<512xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<512xf32>) : tensor<512xf32>
          %1 = stablehlo.abs %0 : tensor<512xf32>
          iree.store_output(%1 : tensor<512xf32>, %arg1 : memref<512xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @ex1() {
    iree.executable(Unspecified) {
      module {
        func.func @chosen(%arg0: memref<512xf32>, %arg1: memref<512xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 32, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<512xf32>) : tensor<512xf32>
          %1 = stablehlo.abs %0 : tensor<512xf32>
          iree.store_output(%1 : tensor<512xf32>, %arg1 : memref<512xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// There a workgroup is a whole subgroup where the columns suffice, and eight lanes where they do not.
// CHECK: func.func @wide
// PORTABLE: func.func @wide
// PORTABLE-SAME: #iree.schedule<contraction, rows = 11, columns = 4, lanes = 32, share = none, loads = storage>
// PORTABLE: func.func @narrow
// PORTABLE-SAME: #iree.schedule<contraction, rows = 11, columns = 4, lanes = 8, share = none, loads = storage>
module attributes {iree.target = #iree.target<kind = "discrete", subgroup_size = 32>} {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @wide(%arg0: memref<32x784xf32>, %arg1: memref<784x128xf32>, %arg2: memref<32x128xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<32x784xf32>) : tensor<32x784xf32>
          %1 = iree.load_input(%arg1 : memref<784x128xf32>) : tensor<784x128xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<32x784xf32>, tensor<784x128xf32>) -> tensor<32x128xf32>
          iree.store_output(%2 : tensor<32x128xf32>, %arg2 : memref<32x128xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @ex1() {
    iree.executable(Unspecified) {
      module {
        func.func @narrow(%arg0: memref<32x784xf32>, %arg1: memref<784x16xf32>, %arg2: memref<32x16xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<32x784xf32>) : tensor<32x784xf32>
          %1 = iree.load_input(%arg1 : memref<784x16xf32>) : tensor<784x16xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<32x784xf32>, tensor<784x16xf32>) -> tensor<32x16xf32>
          iree.store_output(%2 : tensor<32x16xf32>, %arg2 : memref<32x16xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Elements of which a call tells how many there are, be they few or many, have workgroups as large as many have; 6 fill no more than 8.
// CHECK: func.func @open
// CHECK-SAME: #iree.schedule<elementwise, lanes = 1, invocations = 64, loads = texel>
// CHECK: func.func @six
// CHECK-SAME: #iree.schedule<elementwise, lanes = 1, invocations = 8, loads = texel>
module {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @open(%arg0: memref<?xf32>, %arg1: memref<?xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<?xf32>) : tensor<?xf32>
          %1 = stablehlo.tanh %0 : tensor<?xf32>
          iree.store_output(%1 : tensor<?xf32>, %arg1 : memref<?xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @ex1() {
    iree.executable(Unspecified) {
      module {
        func.func @six(%arg0: memref<6xf32>, %arg1: memref<6xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<6xf32>) : tensor<6xf32>
          %1 = stablehlo.tanh %0 : tensor<6xf32>
          iree.store_output(%1 : tensor<6xf32>, %arg1 : memref<6xf32>)
          iree.return
        }
      }
    }
  }
}
