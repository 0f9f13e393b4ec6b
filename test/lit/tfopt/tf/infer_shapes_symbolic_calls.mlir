// RUN: tf-opt %s --infer-shapes --input-shapes=0=3x4 | filecheck %s
// RUN: tf-opt %s --infer-shapes --input-shapes=%%arg0=3x4 --stablehlo-canonicalize-dynamism --inline --canonicalize | filecheck %s --check-prefix=STATIC
// RUN: tf-run %s --device=interpreter --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s --check-prefix=VALUES
// RUN: tf-opt %s --infer-shapes --input-shapes=x=3x4 2>&1 | filecheck %s --check-prefix=NAME
// RUN: tf-opt %s --pipeline=interpreter --input-shapes=x=2x4 | tf-run - --device=interpreter --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s --check-prefix=VALUES

/// A function that two calls pass different sizes is two functions. What JAX calls where an attribute would depend on a size is an op
/// again once the size is known; composites have the types of what they stand for; results have the names that JAX gives them.
// NAME: func.func public @main(%{{.+}}: tensor<3x4xf32>)
// CHECK: func.func public @main(%{{.+}}: tensor<3x4xf32>) -> (tensor<3x4xf32> {{.*}}, tensor<7xf32> {{.*}}, tensor<3x2xf32> {{.*}}, tensor<3x4xf32> {{.*}})
// CHECK: stablehlo.composite "my.op" %{{.+}} {decomposition = @twice} : (tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: func.func private @counted(%{{.+}}: tensor<i32>) -> tensor<4xf32>
// CHECK: func.func private @counted_0(%{{.+}}: tensor<i32>) -> tensor<3xf32>
// STATIC-NOT: tensor<?
// STATIC: "stablehlo.reduce_window"
// STATIC-SAME: padding = dense<{{\[\[}}2, 0], [0, 0]]>
// STATIC-SAME: window_dimensions = array<i64: 3, 1>
// STATIC: chlo.top_k(%{{.+}}, k = 2)
// VALUES: sums=2x4xf32=[1 2 3 4][6 8 10 12]
// VALUES: rest/0=6xf32=0 1 0 1 2 3
// VALUES: rest/largest=2x2xf32=[4 3][8 7]
// VALUES: rest/twice=2x4xf32=[2 4 6 8][10 12 14 16]
module {
  func.func public @main(%x: tensor<?x4xf32>) -> (tensor<?x4xf32> {jax.result_info = "result['sums']"}, tensor<?xf32> {jax.result_info = "result['rest'][0]"}, tensor<?x?xf32> {jax.result_info = "result['rest'].largest"}, tensor<?x4xf32> {jax.result_info = "result['rest'].twice"}) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<1xi32>
    %ones = stablehlo.constant dense<1> : tensor<2xi32>
    %none = stablehlo.constant dense<0> : tensor<1x2xi32>
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %less = stablehlo.subtract %n, %one : tensor<i32>
    %first = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %second = stablehlo.reshape %one : (tensor<i32>) -> tensor<1xi32>
    %low = stablehlo.reshape %less : (tensor<i32>) -> tensor<1xi32>
    %window = stablehlo.concatenate %first, %second, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %pair = stablehlo.concatenate %low, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %row = stablehlo.reshape %pair : (tensor<2xi32>) -> tensor<1x2xi32>
    %padding = stablehlo.concatenate %row, %none, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
    %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %window, %ones, %ones, %ones, %padding) {called_computations = [@sum]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x4xf32>
    %1 = call @counted(%n) : (tensor<i32>) -> tensor<?xf32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %2 = call @counted(%four) : (tensor<i32>) -> tensor<?xf32>
    %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %4:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %two) : (tensor<?x4xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
    %5 = stablehlo.composite "my.op" %x {decomposition = @twice} : (tensor<?x4xf32>) -> tensor<?x4xf32>
    return %0, %3, %4#0, %5 : tensor<?x4xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x4xf32>
  }
  func.func @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.add %a, %b : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @twice(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %0 = stablehlo.add %x, %x : tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
  func.func private @counted(%n: tensor<i32>) -> tensor<?xf32> {
    %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
}
