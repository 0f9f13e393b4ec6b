// RUN: tf-opt %s --split-input-file --verify-diagnostics --iree-identify-dispatch-regions=allow-host-ops=true
// What the host computes may have any size, but not any number of dimensions.

// expected-error@+1 {{A program for a device needs feeds of known ranks, but feed 'x' is tensor<*xf32>; give them with --input-shapes=x=N}}
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> attributes {tf.entry_function = {inputs = "x", outputs = "op"}} {
  %0 = "tf.MatrixInverse"(%x) {adjoint = false} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {tf.entry_function = {inputs = "x", outputs = "op"}} {
  %0 = "tf.MatrixInverse"(%x) {adjoint = false} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Of what no operation uses the rank does not matter: it is a number.
func.func @main(%x: tensor<?x?xf32>, %unused: tensor<*xf32>) -> tensor<?x?xf32> attributes {tf.entry_function = {inputs = "x,keep_prob", outputs = "op"}} {
  %0 = "tf.MatrixInverse"(%x) {adjoint = false} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
