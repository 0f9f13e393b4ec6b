// RUN: tf-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @known
// CHECK-NEXT: "t.yes"() : () -> ()
// CHECK-NEXT: return
func.func @known() {
  %true = arith.constant true
  scf.if %true {
    "t.yes"() : () -> ()
  } else {
    "t.no"() : () -> ()
  }
  return
}

// -----

// Values from outside are chosen; what is made inside stays there, and a result that nobody reads goes.
// CHECK-LABEL: func.func @chosen
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = scf.if %arg0 -> (i32) {
// CHECK: scf.yield %{{.*}} : i32
// CHECK: return %0, %1
func.func @chosen(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0:3 = scf.if %c -> (i32, i32, i32) {
    %x = "t.a"() : () -> i32
    scf.yield %a, %x, %b : i32, i32, i32
  } else {
    %x = "t.b"() : () -> i32
    scf.yield %b, %x, %a : i32, i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// -----

// Two in a row with one condition are one; inside, the condition is known.
// CHECK-LABEL: func.func @row
// CHECK: scf.if %arg0 {
// CHECK-NEXT: "t.one"(%true)
// CHECK-NEXT: "t.two"()
// CHECK-NEXT: }
func.func @row(%c: i1) {
  scf.if %c {
    "t.one"(%c) : (i1) -> ()
  }
  scf.if %c {
    "t.two"() : () -> ()
  } else {
  }
  return
}

// -----

// CHECK-LABEL: func.func @nested
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: scf.if %0 {
func.func @nested(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "t.x"() : () -> ()
    }
  }
  return
}

// -----

// 4 to 5 by 4 is one round, 4 to 4 none. A loop of unknown length stays.
// CHECK-LABEL: func.func @rounds
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: "t.once"(%c4)
// CHECK-NEXT: scf.for %arg1 = %c4 to %arg0 step %c4 {
func.func @rounds(%n: index) {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c4 to %c5 step %c4 {
    "t.once"(%i) : (index) -> ()
  }
  scf.for %i = %c4 to %c4 step %c4 {
    "t.never"(%i) : (index) -> ()
  }
  scf.for %i = %c4 to %n step %c4 {
    "t.often"(%i) : (index) -> ()
  }
  return
}

// -----

// Of the carried values only the second changes.
// CHECK-LABEL: func.func @carried
// CHECK: %0 = scf.for %{{.*}} = %c0 to %arg0 step %c1 iter_args(%[[B:.*]] = %arg2) -> (f32) {
// CHECK-NEXT: arith.addf %arg1, %[[B]] : f32
// CHECK: return %arg1, %0
func.func @carried(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    %d = arith.addf %a, %b : f32
    scf.yield %a, %d : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @never
// CHECK-NEXT: return %arg0
func.func @never(%x: i32) -> i32 {
  %false = arith.constant false
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    scf.condition(%false) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %0 : i32
}

// -----

// A loop that computes what nobody reads goes, and what only reads; what writes stays.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: memref.store %arg2, %arg1[%arg0]
// CHECK-NEXT: return
func.func @dead(%n: index, %m: memref<4xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %0 = memref.load %m[%i] : memref<4xf32>
  }
  %1 = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%n] : memref<4xf32>
  return
}

// -----

// What stands inside of a loop that goes is not looked at again.
// CHECK-LABEL: func.func @inside
// CHECK-NEXT: return
func.func @inside(%n: index, %m: memref<i32>) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %0 = memref.load %m[] : memref<i32>
    %true = arith.constant true
    scf.if %true {
      %1 = arith.addi %0, %0 : i32
    }
  }
  return
}
