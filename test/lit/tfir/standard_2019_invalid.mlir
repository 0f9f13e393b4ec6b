// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

/// What documents show and what was never legal is refused where it stands.

func @no_result(%arg0: i32) {
  %y = addi %arg0, %arg0 : i32
  // expected-error @+1 {{'func.return' op has 1 operands, but enclosing function (@no_result) returns 0}}
  return %y : i32
}

// -----

// expected-error @+1 {{expected valid '@'-identifier for symbol name, found 'some_function'}}
func some_function(%input : tensor<*xf32>) -> tensor<*xf32> {
  return %input : tensor<*xf32>
}

// -----

func @literal(%a: i32) {
  // expected-error @+1 {{expected SSA operand, found '-1'; a number is an operand as the result of a constant}}
  %dec_count = tf.Add %a, -1 : (i32, i32) -> i32
  return
}

// -----

func @fusion(%0: tensor<f32>) {
  // expected-error @+1 {{custom op 'xla.fusion' is unknown}}
  %2 = xla.fusion (%0 : tensor<f32>) : tensor<f32> {
    return %0 : tensor<f32>
  }
}

// -----

func @no_terminator() {
  // expected-error @+1 {{block with no terminator}}
  affine.for %i0 = 0 to 10 {
  }
}

// -----

func @predicate(%a: index) {
  // expected-error @+1 {{found 'less'}}
  %less = cmpi "less", %a, %a : index
  return
}
