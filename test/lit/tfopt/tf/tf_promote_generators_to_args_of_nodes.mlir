// Functions that are parts of one graph draw on where the node was left by the others; each call of a function has a generator of its own.
// The numbers are TensorFlow 2.21's (RandomUniformInt of seeds 3 and 5 below 1000 gives 851, 818, 982): fetches of a and b, a, and b, whose sessions inline functions.
// RUN: tf-run %s --device=interpreter --entry=both --entry=one --entry=both | filecheck %s
// RUN: tf-opt %s --pipeline=interpreter -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=both --entry=one --entry=both | filecheck %s
// CHECK: both: {{.*}}i32=851{{$}}
// CHECK: both: {{.*}}i32=851{{$}}
// CHECK: one: {{.*}}i32=818{{$}}
// CHECK: both: {{.*}}i32=982{{$}}
// CHECK: both: {{.*}}i32=818{{$}}
module {
tfg.func @both() -> (tensor<i32> {tfg.name = "a"}, tensor<i32> {tfg.name = "b"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1087, min_consumer = 12>} {
  %a, %a.ctl = StatefulPartitionedCall name("a") {Tin = [], Tout = [i32], f = #tf_type.func<@draw, {}>, config = "", config_proto = "", executor_type = ""} : () -> (tensor<i32>)
  %b, %b.ctl = StatefulPartitionedCall name("b") {Tin = [], Tout = [i32], f = #tf_type.func<@draw, {}>, config = "", config_proto = "", executor_type = ""} : () -> (tensor<i32>)
  return(%a, %b) : tensor<i32>, tensor<i32>
}
tfg.func @one() -> (tensor<i32> {tfg.name = "a"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1087, min_consumer = 12>} {
  %a, %a.ctl = StatefulPartitionedCall name("a") {Tin = [], Tout = [i32], f = #tf_type.func<@draw, {}>, config = "", config_proto = "", executor_type = ""} : () -> (tensor<i32>)
  return(%a) : tensor<i32>
}
tfg.func @draw() -> (tensor<i32> {tfg.name = "y"}) attributes {is_stateful} {
  %s, %s.ctl = Const name("s") {dtype = i32, value = dense<> : tensor<0xi32>} : () -> (tensor<0xi32>)
  %l, %l.ctl = Const name("l") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %h, %h.ctl = Const name("h") {dtype = i32, value = dense<1000> : tensor<i32>} : () -> (tensor<i32>)
  %y, %y.ctl = RandomUniformInt(%s, %l, %h) name("y") {T = i32, Tout = i32, seed = 3 : i64, seed2 = 5 : i64} : (tensor<0xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>)
  return(%y) : tensor<i32>
}
}
