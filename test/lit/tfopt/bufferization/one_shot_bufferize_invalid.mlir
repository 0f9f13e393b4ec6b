// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --one-shot-bufferize --verify-diagnostics

/// Upstream says the same.
func.func @constant(%t: tensor<?xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{not bufferizable under the given constraints: would write to read-only buffer}}
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @shared(%m: memref<?xf32>, %i: index) -> f32 {
  // expected-error @+1 {{to_tensor ops without `restrict` are not supported by One-Shot Analysis}}
  %t = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %0 = tensor.extract %t[%i] : tensor<?xf32>
  return %0 : f32
}
// -----
func.func @unknown(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op was not bufferized}}
  %0 = "test.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @other_memory(%c: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.for %i = %c to %c step %c iter_args(%a = %t) -> tensor<4xf32> {
    %1 = tensor.empty() : tensor<4xf32>
    // expected-error @+1 {{Yield operand #0 is not equivalent to the corresponding iter bbArg}}
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @chosen_by_element(%c: tensor<4xi1>, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{only i1 condition values are supported}}
  %0 = arith.select %c, %t, %u : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
