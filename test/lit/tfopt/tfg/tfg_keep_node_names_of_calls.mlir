// A queue without a name is another one in each call of its function, in branches too; functions that are not inlined have one for all their calls in
// graphs that are fetched alike, in whatever order. Lowered likewise.
// The lengths are those of TensorFlow 2.21, whose sessions inline functions (`do_function_inlining`).
// RUN: tf-run %s --device=interpreter --fetch=a,b,c,d,e,f --fetch=a,b --fetch=c,d,e,f --fetch=f,e,d,c,b,a | filecheck %s --check-prefix=SETS
// RUN: tf-opt %s --tfg-keep-node-names | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func=fetches=a,b,c,d,e,f --pipeline=stablehlo --allow-host-ops -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --entry=main | filecheck %s --check-prefix=VALUES
// VALUES: {{^.*: }}a=i32=1{{$}}
// VALUES-NEXT: {{^.*: }}b=i32=1{{$}}
// VALUES-NEXT: {{^.*: }}c=i32=1{{$}}
// VALUES-NEXT: {{^.*: }}d=i32=1001{{$}}
// VALUES-NEXT: {{^.*: }}e=i32=1{{$}}
// VALUES-NEXT: {{^.*: }}f=i32=2{{$}}
// VALUES-NEXT: {{^.*: }}a=i32=2{{$}}
// VALUES-NEXT: {{^.*: }}b=i32=2{{$}}
// VALUES-NEXT: {{^.*: }}c=i32=2{{$}}
// VALUES-NEXT: {{^.*: }}d=i32=2002{{$}}
// VALUES-NEXT: {{^.*: }}e=i32=3{{$}}
// VALUES-NEXT: {{^.*: }}f=i32=4{{$}}

// SETS: {{^.*: }}f=i32=2{{$}}
// SETS-NEXT: {{^.*: }}a=i32=2{{$}}
// SETS-NEXT: {{^.*: }}b=i32=2{{$}}
// SETS-NEXT: {{^.*: }}c=i32=2{{$}}
// SETS-NEXT: {{^.*: }}d=i32=2002{{$}}
// SETS-NEXT: {{^.*: }}e=i32=1{{$}}
// SETS-NEXT: {{^.*: }}f=i32=2{{$}}
// SETS-NEXT: {{^.*: }}f=i32=4{{$}}
// SETS-NEXT: {{^.*: }}e=i32=3{{$}}
// SETS-NEXT: {{^.*: }}d=i32=3003{{$}}
// SETS-NEXT: {{^.*: }}c=i32=3{{$}}
// SETS-NEXT: {{^.*: }}b=i32=4{{$}}
// SETS-NEXT: {{^.*: }}a=i32=4{{$}}

