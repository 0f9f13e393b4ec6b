// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-update-in-place=scatters=false --split-input-file | filecheck %s

/// One window takes the place of what was there: the kernel has one buffer for both.
// CHECK: func.func @main_rgn_dispatch_0(%arg0: memref<1xi32>, %arg1: memref<8xf32>, %arg2: memref<4x8xf32>)
// CHECK: iree.load_input(%arg2
// CHECK: stablehlo.scatter
// CHECK: iree.store_output({{.*}}, %arg2
// CHECK-LABEL: func.func @main(
// CHECK: iree_ll_seq.static_copy %arg0[0] to %[[R:.*]][0], 128
// CHECK: iree_ll_seq.static_dispatch {{.*}}(%arg1, %arg2, %[[R]])
func.func @main(%x: tensor<4x8xf32>, %at: tensor<1xi32>, %row: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.scatter"(%x, %at, %row) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>} : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

/// Two windows may meet: each element of the result is computed from both.
// CHECK: func.func @main_rgn_dispatch_0(%arg0: memref<4x8xf32>, %arg1: memref<2x1xi32>, %arg2: memref<2x8xf32>, %arg3: memref<4x8xf32>)
func.func @main(%x: tensor<4x8xf32>, %at: tensor<2x1xi32>, %rows: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.scatter"(%x, %at, %rows) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
