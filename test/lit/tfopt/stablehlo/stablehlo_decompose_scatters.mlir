/// For kernels that take updates one after the other, scatters of many are not sorted; what programs promise of their order is not believed.
// RUN: tf-opt %s --stablehlo-decompose=sort-scatters=false --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-decompose --split-input-file | filecheck %s --check-prefix=SORTED

// CHECK-LABEL: func.func @many(
// CHECK-NOT: while
// CHECK: "stablehlo.scatter"(%arg0, %arg1, %arg2)
// CHECK-SAME: indices_are_sorted = false
// SORTED-LABEL: func.func @many(
// SORTED: stablehlo.while
// SORTED: indices_are_sorted = true
func.func @many(%x: tensor<100000xf32>, %at: tensor<50000x1xi32>, %y: tensor<50000xf32>) -> tensor<100000xf32> {
  %0 = "stablehlo.scatter"(%x, %at, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true} : (tensor<100000xf32>, tensor<50000x1xi32>, tensor<50000xf32>) -> tensor<100000xf32>
  return %0 : tensor<100000xf32>
}

// -----

/// Such a kernel stores all results.
// CHECK-LABEL: func.func @one_of_two(
// CHECK: stablehlo.while
func.func @one_of_two(%x: tensor<100000xf32>, %at: tensor<50000x1xi32>, %y: tensor<50000xf32>) -> tensor<100000xf32> {
  %0:2 = "stablehlo.scatter"(%x, %x, %at, %y, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<100000xf32>, tensor<100000xf32>, tensor<50000x1xi32>, tensor<50000xf32>, tensor<50000xf32>) -> (tensor<100000xf32>, tensor<100000xf32>)
  return %0#1 : tensor<100000xf32>
}
