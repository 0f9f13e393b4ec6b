/// A module serves any batch, but for what its reshapes and slices take: a call that brings others is refused on each device, by StableHLO's
/// rules, and nothing is read beside what is there.
// REQUIRES: vulkan
// RUN: tf-opt %s --pipeline=vulkan -o %t
// RUN: tf-run %t --device=interpreter --input=1x4xf32=1,2,3,4 --input=2x4xf32=1 | filecheck %s
// RUN: not tf-run %t --device=interpreter --input=3x4xf32=1 --input=2x4xf32=1 2>&1 | filecheck %s --check-prefix=MANY
// RUN: not tf-run %t --device=interpreter --input=1x4xf32=1 --input=0x4xf32= 2>&1 | filecheck %s --check-prefix=NONE
// RUN: tf-run %t --device=vulkan --input=1x4xf32=1,2,3,4 --input=2x4xf32=1 | filecheck %s
// RUN: not tf-run %t --device=vulkan --input=3x4xf32=1 --input=2x4xf32=1 2>&1 | filecheck %s --check-prefix=MANY
// RUN: not tf-run %t --device=vulkan --input=1x4xf32=1 --input=0x4xf32= 2>&1 | filecheck %s --check-prefix=NONE

// CHECK: 1x4xf32=[-1 -2 -3 -4]
// CHECK: 1x4xf32=[-1 -1 -1 -1]
// MANY: error: 'iree_ll_seq.reshape' op views memref<3x4xf32> as memref<1x4xf32>, of another number of elements: sizes of feeds do not go together
// NONE: error: 'stablehlo.slice' op limit index 1 is larger than dimension size 0 in dimension 0

func.func @main(%rows: tensor<?x4xf32>, %more: tensor<?x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %row = stablehlo.reshape %rows : (tensor<?x4xf32>) -> tensor<1x4xf32>
  %0 = stablehlo.negate %row : tensor<1x4xf32>
  %first = stablehlo.slice %more [0:1, 0:4] : (tensor<?x4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.negate %first : tensor<1x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<1x4xf32>
}
