// RUN: tf-opt %s --tf-functional-control-flow-to-regions | filecheck %s
// RUN: tf-opt %s --tf-functional-control-flow-to-regions --tf-region-control-flow-to-functional | filecheck %s --check-prefix=BACK
// RUN: tf-opt %s --tf-functional-control-flow-to-regions | tf-run - --device=interpreter --input=i32=3 --input=i1=1 --input=i32=7 | filecheck %s --check-prefix=VALUE

/// Each branch is a region with a call, and back again it is the function.
// CHECK-LABEL: func.func @main(
// CHECK: "tf.IfRegion"(%arg1) <{_else_func_name = "same", _then_func_name = "step", is_stateless = true}> ({
// CHECK-NEXT: %[[R:.*]] = func.call @step(%arg0)
// CHECK-NEXT: "tf.Yield"(%[[R]])
// CHECK: func.call @same(%arg0)
// CHECK: "tf.CaseRegion"(%arg2) <{is_stateless = true}> ({
// CHECK: func.call @same(%arg0)
// CHECK: func.call @step(%arg0)
// CHECK: "tf.WhileRegion"(%arg0) <{is_stateless = true, parallel_iterations = 4 : i64}> ({
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<i32>):
// CHECK-NEXT: func.call @again(%[[X]]) : (tensor<i32>) -> tensor<i1>
// BACK-LABEL: func.func @main(
// BACK-NEXT: "tf.If"(%arg1, %arg0) <{else_branch = @same, is_stateless = true, then_branch = @step}>
// BACK-NEXT: "tf.Case"(%arg2, %arg0) <{branches = [@same, @step], is_stateless = true}>
// BACK-NEXT: "tf.While"(%arg0) <{body = @step, cond = @again, is_stateless = true, parallel_iterations = 4 : i64}>
// BACK-NEXT: return
// VALUE: i32=6
/// 7 is no branch: the last is taken.
// VALUE: i32=6
// VALUE: i32=24
func.func @main(%x: tensor<i32>, %p: tensor<i1>, %i: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %0 = "tf.If"(%p, %x) <{then_branch = @step, else_branch = @same, is_stateless = true}> : (tensor<i1>, tensor<i32>) -> tensor<i32>
  %1 = "tf.Case"(%i, %x) <{branches = [@same, @step], is_stateless = true}> : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.While"(%x) <{cond = @again, body = @step, is_stateless = true, parallel_iterations = 4 : i64}> : (tensor<i32>) -> tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}
func.func private @step(%x: tensor<i32>) -> tensor<i32> {
  %0 = "tf.AddV2"(%x, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @same(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func private @again(%x: tensor<i32>) -> tensor<i1> {
  %n = "tf.Const"() <{value = dense<20> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Less"(%x, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
