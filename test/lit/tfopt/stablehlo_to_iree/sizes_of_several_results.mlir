// Sizes of two results of a loop that the host runs: a shape of both is computed behind the numbers of both, in whichever order shapes ask for them.
// RUN: tf-opt %s --pipeline=vulkan 2>/dev/null | tf-run - --device=interpreter --input=i32=2 --input=1xf32=5 --input=1xf32=5 --expected-output=1x4xf32=5,5,5,5 --expected-output=4x3xf32=5,5,5,5,5,5,5,5,5,5,5,5 --expected-output=3x4xf32=5,5,5,5,5,5,5,5,5,5,5,5
func.func @main(%n: tensor<i32>, %x: tensor<1xf32>, %a: tensor<?xf32>) -> (tensor<1x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:4 = stablehlo.while(%i = %zero, %m = %n, %p = %a, %q = %a) : tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<?xf32>
    cond {
      %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %p2 = stablehlo.concatenate %p, %p, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %q2 = stablehlo.concatenate %q, %x, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
      stablehlo.return %j, %m, %p2, %q2 : tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<?xf32>
    }
  %sp = stablehlo.get_dimension_size %r#2, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %sq = stablehlo.get_dimension_size %r#3, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %lp = stablehlo.reshape %sp : (tensor<i32>) -> tensor<1xi32>
  %lq = stablehlo.reshape %sq : (tensor<i32>) -> tensor<1xi32>
  %first = stablehlo.concatenate %ones, %lp, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %second = stablehlo.concatenate %lp, %lq, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %third = stablehlo.concatenate %lq, %lp, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_broadcast_in_dim %r#2, %first, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x?xf32>
  %z = stablehlo.dynamic_broadcast_in_dim %r#2, %second, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %w = stablehlo.dynamic_broadcast_in_dim %r#3, %third, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %y, %z, %w : tensor<1x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
