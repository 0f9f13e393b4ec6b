// RUN: tf-opt %s --tfg-lower-func-to-graph --split-input-file | filecheck %s

/// Where the fed node has gone, a Placeholder takes its place.
// CHECK: %Placeholder, %ctl = Placeholder name("a/x") {dtype = f32, shape = #tf_type.shape<?x4>} : () -> (tensor<?x4xf32>)
// CHECK-NEXT: %Relu, %ctl_0 = Relu(%Placeholder) [%ctl] name("relu")
tfg.func @main(%x: tensor<?x4xf32> {tfg.lifted_value_attr = ["a/x", 0 : index], tfg.name = "a/x"}) -> (tensor<*xf32> {tfg.name = "relu"})
    attributes {tfg.lifted_graph_version = #tf_type.version<producer = 42, min_consumer = 33>} {
  %r, %ctl_r = Relu(%x) [%x.ctl] name("relu") : (tensor<?x4xf32>) -> (tensor<*xf32>)
  return(%r) : tensor<*xf32>
}

// -----

/// Other functions stay functions.
// CHECK: tfg.func @f()
tfg.func @f() {
  return
}
