// RUN: tf-opt %s --verify-diagnostics --split-input-file -o %t

/// The error is on the expectation's own line, or where its place says.
func.func @two_below() -> tensor<f32> {
  // expected-error @+1 {{has 0 operands, but enclosing function (@two_below) returns 1}}
  return
}

// -----

func.func @above() -> tensor<f32> {
  return
  // expected-error @above {{has 0 operands}}
}

// -----

func.func @below() -> tensor<f32> {
  // expected-error-re @below {{has {{[0-9]+}} operands, but enclosing}}
  return
}
