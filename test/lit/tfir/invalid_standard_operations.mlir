// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

/// Operands, results and regions of the dialects that stand beside tensors, in the words of upstream and at its places.

// expected-error@+1 {{'arith.addf' op expected 2 operands, but found 0}}
%0 = "arith.addf"() : () -> f32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = "arith.addf"(%a, %a) : (i32, i32) -> i32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.negf' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = "arith.negf"(%a) : (i32) -> i32

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'arith.andi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'f32'}}
%0 = "arith.andi"(%a, %a) : (f32, f32) -> f32

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'arith.cmpi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'f32'}}
%0 = "arith.cmpi"(%a, %a) <{predicate = 0}> : (f32, f32) -> i1

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'arith.cmpf' op result #0 must be bool-like, but got 'i32'}}
%0 = "arith.cmpf"(%a, %a) <{predicate = 0}> : (f32, f32) -> i32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.cmpf' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = "arith.cmpf"(%a, %a) <{predicate = 0}> : (i32, i32) -> i1

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.select' op operand #0 must be bool-like, but got 'i32'}}
%0 = "arith.select"(%a, %a, %a) : (i32, i32, i32) -> i32

// -----

%c = "arith.constant"() <{value = true}> : () -> i1
%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
%0 = "arith.select"(%c, %a, %c) : (i1, i32, i1) -> i32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.extf' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = "arith.extf"(%a) : (i32) -> f32

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible}}
%0 = "arith.extf"(%a) : (f32) -> f16

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible}}
%0 = "arith.truncf"(%a) : (f32) -> f64

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible}}
%0 = "arith.trunci"(%a) : (i32) -> i64

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i32' are cast incompatible}}
%0 = "arith.extsi"(%a) : (i32) -> i32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.extui' op result #0 must be signless-fixed-width-integer-like, but got 'f32'}}
%0 = "arith.extui"(%a) : (i32) -> f32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.sitofp' op result #0 must be floating-point-like, but got 'i32'}}
%0 = "arith.sitofp"(%a) : (i32) -> i32

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
%0 = "arith.sitofp"(%a) : (f32) -> f32

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'f32'}}
%0 = "arith.fptosi"(%a) : (f32) -> f32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.fptosi' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = "arith.fptosi"(%a) : (i32) -> i32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible}}
%0 = "arith.index_cast"(%a) : (i32) -> i64

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.bitcast' op operand type 'i32' and result type 'i64' are cast incompatible}}
%0 = "arith.bitcast"(%a) : (i32) -> i64

// -----

%a = "arith.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
// expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
%0 = "arith.extsi"(%a) : (tensor<2xi32>) -> tensor<3xi64>

// -----

%a = "arith.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
// expected-error@+2 {{'arith.addi' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<?xi32>'}}
// expected-error@+1 {{'arith.addi' op failed to infer returned types}}
%0 = "arith.addi"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'math.exp' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = "math.exp"(%a) : (i32) -> i32

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'math.exp' op requires the same type for all operands and results}}
%0 = "math.exp"(%a) : (f32) -> f64

// -----

%a = "arith.constant"() <{value = 1. : f32}> : () -> f32
// expected-error@+1 {{'math.absi' op operand #0 must be signless-integer-like, but got 'f32'}}
%0 = "math.absi"(%a) : (f32) -> f32

// -----

%a = "arith.constant"() <{value = 1 : i32}> : () -> i32
// expected-error@+1 {{'arith.addui_extended' op result #1 must be bool-like, but got 'i32'}}
%0:2 = "arith.addui_extended"(%a, %a) : (i32, i32) -> (i32, i32)

// -----

func.func @f(%a: f32) {
// expected-error@+1 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'f32'}}
"cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> ()
^bb1:
 return
}

// -----

func.func @f(%a: f32) {
// expected-error@+1 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'f32'}}
"scf.if"(%a) ({ scf.yield }, {}) : (f32) -> ()
 return
}

// -----

func.func @f(%a: i1) -> i32 {
// expected-error@+1 {{'scf.if' op must have an else block if defining values}}
%0 = "scf.if"(%a) ({ scf.yield }, {}) : (i1) -> i32
 return %0 : i32
}

// -----

func.func @f(%a: i1, %i: i32) -> i32 {
// expected-error@+2 {{'scf.if' op along control flow edge from Operation scf.yield to Operation scf.if: successor operand type #0 'i1' should match successor input type #0 'i32'}}
// expected-note@+1 {{region branch point}}
%0 = scf.if %a -> i32 { scf.yield %i : i32 } else { scf.yield %a : i1 }
 return %0 : i32
}

