// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @unknown_flag(%x: f32) {
  // expected-error @+1 {{expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  %0 = arith.addf %x, %x fastmath<brave> : f32
  return
}

// -----

func.func @unknown_flag_in_generic_form(%i: i32) {
  // expected-error @+1 {{expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw}}
  %0 = "arith.addi"(%i, %i) {overflowFlags = #arith.overflow<brave>} : (i32, i32) -> i32
  return
}

// -----

func.func @no_flags(%i: i32) {
  // expected-error @+1 {{attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = "arith.addi"(%i, %i) {overflowFlags = 1 : i32} : (i32, i32) -> i32
  return
}

// -----

func.func @too_many_operands(%i: i32) {
  // expected-error @+1 {{expected ':'}}
  %0 = arith.addi %i, %i, %i : i32
  return
}

// -----

func.func @too_few_operands(%i: i32) {
  // expected-error @+1 {{expected ','}}
  %0 = arith.addi %i : i32
  return
}

// -----

func.func @unknown_predicate(%i: i32) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi less, %i, %i : i32
  return
}

// -----

func.func @unknown_quoted_predicate(%i: i32) {
  // expected-error @+1 {{invalid predicate attribute specification: "less"}}
  %0 = arith.cmpi "less", %i, %i : i32
  return
}

// -----

func.func @compared_floats(%x: f32) {
  // expected-error @+1 {{'lhs' must be signless-non-zero-bitwidth-integer-like, but got 'f32'}}
  %0 = arith.cmpi eq, %x, %x : f32
  return
}

// -----

func.func @predicate_beyond(%i: i32) {
  // expected-error @+1 {{failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%i, %i) {predicate = 13 : i64} : (i32, i32) -> i1
  return
}

// -----

func.func @same_width(%x: f16) {
  // expected-error @+1 {{operand type 'f16' and result type 'f16' are cast incompatible}}
  %0 = arith.convertf %x : f16 to f16
  return
}

// -----

func.func @two_shapes(%v: vector<4xi8>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0:2 = arith.addui_extended %v, %v : vector<4xi8>, vector<2xi1>
  return
}

// -----

func.func @halves_differ(%i: i32) {
  // expected-error @+1 {{failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0:2 = "arith.mulsi_extended"(%i, %i) : (i32, i32) -> (i32, i16)
  return
}

// -----

func.func @condition_shape(%b: tensor<4xf32>, %c: tensor<2xi1>) {
  // expected-error @+1 {{failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %b, %b : tensor<2xi1>, tensor<4xf32>
  return
}

// -----

func.func @no_type() {
  // expected-error @+1 {{custom op 'arith.constant' invalid kind of attribute specified}}
  %0 = arith.constant unit
  return
}

// -----

func.func @scalable() {
  // expected-error @+1 {{initializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
  %0 = arith.constant dense<[0, 1, 2, 3]> : vector<[4]xi32>
  return
}

// -----

func.func @index_to_float(%i: index) {
  // expected-error @+1 {{result #0 must be signless-non-zero-bitwidth-integer-like or memref of signless-integer, but got 'f32'}}
  %0 = arith.index_cast %i : index to f32
  return
}
