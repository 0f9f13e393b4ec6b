// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Executables and the sequencer as the walkthrough spells them.
// CHECK: iree.multi_arch_executable @ex[0]() {
// CHECK-NEXT: iree.executable(Unspecified) {
// CHECK-NEXT: module {
// CHECK-NEXT: func.func @entry(%arg0: memref<4xf32>, %arg1: memref<4xf32>) attributes {iree.executable.export} {
// CHECK-NEXT: %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
// CHECK-NEXT: iree.store_output(%0 : tensor<4xf32>, %arg1 : memref<4xf32>)
// CHECK-NEXT: iree.return
iree.multi_arch_executable @ex[0]() {
  iree.executable(Unspecified) {
    module {
      func.func @entry(%arg0: memref<4xf32>, %arg1: memref<4xf32>) attributes {iree.executable.export} {
        %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
        iree.store_output(%0 : tensor<4xf32>, %arg1 : memref<4xf32>)
        iree.return
      }
    }
  }
}

// CHECK-LABEL: func.func @regions
// CHECK: %0 = iree.dispatch_region[%c : tensor<3xi32>](%arg2 = %arg0 : tensor<4xf32>, %arg3 = %arg1 : tensor<4xf32>) : tensor<4xf32> {
// CHECK-NEXT: %1 = stablehlo.multiply %arg2, %arg3 : tensor<4xf32>
// CHECK-NEXT: iree.return %1 : tensor<4xf32>
// CHECK-NEXT: }
func.func @regions(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<[4, 1, 1]> : tensor<3xi32>
  %0 = iree.dispatch_region[%c : tensor<3xi32>](%arg2 = %arg0 : tensor<4xf32>, %arg3 = %arg1 : tensor<4xf32>) : tensor<4xf32> {
    %1 = stablehlo.multiply %arg2, %arg3 : tensor<4xf32>
    iree.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @high
// CHECK-NEXT: %0 = iree_interp.constant dense<[4, 1, 1]> : tensor<3xi32>
// CHECK-NEXT: %1 = "iree_hl_seq.alloc_heap"() : () -> memref<4xf32>
// CHECK-NEXT: iree_hl_seq.dispatch ex::entry[%0 : memref<3xi32>](%arg0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: iree_hl_seq.return %1 : memref<4xf32>
func.func @high(%arg0: memref<4xf32>) -> memref<4xf32> {
  %0 = iree_interp.constant dense<[4, 1, 1]> : tensor<3xi32>
  %1 = "iree_hl_seq.alloc_heap"() : () -> memref<4xf32>
  iree_hl_seq.dispatch ex::entry[%0 : memref<3xi32>](%arg0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  iree_hl_seq.return %1 : memref<4xf32>
}

// CHECK-LABEL: func.func @low
// CHECK: iree_ll_seq.static_slice %0[0, 16] : memref<64xi8> -> memref<4xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch ex::entry[dense<[4, 1, 1]> : tensor<3xi32>](%arg0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: iree_ll_seq.static_copy %1[0] to %0[16], 8 : memref<4xf32>, memref<64xi8>
// CHECK-NEXT: iree_ll_seq.static_fill 7 to %0[32, 16] : memref<64xi8>
func.func @low(%arg0: memref<4xf32>) -> memref<4xf32> {
  %0 = "iree_ll_seq.alloc_heap"() : () -> memref<64xi8>
  %1 = iree_ll_seq.static_slice %0[0, 16] : memref<64xi8> -> memref<4xf32>
  iree_ll_seq.static_dispatch ex::entry[dense<[4, 1, 1]> : tensor<3xi32>](%arg0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  iree_ll_seq.static_copy %1[0] to %0[16], 8 : memref<4xf32>, memref<64xi8>
  iree_ll_seq.static_fill 7 to %0[32, 16] : memref<64xi8>
  iree_ll_seq.return %1 : memref<4xf32>
}

/// A target's facts; those that are not written have the least value that Vulkan grants.
// CHECK-LABEL: func.func private @target
// CHECK-SAME: #iree.target<name = "a device", api_version = [1, 2, 3], subgroup_size = 8, features = ["shaderInt64"]>
func.func private @target() attributes {iree.target = #iree.target<subgroup_size = 8, name = "a device", features = ["shaderInt64"], api_version = [1, 2, 3]>}
