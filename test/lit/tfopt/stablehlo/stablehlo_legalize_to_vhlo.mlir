// RUN: tf-opt %s --stablehlo-legalize-to-vhlo | FileCheck %s
// RUN: tf-opt %s --stablehlo-legalize-to-vhlo --vhlo-legalize-to-stablehlo | FileCheck %s --check-prefix=BACK
// Defaults are written down, since a later version could change them.

// CHECK-LABEL: vhlo.func_v1 @f(
// CHECK-SAME: %[[A:.*]]: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) {
// BACK-LABEL: func.func private @f(%arg0: tensor<2x?xf32>) -> tensor<2x?xf32> {
func.func private @f(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: "vhlo.sine_v2"(%[[A]]) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}>
  // BACK: stablehlo.sine %arg0 : tensor<2x?xf32>
  %0 = stablehlo.sine %a : tensor<2x?xf32>
  // CHECK: "vhlo.compare_v1"(%{{.*}}, %[[A]]) <{compare_type = #vhlo<comparison_type_v1 NOTYPE>, comparison_direction = #vhlo<comparison_direction_v1 LT>}>
  // BACK: stablehlo.compare LT, %0, %arg0
  %1 = stablehlo.compare LT, %0, %a : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xi1>
  // CHECK: "vhlo.transpose_v1"
  // CHECK-SAME: permutation = #vhlo.tensor_v1<dense<[1, 0]> : tensor<2xi64>>
  // BACK: stablehlo.transpose %1, dims = [1, 0]
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x?xi1>) -> tensor<?x2xi1>
  // CHECK: "vhlo.return_v1"
  return %0 : tensor<2x?xf32>
}
// CHECK: } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