// -----

func.func @f(%a: index, %i: i32) -> i32 {
// expected-error@+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'index' should match successor input type #0 'i32'}}
// expected-note@+1 {{region branch point}}
%r = scf.for %x = %a to %a step %a iter_args(%y = %i) -> (i32) { scf.yield %a : index }
 return %r : i32
}

// -----

func.func @f(%a: index, %i: i32) -> i32 {
// expected-error@+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
%r = scf.for %x = %a to %a step %a iter_args(%y = %i) -> (i32) { }
 return %r : i32
}

// -----

func.func @f(%i: i32) -> i32 {
// expected-error@+2 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
// expected-note@+1 {{terminator here}}
%r = scf.while (%x = %i) : (i32) -> i32 { scf.yield %x : i32 } do { ^bb0(%y: i32): scf.yield %y : i32 }
 return %r : i32
}

// -----

func.func @f(%i: i32, %c: i1) -> i32 {
// expected-error@+2 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'i32' should match successor input type #0 'i64'}}
// expected-note@+1 {{region branch point}}
%r = scf.while (%x = %i) : (i32) -> i32 { scf.condition(%c) %x : i32 } do { ^bb0(%y: i64): scf.yield %i : i32 }
 return %r : i32
}

// -----

func.func @f(%i: i32, %c: i1) {
 // expected-error@+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
 affine.for %x = 0 to 10 step 0 { }
 return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%i: i32, %c: i1) {
 // expected-error@+1 {{'func.call' op incorrect number of results for callee: expected 1, but got 0}}
 call @g(%i) : (i32) -> ()
 return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%i: i32, %c: i1) {
 // expected-error@+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i1' for operand number 0}}
 %0 = call @g(%c) : (i1) -> i32
 return
}

// -----

func.func @f(%c: i32) {
 // expected-error@+1 {{'func.constant' op reference to undefined function 'nosuch'}}
 %0 = func.constant @nosuch : (i32) -> i32
 return
}

// -----

func.func @f(%c: i32) {
 // expected-error@+1 {{'func.constant' op reference to function with mismatched type}}
 %0 = func.constant @f : (i64) -> ()
 return
}

// -----

func.func @f(%c: i32) {
 // expected-error@+1 {{custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found 'i32'}}
 func.call_indirect %c(%c) : i32
 return
}

// -----

func.func @f(%c: i32) {
 // expected-error@+1 {{'func.return' op requires 0 successors but found 1}}
 "func.return"() [^bb1] : () -> ()
^bb1:
 return
}

// -----

// expected-error@+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()

// -----

// expected-error@+2 {{redefinition of symbol named 'a'}}
// expected-note@+1 {{see existing symbol definition here}}
module { module @a {} module @a {} }

// -----

// expected-error@+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{sym_name = "f", function_type = (i32) -> (), arg_attrs = [{}, {}], sym_visibility = "private"}> ({}) : () -> ()

// -----

// expected-error@+1 {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() <{sym_name = "f", function_type = i32}> ({}) : () -> ()

// -----

// expected-error@+1 {{'func.func' op requires one region}}
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({}, {}) : () -> ()

// -----

func.func @f(%c: tensor<2xf32>) {
 // expected-error@+1 {{cannot name an operation with no results}}
 %0 = "stablehlo.add"(%c, %c) : (tensor<2xf32>, tensor<2xf32>) -> ()
 return
}

// -----

func.func @f(%c: tensor<2xf32>) {
 // expected-error@+1 {{'stablehlo.abs' op requires a single operand, but found 2}}
 "stablehlo.abs"(%c, %c) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
 return
}

// -----

func.func @f(%c: tensor<2xf32>) {
 // expected-error@+1 {{'stablehlo.abs' op requires one result, but found 2}}
 "stablehlo.abs"(%c) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
 return
}

// -----

func.func @f(%c: tensor<2xf32>) {
 // expected-error@+1 {{'stablehlo.if' op expected 2 regions}}
 "stablehlo.if"(%c) ({}) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
 return
}

// -----

func.func @f(%c: memref<2xf32>) {
 // expected-error@+1 {{'memref.load' op incorrect number of indices for load, expected 1 but got 0}}
 memref.load %c[] : memref<2xf32>
 return
}

// -----

func.func @f(%c: tensor<2xf32>) {
 // expected-error@+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
 %0 = tensor.extract %c[] : tensor<2xf32>
 return
}

// -----

func.func @f(%c: tensor<2xf32>) {
 // expected-error@+1 {{'tensor.cast' op operand type 'tensor<2xf32>' and result type 'tensor<3xf32>' are cast incompatible}}
 %0 = tensor.cast %c : tensor<2xf32> to tensor<3xf32>
 return
}

