// RUN: tf-opt %s --stablehlo-mark-partial-sorts --split-input-file | filecheck %s

/// The most of what slices of all results take; other dimensions are cut as they may be.
// CHECK-LABEL: func.func @few(
// CHECK: "stablehlo.sort"
// CHECK: }) {iree.needed = 10 : i64} :
func.func @few(%x: tensor<4x500xf32>, %i: tensor<4x500xi32>) -> (tensor<4x10xf32>, tensor<2x7xi32>) {
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %l = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<4x500xf32>, tensor<4x500xi32>) -> (tensor<4x500xf32>, tensor<4x500xi32>)
  %1 = stablehlo.slice %0#0 [0:4, 0:10] : (tensor<4x500xf32>) -> tensor<4x10xf32>
  %2 = stablehlo.slice %0#1 [1:3, 0:7] : (tensor<4x500xi32>) -> tensor<2x7xi32>
  return %1, %2 : tensor<4x10xf32>, tensor<2x7xi32>
}

// -----

/// More than 64, the last ones, every other one, and all.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: iree.needed
func.func @others(%x: tensor<500xf32>) -> (tensor<65xf32>, tensor<10xf32>, tensor<5xf32>, tensor<500xf32>) {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<500xf32>) -> tensor<500xf32>
  %1 = stablehlo.slice %0 [0:65] : (tensor<500xf32>) -> tensor<65xf32>
  %2 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<500xf32>) -> tensor<500xf32>
  %3 = stablehlo.slice %2 [490:500] : (tensor<500xf32>) -> tensor<10xf32>
  %4 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<500xf32>) -> tensor<500xf32>
  %5 = stablehlo.slice %4 [0:10:2] : (tensor<500xf32>) -> tensor<5xf32>
  %6 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<500xf32>) -> tensor<500xf32>
  %7 = stablehlo.slice %6 [0:10] : (tensor<500xf32>) -> tensor<10xf32>
  %8 = stablehlo.negate %6 : tensor<500xf32>
  return %1, %3, %5, %8 : tensor<65xf32>, tensor<10xf32>, tensor<5xf32>, tensor<500xf32>
}
