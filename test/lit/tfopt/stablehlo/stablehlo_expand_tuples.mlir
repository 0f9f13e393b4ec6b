// RUN: tf-opt %s --stablehlo-expand-tuples | filecheck %s
// RUN: tf-opt %s --stablehlo-expand-tuples | tf-run - --device=interpreter --entry=main --input=f32=2 --input=2xf32=1,2 | filecheck %s --check-prefix=VALUES
// VALUES: 2xf32=1 2
// VALUES: f32=4

/// Elements of tuples, of tuples in tuples too, are arguments and results; an empty tuple is none. What is put together and taken apart goes.
// CHECK: func.func private @pair(%arg0: tensor<f32>, %arg1: tensor<2xf32>, %arg2: tensor<f32>) -> (tensor<2xf32>, tensor<f32>) {
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg2 : tensor<f32>
// CHECK-NEXT: return %arg1, %0 : tensor<2xf32>, tensor<f32>
// CHECK: func.func @main(%arg0: tensor<f32> {jax.arg_info = "t"}, %arg1: tensor<2xf32> {jax.arg_info = "t"}) -> (tensor<2xf32> {jax.result_info = "r"}, tensor<f32> {jax.result_info = "r"}) {
// CHECK-NEXT: %0:2 = call @pair(%arg0, %arg1, %arg0) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
// CHECK-NEXT: return %0#0, %0#1 : tensor<2xf32>, tensor<f32>
func.func private @pair(%t: tuple<tensor<f32>, tuple<tensor<2xf32>>>, %u: tensor<f32>) -> (tuple<tensor<2xf32>, tensor<f32>>, tuple<>) {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tuple<tensor<2xf32>>>) -> tensor<f32>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tuple<tensor<2xf32>>>) -> tuple<tensor<2xf32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  %3 = stablehlo.add %0, %u : tensor<f32>
  %4 = stablehlo.tuple %2, %3 : tuple<tensor<2xf32>, tensor<f32>>
  %5 = stablehlo.tuple  : tuple<>
  return %4, %5 : tuple<tensor<2xf32>, tensor<f32>>, tuple<>
}
func.func @main(%t: tuple<tensor<f32>, tuple<tensor<2xf32>>> {jax.arg_info = "t"}) -> (tuple<tensor<2xf32>, tensor<f32>> {jax.result_info = "r"}) {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tuple<tensor<2xf32>>>) -> tensor<f32>
  %1:2 = call @pair(%t, %0) : (tuple<tensor<f32>, tuple<tensor<2xf32>>>, tensor<f32>) -> (tuple<tensor<2xf32>, tensor<f32>>, tuple<>)
  return %1#0 : tuple<tensor<2xf32>, tensor<f32>>
}

/// A tuple that something else takes stays.
// CHECK: func.func @kept(%arg0: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT: %0 = stablehlo.tuple %arg0 : tuple<tensor<f32>>
// CHECK-NEXT: %1 = stablehlo.custom_call @f(%0) : (tuple<tensor<f32>>) -> tensor<f32>
// CHECK-NEXT: return %1 : tensor<f32>
func.func @kept(%t: tuple<tensor<f32>>) -> tensor<f32> {
  %0 = stablehlo.custom_call @f(%t) : (tuple<tensor<f32>>) -> tensor<f32>
  return %0 : tensor<f32>
}
