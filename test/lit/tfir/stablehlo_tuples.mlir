/// Tuples take their operands' types from their own; tokens are all of one type.
// RUN: tf-opt %s | tf-opt - | filecheck %s

// CHECK-LABEL: func.func @tuples
// CHECK: stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, tensor<i64>>
// CHECK-NEXT: stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i64>>) -> tensor<i64>
func.func @tuples(%arg0: tensor<2xf32>, %arg1: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, tensor<i64>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i64>>) -> tensor<i64>
  return %1 : tensor<i64>
}

// CHECK-LABEL: func.func @tokens
// CHECK: stablehlo.after_all %arg0, %arg1 : !stablehlo.token
func.func @tokens(%arg0: !stablehlo.token, %arg1: !stablehlo.token) -> !stablehlo.token {
  %0 = stablehlo.after_all %arg0, %arg1 : !stablehlo.token
  return %0 : !stablehlo.token
}
