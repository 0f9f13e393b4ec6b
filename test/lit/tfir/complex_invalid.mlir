// RUN: tf-opt --split-input-file --verify-diagnostics %s

func.func @f() {
  // expected-error @+1 {{requires 'value' to be a complex constant, represented as array of two values}}
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{requires attribute's element types ('f64', 'f64') to match the element type of the op's return type ('f32')}}
  %0 = complex.constant [1.0 : f64, 2.0 : f64] : complex<f32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{operand #0 must be complex type with floating-point elements, but got 'f32'}}
  %0 = "complex.abs"(%a) : (f32) -> f32
  return
}
