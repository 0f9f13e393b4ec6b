// RUN: tf-opt --stablehlo-compatibility-expander=target=1.0.0 --mlir-print-debuginfo %s | filecheck %s
// RUN: tf-opt --stablehlo-compatibility-expander=target=1.16.0 --mlir-print-debuginfo %s | filecheck %s --check-prefix=NEW
// RUN: not tf-opt --stablehlo-compatibility-expander=target=1.0 %s 2>&1 | filecheck %s --check-prefix=ERROR
// ERROR: Invalid target version argument '1.0' Target version must be of the form `#.#.#`.

// CHECK-LABEL: @tangents
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK: %[[SINE:.*]] = stablehlo.sine %arg0
// CHECK: %[[COSINE:.*]] = stablehlo.cosine %arg0
// CHECK: stablehlo.divide %[[SINE]], %[[COSINE]]
// CHECK: %[[TAN:.*]] = stablehlo.divide
// CHECK: %[[TANH:.*]] = stablehlo.tanh
// CHECK: %[[ABOVE:.*]] = stablehlo.complex %[[TAN]], %[[TANH]]
// CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %[[TAN]], %[[TANH]]
// CHECK: %[[NEGATED:.*]] = stablehlo.negate %[[PRODUCT]]
// CHECK: %[[BELOW:.*]] = stablehlo.complex %[[ONE]], %[[NEGATED]]
// CHECK: stablehlo.divide %[[ABOVE]], %[[BELOW]]
// NEW-LABEL: @tangents
// NEW: stablehlo.tan %arg0
func.func @tangents(%x: tensor<2xf32>, %z: tensor<2xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.tan %x : tensor<2xf32>
  %1 = stablehlo.tan %z : tensor<2xcomplex<f32>>
  return %0, %1 : tensor<2xf32>, tensor<2xcomplex<f32>>
}

// The number of the batch is in front of each index vector; i8 holds no 200.
// CHECK-LABEL: @gather
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg1 : (tensor<200x3xi8>) -> tensor<200x3xi32>
// CHECK: %[[VECTORS:.*]] = stablehlo.reshape %[[WIDE]] : (tensor<200x3xi32>) -> tensor<200x3x1xi32>
// CHECK: %[[BATCH:.*]] = stablehlo.iota dim = 0 : tensor<200x3x1xi32>
// CHECK: %[[BOTH:.*]] = stablehlo.concatenate %[[BATCH]], %[[VECTORS]], dim = 2
// CHECK: "stablehlo.gather"(%arg0, %[[BOTH]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = true
// NEW-LABEL: @gather
// NEW: operand_batching_dims = [0]
func.func @gather(%x: tensor<200x5x4xf32>, %i: tensor<200x3xi8>) -> tensor<200x3x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = true} : (tensor<200x5x4xf32>, tensor<200x3xi8>) -> tensor<200x3x4xf32>
  return %0 : tensor<200x3x4xf32>
}

// Batches in another order are not sorted.
// CHECK-LABEL: @scatter
// CHECK: stablehlo.iota dim = 1 : tensor<3x2x1xi32>
// CHECK: stablehlo.iota dim = 0 : tensor<3x2x1xi32>
// CHECK: indices_are_sorted = false
// CHECK-SAME: inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [0, 1, 2]
func.func @scatter(%x: tensor<2x3x5xi32>, %i: tensor<3x2x1xi32>, %u: tensor<3x2xi32>) -> tensor<2x3x5xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>, indices_are_sorted = true, unique_indices = true} : (tensor<2x3x5xi32>, tensor<3x2x1xi32>, tensor<3x2xi32>) -> tensor<2x3x5xi32>
  return %0 : tensor<2x3x5xi32>
}

// Processes 0 to 3 stand in two rows of two; along x one meets those of its column.
// CHECK-LABEL: @mesh
// CHECK: replica_groups = dense<{{\[\[}}0, 2], [1, 3]]> : tensor<2x2xi64>
// NEW-LABEL: @mesh
// NEW: axes = [#stablehlo.axis_ref<name = "x">]
func.func @mesh(%x: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK: loc("a.py":2:3)
// NEW: loc("a.py":2:3 to :9)
func.func @ranges(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32> loc("a.py":2:3 to :9)
  return %0 : tensor<f32>
}
