// RUN: tf-opt --stablehlo-aggressive-simplification %s | filecheck %s
// test/unit/tfopt/stablehlo/test_optimization.py runs these functions before and after.

// CHECK-LABEL: @add_zero
// CHECK-NEXT: return %arg0
func.func @add_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: @add_integer_zero
// CHECK-NEXT: return %arg0
func.func @add_integer_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.constant dense<0> : tensor<4xi32>
  %1 = stablehlo.add %0, %x : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: @subtract_zeros
// CHECK-NEXT: return %arg0, %arg0
func.func @subtract_zeros(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %2 = stablehlo.subtract %x, %0 : tensor<4xf32>
  %3 = stablehlo.subtract %x, %1 : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// Infinity and NaN times zero are not zero, and 1 - x is not x.
// CHECK-LABEL: @not_zeros
// CHECK: stablehlo.multiply
// CHECK: stablehlo.subtract
func.func @not_zeros(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<4xf32>
  %2 = stablehlo.subtract %0, %x : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @absorbing
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0>
// CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false>
// CHECK-DAG: %[[ONES:.*]] = stablehlo.constant dense<-1>
// CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true>
// CHECK: return %[[ZERO]], %[[FALSE]], %[[ONES]], %[[TRUE]]
func.func @absorbing(%x: tensor<4xi32>, %p: tensor<4xi1>) -> (tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xi1>) {
  %0 = stablehlo.constant dense<0> : tensor<4xi32>
  %1 = stablehlo.constant dense<false> : tensor<4xi1>
  %2 = stablehlo.constant dense<-1> : tensor<4xi32>
  %3 = stablehlo.constant dense<true> : tensor<4xi1>
  %4 = stablehlo.and %x, %0 : tensor<4xi32>
  %5 = stablehlo.and %1, %p : tensor<4xi1>
  %6 = stablehlo.or %x, %2 : tensor<4xi32>
  %7 = stablehlo.or %3, %p : tensor<4xi1>
  return %4, %5, %6, %7 : tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xi1>
}

// CHECK-LABEL: @with_itself
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK: return %[[ZERO]], %[[ZERO]], %[[TRUE]], %[[FALSE]]
func.func @with_itself(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.subtract %x, %x : tensor<4xi32>
  %1 = stablehlo.xor %x, %x : tensor<4xi32>
  %2 = stablehlo.compare LE, %x, %x, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %3 = stablehlo.compare NE, %x, %x, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>
}

// NaN is not equal to itself.
// CHECK-LABEL: @floats_with_themselves
// CHECK: stablehlo.subtract
// CHECK: stablehlo.compare
func.func @floats_with_themselves(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %0 = stablehlo.subtract %x, %x : tensor<4xf32>
  %1 = stablehlo.compare EQ, %x, %x, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xf32>, tensor<4xi1>
}

// CHECK-LABEL: @to_the_right
// CHECK: stablehlo.maximum %arg0, %cst {mhlo.sharding = "{replicated}"}
// CHECK: stablehlo.compare LT, %arg1, %c, SIGNED
// CHECK: return {{.*}}, %arg2, %arg2
func.func @to_the_right(%x: tensor<4xf32>, %y: tensor<4xi32>, %p: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.constant dense<2.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<3> : tensor<4xi32>
  %2 = stablehlo.constant dense<false> : tensor<4xi1>
  %3 = stablehlo.constant dense<true> : tensor<4xi1>
  %4 = stablehlo.maximum %0, %x {mhlo.sharding = "{replicated}"} : tensor<4xf32>
  %5 = stablehlo.compare GT, %1, %y, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %6 = stablehlo.compare NE, %p, %2 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %7 = stablehlo.compare EQ, %p, %3 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %4, %5, %6, %7 : tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: @complex_numbers
// CHECK-NEXT: return %arg0, %arg1, %arg2
func.func @complex_numbers(%z: tensor<4xcomplex<f32>>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = stablehlo.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.complex %0, %1 : tensor<4xcomplex<f32>>
  %3 = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  %4 = stablehlo.real %3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %5 = stablehlo.imag %3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %2, %4, %5 : tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @choices
// CHECK-NOT: stablehlo.not
// CHECK: stablehlo.select %arg0, %arg3, %arg2
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %arg1
// CHECK: stablehlo.select %[[SPREAD]], %arg3, %arg2
// CHECK: return {{.*}}, %arg2, %arg3
func.func @choices(%p: tensor<4xi1>, %q: tensor<1xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.not %p : tensor<4xi1>
  %1 = stablehlo.select %0, %x, %y : tensor<4xi1>, tensor<4xf32>
  %2 = stablehlo.not %q : tensor<1xi1>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
  %4 = stablehlo.select %3, %x, %y : tensor<4xi1>, tensor<4xf32>
  %5 = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  %6 = stablehlo.constant dense<false> : tensor<i1>
  %7 = stablehlo.select %6, %x, %y : tensor<i1>, tensor<4xf32>
  return %1, %4, %5, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @choice_of_constants
// CHECK: stablehlo.constant dense<[1, 6, 3]>
func.func @choice_of_constants() -> tensor<3xi32> {
  %0 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %1 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %2 = stablehlo.constant dense<[5, 6, 7]> : tensor<3xi32>
  %3 = stablehlo.select %0, %1, %2 : tensor<3xi1>, tensor<3xi32>
  return %3 : tensor<3xi32>
}

// CHECK-LABEL: @broadcasts
// CHECK-DAG: %[[VIEW:.*]] = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// CHECK-DAG: %[[TURNED:.*]] = stablehlo.transpose %arg0, dims = [1, 0]
// CHECK-DAG: %[[MERGED:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [3, 0] : (tensor<2x3xf32>) -> tensor<3x1x4x2xf32>
// CHECK: return %[[VIEW]], %[[TURNED]], %[[MERGED]]
func.func @broadcasts(%x: tensor<2x3xf32>) -> (tensor<2x1x3xf32>, tensor<3x2xf32>, tensor<3x1x4x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.broadcast_in_dim %x, dims = [2, 0] : (tensor<2x3xf32>) -> tensor<3x4x2xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 2, 3] : (tensor<3x4x2xf32>) -> tensor<3x1x4x2xf32>
  return %0, %1, %3 : tensor<2x1x3xf32>, tensor<3x2xf32>, tensor<3x1x4x2xf32>
}

// CHECK-LABEL: @reversals
// CHECK-NEXT: %[[SPLAT:.*]] = stablehlo.constant dense<7>
// CHECK-NEXT: return %[[SPLAT]], %arg0, %arg0
func.func @reversals(%x: tensor<1x3xi32>) -> (tensor<4xi32>, tensor<1x3xi32>, tensor<1x3xi32>) {
  %0 = stablehlo.constant dense<7> : tensor<4xi32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<4xi32>
  %2 = stablehlo.reverse %x, dims = [0] : tensor<1x3xi32>
  %3 = stablehlo.reverse %x, dims = [] : tensor<1x3xi32>
  return %1, %2, %3 : tensor<4xi32>, tensor<1x3xi32>, tensor<1x3xi32>
}

// The place is moved inside.
// CHECK-LABEL: @dynamic_slices
// CHECK: stablehlo.slice %arg0 [3:5, 0:2] {mhlo.sharding = "{replicated}"}
func.func @dynamic_slices(%x: tensor<5x4xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.constant dense<9> : tensor<i32>
  %1 = stablehlo.constant dense<-3> : tensor<i32>
  %2 = stablehlo.dynamic_slice %x, %0, %1, sizes = [2, 2] {mhlo.sharding = "{replicated}"} : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// CHECK-LABEL: @updates
// CHECK-NEXT: return %arg0, %arg1
func.func @updates(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>, %z: tensor<3x0xf32>, %i: tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %x, %z, %i, %0 : (tensor<3x4xf32>, tensor<3x0xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  %2 = stablehlo.dynamic_update_slice %x, %y, %0, %0 : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return %1, %2 : tensor<3x4xf32>, tensor<3x4xf32>
}

// CHECK-LABEL: @gathers
// CHECK-DAG: %[[WHOLE:.*]] = stablehlo.slice %arg0 [3:5, 0:3]
// CHECK-DAG: %[[ROW:.*]] = stablehlo.slice %arg0 [2:3, 0:3]
// CHECK-DAG: %[[VIEW:.*]] = stablehlo.reshape %[[ROW]] : (tensor<1x3xf32>) -> tensor<3xf32>
// CHECK: return %[[WHOLE]], %[[VIEW]]
func.func @gathers(%x: tensor<5x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<[8]> : tensor<1xi32>
  %1 = "stablehlo.gather"(%x, %0) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2, 3>} : (tensor<5x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  %2 = stablehlo.constant dense<2> : tensor<1xi32>
  %3 = "stablehlo.gather"(%x, %2) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3>} : (tensor<5x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: @padding_around_nothing
// CHECK: stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
func.func @padding_around_nothing(%x: tensor<0x3xf32>, %y: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.pad %x, %y, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @sizes_and_counts
// CHECK-DAG: %[[SIZE:.*]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
// CHECK-DAG: %[[COUNT:.*]] = stablehlo.iota dim = 0 : tensor<3xi32>
// CHECK-DAG: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[COUNT]], dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// CHECK: return %[[SIZE]], %[[ONE]], %[[SPREAD]]
func.func @sizes_and_counts(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<1x2xf32>, tensor<2x3xi32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  %1 = stablehlo.iota dim = 0 : tensor<1x2xf32>
  %2 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return %0, %1, %2 : tensor<i32>, tensor<1x2xf32>, tensor<2x3xi32>
}

// CHECK-LABEL: @concatenations
// CHECK: stablehlo.concatenate %arg0, %arg1, %arg0, dim = 0
func.func @concatenations(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<0xf32>) -> tensor<7xf32> {
  %0 = stablehlo.concatenate %x, %z, %y, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = stablehlo.concatenate %0, %x, dim = 0 : (tensor<5xf32>, tensor<2xf32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// What is used twice would be joined twice.
// CHECK-LABEL: @concatenation_used_twice
// CHECK: %[[INNER:.*]] = stablehlo.concatenate %arg0, %arg1
// CHECK: stablehlo.concatenate %[[INNER]], %arg0
func.func @concatenation_used_twice(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<5xf32>, tensor<7xf32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = stablehlo.concatenate %0, %x, dim = 0 : (tensor<5xf32>, tensor<2xf32>) -> tensor<7xf32>
  return %0, %1 : tensor<5xf32>, tensor<7xf32>
}

// CHECK-LABEL: @slice_of_parts
// CHECK: %[[PARTS:.*]] = stablehlo.concatenate %arg1, %arg2, dim = 0
// CHECK: stablehlo.slice %[[PARTS]] [1:5:2]
func.func @slice_of_parts(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<2xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [3:7:2] : (tensor<9xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: @empty
// CHECK: %[[EMPTY:.*]] = stablehlo.constant dense<> : tensor<0x2xf32>
// CHECK-NEXT: return %[[EMPTY]]
func.func @empty(%x: tensor<0x2xf32>) -> tensor<0x2xf32> {
  %0 = stablehlo.sine %x : tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}

// CHECK-LABEL: @reductions
// CHECK-NEXT: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: return %arg0, %[[SPREAD]], %arg2
func.func @reductions(%x: tensor<4xi32>, %y: tensor<0x2xi32>, %z: tensor<i32>, %i: tensor<i32>) -> (tensor<4xi32>, tensor<2xi32>, tensor<i32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = stablehlo.reduce(%y init: %i) applies stablehlo.add across dimensions = [0] : (tensor<0x2xi32>, tensor<i32>) -> tensor<2xi32>
  %3 = stablehlo.reduce(%x init: %0) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    stablehlo.return %z : tensor<i32>
  }
  return %1, %2, %3 : tensor<4xi32>, tensor<2xi32>, tensor<i32>
}

// A body that is never computed returns nothing: the result is the initial value.
// CHECK-LABEL: @reduction_of_nothing
// CHECK: return %arg1
func.func @reduction_of_nothing(%x: tensor<0xi32>, %i: tensor<i32>, %z: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    stablehlo.return %z : tensor<i32>
  }
  return %0 : tensor<i32>
}

// CHECK-LABEL: @unused_results
// CHECK: stablehlo.reduce(%arg1 init: %{{.*}}) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
// CHECK: "stablehlo.sort"(%arg1) <{dimension = 0 : i64
func.func @unused_results(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2:2 = stablehlo.reduce(%x init: %0), (%y init: %1) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %4 = stablehlo.add %a, %b : tensor<f32>
    %5 = stablehlo.maximum %c, %d : tensor<i32>
    stablehlo.return %4, %5 : tensor<f32>, tensor<i32>
  }
  %3:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %4 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) {dimension = -1 : i64, is_stable = true} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %2#1, %3#1 : tensor<i32>, tensor<4xi32>
}

// CHECK-LABEL: @loop
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %arg1) : tensor<i32>, tensor<f32>
// CHECK: stablehlo.add %{{.*}}, %arg0
func.func @loop(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.constant dense<3> : tensor<i32>
  %3:3 = stablehlo.while(%i = %0, %a = %x, %b = %y) : tensor<i32>, tensor<f32>, tensor<f32>
   cond {
    %4 = stablehlo.compare LT, %i, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  } do {
    %4 = stablehlo.add %i, %1 : tensor<i32>
    %5 = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %4, %a, %5 : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %3#1, %3#2 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: @tuples
// CHECK-NEXT: return %arg1
func.func @tuples(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<i32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  %2 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  %3 = stablehlo.tuple %1, %2 : tuple<tensor<f32>, tensor<i32>>
  %4 = stablehlo.get_tuple_element %3[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  return %4 : tensor<i32>
}

// CHECK-LABEL: @same_tuple
// CHECK-NEXT: return %arg0
func.func @same_tuple(%x: tuple<tensor<f32>, tensor<i32>>) -> tuple<tensor<f32>, tensor<i32>> {
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  %1 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  %2 = stablehlo.tuple %0, %1 : tuple<tensor<f32>, tensor<i32>>
  return %2 : tuple<tensor<f32>, tensor<i32>>
}

// CHECK-LABEL: @typed_call
// CHECK: stablehlo.custom_call @f(%arg0) {api_version = 4 : i32, backend_config = {n = 1 : i32}}
func.func @typed_call(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @f(%x) {api_version = 1 : i32, mhlo.backend_config = {n = 1 : i32}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @views
// CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00>
// CHECK-NEXT: %[[VIEW:.*]] = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %[[QUOTIENT:.*]] = stablehlo.divide %arg0, %[[ONE]]
// CHECK-NEXT: return %[[VIEW]], %arg0, %arg0, %[[QUOTIENT]]
func.func @views(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %5 = stablehlo.multiply %x, %4 : tensor<2x3xf32>
  %6 = stablehlo.divide %x, %4 : tensor<2x3xf32>
  return %1, %3, %5, %6 : tensor<3x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// The op that stays keeps the entry of its own that tells which it is.
// CHECK-LABEL: @attributes
// CHECK: stablehlo.negate %arg0 {mhlo.frontend_attributes = {a = "2", b = "1", c = "1", xla_metadata_payload = "own"}}
func.func @attributes(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.negate %x {mhlo.frontend_attributes = {a = "1", b = "1", xla_metadata_payload = "own"}} : tensor<f32>
  %2 = stablehlo.multiply %1, %0 {mhlo.frontend_attributes = {a = "2", c = "1", xla_metadata_payload = "other"}} : tensor<f32>
  return %2 : tensor<f32>
}

// CHECK-LABEL: @static_in_place_of_dynamic
// CHECK-DAG: stablehlo.broadcast_in_dim %arg0, dims = [0]
// CHECK-DAG: stablehlo.iota dim = 0 : tensor<5xi32>
// CHECK-DAG: stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<2x2xf32>
// CHECK-DAG: stablehlo.pad %arg0, %{{.*}}, low = [1], high = [0], interior = [0]
// CHECK-DAG: stablehlo.slice %arg0 [1:3]
func.func @static_in_place_of_dynamic(%x: tensor<4xf32>) -> (tensor<4x2xf32>, tensor<5xi32>, tensor<2x2xf32>, tensor<5xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = [0] : (tensor<4xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  %2 = stablehlo.constant dense<[5]> : tensor<1xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<5xi32>
  %4 = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %5 = stablehlo.dynamic_reshape %x, %4 : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %6 = stablehlo.constant dense<1.0> : tensor<f32>
  %7 = stablehlo.constant dense<1> : tensor<1xi32>
  %8 = stablehlo.constant dense<0> : tensor<1xi32>
  %9 = stablehlo.dynamic_pad %x, %6, %7, %8, %8 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5xf32>
  %10 = stablehlo.constant dense<3> : tensor<1xi32>
  %11 = stablehlo.real_dynamic_slice %x, %7, %10, %7 : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return %1, %3, %5, %9, %11 : tensor<4x2xf32>, tensor<5xi32>, tensor<2x2xf32>, tensor<5xf32>, tensor<2xf32>
}

// CHECK-LABEL: @dynamic_slice_of_constant_size
// CHECK: stablehlo.dynamic_slice %arg0, %{{.*}}, sizes = [2]
func.func @dynamic_slice_of_constant_size(%x: tensor<8xf32>, %i: tensor<1xi32>) -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[2]> : tensor<1xi32>
  %1 = stablehlo.constant dense<[1]> : tensor<1xi32>
  %2 = stablehlo.constant dense<[6]> : tensor<1xi32>
  %3 = stablehlo.minimum %i, %2 : tensor<1xi32>
  %4 = stablehlo.add %3, %0 : tensor<1xi32>
  %5 = stablehlo.real_dynamic_slice %x, %3, %4, %1 : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}

// CHECK-LABEL: @dynamic_gather
// CHECK: "stablehlo.gather"
func.func @dynamic_gather(%x: tensor<5x3xf32>, %i: tensor<2x1xi32>) -> tensor<2x3xf32> {
  %0 = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %1 = "stablehlo.dynamic_gather"(%x, %i, %0) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<5x3xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: @dynamic_compositions
// CHECK-DAG: %[[SPREAD:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [1]
// CHECK-DAG: %[[VIEW:.*]] = stablehlo.dynamic_reshape %arg0, %{{.*}} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
// CHECK: return %[[SPREAD]], %arg0, %[[VIEW]]
func.func @dynamic_compositions(%x: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.constant dense<[3]> : tensor<1xi32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.concatenate %2, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %5 = stablehlo.dynamic_broadcast_in_dim %x, %3, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %6 = stablehlo.concatenate %4, %2, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %7 = stablehlo.slice %6 [0:2] : (tensor<3xi32>) -> tensor<2xi32>
  %8 = stablehlo.dynamic_broadcast_in_dim %x, %7, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %9 = stablehlo.dynamic_broadcast_in_dim %8, %7, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %10 = "stablehlo.dynamic_broadcast_in_dim"(%x, %1) {broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %11 = stablehlo.dynamic_reshape %x, %1 : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %12 = stablehlo.dynamic_broadcast_in_dim %11, %1, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %9, %10, %12 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: @to_own_shape
// CHECK-NEXT: return %arg0
func.func @to_own_shape(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: @dynamic_reshapes
// CHECK-DAG: %[[VIEW:.*]] = stablehlo.dynamic_reshape %arg0
// CHECK-DAG: %[[NEGATED:.*]] = stablehlo.negate
// CHECK: return %[[NEGATED]]
func.func @dynamic_reshapes(%x: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<2xi32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.constant dense<[1]> : tensor<1xi32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.dynamic_reshape %x, %1 : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %5 = stablehlo.dynamic_reshape %4, %3 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %6 = stablehlo.negate %5 : tensor<?x?xf32>
  %7 = stablehlo.dynamic_reshape %6, %3 : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %7, %3 : tensor<?x?xf32>, tensor<2xi32>
}

// CHECK-LABEL: @shape_of_reshape
// CHECK-NEXT: return %arg1
func.func @shape_of_reshape(%x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<2xindex> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
  return %1 : tensor<2xindex>
}

// CHECK-LABEL: @dynamic_counts
// CHECK: stablehlo.convert %{{.*}} : (tensor<2xi32>) -> tensor<2xi64>
// CHECK: stablehlo.dynamic_iota
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [1]
// CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CHECK: stablehlo.convert %[[SPREAD]] : (tensor<2x3xf32>) -> tensor<?x?xf32>
func.func @dynamic_counts(%x: tensor<?xf32>, %y: tensor<f32>) -> (tensor<?x?xi32>, tensor<?x?xf32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %1, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %4 = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %5 = stablehlo.dynamic_broadcast_in_dim %y, %4, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %3, %5 : tensor<?x?xi32>, tensor<?x?xf32>
}