// -----

func.func @f(%a: i1) {
// expected-error@+1 {{'cf.cond_br' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
"cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1) -> ()
^bb1:
 return
}

// -----

func.func @f(%a: i1) {
// expected-error@+1 {{'cf.cond_br' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
"cf.cond_br"(%a)[^bb1, ^bb1] : (i1) -> ()
^bb1:
 return
}

// -----

func.func @f(%a: i1) {
// expected-error@+1 {{'cf.cond_br' op 'operandSegmentSizes' attribute cannot have negative elements}}
"cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, -1>}> : (i1) -> ()
^bb1:
 return
}

// -----

func.func @f(%a: i1) {
// expected-error@+1 {{'cf.cond_br' op requires dense i32 array attribute 'operandSegmentSizes'}}
"cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i64: 1, 0, 0>}> : (i1) -> ()
^bb1:
 return
}

// -----

func.func @f(%a: i1) {
// expected-error@+1 {{'cf.cond_br' op 'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 2}}
"cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0>}> : (i1) -> ()
^bb1:
 return
}

// -----

func.func @f(%a: i1) {
// expected-error@+1 {{'cf.cond_br' op requires 2 successors but found 1}}
"cf.cond_br"(%a)[^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
 return
}

// -----

func.func @f(%a: memref<4xf32>, %i: i32) {
// expected-error@+1 {{'memref.load' op operand #1 must be variadic of index, but got 'i32'}}
%0 = "memref.load"(%a, %i) : (memref<4xf32>, i32) -> f32
 return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
// expected-error@+1 {{'memref.load' op failed to verify that result type matches element type of 'memref'}}
%0 = "memref.load"(%a, %i) : (memref<4xf32>, index) -> f64
 return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
// expected-error@+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1}}
%0 = memref.alloc() : memref<?xf32>
 return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
// expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
%0 = memref.cast %a : memref<4xf32> to memref<5xf32>
 return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: index) {
// expected-error@+1 {{'tensor.dim' op result #0 must be index, but got 'i32'}}
%0 = "tensor.dim"(%a, %i) : (tensor<4xf32>, index) -> i32
 return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: index) {
// expected-error@+1 {{'tensor.extract' op failed to verify that result type matches element type of tensor}}
%0 = "tensor.extract"(%a, %i) : (tensor<4xf32>, index) -> f64
 return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: index) {
// expected-error@+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
%0 = tensor.extract %a[] : tensor<4xf32>
 return
}

// -----

func.func @f(%a: tensor<4xf32>, %i: index) {
// expected-error@+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1}}
%0 = tensor.empty() : tensor<?xindex>
 return
}

// -----

func.func @f(%a: index) {
// expected-error@+1 {{'affine.for' op requires attribute 'lowerBoundMap'}}
"affine.for"() ({}) : () -> ()
 return
}

// -----

func.func @f(%a: index) {
// expected-error@+1 {{'affine.yield' op only terminates affine.if/for/parallel regions}}
"affine.yield"() : () -> ()
 }

// -----

func.func @f(%a: index) {
// expected-error@+1 {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
"scf.for"(%a, %a, %a) ({ }) : (index, index, index) -> ()
 return
}

// -----

func.func @f(%a: index) {
// expected-error@+1 {{'scf.for' op expected body to have at least 1 argument(s) for the induction variable, but got 0}}
"scf.for"(%a, %a, %a) ({ ^bb0: scf.yield }) : (index, index, index) -> ()
 return
}

// -----

func.func @f(%a: index) {
// expected-error@+1 {{'scf.while' op region #0 ('before') failed to verify constraint: region with 1 blocks}}
"scf.while"() ({ }, {}) : () -> ()
 return
}

// -----

func.func @f(%a: index) {
 // expected-error@+1 {{'affine.apply' op operand count and affine map dimension and symbol count must match}}
 %0 = "affine.apply"(%a) {map = affine_map<(d0, d1) -> (d0)>} : (index) -> index
 return
}

// -----

func.func @f(%a: index, %m: memref<2x2xf32>) {
 // expected-error@+1 {{'affine.load' op affine map num results must equal memref rank}}
 %0 = affine.load %m[%a] : memref<2x2xf32>
 return
}

// -----

func.func @f() {
  // expected-error@+1 {{entry block of region may not have predecessors}}
  "t.op"() ({
  ^entry:
    "t.br"()[^other] : () -> ()
  ^other:
    "t.br"()[^entry] : () -> ()
  }) : () -> ()
  return
}
