// What a trip of a loop passes on has a size that is read in the trip; its memory is allocated in front of the loop, by the size of what
// comes in there, which is the same.
// RUN: tf-opt %s --pipeline=vulkan 2>/dev/null | tf-run - --device=interpreter --input=3xf32=1,2,3 --input=f32=5 --input=i32=2 --input=1xi32=3 --expected-output=3xf32=11,12,13
func.func @main(%x: tensor<?xf32>, %y: tensor<f32>, %n: tensor<i32>, %k: tensor<1xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:4 = stablehlo.while(%i = %zero, %m = %n, %p = %x, %h = %k) : tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<1xi32>
    cond {
      %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      %g = stablehlo.maximum %h, %at : tensor<1xi32>
      %all = stablehlo.dynamic_broadcast_in_dim %y, %g, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
      %sp = stablehlo.get_dimension_size %p, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %sy = stablehlo.get_dimension_size %all, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %is = stablehlo.compare EQ, %sp, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %s = stablehlo.select %is, %sy, %sp : tensor<i1>, tensor<i32>
      %l = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
      %a = stablehlo.dynamic_broadcast_in_dim %p, %l, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
      %b = stablehlo.dynamic_broadcast_in_dim %all, %l, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
      %q = stablehlo.add %a, %b : tensor<?xf32>
      stablehlo.return %j, %m, %q, %g : tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<1xi32>
    }
  return %r#2 : tensor<?xf32>
}
