// RUN: tf-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: tf-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{region-simplify=aggressive}))' --split-input-file --allow-unregistered-dialect | filecheck %s --check-prefix=MERGED
// RUN: tf-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{region-simplify=disabled}))' --split-input-file --allow-unregistered-dialect | filecheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @known
// CHECK-NEXT: return %arg0
// CHECK-NEXT: }
// KEPT-LABEL: func.func @known
// KEPT: ^bb1
func.func @known(%a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  return %y : i32
}

// -----

// What each way passes is chosen.
// CHECK-LABEL: func.func @chosen
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: return %0
func.func @chosen(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%a : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%x: i32):
  return %x : i32
}

// -----

// A block that does something is not passed through. Behind the branch the condition is known.
// CHECK-LABEL: func.func @beyond
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: "t.then"(%true)
// CHECK-NEXT: cf.br ^bb2
func.func @beyond(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "t.then"(%c) : (i1) -> ()
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  "t.after"() : () -> ()
  return
^bb3:
  return
}

// -----

// What only keeps itself alive around a loop goes; a circle of branches stays one.
// CHECK-LABEL: func.func @around
// CHECK: ^bb1(%0: i32):
// CHECK-NEXT: %1 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT: "t.use"(%1)
// CHECK-NEXT: cf.cond_br %arg0, ^bb1(%1 : i32), ^bb2
func.func @around(%c: i1, %f: f32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^bb1(%zero, %f : i32, f32)
^bb1(%i: i32, %x: f32):
  %n = arith.addi %i, %one : i32
  %y = arith.addf %x, %f : f32
  "t.use"(%n) : (i32) -> ()
  cf.cond_br %c, ^bb1(%n, %y : i32, f32), ^bb2
^bb2:
  return
}

// -----

// CHECK-LABEL: func.func @circle
// CHECK: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: cf.br ^bb1
func.func @circle() {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}

// -----

// CHECK-LABEL: func.func @switch
// CHECK: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2(%arg1 : f32),
// CHECK-NEXT: 10: ^bb3
// CHECK-NEXT: ]
func.func @switch(%flag: i32, %x: f32) {
  "t.start"()[^bb1, ^bb2, ^bb3] : () -> ()
^bb1:
  cf.switch %flag : i32, [default: ^bb2(%x : f32), 42: ^bb2(%x : f32), 10: ^bb3]
^bb2(%y: f32):
  "t.two"(%y) : (f32) -> ()
^bb3:
  "t.three"() : () -> ()
}

// -----

// Blocks that are alike but for a value become one that is given it, when that is asked for.
// CHECK-LABEL: func.func @alike
// CHECK: "t.op"(%arg1)
// CHECK: "t.op"(%arg2)
// MERGED-LABEL: func.func @alike
// MERGED-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// MERGED-NEXT: "t.op"(%0) : (i32) -> ()
// MERGED-NEXT: return
func.func @alike(%c: i1, %a: i32, %b: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "t.op"(%a) : (i32) -> ()
  return
^bb2:
  "t.op"(%b) : (i32) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @different
// MERGED-LABEL: func.func @different
// MERGED: ^bb2
func.func @different(%c: i1, %a: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "t.op"(%a) {one} : (i32) -> ()
  return
^bb2:
  "t.op"(%a) : (i32) -> ()
  return
}

// -----

// An assertion of what holds goes; one of what does not, and one that nobody knows of, stay.
// CHECK-LABEL: func.func @asserted
// CHECK-NEXT: %false
// CHECK-NEXT: cf.assert %false, "two"
// CHECK-NEXT: cf.assert %arg0, "three"
func.func @asserted(%c: i1) {
  %true = arith.constant true
  %false = arith.constant false
  cf.assert %true, "one"
  cf.assert %false, "two"
  cf.assert %c, "three"
  return
}

// -----

// Arguments that are passed in a circle and never read go together, whatever branches pass them.
// CHECK-LABEL: func.func @circle_of_arguments
// CHECK: ^bb1:
// CHECK-NEXT: "t.one"() : () -> ()
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2,
// CHECK-NEXT: 5: ^bb1
// CHECK: ^bb2:
// CHECK-NEXT: "t.two"() : () -> ()
// CHECK-NEXT: cf.br ^bb1
func.func @circle_of_arguments(%flag: i32, %x: f32) {
  cf.br ^bb1(%x : f32)
^bb1(%y: f32):
  "t.one"() : () -> ()
  cf.switch %flag : i32, [default: ^bb2(%y : f32), 5: ^bb1(%y : f32)]
^bb2(%z: f32):
  "t.two"() : () -> ()
  cf.br ^bb1(%z : f32)
}
