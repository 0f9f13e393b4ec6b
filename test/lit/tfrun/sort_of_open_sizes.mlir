// What is sorted together has one shape, though each argument has open sizes of its own. Of other shapes a call is refused.
// RUN: tf-opt %s --pipeline=vulkan --targets=lavapipe -o %t
// RUN: tf-run %t --device=interpreter --input=4xi32=3,1,3,2 --input=4xf32=0.5,0.25,-1,8 | filecheck %s --check-prefix=FOUR
// RUN: tf-run %t --device=interpreter --input=2xi32=3,1 --input=2xf32=7,9 | filecheck %s --check-prefix=TWO
// RUN: not tf-run %t --device=interpreter --input=4xi32=3,1,3,2 --input=3xf32=0.5,0.25,-1 2>&1 | filecheck %s --check-prefix=OTHER

// FOUR: 4xi32=1 2 3 3
// FOUR: 4xf32=0.25 8 0.5 -1
// TWO: 2xi32=1 3
// TWO: 2xf32=9 7
// OTHER: error: 'stablehlo.sort' op expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0
func.func @sorted(%keys: tensor<?xi32>, %values: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %0:2 = "stablehlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?xi32>, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xf32>
}
