// RUN: tf-opt %s --iree-update-in-place | filecheck %s

/// Where the update is read of what it is written over, there are two buffers.
// CHECK: func.func @shifted(%{{.*}}: memref<4x8xf32>, %{{.*}}: memref<i32>, %{{.*}}: memref<4x8xf32>)
// CHECK-LABEL: func.func @main(
// CHECK-NOT: iree_ll_seq.static_copy
// CHECK: iree_ll_seq.return
module {
  iree.multi_arch_executable @ex[0]() {
    iree.executable(Unspecified) {
      module {
        func.func @shifted(%arg0: memref<4x8xf32>, %arg1: memref<i32>, %arg2: memref<4x8xf32>) attributes {iree.executable.export, iree.executable.workload = dense<[8, 4, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<4x8xf32>) : tensor<4x8xf32>
          %1 = stablehlo.slice %0 [0:3, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
          %2 = iree.load_input(%arg1 : memref<i32>) : tensor<i32>
          %c = stablehlo.constant dense<0> : tensor<i32>
          %3 = stablehlo.dynamic_update_slice %0, %1, %2, %c : (tensor<4x8xf32>, tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
          iree.store_output(%3 : tensor<4x8xf32>, %arg2 : memref<4x8xf32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%arg0: memref<4x8xf32>, %arg1: memref<i32>) -> memref<4x8xf32> attributes {iree.module.export, iree.ordinal = 0 : i32} {
    %0 = "iree_ll_seq.alloc_heap"() : () -> memref<4x8xf32>
    iree_ll_seq.static_dispatch ex::shifted[dense<[8, 4, 1]> : tensor<3xi32>](%arg0, %arg1, %0) : (memref<4x8xf32>, memref<i32>, memref<4x8xf32>) -> ()
    iree_ll_seq.return %0 : memref<4x8xf32>
  }
}
