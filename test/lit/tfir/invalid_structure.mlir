// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// What is wrong with the structure of a program, in the words of upstream and at its places.

// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @f()

// -----

// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func public @f()

// -----

// expected-error@+1 {{custom op 'func.func' expected non-empty function body}}
func.func @f() { }

// -----

// expected-note@+1 {{see existing symbol definition here}}
func.func private @f(i32)
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @f(i32)

// -----

// expected-error@+1 {{'func.return' op has 1 operands, but enclosing function (@f) returns 0}}
func.func @f(%a: i32) { func.return %a : i32 }

// -----

// expected-error@+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
func.func @f(%a: i32) -> i32 { func.return }

// -----

// expected-error@+1 {{empty block: expect at least a terminator}}
func.func @f(%a: i32) -> i32 { }

// -----

// expected-error@+1 {{type of return operand 0 ('i32') doesn't match function result type ('i64') in function @f}}
func.func @f(%a: i32) -> i64 { func.return %a : i32 }

// -----

// expected-error@+1 {{use of undeclared SSA value name '%b'}}
func.func @f(%a: i32) -> i32 { return %b : i32 }

// -----

// expected-error@+2 {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
// expected-note@+1 {{prior use here}}
func.func @f(%a: i32) -> i32 { return %a : i64 }

// -----

// expected-error@+2 {{redefinition of SSA value '%a'}}
// expected-note@+1 {{previously defined here}}
func.func @f(%a: i32) { %a = arith.constant 1 : i32  return }

// -----

// expected-note@+1 {{previously defined here}}
func.func @f() { %0 = arith.constant 1 : i32
 // expected-error@+1 {{redefinition of SSA value '%0'}}
 %0 = arith.constant 2 : i32
 return }

// -----

// expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
func.func @f(%a: i32) { %0:2 = arith.addi %a, %a : i32
 return }

// -----

// expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
func.func @f(%a: i32) { %0, %1 = arith.addi %a, %a : i32
 return }

// -----

func.func @f(%a: i32) { %0 = arith.addi %a, %a : i32
 // expected-error@+1 {{reference to invalid result number 1 of '%0'}}
 return %0#1 : i32 }

// -----

// expected-error@+1 {{expected ':', found end of line}}
func.func @f(%a: i32) { %0 = arith.addi %a, %a
 return }

// -----

// expected-error@+1 {{custom op 'arith.addq' is unknown; did you mean 'arith.addi'?}}
func.func @f(%a: i32) { %0 = arith.addq %a, %a : i32
 return }

// -----

// expected-error@+1 {{unregistered operation 'arith.addq' found in dialect ('arith') that does not allow unknown operations; did you mean 'arith.addi'?}}
func.func @f(%a: i32) { %0 = "arith.addq"(%a) : (i32) -> i32
 return }

// -----

// expected-error@+1 {{'arith.addi' op expected 2 operands, but found 1}}
func.func @f(%a: i32) { %0 = "arith.addi"(%a) : (i32) -> i32
 return }

// -----

// expected-error@+1 {{expected 2 operand types but had 1}}
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) : (i32) -> i32
 return }

// -----

// expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) : (i32, i32) -> i64
 return }

// -----

// expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
func.func @f(%a: i32, %b: i64) { %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
 return }

// -----

// expected-error@+1 {{'arith.addi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'f32'}}
func.func @f(%a: f32) { %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
 return }

// -----

// expected-error@+1 {{reference to an undefined block '^bb1'}}
func.func @f() { cf.br ^bb1 }

// -----

func.func @f() { cf.br ^bb1
^bb1:
 return
// expected-error@+1 {{redefinition of block '^bb1'}}
^bb1:
 return }

// -----

// expected-error@+1 {{branch has 0 operands for successor #0, but target block has 1}}
func.func @f() { cf.br ^bb1
^bb1(%x: i32):
 return }

// -----

// expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
func.func @f(%a: i64) { cf.br ^bb1(%a : i64)
^bb1(%x: i32):
 return }

// -----

func.func @f(%c: i1) -> i32 { cf.cond_br %c, ^bb1, ^bb2
^bb1:
 // expected-note@+1 {{operand defined here (op in the same region)}}
 %0 = arith.constant 1 : i32
 cf.br ^bb2
^bb2:
 // expected-error@+1 {{operand #0 does not dominate this use}}
 return %0 : i32 }

