// RUN: tf-opt %s --stablehlo-legalize-control-flow --iree-identify-dispatch-regions --iree-merge-elementwise-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers | filecheck %s

/// Each result of one dispatch takes the place of what it alone is computed of: no trip copies what the next one reads.
// CHECK-LABEL: func.func @counters(
// CHECK: ^bb2:
// CHECK-NEXT: static_dispatch {{.*}}(%[[I:[0-9]+]], %[[J:[0-9]+]], %[[I]], %[[J]])
// CHECK-NEXT: iree_ll_seq.br ^bb1
func.func @counters(%x: tensor<i32>, %limit: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %x, %j = %x) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.add %j, %j : tensor<i32>
    stablehlo.return %a, %b : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

/// Both results need the first number, so that neither is written over it.
// CHECK-LABEL: func.func @related(
// CHECK: ^bb2:
// CHECK: static_dispatch {{.*}}(%[[I:[0-9]+]], %[[J:[0-9]+]], %[[NEXT:[0-9]+]], %[[J]])
// CHECK-NEXT: static_copy %[[NEXT]][0] to %[[I]][0], 4
func.func @related(%x: tensor<i32>, %limit: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %x, %j = %x) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.add %j, %i : tensor<i32>
    stablehlo.return %a, %b : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
