// RUN: tf-opt %s --stablehlo-widen-narrow-types | filecheck %s
// RUN: tf-opt %s --stablehlo-widen-narrow-types | tf-run - --device=interpreter --entry=sums --input=3xi8=7,-8,3 --input=3xi8=1,-1,3 | filecheck %s --check-prefix=SUMS
// RUN: tf-opt %s --stablehlo-widen-narrow-types | tf-run - --device=interpreter --entry=slices --input=4xf32=1,0.5,-2,448 | filecheck %s --check-prefix=SLICES

/// A sum is held by 8 bits, of which the lowest 4 count: 7 + 1 is -8, -8 - 1 is 7.
// CHECK-LABEL: func.func @sums(%arg0: tensor<3xi8>, %arg1: tensor<3xi8>) -> tensor<3xi8>
// CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %arg1 : tensor<3xi8>
// CHECK: %[[HIGH:.*]] = stablehlo.shift_left %[[SUM]], %{{.*}} : tensor<3xi8>
// CHECK: %[[LOW:.*]] = stablehlo.shift_right_arithmetic %[[HIGH]], %{{.*}} : tensor<3xi8>
// CHECK: return %[[LOW]]
// SUMS: 3xi8=-8 7 6
func.func @sums(%x: tensor<3xi4>, %y: tensor<3xi4>) -> tensor<3xi4> {
  %0 = stablehlo.add %x, %y : tensor<3xi4>
  return %0 : tensor<3xi4>
}

/// What only moves is not rounded.
// CHECK-LABEL: func.func @slices(%arg0: tensor<4xf32>) -> tensor<2xf32>
// CHECK-NEXT: stablehlo.slice
// CHECK-NEXT: return
// SLICES: 2xf32=-2 448
func.func @slices(%x: tensor<4xf8E4M3FN>) -> tensor<2xf8E4M3FN> {
  %0 = stablehlo.slice %x [2:4] : (tensor<4xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  return %0 : tensor<2xf8E4M3FN>
}

/// Bodies and functions have the wider types, and round where they compute.
// CHECK-LABEL: func.func @largest(%arg0: tensor<4xui8>) -> tensor<ui8>
// CHECK: stablehlo.reduce{{.*}}applies stablehlo.maximum across dimensions = [0] : (tensor<4xui8>, tensor<ui8>) -> tensor<ui8>
// CHECK: call @twice(%{{.*}}) : (tensor<ui8>) -> tensor<ui8>
// CHECK: func.func private @twice(%arg0: tensor<ui8>) -> tensor<ui8>
// CHECK: stablehlo.and
func.func @largest(%x: tensor<4xui4>) -> tensor<ui4> {
  %none = stablehlo.constant dense<0> : tensor<ui4>
  %0 = "stablehlo.reduce"(%x, %none) ({
  ^bb0(%a: tensor<ui4>, %b: tensor<ui4>):
    %m = stablehlo.maximum %a, %b : tensor<ui4>
    "stablehlo.return"(%m) : (tensor<ui4>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4xui4>, tensor<ui4>) -> tensor<ui4>
  %1 = call @twice(%0) : (tensor<ui4>) -> tensor<ui4>
  return %1 : tensor<ui4>
}
func.func private @twice(%x: tensor<ui4>) -> tensor<ui4> {
  %0 = stablehlo.add %x, %x : tensor<ui4>
  return %0 : tensor<ui4>
}
