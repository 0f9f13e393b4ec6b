// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// A value that is used must be defined somewhere.
func.func @undefined() -> tensor<f32> {
  // expected-error@+1 {{use of undeclared SSA value name '%x'}}
  return %x : tensor<f32>
}

// -----

/// And before its use, where operations have an order.
func.func @later(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %0 = stablehlo.abs %1 : tensor<f32>
  // expected-note@+1 {{operand defined here}}
  %1 = stablehlo.abs %a : tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// A name is bound once.
func.func @twice(%a: tensor<f32>) {
  // expected-note@+1 {{previously defined here}}
  %0 = stablehlo.abs %a : tensor<f32>
  // expected-error@+1 {{redefinition of SSA value '%0'}}
  %0 = stablehlo.abs %a : tensor<f32>
  return
}

// -----

/// A use says the type that the definition has.
// expected-note@+1 {{prior use here}}
func.func @type(%a: tensor<f32>) {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: 'tensor<2xf32>' vs 'tensor<f32>'}}
  %0 = stablehlo.abs %a : tensor<2xf32>
  return
}

// -----

/// What leaves a function is what its type says.
func.func @returned(%a: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{type of return operand 0 ('tensor<f32>') doesn't match function result type ('tensor<2xf32>') in function @returned}}
  return %a : tensor<f32>
}

// -----

/// As many results as names.
func.func @results(%a: tensor<f32>) {
  // expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = stablehlo.abs %a : tensor<f32>
  return
}

// -----

// expected-error@+1 {{custom op 'stablehlo.abz' is unknown}}
stablehlo.abz

// -----

// expected-error@+1 {{operation 'mine.op' is of an unregistered dialect}}
"mine.op"() : () -> ()

// -----

// expected-error@+1 {{inferred shape of elements literal ([3]) does not match type ([2])}}
%0 = stablehlo.constant dense<[1, 2, 3]> : tensor<2xi32>

// -----

// expected-error@+1 {{integer constant out of range for type: 256 is no i8}}
%0 = stablehlo.constant dense<256> : tensor<2xi8>

// -----

// expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<2xf32>'}}
%0 = stablehlo.constant dense<"0x000000">: tensor<2xf32>

// -----

/// Nothing comes after a terminator.
func.func @terminator() {
  // expected-error@+1 {{'func.return' op must be the last operation in the parent block}}
  return
  return
}

// -----

// expected-note@+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @f()

// -----

/// Operands of one elementwise op have one shape.
func.func @shapes(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @permutation(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 1, 1}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @missing(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires attribute 'permutation'}}
  %0 = "stablehlo.transpose"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @caller() {
  // expected-error@+1 {{'func.call' op 'nobody' does not reference a valid function}}
  func.call @nobody() : () -> ()
  return
}

// -----

func.func private @wants_one(tensor<f32>)
func.func @caller() {
  // expected-error@+1 {{'func.call' op incorrect number of operands for callee}}
  func.call @wants_one() : () -> ()
  return
}

// -----

func.func private @wants_float(tensor<f32>)
func.func @caller(%a: tensor<i32>) {
  // expected-error@+1 {{operand type mismatch: expected operand type 'tensor<f32>', but provided 'tensor<i32>' for operand number 0}}
  func.call @wants_float(%a) : (tensor<i32>) -> ()
  return
}

// -----

// Two errors at one place, as upstream tells them.
func.func @f(%a: tensor<1x2xf64>) {
  // expected-error@+2 {{custom op 'stablehlo.transpose' expected integer value}}
  // expected-error@+1 {{expected ']'}}
  %0 = stablehlo.transpose %a, dims = [1, [0]] : tensor<1xf64>
  return
}

// -----

func.func @f(%a: tensor<1xf64>) {
  // expected-error@+2 {{expected non-function type}}
  // expected-error@+1 {{custom op 'stablehlo.optimization_barrier' expected type list}}
  %0 = stablehlo.optimization_barrier %a, %a : %a
  return
}
