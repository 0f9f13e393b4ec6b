// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

// CHECK-LABEL: func.func @structured
func.func @structured(%i: i32, %c: i1, %n: index) {
  // CHECK-NEXT: %0 = scf.if %arg1 -> (i32) {
  // CHECK-NEXT: scf.yield %arg0 : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg0 : i32
  // CHECK-NEXT: }
  %0 = scf.if %c -> (i32) {
    scf.yield %i : i32
  } else {
    scf.yield %i : i32
  }
  // CHECK-NEXT: scf.if %arg1 {
  // CHECK-NEXT: func.call @work() : () -> ()
  // CHECK-NEXT: }
  // GENERIC: "func.call"() <{callee = @work}> : () -> ()
  // GENERIC-NEXT: "scf.yield"() : () -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: }) : (i1) -> ()
  scf.if %c {
    func.call @work() : () -> ()
  }
  // CHECK-NEXT: scf.for %arg3 = %arg2 to %arg2 step %arg2 {
  scf.for %k = %n to %n step %n {
    func.call @work() : () -> ()
  }
  // CHECK: %1 = scf.for %arg3 = %arg2 to %arg2 step %arg2 iter_args(%arg4 = %arg0) -> (i32) {
  // CHECK-NEXT: scf.yield %arg4 : i32
  %1 = scf.for %k = %n to %n step %n iter_args(%q = %i) -> (i32) {
    scf.yield %q : i32
  }
  // CHECK: %2 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
  // CHECK-NEXT: scf.condition(%arg1) %arg3 : i32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%arg3: i32):
  // CHECK-NEXT: scf.yield %arg3 : i32
  %2 = scf.while (%q = %i) : (i32) -> i32 {
    scf.condition(%c) %q : i32
  } do {
  ^bb0(%r: i32):
    scf.yield %r : i32
  }
  return
}

// CHECK-LABEL: func.func @branches
func.func @branches(%i: i32, %c: i1) -> i32 {
  // CHECK-NEXT: cf.assert %arg1, "message"
  cf.assert %c, "message"
  // CHECK-NEXT: cf.br ^bb1(%arg0 : i32)
  cf.br ^bb1(%i : i32)
// CHECK-NEXT: ^bb1(%0: i32): // 2 preds: ^bb0, ^bb1
^bb1(%z: i32):
  // CHECK-NEXT: cf.cond_br %arg1, ^bb1(%0 : i32), ^bb2
  // GENERIC: "cf.cond_br"({{.*}})[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  cf.cond_br %c, ^bb1(%z : i32), ^bb2
// CHECK-NEXT: ^bb2: // pred: ^bb1
^bb2:
  return %i : i32
// CHECK: ^bb3: // no predecessors
^bb3:
  return %i : i32
}
func.func private @work()

// A loop that counts unsigned numbers says so; the type of its bounds stands behind two blanks, as upstream has it.
// CHECK-LABEL: func.func @unsigned
// CHECK-NEXT: scf.for unsigned %arg1 = %arg0 to %arg0 step %arg0  : i32 {
// CHECK-NEXT: }

// GENERIC: "scf.for"({{.*}}) <{unsignedCmp}>
func.func @unsigned(%n: i32) {
  scf.for unsigned %i = %n to %n step %n : i32 {
  }
  return
}