// CHECK: name("a") {{.*}}@put, {}>
// CHECK: name("b") {{.*}}@put_0, {}>
// CHECK: name("c") {{.*}}else_branch = #tf_type.func<@put_2, {}>{{.*}}then_branch = #tf_type.func<@put_1, {}>
// CHECK: name("e") {{.*}}@kept, {}>
// CHECK: name("f") {{.*}}@kept, {}>
// CHECK: tfir.node_name = "b/queue"
// CHECK: tfir.node_name = "c/then/queue"
// CHECK: tfir.node_name = "c/else/queue"
// CHECK: tfir.node_name = "d/p/queue"
// CHECK: tfir.node_name = "d/q/queue"
// CHECK: tfir.node_name = "a/queue"
// CHECK: tfir.node_name = "kept/queue"
module {
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %one, %one.ctl = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %true, %true.ctl = Const name("true") {dtype = i1, value = dense<true> : tensor<i1>} : () -> (tensor<i1>)
  %a, %a.ctl = StatefulPartitionedCall(%one) name("a") {Tin = [i32], Tout = [i32], f = #tf_type.func<@put, {}>, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> (tensor<i32>)
  %b, %b.ctl = StatefulPartitionedCall(%one) [%a.ctl] name("b") {Tin = [i32], Tout = [i32], f = #tf_type.func<@put, {}>, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> (tensor<i32>)
  %c, %c.ctl = If(%true, %one) [%b.ctl] name("c") {Tcond = i1, Tin = [i32], Tout = [i32], then_branch = #tf_type.func<@put, {}>, else_branch = #tf_type.func<@put, {}>, output_shapes = [#tf_type.shape<>], _lower_using_switch_merge = true} : (tensor<i1>, tensor<i32>) -> (tensor<i32>)
  %d, %d.ctl = StatefulPartitionedCall(%one) [%c.ctl] name("d") {Tin = [i32], Tout = [i32], f = #tf_type.func<@both, {}>, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> (tensor<i32>)
  %e, %e.ctl = StatefulPartitionedCall(%one) [%d.ctl] name("e") {Tin = [i32], Tout = [i32], f = #tf_type.func<@kept, {}>, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> (tensor<i32>)
  %f, %f.ctl = StatefulPartitionedCall(%one) [%e.ctl] name("f") {Tin = [i32], Tout = [i32], f = #tf_type.func<@kept, {}>, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> (tensor<i32>)
}
tfg.func @put(%x: tensor<i32> {tfg.name = "x"}) -> (tensor<i32> {tfg.name = "y"}) attributes {is_stateful} {
  %q, %q.ctl = FIFOQueueV2 name("queue") {component_types = [i32], shapes = [#tf_type.shape<>], capacity = 100 : i64, container = "", shared_name = ""} : () -> (tensor<!tf_type.resource>)
  %put.ctl = QueueEnqueueV2(%q, %x) name("put") {Tcomponents = [i32], timeout_ms = -1 : i64} : tensor<!tf_type.resource>, tensor<i32>
  %n, %n.ctl = QueueSizeV2(%q) [%put.ctl] name("n") : (tensor<!tf_type.resource>) -> (tensor<i32>)
  return(%n) [%n.ctl {tfg.name = "n"}] : tensor<i32>
}
tfg.func @both(%x: tensor<i32> {tfg.name = "x"}) -> (tensor<i32> {tfg.name = "y"}) attributes {is_stateful} {
  %p, %p.ctl = StatefulPartitionedCall(%x) name("p") {Tin = [i32], Tout = [i32], f = #tf_type.func<@put, {}>, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> (tensor<i32>)
  %q, %q.ctl = StatefulPartitionedCall(%x) [%p.ctl] name("q") {Tin = [i32], Tout = [i32], f = #tf_type.func<@put, {}>, config = "", config_proto = "", executor_type = ""} : (tensor<i32>) -> (tensor<i32>)
  %h, %h.ctl = Const name("h") {dtype = i32, value = dense<1000> : tensor<i32>} : () -> (tensor<i32>)
  %m, %m.ctl = Mul(%p, %h) name("m") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %s, %s.ctl = AddV2(%m, %q) name("s") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  return(%s) [%q.ctl {tfg.name = "q"}] : tensor<i32>
}
tfg.func @kept(%x: tensor<i32> {tfg.name = "x"}) -> (tensor<i32> {tfg.name = "y"}) attributes {is_stateful, tf._noinline = true} {
  %q, %q.ctl = FIFOQueueV2 name("queue") {component_types = [i32], shapes = [#tf_type.shape<>], capacity = 100 : i64, container = "", shared_name = ""} : () -> (tensor<!tf_type.resource>)
  %put.ctl = QueueEnqueueV2(%q, %x) name("put") {Tcomponents = [i32], timeout_ms = -1 : i64} : tensor<!tf_type.resource>, tensor<i32>
  %n, %n.ctl = QueueSizeV2(%q) [%put.ctl] name("n") : (tensor<!tf_type.resource>) -> (tensor<i32>)
  return(%n) [%n.ctl {tfg.name = "n"}] : tensor<i32>
}
}