// -----

// expected-error@+2 {{use of value '%c' expects different type than prior uses: 'i1' vs 'i32'}}
// expected-note@+1 {{prior use here}}
func.func @f(%c: i32) -> i32 { cf.cond_br %c, ^bb1, ^bb1
^bb1:
 return %c : i32 }

// -----

func.func @f() -> i32 {
 // expected-error@+1 {{operand #0 does not dominate this use}}
 %1 = arith.addi %0, %0 : i32
 // expected-note@+1 {{operand defined here (op in the same block)}}
 %0 = arith.constant 1 : i32
 return %1 : i32 }

// -----

// expected-error@+1 {{'func.func' op entry block must have 0 arguments to match function signature}}
func.func @f() {
^bb0(%x: i32):
 return }

// -----

// expected-error@+1 {{'func.call' op 'g' does not reference a valid function}}
func.func @f() { call @g() : () -> ()
 return }

// -----

func.func private @g(i32)
// expected-error@+1 {{'func.call' op incorrect number of operands for callee: expected 1, but got 0}}
func.func @f() { call @g() : () -> ()
 return }

// -----

func.func private @g(i32)
// expected-error@+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
func.func @f(%a: i64) { call @g(%a) : (i64) -> ()
 return }

// -----

func.func private @g() -> i32
// expected-error@+3 {{'func.call' op result type mismatch at index 0}}
// expected-note@+2 {{    op result types: 'i64'}}
// expected-note@+1 {{callee result types: 'i32'}}
func.func @f() { %0 = call @g() : () -> i64
 return }

// -----

