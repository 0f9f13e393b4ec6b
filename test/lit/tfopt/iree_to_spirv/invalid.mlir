// RUN: tf-opt %s --iree-convert-to-spirv --split-input-file --verify-diagnostics

/// A schedule must have been chosen.
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        // expected-error @+1 {{has no schedule; run --iree-choose-schedules first}}
        func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<8xf32>) : tensor<8xf32>
          iree.store_output(%0 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// One that is written by hand must fit what it stands on.
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        // expected-error @+1 {{is no contraction that schedule 'contraction' can run}}
        func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<contraction, rows = 2, columns = 4, lanes = 8, share = none, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<8xf32>) : tensor<8xf32>
          iree.store_output(%0 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Its numbers have bounds.
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        // expected-error @+1 {{expected lanes to be a number from 1 to 4, found 9}}
        func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 9, invocations = 8, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<8xf32>) : tensor<8xf32>
          iree.store_output(%0 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A subgroup of eight shuffles among eight, and only where the device can.
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        // expected-error @+1 {{has a schedule that shuffles among 8 lanes, which the target (portable) cannot}}
        func.func @f(%arg0: memref<3x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<3x32xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<contraction, rows = 2, columns = 4, lanes = 8, share = shuffle, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<3x8xf32>) : tensor<3x8xf32>
          %1 = iree.load_input(%arg1 : memref<8x32xf32>) : tensor<8x32xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x32xf32>) -> tensor<3x32xf32>
          iree.store_output(%2 : tensor<3x32xf32>, %arg2 : memref<3x32xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// An operation that nobody has written for SPIR-V is named.
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @f(%arg0: memref<2x2xf32>, %arg1: memref<2x2xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 4, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<2x2xf32>) : tensor<2x2xf32>
          // expected-error @+1 {{'stablehlo.cholesky' op has no lowering to SPIR-V}}
          %1 = "stablehlo.cholesky"(%0) <{lower = true}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
          iree.store_output(%1 : tensor<2x2xf32>, %arg1 : memref<2x2xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A type that the target lacks is named, and so is the feature.
module attributes {iree.target = #iree.target<kind = "cpu">} {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        // expected-error @+1 {{elements of type i64 need the device feature shaderInt64, which the target (any device) lacks}}
        func.func @f(%arg0: memref<2xi64>, %arg1: memref<2xi64>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 4, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<2xi64>) : tensor<2xi64>
          iree.store_output(%0 : tensor<2xi64>, %arg1 : memref<2xi64>)
          iree.return
        }
      }
    }
  }
}

// -----

/// So is a type that SPIR-V has no numbers for.
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        // expected-error @+1 {{elements of type f80 have no lowering to SPIR-V}}
        func.func @f(%arg0: memref<2xf80>, %arg1: memref<2xf80>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 4, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<2xf80>) : tensor<2xf80>
          iree.store_output(%0 : tensor<2xf80>, %arg1 : memref<2xf80>)
          iree.return
        }
      }
    }
  }
}

// -----

/// bf16 is kept as 16 bits, which not every device can store.
module attributes {iree.target = #iree.target<kind = "cpu">} {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        // expected-error @+1 {{buffers of bf16 need the device feature storageBuffer16BitAccess, which the target (any device) lacks}}
        func.func @f(%arg0: memref<2xbf16>, %arg1: memref<2xbf16>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 4, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<2xbf16>) : tensor<2xbf16>
          iree.store_output(%0 : tensor<2xbf16>, %arg1 : memref<2xbf16>)
          iree.return
        }
      }
    }
  }
}
