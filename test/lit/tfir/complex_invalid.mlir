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

// -----

func.func @bits_of_a_vector(%x: vector<2xf32>) {
  // expected-error @+1 {{operand must be int/float/complex}}
  %0 = complex.bitcast %x : vector<2xf32> to complex<f32>
  return
}

// -----

func.func @bits_without_complex(%x: f32) {
  // expected-error @+1 {{requires that either input or output has a complex type}}
  %0 = complex.bitcast %x : f32 to i32
  return
}

// -----

func.func @bits_of_two_complex(%x: complex<f16>) {
  // expected-error @+1 {{requires that either input or output has a complex type}}
  %0 = complex.bitcast %x : complex<f16> to complex<bf16>
  return
}

// -----

func.func @half_the_bits(%x: complex<f32>) {
  // expected-error @+1 {{casting bitwidths do not match}}
  %0 = complex.bitcast %x : complex<f32> to i32
  return
}
