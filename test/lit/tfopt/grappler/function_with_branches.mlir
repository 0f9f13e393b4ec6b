// RUN: tf-opt %s --grappler-function='fetches=out' | filecheck %s

/// A body with a branch of TensorFlow 1 takes the place of its call as any other.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: StatefulPartitionedCall
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch(
// CHECK: %[[N:.*]], %{{.*}} = Neg(%[[S]]#1)
// CHECK: Merge(%[[N]], %[[S]]#0)
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %c, %ctl_1 = StatefulPartitionedCall(%x, %p) name("call") {Tin = [f32, i1], Tout = [f32], f = #tf_type.func<@either, {}>} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>)
  %o, %ctl_2 = Exp(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @either(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xi1> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %s:2, %ctl = Switch(%a, %b) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %n, %ctl_0 = Neg(%s#1) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %m:2, %ctl_1 = Merge(%n, %s#0) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  return(%m#0) : tensor<*xf32>
}
