// A comparator that calls a function sorts as one that has the comparison itself: NaN goes behind all numbers in either direction, and by TOTALORDER where that says.
// RUN: tf-run %s --entry=by_calls --input=6xf32=3,nan,1,inf,-nan,2 --device=interpreter | filecheck %s --check-prefix=LAST
// RUN: tf-run %s --entry=by_comparison --input=6xf32=3,nan,1,inf,-nan,2 --device=interpreter | filecheck %s --check-prefix=LAST
// RUN: tf-run %s --entry=by_total_order --input=6xf32=3,nan,1,inf,-nan,2 --device=interpreter | filecheck %s --check-prefix=TOTAL
// LAST: 6xf32=inf 3 2 1 nan nan
// TOTAL: 6xf32=nan 1 2 3 inf nan
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @comes_first(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = func.call @greater(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @total(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @by_calls(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = func.call @comes_first(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @by_comparison(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @by_total_order(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = func.call @total(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
