// The decompositions are upstream's, operation by operation.
// RUN: tf-opt --chlo-legalize-to-stablehlo %s | FileCheck %s

// CHECK-LABEL: func.func @asin
// CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.subtract %[[ONE]], %arg0
// CHECK-NEXT: %[[MORE:.*]] = stablehlo.add %[[ONE]], %arg0
// CHECK-NEXT: %[[SQUARE:.*]] = stablehlo.multiply %[[LESS]], %[[MORE]]
// CHECK-NEXT: %[[ROOT:.*]] = stablehlo.sqrt %[[SQUARE]]
// CHECK-NEXT: %[[BASE:.*]] = stablehlo.add %[[ONE]], %[[ROOT]]
// CHECK-NEXT: %[[HALF:.*]] = stablehlo.atan2 %arg0, %[[BASE]]
// CHECK-NEXT: %[[ANGLE:.*]] = stablehlo.add %[[HALF]], %[[HALF]]
// CHECK-NEXT: return %[[ANGLE]]
func.func @asin(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo.asin %x : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @unknown_sizes
// CHECK-DAG: %[[X:.*]] = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>
// CHECK-DAG: %[[Y:.*]] = shape.shape_of %arg1 : tensor<?x?xf32> -> tensor<2xindex>
// CHECK: %[[WITNESS:.*]] = shape.cstr_broadcastable %[[X]], %[[Y]]
// CHECK-NEXT: %[[RESULT:.*]] = shape.assuming %[[WITNESS]] -> (tensor<?x?xf32>) {
// CHECK-NEXT: %[[SIZES:.*]] = shape.broadcast %[[X]], %[[Y]]
// CHECK-NEXT: %[[LHS:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SIZES]], dims = [1]
// CHECK-NEXT: %[[RHS:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SIZES]], dims = [0, 1]
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[LHS]], %[[RHS]]
// CHECK-NEXT: shape.assuming_yield %[[SUM]]
func.func @unknown_sizes(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Of sizes that have limits no witness is needed; the size that there is comes from the other operand.
// CHECK-LABEL: func.func @limited_sizes
// CHECK-NEXT: %[[WHOLE:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK-NEXT: %[[PART:.*]] = stablehlo.set_dimension_size %[[WHOLE]], %[[SIZE]], dim = 0
// CHECK-NEXT: stablehlo.multiply %arg0, %[[PART]]
func.func @limited_sizes(%x: tensor<?xf32, #stablehlo.bounds<8>>, %y: tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}

// CHECK-LABEL: func.func @largest
// CHECK: %[[PLACES:.*]] = stablehlo.iota dim = 0 : tensor<6xi32>
// CHECK: %[[SORTED:.*]]:2 = "stablehlo.sort"(%arg0, %[[PLACES]]) <{dimension = 0 : i64, is_stable = true}>
// CHECK: stablehlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
// CHECK: stablehlo.slice %[[SORTED]]#0 [0:2]
// CHECK: stablehlo.slice %[[SORTED]]#1 [0:2]
func.func @largest(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<6xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// The left side has as many rows as it has when it runs.
// CHECK-LABEL: func.func @ragged_rows
// CHECK: stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: stablehlo.dynamic_iota %{{.*}}, dim = 0 : (tensor<2xi64>) -> tensor<?x1xi64>
// CHECK: %[[SIZES:.*]] = shape.shape_of %arg0
// CHECK: %[[ZERO:.*]] = stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[SIZES]], dims = []
// CHECK: stablehlo.select %{{.*}}, %arg0, %[[ZERO]] : tensor<?x3xi1>, tensor<?x3xf32>
// CHECK: stablehlo.slice %arg1 [0:1, 0:3, 0:4]
// CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<?x4xf32>
func.func @ragged_rows(%x: tensor<?x3xf32>, %y: tensor<2x3x4xf32>, %n: tensor<2xi64>) -> tensor<?x4xf32> {
  %0 = "chlo.ragged_dot"(%x, %y, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<?x3xf32>, tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
