// RUN: tf-opt %s --iree-lower-sequencer-dialect --split-input-file | filecheck %s

/// The walkthrough's own example: the workload is known, so the dispatch is static; executables and functions are numbered.
// CHECK: iree.multi_arch_executable @simple_mul_ex_dispatch_0[0]() {
// CHECK: func.func @simple_mul_rgn_dispatch_0
// CHECK-SAME: attributes {iree.executable.export, iree.executable.workload = dense<[4, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32}
// CHECK: func.func @simple_mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32> attributes {iree.module.export, iree.ordinal = 0 : i32} {
// CHECK-NEXT: %0 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch simple_mul_ex_dispatch_0::simple_mul_rgn_dispatch_0[dense<[4, 1, 1]> : tensor<3xi32>](%arg0, %arg1, %0) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: iree_ll_seq.return %0 : memref<4xf32>
module {
  iree.multi_arch_executable @simple_mul_ex_dispatch_0() {
    iree.executable(Unspecified) {
      module {
        func.func @simple_mul_rgn_dispatch_0(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>)
            attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = iree.load_input(%arg1 : memref<4xf32>) : tensor<4xf32>
          %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
          iree.store_output(%2 : tensor<4xf32>, %arg2 : memref<4xf32>)
          iree.return
        }
      }
    }
  }
  func.func @simple_mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32> attributes {iree.module.export} {
    %0 = iree_hl_seq.constant dense<[4, 1, 1]> : tensor<3xi32>
    %1 = "iree_hl_seq.alloc_heap"() : () -> memref<4xf32>
    iree_hl_seq.dispatch simple_mul_ex_dispatch_0::simple_mul_rgn_dispatch_0[%0 : memref<3xi32>](%arg0, %arg1, %1) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    iree_hl_seq.return %1 : memref<4xf32>
  }
}

// -----

/// Constants that are data stay, and views stay views.
// CHECK-LABEL: func.func @data
// CHECK: %[[C:.*]] = iree_ll_seq.constant dense<{{.*}}> : tensor<2x2xf32>
// CHECK: %[[V:.*]] = iree_ll_seq.reshape %[[C]] : memref<2x2xf32> -> memref<4xf32>
// CHECK: iree_ll_seq.return %[[V]]
func.func @data() -> memref<4xf32> {
  %0 = iree_hl_seq.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = iree_hl_seq.reshape %0 : memref<2x2xf32> -> memref<4xf32>
  iree_hl_seq.return %1 : memref<4xf32>
}

// -----

// IREE of 2019 wrote constants of the sequencer in another dialect.
// CHECK-LABEL: func.func @constant_of_2019
// CHECK-NEXT: %0 = iree_ll_seq.constant dense<[4, 1, 1]> : tensor<3xi32>
// CHECK-NEXT: iree_ll_seq.return %0 : memref<3xi32>
func.func @constant_of_2019() -> memref<3xi32> attributes {iree.module.export} {
  %0 = iree_interp.constant dense<[4, 1, 1]> : tensor<3xi32>
  iree_hl_seq.return %0 : memref<3xi32>
}
