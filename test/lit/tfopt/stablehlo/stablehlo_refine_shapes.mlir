// RUN: tf-opt %s --stablehlo-refine-shapes --split-input-file --verify-diagnostics | filecheck %s

/// Sizes that `main` passes on become constants inside of what it calls and cease to be arguments; what returns nothing but sizes is not
/// called any more. Functions that `main` does not call stay as they are.
// CHECK-LABEL: module @sizes
module @sizes {
  // CHECK: func.func public @main(%[[X:.+]]: tensor<7x4xf32>) -> tensor<14x4xf32>
  func.func public @main(%arg: tensor<7x4xf32>) -> tensor<?x4xf32> {
    // CHECK-NOT: custom_call
    %shape = stablehlo.constant dense<[7, 4]> : tensor<2xi64>
    %x = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%arg, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<7x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
    %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    // CHECK-NOT: @doubled
    %m = call @doubled(%n) : (tensor<i32>) -> tensor<i32>
    // CHECK: %[[RESULT:.+]] = call @filled(%[[X]]) {arg_attrs = [{mark = "x"}]} : (tensor<7x4xf32>) -> tensor<14x4xf32>
    // CHECK: return %[[RESULT]]
    %0 = call @filled(%m, %x) {arg_attrs = [{mark = "m"}, {mark = "x"}]} : (tensor<i32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
  func.func private @doubled(%n: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.add %n, %n : tensor<i32>
    return %0 : tensor<i32>
  }
  // CHECK: func.func private @filled(%[[Y:.+]]: tensor<7x4xf32> {jax.mark}) -> tensor<14x4xf32>
  func.func private @filled(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?x4xf32> {jax.mark}) -> tensor<?x4xf32> {
    // CHECK: %[[SHAPE:.+]] = stablehlo.constant dense<[14, 4]> : tensor<2xi32>
    %four = stablehlo.constant dense<4> : tensor<1xi32>
    %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %0, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    // CHECK: stablehlo.reduce(%[[Y]]
    // CHECK-SAME: (tensor<7x4xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
    // CHECK: stablehlo.dynamic_broadcast_in_dim %{{.+}}, %[[SHAPE]], dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<14x4xf32>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %1, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
    return %3 : tensor<?x4xf32>
  }
  // CHECK: func.func @apart(%{{.+}}: tensor<4xf32>) -> tensor<?xi32>
  func.func @apart(%x: tensor<4xf32>) -> tensor<?xi32> {
    %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<?xi32>
    return %0 : tensor<?xi32>
  }
}

// -----

/// Floats are not computed, and what other dialects read keeps its type.
// CHECK-LABEL: func.func @kept
func.func @kept(%x: tensor<4xf32>) -> (tensor<f32>, index) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: stablehlo.add {{.*}} : tensor<f32>
  %0 = stablehlo.add %one, %one : tensor<f32>
  // CHECK: stablehlo.abs %arg0 : (tensor<4xf32>) -> tensor<?xf32>
  %1 = stablehlo.abs %x : (tensor<4xf32>) -> tensor<?xf32>
  %c = arith.constant 0 : index
  %2 = tensor.dim %1, %c : tensor<?xf32>
  return %0, %2 : tensor<f32>, index
}

// -----

/// Operands of a custom call give its results shapes, those in tuples too; groups of devices, how much is gathered.
// CHECK-LABEL: func.func @more
// CHECK-SAME: -> (tensor<2x3xf32>, tuple<tensor<5xi1>, tensor<2x3xf32>>, tensor<4x6xf32>, tensor<4x?xf32>)
func.func @more(%x: tensor<4x2xf32>) -> (tensor<?x?xf32>, tuple<tensor<?xi1>, tensor<?x3xf32>>, tensor<4x?xf32>, tensor<4x?xf32>) {
  %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %1 = stablehlo.constant dense<5> : tensor<1xi64>
  %2:2 = stablehlo.custom_call @f(%0, %1) {indices_of_shape_operands = dense<[0, 1, 0]> : tensor<3xi64>} : (tensor<2xi64>, tensor<1xi64>) -> (tensor<?x?xf32>, tuple<tensor<?xi1>, tensor<?x3xf32>>)
  %3 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<4x2xf32>) -> tensor<4x?xf32>
  %4 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x2xf32>) -> tensor<4x?xf32>
  return %2#0, %2#1, %3, %4 : tensor<?x?xf32>, tuple<tensor<?xi1>, tensor<?x3xf32>>, tensor<4x?xf32>, tensor<4x?xf32>
}

// -----

/// A call that does something else stays, but its constants are known.
// CHECK-LABEL: module @effects
module @effects {
  // CHECK: func.func @main() -> tensor<4xi32>
  func.func @main() -> tensor<?xi32> {
    // CHECK: %[[SHAPE:.+]] = stablehlo.constant dense<4> : tensor<1xi64>
    // CHECK: call @told() : () -> tensor<1xi64>
    // CHECK: stablehlo.dynamic_iota %[[SHAPE]], dim = 0 : (tensor<1xi64>) -> tensor<4xi32>
    %0 = call @told() : () -> tensor<1xi64>
    %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
    return %1 : tensor<?xi32>
  }
  func.func private @told() -> tensor<1xi64> {
    stablehlo.custom_call @tell() {has_side_effect = true} : () -> ()
    %0 = stablehlo.constant dense<4> : tensor<1xi64>
    return %0 : tensor<1xi64>
  }
}

// -----

/// A function has one set of types.
module @twice {
  func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<?xf32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %four = stablehlo.abs %x : (tensor<4xf32>) -> tensor<?xf32>
    %five = stablehlo.abs %y : (tensor<5xf32>) -> tensor<?xf32>
    %0 = call @same(%c, %four) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
    // expected-error @+1 {{incorrect number of operands for callee}}
    %1 = call @same(%c, %five) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  // expected-error @+1 {{'func.func' op refined with incompatible refinement keys}}
  func.func private @same(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
}

// -----

module @again {
  func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
    %0 = call @around(%x) : (tensor<4xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  // expected-error @+1 {{Function around is being refined recursively}}
  func.func private @around(%x: tensor<4xf32>) -> tensor<?xf32> {
    %0 = call @around(%x) : (tensor<4xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

// -----

// expected-error @+1 {{must have no more than one function or a `main` function to clearly identify which function will be refined}}
module {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}

// -----

/// What does not fit together once sizes are known is told as the verifier tells it.
func.func @differ(%x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : (tensor<3xf32>) -> tensor<?xf32>
  %1 = stablehlo.abs %y : (tensor<4xf32>) -> tensor<?xf32>
  // expected-error @+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %2 = stablehlo.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
