// RUN: tf-opt %s --pipeline=stablehlo --input-shapes=arg0=2x4 | filecheck %s
// RUN: not tf-opt %s --pipeline=stablehlo --input-shapes=arg0=0x4 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: not tf-opt %s --infer-shapes --input-shapes=arg0=0x4 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s --check-prefix=VALUES
// RUN: tf-run %t.mlir --device=interpreter --input=1x4xf32=1,2,3,4 | filecheck %s --check-prefix=OPEN
// RUN: not tf-run %t.mlir --device=interpreter --input=0x4xf32= 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: tf-opt %s --pipeline=stablehlo --input-shapes=arg0=2x4 | tf-run - --device=interpreter --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s --check-prefix=VALUES
// RUN: tf-run %s --device=interpreter --input=1x4xf32=1,2,3,4 | filecheck %s --check-prefix=OPEN

/// What JAX exports of `x + x.shape[0]` with a batch that is left open. The size is an argument of the function inside. For devices it is
/// one module, too, of which the host checks the assertion.
// EMPTY: 'stablehlo.custom_call' op b is 0, and must be 1 or more
// CHECK-NOT: tensor<?
// CHECK-NOT: shape_assertion
// CHECK: stablehlo.constant dense<2.000000e+00> : tensor<2x4xf32>
// VALUES: 2x4xf32=[3 4 5 6][7 8 9 10]
// OPEN: 1x4xf32=[2 3 4 5]
module {
  func.func public @main(%arg0: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %1 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%1, %0) {has_side_effect = true, error_message = "b is {0}, and must be 1 or more"} : (tensor<i1>, tensor<i32>) -> ()
    %2 = call @inside(%0, %arg0) : (tensor<i32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    return %2 : tensor<?x4xf32>
  }
  func.func private @inside(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %c = stablehlo.constant dense<4> : tensor<1xi32>
    %0 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %0, %2, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %4 = stablehlo.add %arg1, %3 : tensor<?x4xf32>
    return %4 : tensor<?x4xf32>
  }
}
