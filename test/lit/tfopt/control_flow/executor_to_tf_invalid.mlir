// RUN: not tf-opt %s --tfg-to-executor --executor-to-tf 2>&1 | filecheck %s

/// Control flow by Switch and Merge is refused, by the names of the nodes.
// CHECK: invalid.mlir:7:15: error: the graph has control flow that is not functional: Switch 'scope/Switch', Merge 'scope/Merge'; make it If and While first
tfg.func @main(%x: tensor<f32> {tfg.name = "x"}, %p: tensor<i1> {tfg.name = "p"}) -> (tensor<*xf32> {tfg.name = "r"})
    attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 0>} {
  %s:2, %c0 = Switch(%x, %p) name("scope/Switch") {T = f32} : (tensor<f32>, tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  %m:2, %c1 = Merge(%s#0, %s#1) name("scope/Merge") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  return(%m#0) : tensor<*xf32>
}
