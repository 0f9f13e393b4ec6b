// RUN: tf-opt %s --split-input-file | filecheck %s

/// Functions, math and constants as they were spelled when the iree dialects were young; tensors' math becomes StableHLO.
// CHECK: func.func @early(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> attributes {iree.module.export} {
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.negate %0 : tensor<2xf32>
// CHECK-NEXT: %2 = stablehlo.multiply %1, %arg1 : tensor<2xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %3 = stablehlo.subtract %2, %cst : tensor<2xf32>
// CHECK-NEXT: return %3 : tensor<2xf32>
func @early(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32>
  attributes { iree.module.export } {
  %0 = xla_hlo.add(%arg0, %arg1) : tensor<2xf32>
  %1 = xla_hlo.neg %0 : tensor<2xf32>
  %2 = mulf %1, %arg1 : tensor<2xf32>
  %cst = constant dense<[1.0, 2.0]> : tensor<2xf32>
  %3 = subf %2, %cst : tensor<2xf32>
  return %3 : tensor<2xf32>
}

// -----

/// The interpreter dialect is taken as it is.
// CHECK: "iree_ll_interp.mul_f"(%arg0, %arg0, %0) : (memref<2xf32>, memref<2xf32>, memref<2xf32>) -> ()
func @bytecode(%arg0: memref<2xf32>) -> memref<2xf32> {
  %0 = "iree_ll_interp.alloc_heap"() : () -> memref<2xf32>
  "iree_ll_interp.mul_f"(%arg0, %arg0, %0) : (memref<2xf32>, memref<2xf32>, memref<2xf32>) -> ()
  iree_ll_seq.return %0 : memref<2xf32>
}

// -----

/// In the generic form an op of the old dialect stays what it is, and prints so.
// CHECK-LABEL: func.func @generic(
// CHECK-NEXT: %0 = "xla_hlo.neg"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %1 = "xla_hlo.constant"() {value = dense<1.000000e+00> : tensor<2xf32>} : () -> tensor<2xf32>
func.func @generic(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "xla_hlo.neg"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "xla_hlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
