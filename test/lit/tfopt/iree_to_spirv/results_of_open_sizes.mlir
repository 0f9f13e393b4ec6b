// RUN: tf-opt %s --pipeline=vulkan --targets=lavapipe -o - 2>&1 | filecheck %s

/// Both results of a sort have the sizes of one dispatch, though each buffer states its own: a kernel stores them.
// CHECK-NOT: host step
// CHECK: iree.executable(SPIRV)
// CHECK: spirv.func @main_rgn_dispatch_0
// CHECK: iree_ll_seq.dynamic_dispatch
func.func @main(%keys: tensor<?x5xf32>, %values: tensor<?x5xi32>) -> (tensor<?x5xf32>, tensor<?x5xi32>) {
  %0:2 = "stablehlo.sort"(%keys, %values) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<?x5xf32>, tensor<?x5xi32>) -> (tensor<?x5xf32>, tensor<?x5xi32>)
  return %0#0, %0#1 : tensor<?x5xf32>, tensor<?x5xi32>
}
