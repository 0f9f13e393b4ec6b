// RUN: tf-opt %s --grappler-function='fetches=out max-nodes=2' | filecheck %s
// RUN: tf-opt %s --grappler-function='fetches=out max-nodes=100' | filecheck %s --check-prefix=INLINED

/// A body takes the place of its call as long as the graph stays below so many nodes.
// CHECK: PartitionedCall(
// INLINED-NOT: PartitionedCall(
// INLINED: Neg({{.*}}) name("call/n")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = PartitionedCall(%x) name("call") {Tin = [f32], Tout = [f32], f = #tf_type.func<@f, {}>} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_1 = Exp(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %n, %ctl = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_0 = Sin(%n) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %t, %ctl_1 = Tanh(%s) name("t") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%t) : tensor<*xf32>
}
