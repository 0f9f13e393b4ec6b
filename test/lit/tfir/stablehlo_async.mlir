// RUN: tf-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// What goes on meanwhile is one collective or slice, on the values that the op is given.
// CHECK-LABEL: func.func @gathers
// CHECK: "stablehlo.async_start"(%arg0)
// CHECK: (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
func.func @gathers(%x: tensor<8x2xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<8x2xf32>):
    %2 = "stablehlo.all_gather"(%y) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<8x2xf32>) -> tensor<8x8xf32>
    stablehlo.return %2 : tensor<8x8xf32>
  }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @adds(%x: tensor<8xf32>) -> !stablehlo.future<tensor<8xf32>> {
  // expected-error @+2 {{'stablehlo.async_start' op region must contain a collective or slice operation}}
  // expected-error @+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<8xf32>):
    %1 = stablehlo.add %y, %y : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<8xf32>) -> !stablehlo.future<tensor<8xf32>>
  return %0 : !stablehlo.future<tensor<8xf32>>
}

// -----

func.func @other_type(%x: tensor<8xi32>) -> !stablehlo.future<tensor<4xf32>> {
  // expected-error @+2 {{operand type 'tensor<8xi32>' at index 0 must match region argument type 'tensor<8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<8xf32>):
    %1 = stablehlo.slice %y [0:4] : (tensor<8xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<8xi32>) -> !stablehlo.future<tensor<4xf32>>
  return %0 : !stablehlo.future<tensor<4xf32>>
}

// -----

func.func @does_nothing(%x: tensor<8xf32>) -> !stablehlo.future<tensor<8xf32>> {
  // expected-error @+2 {{'stablehlo.async_start' op region must contain exactly one operation and a return}}
  // expected-error @+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<8xf32>):
    stablehlo.return %y : tensor<8xf32>
  }) : (tensor<8xf32>) -> !stablehlo.future<tensor<8xf32>>
  return %0 : !stablehlo.future<tensor<8xf32>>
}

// -----

func.func @no_operand() -> !stablehlo.future<tensor<4xf32>> {
  // expected-error @+2 {{number of operands (0) must match number of region arguments (1)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.async_start"() ({
  ^bb0(%y: tensor<8xf32>):
    %1 = stablehlo.slice %y [0:4] : (tensor<8xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : () -> !stablehlo.future<tensor<4xf32>>
  return %0 : !stablehlo.future<tensor<4xf32>>
}

// -----

func.func @done_with_another_type(%f: !stablehlo.future<tensor<2xf32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

func.func @done_without_start(%x: tensor<2xf32>) {
  // expected-error @+1 {{'stablehlo.async_done' op operand #0 must be future, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.async_done"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// A result may know more or fewer sizes than the future.
// CHECK-LABEL: func.func @done_with_other_sizes
func.func @done_with_other_sizes(%f: !stablehlo.future<tensor<?x2xf32>>, %g: !stablehlo.future<tensor<3x2xf32>>) {
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<?x2xf32>>) -> tensor<3x2xf32>
  %1 = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<3x2xf32>>) -> tensor<3x?xf32>
  return
}

// -----

func.func @done_with_wrong_size(%f: !stablehlo.future<tensor<?x2xf32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<?x2xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %2 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<?x2xf32>>) -> tensor<3x3xf32>
  return
}

// -----

func.func @done_with_two(%f: !stablehlo.future<tensor<2xf32>, tensor<3xf32>>) {
  // expected-error @+2 {{'stablehlo.async_done' op future must have exactly one type parameter, but got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>, tensor<3xf32>>) -> tensor<2xf32>
  return
}
