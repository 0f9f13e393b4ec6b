// RUN: tf-opt %s --iree-identify-dispatch-regions --split-input-file --verify-diagnostics

/// A size that depends on what is computed names the feed, and the flag that gives it a shape.
// expected-error @+1 {{static shapes are needed, but 'x/in' is tensor<?x784xf32>; give them with --input-shapes=x/in=Nx784 or --default-batch=1}}
func.func @dynamic(%x: tensor<?x784xf32>, %y: tensor<1xi32>) -> tensor<?xf32> attributes {tf.entry_function = {inputs = "x/in,y", outputs = "z", control_outputs = ""}} {
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{has a value of type tensor<?xf32>, whose sizes do not follow from those of the feeds}}
  %0 = stablehlo.dynamic_broadcast_in_dim %f, %y, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

/// What is not StableHLO cannot be dispatched.
func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{cannot be part of a dispatch; expected stablehlo without control flow}}
  %0 = "tf.Relu"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