// expected-error@+1 {{expected operation name in quotes, or a custom operation, found '{'}}
module @m { } {

// -----

// expected-error@+1 {{expected non-function type, found '{'}}
func.func @f( { return }

// -----

// expected-error@+1 {{custom op 'func.func' expected valid '@'-identifier for symbol name, found 'f'}}
func.func f() { return }

// -----

// expected-error@+1 {{expected non-function type, found '>'}}
func.func @f(%a : tensor<2x>) { return }

// -----

// expected-error@+1 {{expected non-function type, found 'f33'}}
func.func @f(%a : tensor<2xf33>) { return }

// -----

// expected-error@+1 {{expected '>' in tensor type, found ')'}}
func.func @f(%a : tensor<2xf32) { return }

// -----

// expected-error@+1 {{expected non-function type, found '-2'}}
func.func @f(%a : tensor<-2xf32>) { return }

// -----

// expected-error@+1 {{vector types must have positive constant sizes but got 0}}
func.func @f(%a : vector<0xf32>) { return }

// -----

// expected-error@+1 {{undefined symbol alias id 'nosuch'}}
func.func @f(%a : !nosuch) { return }

// -----

// expected-error@+1 {{integer bitwidth is limited to 16777215 bits}}
func.func @f(%a : i99999999) { return }

// -----

// expected-error@+1 {{invalid element type for complex: 'index'}}
func.func @f(%a : complex<index>) { return }

// -----

// expected-error@+1 {{invalid element type for complex: 'tensor<f32>'}}
func.func @f(%a : complex<tensor<f32>>) { return }

// -----

// expected-error@+1 {{memref layout mismatch between rank and affine map: 1 != 2}}
func.func @f(%a : memref<2xf32, affine_map<(d0, d1) -> (d0)>>) { return }

// -----

// expected-error@+1 {{expected ')', found '>'}}
func.func @f(%a : tuple<>>) { return }

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func @f(%a : f32) { %0 = arith.constant 1 : f32
 return }

// -----

// expected-error@+1 {{integer constant out of range for attribute: 300 is no i8}}
func.func @f(%a : f32) { %0 = arith.constant 300 : i8
 return }

// -----

// expected-error@+1 {{integer constant out of range for attribute: -129 is no i8}}
func.func @f(%a : f32) { %0 = arith.constant -129 : i8
 return }

// -----

// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
func.func @f(%a : f32) { %0 = arith.constant dense<[1, 2]> : tensor<3xi32>
 return }

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func @f(%a : f32) { %0 = arith.constant dense<[[1], [2, 3]]> : tensor<2x2xi32>
 return }

// -----

// expected-error@+1 {{expected integer elements, but parsed floating-point}}
func.func @f(%a : f32) { %0 = arith.constant dense<[1.0, 2]> : tensor<2xi32>
 return }

// -----

// expected-error@+1 {{elements literal type must have static shape}}
func.func @f(%a : f32) { %0 = arith.constant dense<1> : tensor<?xi32>
 return }

// -----

// expected-error@+1 {{elements literal must be a shaped type}}
func.func @f(%a : f32) { %0 = arith.constant dense<1> : i32
 return }

// -----

// expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<2xi32>'}}
func.func @f(%a : f32) { %0 = arith.constant dense<"0x0102"> : tensor<2xi32>
 return }

// -----

// expected-error@+1 {{expected string containing hex digits starting with `0x`: their number is odd}}
func.func @f(%a : f32) { %0 = arith.constant dense<"0x010"> : tensor<2xi8>
 return }

// -----

// expected-error@+1 {{expected floating point literal of type f32, found true}}
func.func @f(%a : f32) { %0 = arith.constant dense<true> : tensor<2xf32>
 return }

// -----

// expected-error@+1 {{hexadecimal float constant out of range for type}}
func.func @f(%a : f32) { %0 = arith.constant 0x1FFFFFFFF : f32
 return }

// -----

// expected-error@+1 {{expected '"' in string literal: it has to end on its line}}
func.func @f(%a : f32) { %0 = arith.constant "abc : i32
 return }

// -----

// expected-error@+1 {{use of undeclared identifier 'd1'}}
#map = affine_map<(d0) -> (d1)>
func.func private @f() attributes {a = #map}

// -----

// expected-error@+1 {{redefinition of identifier 'd0'}}
#map = affine_map<(d0, d0) -> (d0)>
func.func private @f() attributes {a = #map}

// -----

// expected-error@+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
#map = affine_map<(d0) -> (d0 * d0)>
func.func private @f() attributes {a = #map}

// -----

// expected-error@+1 {{undefined symbol alias id 'nosuch'}}
func.func private @f() attributes {a = #nosuch}

// -----

// expected-error@+1 {{duplicate key 'a' in dictionary attribute}}
func.func private @f() attributes {a = 1, a = 2}

// -----

// expected-error@+1 {{integer constant out of range: 300 is no i8}}
func.func private @f() attributes {a = array<i8: 300>}

// -----

// expected-error@+1 {{unknown escape in string literal}}
func.func private @f() attributes {a = "\q"}

// -----

// expected-error@+1 {{sparse index #0 is not contained within the value shape, with index=[0, 3], and type='tensor<2x2xi32>'}}
func.func private @f() attributes {a = sparse<[[0, 3]], [1]> : tensor<2x2xi32>}

// -----

// expected-error@+1 {{`dense_resource` expected a shaped type}}
func.func private @f() attributes {a = dense_resource<x> : i32}

// -----

// expected-error@+1 {{expected valid attribute name}}
func.func private @f() attributes {"" = 1}

// -----

// expected-error@+1 {{expected attribute name, found '1'}}
func.func private @f() attributes {1a = 1}

// -----

// expected-error@+1 {{operation location alias was never defined: '#nosuch'}}
func.func private @f() loc(#nosuch)

// -----

#a = 1
// expected-error@+1 {{redefinition of attribute alias id 'a'}}
#a = 2

// -----

!t = i32
// expected-error@+1 {{redefinition of type alias id 't'}}
!t = i64

// -----

#loc = loc("x")
// expected-error@+1 {{undefined symbol alias id 'loc2'}}
func.func private @f() attributes {a = #loc, b = #loc2}

// -----

// expected-error@+2 {{use of value '%u' expects different type than prior uses: 'tensor<2xf32>' vs 'tensor<3xf32>'}}
// expected-note@+1 {{prior use here}}
func.func @f(%t: tensor<2xf32>, %u: tensor<3xf32>) { %0 = stablehlo.add %t, %u : tensor<2xf32>
 return }

// -----

// expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
func.func @f(%t: tensor<2xf32>, %u: tensor<3xf32>) { %0 = "stablehlo.add"(%t, %u) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
 return }

// -----

// expected-error@+1 {{number of output elements (3) doesn't match expected number of elements (2)}}
func.func @f(%t: tensor<2xf32>) { %0 = stablehlo.reshape %t : (tensor<2xf32>) -> tensor<3xf32>
 return }

// -----

// expected-error@+1 {{'stablehlo.transpose' op requires attribute 'permutation'}}
func.func @f(%t: tensor<2xf32>) { %0 = "stablehlo.transpose"(%t) : (tensor<2xf32>) -> tensor<2xf32>
 return }

// -----

// expected-error@+1 {{'stablehlo.abs' op requires zero regions}}
func.func @f(%t: tensor<2xf32>) { "stablehlo.abs"(%t) ({}) : (tensor<2xf32>) -> tensor<2xf32>
 return }

// -----

// expected-error@+1 {{successors in non-terminator}}
func.func @f(%t: tensor<2xf32>) { "stablehlo.abs"(%t)[^bb1] : (tensor<2xf32>) -> tensor<2xf32>
^bb1:
 return }

// -----

// expected-error@+1 {{'scf.if' op expected 2 regions}}
func.func @f(%t: i1) { "scf.if"(%t) ({ scf.yield }) : (i1) -> ()
 return }

// -----

func.func @f(%t: i1) { scf.if %t { %0 = arith.constant 1 : i32 }
 // expected-error@+1 {{use of undeclared SSA value name '%0'}}
 return %0 : i32 }

// -----

// expected-error@+1 {{'scf.if' op must have an else block if defining values}}
func.func @f(%t: i1) -> i32 { %0 = scf.if %t -> i32 { %1 = arith.constant 1 : i32
 scf.yield %1 : i32 }
 return %0 : i32 }

// -----

// expected-error@+1 {{use of undeclared SSA value name '%u'}}
func.func @f(%t: i32) { scf.for %i = %t to %t step %u : i32 { }
 return }

// -----

// expected-error@+1 {{empty block: expect at least a terminator}}
func.func @f() { ^bb0:
 }

// -----

// expected-error@+1 {{expected operation name in quotes, or a custom operation, found '}'}}
func.func @f() { return } }

// -----

// expected-error@+1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() ({}) {sym_name = "f"} : () -> ()

// -----

// expected-error@+1 {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({ ^bb0: 
^bb1: }) : () -> ()

// -----

// expected-error@+1 {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({ ^bb0(%a: i32): }) : () -> ()

// -----

// expected-error@+1 {{'builtin.module' op requires one region}}
"builtin.module"() : () -> ()

// -----

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func @f(%a: i32 {x = 1}) { return }

// -----

// expected-error@+1 {{'func.func' op results may only have dialect attributes}}
func.func @f(%a: i32 {x.y = 1}) -> (i32 {z = 1}) { return %a : i32 }

// -----

// expected-error@+1 {{custom op 'func.func' expected SSA identifier}}
func.func private @f(%a: i32, i64)

// -----

// expected-error@+1 {{custom op 'func.func' expected SSA identifier}}
func.func @f(%a: i32, i64) { return }

// -----

// expected-error@+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @f(i64) { return }

// -----

// expected-error@+1 {{custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f(%a: i32) attributes {sym_name = "g"} { return }

// -----

// expected-error@+1 {{invalid SSA name}}
% = arith.constant 1 : i32

// -----

// expected-error@+1 {{unexpected character '$'}}
$

// -----

// expected-error@+1 {{custom op 'junk' is unknown (tried 'builtin.junk' as well)}}
arith.constant 1 : i32 junk

// -----

// expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
"arith.constant"() <{value = 1 : i32}> : () -> i64

// -----

// expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
"arith.constant"() : () -> i64

// -----

// expected-error@+1 {{expected '>' to close properties, found ':'}}
%0 = "arith.constant"() <{value = 1 : i64} : () -> i64

// -----

// expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible}}
func.func @f(%a: i32) { %0 = arith.extsi %a : i32 to i16
 return }

// -----

// expected-error@+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
// expected-note@+1 {{prior use here}}
func.func @f(%a: i32) { %0 = arith.select %a, %a, %a : i32
 return }

// -----

// expected-note@+1 {{operand defined as a block argument (block #1 in the same region)}}
func.func @f(%c: i1, %v: i32) -> i32 {
  cf.cond_br %c, ^one(%v : i32), ^other
^one(%x: i32):
  return %x : i32
^other:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  return %x : i32
}

// -----

// expected-error@+1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'attr'}}
module attributes {attr} {}

// -----

func.func @f() {
  // expected-error@+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func private @g(i32)
  return
}
