// RUN: tf-opt %s --split-input-file --iree-choose-schedules --iree-convert-to-spirv | filecheck %s

/// A GPU that offers to keep NaN, infinities and zeros is asked for it.
// CHECK-LABEL: name = "keeps"
// CHECK: spirv.ExecutionMode @{{.*}} "LocalSize"
// CHECK-NEXT: spirv.ExecutionMode @{{.*}} "SignedZeroInfNanPreserve", 32
module attributes {iree.target = #iree.target<name = "keeps", kind = "discrete", features = ["shaderSignedZeroInfNanPreserveFloat32"]>} {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<8xf32>) : tensor<8xf32>
          %1 = stablehlo.add %0, %0 : tensor<8xf32>
          iree.store_output(%1 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// One that does not is not.
// CHECK-LABEL: name = "does not"
// CHECK-NOT: SignedZeroInfNanPreserve
module attributes {iree.target = #iree.target<name = "does not", kind = "discrete">} {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<8xf32>) : tensor<8xf32>
          %1 = stablehlo.add %0, %0 : tensor<8xf32>
          iree.store_output(%1 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A CPU may say so and fold all the same, so that it is not asked.
// CHECK-LABEL: name = "software"
// CHECK-NOT: "SignedZeroInfNanPreserve"
module attributes {iree.target = #iree.target<name = "software", kind = "cpu", features = ["shaderSignedZeroInfNanPreserveFloat32"]>} {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<8xf32>) : tensor<8xf32>
          %1 = stablehlo.add %0, %0 : tensor<8xf32>
          iree.store_output(%1 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
}
