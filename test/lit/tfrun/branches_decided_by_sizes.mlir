// REQUIRES: vulkan
// RUN: tf-opt %s --pipeline=vulkan -o %t
// RUN: tf-run %t --input=6xf32=1,2,3,4,5,6 --input=6xf32=1,1,1,1,1,1 --expected-output=f32=7 --expected-output=f32=27
// RUN: tf-run %t --input=2xf32=1,2 --input=3xf32=1,1,1 --expected-output=f32=3 --expected-output=f32=3
// RUN: tf-run %t --input=2xf32=1,2 --input=3xf32=1,1,1 --expected-output=f32=3 --expected-output=f32=3 --device=interpreter
// RUN: not tf-run %t --input=4xf32=1,2,3,4 --input=3xf32=1,1,1 2>&1 | filecheck %s --check-prefix=REACHED
// RUN: tf-opt %s --stablehlo-select-branches | filecheck %s

/// What only the sizes of some calls allow stands in the branch that is taken with these: a part that is cut out, a sum of two tensors. The other
/// calls do not reach it. The second branch asks for equal sizes from four elements on, so that a call with 4 and 3 reaches what its sizes rule out.
// CHECK-COUNT-2: "stablehlo.if"
// REACHED: error: {{.*}}broadcast
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %many = stablehlo.compare GT, %n, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%many) ({
    %part = stablehlo.slice %a [2:4] : (tensor<?xf32>) -> tensor<2xf32>
    %sum = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }, {
    %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %1 = "stablehlo.if"(%many) ({
    %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %same = stablehlo.dynamic_broadcast_in_dim %b, %size, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %both = stablehlo.add %a, %same : tensor<?xf32>
    %sum = stablehlo.reduce(%both init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }, {
    %sum = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
