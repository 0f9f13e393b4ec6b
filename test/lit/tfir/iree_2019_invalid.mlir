// RUN: tf-opt %s --split-input-file --verify-diagnostics

func @count(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected 2 operands, found 1}}
  %0 = xla_hlo.add(%arg0) : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func @unknown(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{custom op 'mulq' is unknown}}
  %0 = mulq %arg0, %arg0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}
