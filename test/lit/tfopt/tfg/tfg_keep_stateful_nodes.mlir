// RUN: tf-opt %s --tfg-keep-stateful-nodes | filecheck %s

// Where a branch is not taken apart, its functions run as they are in TensorFlow: what acts in them becomes a control result, in a copy. What is taken apart, or called, runs
// no more than its results need, and so does a pure node that would refuse its operand.

// CHECK: If({{.*}}) name("whole") {{.*}}else_branch = #tf_type.func<@keep, {}>, {{.*}}then_branch = #tf_type.func<@add_0, {}>
// CHECK: If({{.*}}) name("apart") {{.*}}then_branch = #tf_type.func<@add, {}>
// CHECK: StatefulPartitionedCall({{.*}}) name("call") {{.*}}f = #tf_type.func<@add, {}>
// CHECK: tfg.func @keep(
// CHECK: return(%x) : tensor<i32>
// CHECK: tfg.func @add_0(
// CHECK: %[[ADD:.*]] = AssignAddVariableOp(%h, %x) name("add")
// CHECK: FloorDiv
// CHECK: return(%x) [%[[ADD]] {tfg.name = "add"}] : tensor<i32>
// CHECK: tfg.func @add(
// CHECK: return(%x) : tensor<i32>
module {
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %c, %c.ctl = Placeholder name("c") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<i1>)
  %x, %x.ctl = Placeholder name("x") {dtype = i32, shape = #tf_type.shape<>} : () -> (tensor<i32>)
  %h, %h.ctl = VarHandleOp name("h") {container = "", dtype = i32, shape = #tf_type.shape<>, shared_name = "h"} : () -> (tensor<!tf_type.resource>)
  %whole, %whole.ctl = If(%c, %x, %h) name("whole") {Tcond = i1, Tin = [i32, !tf_type.resource], Tout = [i32], _lower_using_switch_merge = false, else_branch = #tf_type.func<@keep, {}>, output_shapes = [#tf_type.shape<>], then_branch = #tf_type.func<@add, {}>} : (tensor<i1>, tensor<i32>, tensor<!tf_type.resource>) -> (tensor<i32>)
  %apart, %apart.ctl = If(%c, %x, %h) name("apart") {Tcond = i1, Tin = [i32, !tf_type.resource], Tout = [i32], _lower_using_switch_merge = true, else_branch = #tf_type.func<@keep, {}>, output_shapes = [#tf_type.shape<>], then_branch = #tf_type.func<@add, {}>} : (tensor<i1>, tensor<i32>, tensor<!tf_type.resource>) -> (tensor<i32>)
  %call, %call.ctl = StatefulPartitionedCall(%x, %h) name("call") {Tin = [i32, !tf_type.resource], Tout = [i32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@add, {}>} : (tensor<i32>, tensor<!tf_type.resource>) -> (tensor<i32>)
}
tfg.func @keep(%x: tensor<i32> {tfg.name = "x"}, %h: tensor<!tf_type.resource> {tfg.name = "h"}) -> (tensor<i32> {tfg.name = "y"}) {
  return(%x) : tensor<i32>
}
tfg.func @add(%x: tensor<i32> {tfg.name = "x"}, %h: tensor<!tf_type.resource> {tfg.name = "h"}) -> (tensor<i32> {tfg.name = "y"}) attributes {is_stateful} {
  %add.ctl = AssignAddVariableOp(%h, %x) name("add") {dtype = i32} : tensor<!tf_type.resource>, tensor<i32>
  %zero, %zero.ctl = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %bad, %bad.ctl = FloorDiv(%x, %zero) name("bad") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  return(%x) : tensor<i32>
}
}
