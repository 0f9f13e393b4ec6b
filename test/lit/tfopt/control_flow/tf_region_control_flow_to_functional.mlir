// RUN: tf-opt %s --tf-region-control-flow-to-functional | filecheck %s
// RUN: tf-run %s --device=interpreter --input=i32=3 --input=i1=1 | filecheck %s --check-prefix=VALUE
// RUN: tf-opt %s --tf-region-control-flow-to-functional | tf-run - --device=interpreter --input=i32=3 --input=i1=1 | filecheck %s --check-prefix=VALUE

/// What a region uses from outside becomes an operand, of every branch; a loop passes it around.
// CHECK-LABEL: func.func @main(
// CHECK: %[[NEG:.*]] = "tf.Neg"(%arg0)
// CHECK: "tf.If"(%arg1, %[[NEG]], %arg0) <{else_branch = @tf.IfRegion_else, is_stateless = true, then_branch = @tf.IfRegion_then}>
// CHECK: %[[LOOP:.*]]:2 = "tf.While"(%[[NEG]], %arg0) <{body = @tf.WhileRegion_body, cond = @tf.WhileRegion_cond, is_stateless = true}>
// CHECK: return %{{.*}}, %[[LOOP]]#0
// CHECK-DAG: func.func private @tf.IfRegion_then(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32>
// CHECK-DAG: func.func private @tf.IfRegion_else(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32>
// CHECK-DAG: func.func private @tf.WhileRegion_cond(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i1>
// CHECK-DAG: func.func private @tf.WhileRegion_body(%arg0: tensor<i32>, %arg1: tensor<i32>) -> (tensor<i32>, tensor<i32>)
/// -3 squared; and -3 + 3 = 0, + 3 = 3, which is not below 3.
// VALUE: i32=9
// VALUE: i32=3
func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<i32>) {
  %n = "tf.Neg"(%x) : (tensor<i32>) -> tensor<i32>
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %1 = "tf.Mul"(%n, %n) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "tf.Yield"(%1) : (tensor<i32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  %2 = "tf.WhileRegion"(%n) <{is_stateless = true}> ({
  ^bb0(%i: tensor<i32>):
    %3 = "tf.Less"(%i, %x) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%3) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>):
    %3 = "tf.AddV2"(%i, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "tf.Yield"(%3) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return %0, %2 : tensor<i32>, tensor<i32>
}

/// A condition may hand on its arguments; its function gives the truth value alone. Names of functions may be given, and may be empty.
// CHECK-LABEL: func.func @handing_on(
// CHECK: "tf.If"(%arg1, %arg0) <{else_branch = @tf.IfRegion_else_0, is_stateless = true, then_branch = @given}>
// CHECK: "tf.While"(%arg0) <{body = @tf.WhileRegion_body_0, cond = @tf.WhileRegion_cond_0, is_stateless = true}>
// CHECK-DAG: func.func private @tf.WhileRegion_cond_0(%arg0: tensor<i32>) -> tensor<i1>
// CHECK-DAG: func.func private @given(%arg0: tensor<i32>) -> tensor<i32>
func.func @handing_on(%x: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<i32>) {
  %0 = "tf.IfRegion"(%p) <{_else_func_name = "", _then_func_name = "given", is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<i32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  %1 = "tf.WhileRegion"(%x) <{is_stateless = true}> ({
  ^bb0(%i: tensor<i32>):
    %2 = "tf.ToBool"(%i) : (tensor<i32>) -> tensor<i1>
    "tf.Yield"(%2, %i) : (tensor<i1>, tensor<i32>) -> ()
  }, {
  ^bb0(%i: tensor<i32>):
    %2 = "tf.Neg"(%i) : (tensor<i32>) -> tensor<i32>
    "tf.Yield"(%2) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}
