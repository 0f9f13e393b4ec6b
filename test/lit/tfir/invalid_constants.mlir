// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// A number has the type that it is said to have.

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
%0 = arith.constant 1 : f32

// -----

// expected-error@+1 {{hexadecimal float constant out of range for type}}
%0 = arith.constant 0x1FFFFFFFF : f32

// -----

// expected-error@+1 {{integer constant out of range for attribute: 300 is no i8}}
%0 = arith.constant 300 : i8

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
%0 = arith.constant dense<[1.0, 2]> : tensor<2xf32>

// -----

// expected-error@+1 {{hexadecimal float literal should not have a leading minus}}
%0 = arith.constant dense<-0x7FC00000> : tensor<2xf32>

// -----

// expected-error@+1 {{expected integer elements, but parsed floating-point}}
%0 = arith.constant dense<[1.0, 2.0]> : tensor<2xi32>

// -----

// expected-error@+1 {{expected element literal of primitive type, found a complex number}}
%0 = arith.constant dense<(1, 2)> : tensor<2xi8>

// -----

// expected-error@+1 {{parsed 1 elements, but type ('complex<f32>') expected 2 elements}}
%0 = arith.constant dense<1.0> : tensor<2xcomplex<f32>>

// -----

// expected-error@+1 {{parsed zero elements, but type ('tensor<2xf32>') expected at least 1}}
%0 = arith.constant dense<> : tensor<2xf32>

// -----

// expected-error@+1 {{inferred shape of elements literal ([1, 0]) does not match type ([0, 2])}}
%0 = arith.constant dense<[[]]> : tensor<0x2xf32>

// -----

// expected-error@+1 {{expected string token, got 1.0}}
%0 = tf.Const {value = dense<1.0> : tensor<2x!tf_type.string>} : () -> tensor<2x!tf_type.string>

// -----

// expected-error@+1 {{elements literal must be a shaped type}}
%0 = arith.constant dense<1> : i32

// -----

// expected-error@+1 {{expected string containing hex digits starting with `0x`: their number is odd}}
%0 = arith.constant dense<"0x010"> : tensor<2xi8>

// -----

// expected-error@+1 {{sparse index #0 is not contained within the value shape, with index=[0, 3], and type='tensor<2x2xi32>'}}
func.func private @f() attributes {a = sparse<[[0, 3]], [1]> : tensor<2x2xi32>}

// -----

// expected-error@+1 {{integer constant out of range: 300 is no i8}}
func.func private @f() attributes {a = array<i8: 300>}

// -----

// expected-error@+1 {{`dense_resource` expected a shaped type}}
func.func private @f() attributes {a = dense_resource<x> : i32}

// -----

// expected-error@+1 {{expected shape ([3]); inferred shape of indices literal ([1]); inferred shape of values literal ([2])}}
func.func private @f() attributes {a = sparse<[0], [1, 2]> : tensor<3xi32>}

// -----

// expected-error@+1 {{integer literal not valid for specified type: a number cannot have the type none}}
func.func private @f() attributes {a = 1 : none}

// -----

// expected-error@+1 {{hexadecimal float constant out of range for type}}
func.func private @f() attributes {a = 0x80000 : tf32}

// -----

// expected-error@+1 {{expected integer literal}}
func.func private @f() attributes {a = array<i64: 1, ->}

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @f() attributes {a = array<f32: ->}
