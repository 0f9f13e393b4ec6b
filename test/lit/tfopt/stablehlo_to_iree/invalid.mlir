// RUN: tf-opt %s --iree-identify-dispatch-regions --split-input-file --verify-diagnostics

/// A shape that is not known names the feed, and the flag that gives it one.
// expected-error @+1 {{static shapes are needed, but 'x/in' is tensor<?x784xf32>; give them with --input-shapes=x/in=Nx784}}
func.func @dynamic(%x: tensor<?x784xf32>, %y: tensor<4xf32>) -> tensor<?x784xf32> attributes {tf.entry_function = {inputs = "x/in,y", outputs = "z", control_outputs = ""}} {
  %0 = stablehlo.abs %x : tensor<?x784xf32>
  return %0 : tensor<?x784xf32>
}

// -----

/// What is not StableHLO cannot be dispatched.
func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{cannot be part of a dispatch; expected stablehlo without control flow}}
  %0 = "tf.Relu"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
