// RUN: tf-opt %s --split-input-file --grappler='fetches=out' | filecheck %s

/// A body of two nodes is not too small: the Identity before its return goes.
// CHECK-LABEL: tfg.graph
// CHECK: tfg.func @f
// CHECK: %[[E:.*]], %{{.*}} = Exp(%a)
// CHECK-NEXT: return(%[[E]])
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %ctl_0 = Neg(%x) name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_1 = PartitionedCall(%y) name("c") {Tin = [f32], Tout = [f32], config = "", config_proto = "", executor_type = "", f = #tf_type.func<@f, {}>, _noinline = true} : (tensor<*xf32>) -> (tensor<*xf32>)
  %out, %ctl_2 = Identity(%c) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%a: tensor<*xf32> {tfg.name = "a"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %e, %ctl = Exp(%a) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ctl_0 = Identity(%e) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%i) : tensor<*xf32>
}

// -----

/// A graph of three nodes is.
// CHECK-LABEL: tfg.graph
// CHECK: = Identity(%{{.*}}) name("i")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %i, %ctl_0 = Identity(%x) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %out, %ctl_2 = Neg(%i) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
