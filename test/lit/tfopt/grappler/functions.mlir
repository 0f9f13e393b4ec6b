// RUN: tf-opt %s --split-input-file --grappler='fetches=out min-nodes=0 optimizers=function,arithmetic' | filecheck %s

/// A function's control results keep their names. What the node has become may be another one, or an argument, which is none.
// CHECK-LABEL: tfg.func @f
// CHECK: %[[N:.*]] = NoOp [%a.ctl]
// CHECK: %[[S:.*]], %[[T:.*]] = AddV2(%a, %b) name("s")
// CHECK: return(%a) [%[[N]] {tfg.name = "first"}, %[[T]] {tfg.name = "second"}]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = PartitionedCall(%x, %x) name("out") {Tin = [f32, f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {tf._noinline = true} {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m, %ctl_0 = Neg(%n) name("m") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_1 = Neg(%b) name("o") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_2 = Sub(%a, %o) name("s") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%a) [%ctl_0 {tfg.name = "first"}, %ctl_2 {tfg.name = "second"}] : tensor<*xf32>
}

// -----

/// A control result that was a call is one still, when the call has become its body, which does nothing.
// CHECK-LABEL: tfg.func @f
// CHECK: %[[N:.*]] = NoOp [%a.ctl] name("call/output_control_node")
// CHECK: return(%a) [%[[N]] {tfg.name = "done"}]
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = PartitionedCall(%x) name("out") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {tf._noinline = true} {
  %c, %ctl = PartitionedCall(%a) name("call") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@g, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%c) [%ctl {tfg.name = "done"}] : tensor<*xf32>
}
tfg.func @g(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  return(%a) : tensor<*xf32>
}

// -----

/// A function that was made for a call in another one is optimized as well, wherever it stands.
// CHECK-LABEL: tfg.func @g_specialized_for_inner
// CHECK: Const name("k")
// CHECK-NOT: Neg
// CHECK: return
// CHECK: tfg.func @f
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = PartitionedCall(%x) name("out") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @g(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {tf._noinline = true} {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_0 = Sub(%b, %n) name("s") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%s) : tensor<*xf32>
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) attributes {tf._noinline = true} {
  %k, %ctl = Const name("k") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %c, %ctl_0 = PartitionedCall(%a, %k) name("inner") {Tin = [f32, f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@g, {}>} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%c) : tensor<*xf32>
}
