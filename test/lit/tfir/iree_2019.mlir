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

/// So it does in generic form, where attributes have other kinds today: words that were strings, lists that were tensors. A copy is a reshape that changes nothing.
// CHECK-LABEL: func.func @generic(
// CHECK-NEXT: %0 = stablehlo.negate %arg0 : tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.reshape %0 {name = "copy.1"} : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
// CHECK-NEXT: %3 = stablehlo.broadcast_in_dim %1, dims = [1] {name = "broadcast.3"} : (tensor<2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %4 = stablehlo.compare LT, %2, %3 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xi1>
// CHECK-NEXT: %5 = stablehlo.transpose %3, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %6 = stablehlo.dot %5, %2, precision = [DEFAULT, HIGHEST] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: %8 = stablehlo.tuple %7, %4 : tuple<tensor<2xf32>, tensor<3x2xi1>>
// CHECK-NEXT: %9 = stablehlo.get_tuple_element %8[0] : (tuple<tensor<2xf32>, tensor<3x2xi1>>) -> tensor<2xf32>
func @generic(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "xla_hlo.neg"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "xla_hlo.copy"(%0) {name = "copy.1"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "xla_hlo.constant"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %3 = "xla_hlo.broadcast_in_dim"(%2) : (tensor<f32>) -> tensor<3x2xf32>
  %4 = "xla_hlo.broadcast_in_dim"(%1) {broadcast_dimensions = dense<1> : tensor<1xi64>, name = "broadcast.3"} : (tensor<2xf32>) -> tensor<3x2xf32>
  %5 = "xla_hlo.compare"(%3, %4) {comparison_direction = "LT"} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xi1>
  %6 = "xla_hlo.transpose"(%4) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %7 = "xla_hlo.dot"(%6, %3) {precision_config = ["DEFAULT", "HIGHEST"]} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %8 = "xla_hlo.reduce"(%7, %2) ( {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):   // no predecessors
    %12 = xla_hlo.max %a, %b : tensor<f32>
    "xla_hlo.return"(%12) : (tensor<f32>) -> ()
  }) {dimensions = dense<0> : tensor<1xi64>} : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %9 = "xla_hlo.tuple"(%8, %5) : (tensor<2xf32>, tensor<3x2xi1>) -> tuple<tensor<2xf32>, tensor<3x2xi1>>
  %10 = "xla_hlo.get_tuple_element"(%9) {index = 0 : i32} : (tuple<tensor<2xf32>, tensor<3x2xi1>>) -> tensor<2xf32>
  return %10 : tensor<2xf32>
}

// -----

/// One that StableHLO has no form for that is known here stays what it is, and prints so.
// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT: %0 = "xla_hlo.sort_of"(%arg0) {name = "s"} : (tensor<2xf32>) -> tensor<2xf32>
func.func @unknown(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "xla_hlo.sort_of"(%arg0) {name = "s"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
