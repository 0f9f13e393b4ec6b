/// Where kernels merge rows, it is their bytes that count: two operands of four each, or what is computed with as such.
// RUN: tf-opt %s --stablehlo-decompose=row-bytes=80000 --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-decompose --split-input-file | filecheck %s --check-prefix=RANKED

// CHECK-LABEL: func.func @as_long(
// CHECK-NOT: while
// RANKED-LABEL: func.func @as_long(
// RANKED: while
func.func @as_long(%x: tensor<10000xbf16>, %y: tensor<10000xi32>) -> (tensor<10000xbf16>, tensor<10000xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %c: tensor<i32>, %d: tensor<i32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<10000xbf16>, tensor<10000xi32>) -> (tensor<10000xbf16>, tensor<10000xi32>)
  return %0#0, %0#1 : tensor<10000xbf16>, tensor<10000xi32>
}

// -----

// CHECK-LABEL: func.func @longer(
// CHECK: while
func.func @longer(%x: tensor<10001xf32>, %y: tensor<10001xi32>) -> (tensor<10001xf32>, tensor<10001xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<10001xf32>, tensor<10001xi32>) -> (tensor<10001xf32>, tensor<10001xi32>)
  return %0#0, %0#1 : tensor<10001xf32>, tensor<10001xi32>
}

// -----

/// Of which few are needed, they are no matter.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: while
func.func @few(%x: tensor<30000xf32>) -> tensor<30000xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) {iree.needed = 5 : i64} : (tensor<30000xf32>) -> tensor<30000xf32>
  return %0 : tensor<30000xf32>
}
