// RUN: tf-opt %s --stablehlo-select-branches --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-select-branches=max-operations=3 --split-input-file | filecheck %s --check-prefix=SMALL

/// Both branches, and a choice of each result.
// CHECK-LABEL: func.func @if
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %arg1
// CHECK-NEXT: stablehlo.select %arg0, %[[N]], %arg1 : tensor<i1>, tensor<4xf32>
// CHECK-NEXT: stablehlo.select %arg0, %arg1, %[[N]] : tensor<i1>, tensor<4xf32>
// CHECK-NOT: stablehlo.if
func.func @if(%p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %n = stablehlo.negate %x : tensor<4xf32>
  %r:2 = "stablehlo.if"(%p) ({
    stablehlo.return %n, %x : tensor<4xf32>, tensor<4xf32>
  }, {
    stablehlo.return %x, %n : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// The last branch for every other index, negative ones too. A conditional inside another comes along.
// CHECK-LABEL: func.func @case
// CHECK-NEXT: %[[INNER:.*]] = stablehlo.select %arg1, %arg2, %arg2
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %arg2
// CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1>
// CHECK-NEXT: %[[IS_ONE:.*]] = stablehlo.compare EQ, %arg0, %[[ONE]]
// CHECK-NEXT: %[[LATER:.*]] = stablehlo.select %[[IS_ONE]], %[[N]], %arg2
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0>
// CHECK-NEXT: %[[IS_ZERO:.*]] = stablehlo.compare EQ, %arg0, %[[ZERO]]
// CHECK-NEXT: stablehlo.select %[[IS_ZERO]], %[[INNER]], %[[LATER]]
func.func @case(%index: tensor<i32>, %p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.case"(%index) ({
    %i = "stablehlo.if"(%p) ({
      stablehlo.return %x : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    stablehlo.return %i : tensor<4xf32>
  }, {
    %w = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %w : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

/// A branch that does something stays a branch.
// CHECK-LABEL: func.func @effect
// CHECK: stablehlo.if
// CHECK-NOT: stablehlo.select
func.func @effect(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%p) ({
    %n = stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

/// Where the condition guards a loop, the loop might not end without it.
// CHECK-LABEL: func.func @guarded
// CHECK: stablehlo.if
// CHECK-NOT: stablehlo.select
func.func @guarded(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %not = stablehlo.not %p : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %w = stablehlo.while(%a = %x) : tensor<4xf32> cond {
      stablehlo.return %not : tensor<i1>
    } do {
      stablehlo.return %a : tensor<4xf32>
    }
    stablehlo.return %w : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

/// Long branches stay, but in a region that cannot branch.
// CHECK-LABEL: func.func @long
// CHECK-NOT: stablehlo.if
// SMALL-LABEL: func.func @long
// SMALL: stablehlo.if
// SMALL: stablehlo.reduce
// SMALL-NOT: stablehlo.if
// SMALL: stablehlo.select
func.func @long(%p: tensor<i1>, %x: tensor<4xf32>, %zero: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    %2 = stablehlo.abs %1 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %3 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = "stablehlo.if"(%p) ({
      %5 = stablehlo.negate %a : tensor<f32>
      %6 = stablehlo.abs %5 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }, {
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0, %3 : tensor<4xf32>, tensor<f32>
}
