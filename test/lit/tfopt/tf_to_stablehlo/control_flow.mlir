// RUN: tf-opt %s --tf-to-stablehlo --split-input-file | filecheck %s

/// Calls stay calls; the bodies of branches and loops are functions that regions call.
// CHECK-LABEL: func.func @main(
// CHECK: %[[A:.*]] = call @twice(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: "stablehlo.if"(%{{.*}}) ({
// CHECK: func.call @twice(%[[A]])
// CHECK: }, {
// CHECK: func.call @same(%[[A]])
// CHECK: stablehlo.while
// CHECK: cond {
// CHECK: func.call @again(
// CHECK: } do {
// CHECK: func.call @step(
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @twice}> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.If"(%c, %0) <{then_branch = @twice, else_branch = @same, is_stateless = true}> : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  %2:2 = "tf.While"(%c, %1) <{cond = @again, body = @step, is_stateless = true}> : (tensor<i1>, tensor<2xf32>) -> (tensor<i1>, tensor<2xf32>)
  return %2#1 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @same(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func private @again(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<i1> {
  return %c : tensor<i1>
}
func.func private @step(%c: tensor<i1>, %x: tensor<2xf32>) -> (tensor<i1>, tensor<2xf32>) {
  %0 = "tf.LogicalNot"(%c) : (tensor<i1>) -> tensor<i1>
  return %0, %x : tensor<i1>, tensor<2xf32>
}
