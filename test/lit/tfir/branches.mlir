// RUN: tf-opt %s --split-input-file --verify-diagnostics | filecheck %s
// RUN: tf-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

// Cases stand a line each; numbers print without a sign, as upstream has it.
// CHECK-LABEL: func.func @switch
// CHECK-NEXT:    cf.switch %arg0 : i8, [
// CHECK-NEXT:      default: ^bb1(%arg1 : f32),
// CHECK-NEXT:      128: ^bb2,
// CHECK-NEXT:      255: ^bb1(%arg1 : f32)
// CHECK-NEXT:    ] {note}
// CHECK-NEXT:  ^bb1(%0: f32):  // 2 preds: ^bb0, ^bb0
// CHECK:         cf.switch %arg0 : i8, [
// CHECK-NEXT:      default: ^bb2]
// GENERIC: "cf.switch"({{.*}}){{.*}} <{case_operand_segments = array<i32: 0, 1>, case_values = dense<[-128, -1]> : vector<2xi8>, operandSegmentSizes = array<i32: 1, 1, 1>}> {note} : (i8, f32, f32) -> ()
func.func @switch(%flag: i8, %x: f32) {
  cf.switch %flag : i8, [default: ^bb1(%x : f32), -128: ^bb2, 255: ^bb1(%x : f32)] {note}
^bb1(%0: f32):
  cf.switch %flag : i8, [default: ^bb2]
^bb2:
  return
}

// CHECK-LABEL: func.func @weights
// CHECK-NEXT: cf.cond_br %arg0 weights([60, 40]), ^bb1, ^bb1 {note}
func.func @weights(%c: i1) {
  cf.cond_br %c weights([60, 40]), ^bb1, ^bb1 {note}
^bb1:
  return
}

// -----

func.func @too_large(%flag: i8) {
  cf.switch %flag : i8, [
    default: ^bb1,
    // expected-error @+1 {{case value is out of range for 'i8'}}
    256: ^bb1
  ]
^bb1:
  return
}

// -----

func.func @no_default(%flag: i8) {
  cf.switch %flag : i8, [
    // expected-error @+1 {{expected 'default'}}
    5: ^bb1
  ]
^bb1:
  return
}

// -----

func.func @flag(%flag: index) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.integer, but found 'index'}}
  cf.switch %flag : index, [default: ^bb1]
^bb1:
  return
}

// -----

func.func @no_value(%flag: i8) {
  cf.switch %flag : i8, [
    default: ^bb1,
    // expected-error @+1 {{expected integer value}}
    "five": ^bb1
  ]
^bb1:
  return
}

// -----

func.func @other_type(%flag: i32) {
  // expected-error @+1 {{'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%flag)[^bb1, ^bb1] <{case_values = dense<5> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @other_count(%flag: i32) {
  // expected-error @+1 {{number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%flag)[^bb1, ^bb1] <{case_values = dense<[5, 6]> : vector<2xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @one_weight(%c: i1) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  cf.cond_br %c weights([100]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @no_weight(%c: i1) {
  // expected-error @+1 {{branch weights cannot all be zero}}
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @types(%c: i1) {
  // expected-error @+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  cf.br ^bb1(%c : i1, i1)
^bb1(%x: i1):
  return
}
