// RUN: tf-opt %s --infer-shapes --default-batch=3 | filecheck %s
// RUN: tf-opt %s --infer-shapes --default-batch=3 --input-shapes=x=5x? | filecheck %s --check-prefix=GIVEN
// RUN: not tf-opt %s --cse --default-batch=3 2>&1 | filecheck %s --check-prefix=NOWHERE
// RUN: not tf-opt %s --infer-shapes --default-batch=0 2>&1 | filecheck %s --check-prefix=ZERO
// RUN: not tf-opt %s --pipeline=vulkan 2>&1 | filecheck %s --check-prefix=ADVICE

/// The first size of a feed is that of the batch, where nothing else says it; other sizes are not known still.
// CHECK: func.func @main(%{{.+}}: tensor<3x?xf32>, %{{.+}}: tensor<3x2xf32>, %{{.+}}: tensor<7xf32>, %{{.+}}: tensor<f32>, %{{.+}}: tensor<*xf32>) -> (tensor<3x?xf32>, tensor<*xf32>)
// GIVEN: func.func @main(%{{.+}}: tensor<5x?xf32>, %{{.+}}: tensor<3x2xf32>
// NOWHERE: --default-batch is given, but no pass of this pipeline looks at sizes of feeds
// ZERO: '0' is not the size of a batch
// ADVICE: needs static shapes, but feed 'x' is tensor<?x?xf32>, 'y' is tensor<?x2xf32>, 'u' is tensor<*xf32>; give them with --input-shapes=x=NxN,y=Nx2,u=N
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x2xf32>, %z: tensor<7xf32>, %s: tensor<f32>, %u: tensor<*xf32>) -> (tensor<?x?xf32>, tensor<*xf32>) attributes {tf.entry_function = {control_outputs = "", inputs = "x,y,z,s,u", outputs = "r,v"}} {
  %0 = "tf.Relu"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "tf.Relu"(%u) : (tensor<*xf32>) -> tensor<*xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<*xf32>
}
