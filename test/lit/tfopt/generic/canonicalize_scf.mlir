// RUN: tf-opt %s --allow-unregistered-dialect --canonicalize | filecheck %s

/// Conditions and loops: known ones go, equal values merge, neighbours join. What is expected is what MLIR's own canonicalize makes of the
/// programs.

// CHECK-LABEL: func.func @if_true(
// CHECK-NEXT: return %arg0 : i32
func.func @if_true(%x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  %r = scf.if %t -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @if_false_without_else(
// CHECK-NEXT: return
func.func @if_false_without_else() {
  %t = arith.constant false
  scf.if %t {
    "test.effect"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @empty_else(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "test.effect"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @empty_else(%c: i1) {
  scf.if %c {
    "test.effect"() : () -> ()
  } else {
  }
  return
}

// CHECK-LABEL: func.func @yields_condition(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "test.effect"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0 : i1
func.func @yields_condition(%c: i1) -> i1 {
  %t = arith.constant true
  %f = arith.constant false
  %r = scf.if %c -> i1 {
    "test.effect"() : () -> ()
    scf.yield %t : i1
  } else {
    scf.yield %f : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @yields_complement(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "test.effect"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i1
func.func @yields_complement(%c: i1) -> i1 {
  %t = arith.constant true
  %f = arith.constant false
  %r = scf.if %c -> i1 {
    "test.effect"() : () -> ()
    scf.yield %f : i1
  } else {
    scf.yield %t : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @yields_twice(
// CHECK-NEXT: %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %1 = "test.one"() : () -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %1 = "test.two"() : () -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0 : i32, i32
func.func @yields_twice(%c: i1) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %a = "test.one"() : () -> i32
    scf.yield %a, %a : i32, i32
  } else {
    %b = "test.two"() : () -> i32
    scf.yield %b, %b : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @after_its_like(
// CHECK-NEXT: %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT: %1 = "test.one"() : () -> i32
// CHECK-NEXT: %2 = "test.three"(%1) : (i32) -> i32
// CHECK-NEXT: scf.yield %1, %2 : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %1 = "test.two"() : () -> i32
// CHECK-NEXT: %2 = "test.four"(%1) : (i32) -> i32
// CHECK-NEXT: scf.yield %1, %2 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : i32, i32
func.func @after_its_like(%c: i1, %x: i32) -> (i32, i32) {
  %r = scf.if %c -> i32 {
    %a = "test.one"() : () -> i32
    scf.yield %a : i32
  } else {
    %a = "test.two"() : () -> i32
    scf.yield %a : i32
  }
  %s = scf.if %c -> i32 {
    %a = "test.three"(%r) : (i32) -> i32
    scf.yield %a : i32
  } else {
    %a = "test.four"(%r) : (i32) -> i32
    scf.yield %a : i32
  }
  return %r, %s : i32, i32
}

// CHECK-LABEL: func.func @else_after_none(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "test.one"() : () -> ()
// CHECK-NEXT: "test.two"() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "test.three"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @else_after_none(%c: i1) {
  scf.if %c {
    "test.one"() : () -> ()
  }
  scf.if %c {
    "test.two"() : () -> ()
  } else {
    "test.three"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @nested(
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: "test.one"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nested(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "test.one"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @never(
// CHECK-NEXT: return %arg0 : i32
func.func @never(%x: i32, %y: i32) -> i32 {
  %lo = arith.constant 4 : index
  %hi = arith.constant 4 : index
  %st = arith.constant 1 : index
  %r = scf.for %k = %lo to %hi step %st iter_args(%i = %x) -> (i32) {
    %a = "test.one"(%i) : (i32) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @backwards(
// CHECK-NEXT: return %arg0 : i32
func.func @backwards(%x: i32, %y: i32) -> i32 {
  %lo = arith.constant 4 : index
  %hi = arith.constant 2 : index
  %st = arith.constant 1 : index
  %r = scf.for %k = %lo to %hi step %st iter_args(%i = %x) -> (i32) {
    %a = "test.one"(%i) : (i32) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @once(
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = "test.one"(%arg0, %c2) : (i32, index) -> i32
// CHECK-NEXT: return %0 : i32
func.func @once(%x: i32, %y: i32) -> i32 {
  %lo = arith.constant 2 : index
  %hi = arith.constant 4 : index
  %st = arith.constant 2 : index
  %r = scf.for %k = %lo to %hi step %st iter_args(%i = %x) -> (i32) {
    %a = "test.one"(%i, %k) : (i32, index) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @carries_constant(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg2 = %c0 to %c4 step %c1 {
// CHECK-NEXT: "test.one"(%arg0) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0 : i32
func.func @carries_constant(%x: i32, %y: i32) -> i32 {
  %lo = arith.constant 0 : index
  %hi = arith.constant 4 : index
  %st = arith.constant 1 : index
  %r = scf.for %k = %lo to %hi step %st iter_args(%i = %x) -> (i32) {
    "test.one"(%i) : (i32) -> ()
    scf.yield %x : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @yields_outside(
// CHECK-NEXT: return %arg1 : i32
func.func @yields_outside(%x: i32, %y: i32) -> i32 {
  %lo = arith.constant 0 : index
  %hi = arith.constant 4 : index
  %st = arith.constant 1 : index
  %r = scf.for %k = %lo to %hi step %st iter_args(%i = %x) -> (i32) {
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @yields_outside_unknown(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
func.func @yields_outside_unknown(%x: i32, %y: i32, %hi: index) -> i32 {
  %lo = arith.constant 0 : index
  %st = arith.constant 1 : index
  %r = scf.for %k = %lo to %hi step %st iter_args(%i = %x) -> (i32) {
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @same_bounds(
// CHECK-NEXT: return %arg0 : i32
func.func @same_bounds(%x: i32, %y: i32, %hi: index, %st: index) -> i32 {
  %r = scf.for %k = %hi to %hi step %st iter_args(%i = %x) -> (i32) {
    %a = "test.one"(%i) : (i32) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @while_never(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = "test.one"(%arg1) : (i32) -> i32
// CHECK-NEXT: scf.condition(%false) %1 : i32
func.func @while_never(%x: i32) -> i32 {
  %f = arith.constant false
  %r = scf.while (%i = %x) : (i32) -> i32 {
    %a = "test.one"(%i) : (i32) -> i32
    scf.condition(%f) %a : i32
  } do {
  ^bb0(%j: i32):
    scf.yield %j : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @while_true_inside(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i1 {
// CHECK-NEXT: %1 = "test.one"(%arg1) : (i32) -> i1
// CHECK-NEXT: scf.condition(%1) %1 : i1
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg1: i1):
// CHECK-NEXT: %1 = "test.two"(%true) : (i1) -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i1
func.func @while_true_inside(%x: i32) -> i1 {
  %r = scf.while (%i = %x) : (i32) -> i1 {
    %a = "test.one"(%i) : (i32) -> i1
    scf.condition(%a) %a : i1
  } do {
  ^bb0(%j: i1):
    %b = "test.two"(%j) : (i1) -> i32
    scf.yield %b : i32
  }
  return %r : i1
}

// CHECK-LABEL: func.func @while_passes_twice(
// CHECK-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1:2 = "test.one"(%arg1) : (i32) -> (i1, i32)
// CHECK-NEXT: scf.condition(%1#0) %1#1 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg1: i32):
// CHECK-NEXT: %1 = "test.two"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0 : i32, i32
func.func @while_passes_twice(%x: i32) -> (i32, i32) {
  %r:2 = scf.while (%i = %x) : (i32) -> (i32, i32) {
    %c, %a = "test.one"(%i) : (i32) -> (i1, i32)
    scf.condition(%c) %a, %a : i32, i32
  } do {
  ^bb0(%j: i32, %k: i32):
    %b = "test.two"(%j, %k) : (i32, i32) -> i32
    scf.yield %b : i32
  }
  return %r#0, %r#1 : i32, i32
}
