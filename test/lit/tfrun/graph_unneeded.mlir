// RUN: tf-run %s --device=interpreter --input=x=2xf32=1,-2 | filecheck %s

/// Of a graph's nodes only those run that a result needs: nobody feeds the Placeholder.
// CHECK: r=2xf32=1 0
tfg.func @main(%x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "r"})
    attributes {tfg.lifted_graph_version = #tf_type.version<producer = 1, min_consumer = 0>} {
  %p, %c0 = Placeholder name("p") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %r, %c1 = Relu(%x) name("r") {T = f32} : (tensor<2xf32>) -> (tensor<*xf32>)
  return(%r) : tensor<*xf32>
}
