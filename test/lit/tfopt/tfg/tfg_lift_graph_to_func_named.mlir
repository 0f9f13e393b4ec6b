// RUN: tf-opt %s --tfg-lift-graph-to-func='feeds=mm,x fetches=un:1,mm,un:0 control-rets=n name=entry' | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func="feeds=mm,x fetches=un:1,mm,un:0 control_rets=n name=entry" | filecheck %s
// RUN: not tf-opt %s --tfg-lift-graph-to-func=feeds=mn 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not tf-opt %s --tfg-lift-graph-to-func=fetches=un:2 2>&1 | filecheck %s --check-prefix=RESULT

/// What is named is fed and fetched, in that order, and nothing else. A fed value may be fetched. A name that is taken gives way.
// CHECK-LABEL: tfg.func @entry_0(%mm: tensor<*xf32> {tfg.lifted_value_attr = ["mm", 0 : index], tfg.name = "mm"},
// CHECK-NEXT: %x: tensor<?x4xf32> {tfg.lifted_value_attr = ["x", 0 : index], tfg.name = "x"})
// CHECK-NEXT: -> (tensor<*xi32> {tfg.name = "un:1"},
// CHECK-NEXT: tensor<*xf32> {tfg.name = "mm"},
// CHECK-NEXT: tensor<*xf32> {tfg.name = "un"})
// CHECK: %Placeholder, %ctl = Placeholder name("x")
// CHECK: %Placeholder_0, %ctl_1 = Placeholder name("y")
// CHECK: %MatMul, %ctl_2 = MatMul(%x, %Placeholder_0) name("mm")
// CHECK: %Unique:2, %ctl_3 = Unique(%mm) [%ctl_2] name("un")
// CHECK: return(%Unique#1, %mm, %Unique#0) [%ctl_5 {tfg.name = "n"}] : tensor<*xi32>, tensor<*xf32>, tensor<*xf32>
// UNKNOWN: error: there is no node 'mn' to be a feed{{$}}
// RESULT: tfg_lift_graph_to_func_named.mlir:23:18: error: 'un:2' cannot be a fetch: the node has 2 results
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
  %y, %ctl_y = Placeholder name("y") {dtype = f32, shape = #tf_type.shape<4x3>} : () -> (tensor<*xf32>)
  %m, %ctl_m = MatMul(%x, %y) name("mm") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %u:2, %ctl_u = Unique(%m) [%ctl_m] name("un") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %r, %ctl_r = Relu(%u#0) name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_n = NoOp [%ctl_y] name("n")
  %c, %ctl_c = Const name("off") {dtype = i1, value = dense<false> : tensor<i1>} : () -> (tensor<*xi1>)
  %o, %ctl_o = PlaceholderWithDefault(%c) name("on") {dtype = i1, shape = #tf_type.shape<>} : (tensor<*xi1>) -> (tensor<*xi1>)
  %s, %ctl_s = Select(%o, %x, %x) name("sum") : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @entry() {
  return
}

/// A Placeholder with a default that is fed says its shape, too.
// RUN: tf-opt %s --tfg-lift-graph-to-func='feeds=on,x fetches=sum' | filecheck %s --check-prefix=DEFAULT
// DEFAULT: (%on: tensor<i1> {
