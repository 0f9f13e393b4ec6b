// A program that JAX exported for several platforms takes the number of one of them: without it the first one's, and inputs without names go past it.
// RUN: tf-run %s --device=interpreter --input=2xf32=3,5 | filecheck %s --check-prefix=FIRST
// RUN: tf-run %s --device=interpreter --input=2xf32=3,5 --input=_platform_index=i32=1 | filecheck %s --check-prefix=SECOND
// RUN: tf-run %s --device=interpreter --input=arg0=i32=1 --input=2xf32=3,5 | filecheck %s --check-prefix=SECOND
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --device=interpreter --input=2xf32=3,5 | filecheck %s --check-prefix=FIRST
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --device=interpreter --input=_platform_index=i32=1 --input=2xf32=3,5 | filecheck %s --check-prefix=SECOND
// RUN: sed 's/_platform_index/b/' %s | not tf-run - --device=interpreter --input=2xf32=3,5 2>&1 | filecheck %s --check-prefix=OTHER

// FIRST: 2xf32=6 10
// SECOND: 2xf32=9 25
// OTHER: error: input 'arg0' must be tensor<i32>, but 2xf32=3,5 is tensor<2xf32>
func.func public @main(%arg0: tensor<i32> {jax.global_constant = "_platform_index"}, %arg1: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%arg0) ({
    %1 = stablehlo.add %arg1, %arg1 : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = stablehlo.multiply %arg1, %arg1 : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
