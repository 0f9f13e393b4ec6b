// RUN: tf-opt %s --inline | filecheck %s
// RUN: tf-opt %s --inline=ignore-no-inline=true | filecheck %s --check-prefix=ALL

// What asks to stay outside does, unless that is ignored; a function that calls itself stays in either case.
// CHECK-LABEL: func.func @main
// CHECK: call @twice
// CHECK: call @again
// ALL-LABEL: func.func @main
// ALL-NOT: call @twice
// ALL: stablehlo.add %arg0, %arg0
// ALL: call @again
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @again(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf._noinline = true} {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @again(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @again(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
