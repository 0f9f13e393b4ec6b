// RUN: tf-opt --allow-unregistered-dialect --convert-scf-to-cf %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @for(%lo: index, %hi: index, %st: index, %x: f32) -> f32 {
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> (f32) {
    %b = arith.addf %a, %a : f32
    scf.for unsigned %j = %lo to %i step %st {
      "t.use"(%j) : (index) -> ()
    }
    scf.yield %b : f32
  }
  return %r : f32
}
func.func @ifs(%c: i1, %x: f32) -> f32 {
  %r:2 = scf.if %c -> (f32, i32) {
    %k = arith.constant 1 : i32
    scf.yield %x, %k : f32, i32
  } else {
    %k = arith.constant 2 : i32
    scf.yield %x, %k : f32, i32
  }
  scf.if %c {
    "t.use"(%r#1) : (i32) -> ()
  }
  scf.if %c {
    "t.use"(%r#1) : (i32) -> ()
  } else {
    "t.other"() : () -> ()
  }
  return %r#0 : f32
}
func.func @whiles(%x: i32) -> i64 {
  %r = scf.while (%a = %x) : (i32) -> i64 {
    %c, %v = "t.cond"(%a) : (i32) -> (i1, i64)
    scf.condition(%c) %v : i64
  } do {
  ^bb0(%v: i64):
    %n = "t.next"(%v) : (i64) -> i32
    scf.yield %n : i32
  }
  %s = scf.while (%a = %x) : (i32) -> i32 {
    %c = "t.cond"(%a) : (i32) -> (i1)
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%v: i32):
    scf.yield %v : i32
  }
  return %r : i64
}
func.func @par(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    "t.use"(%i, %j) : (index, index) -> ()
    scf.reduce
  }
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %v = "t.val"(%i) : (index) -> f32
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %q: f32):
      %s = arith.addf %l, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
func.func @sw(%a: index, %x: i32) -> i32 {
  %r = scf.index_switch %a -> i32
  case 2 {
    %0 = arith.addi %x, %x : i32
    scf.yield %0 : i32
  }
  case 5 {
    scf.yield %x : i32
  }
  default {
    %1 = arith.muli %x, %x : i32
    scf.yield %1 : i32
  }
  return %r : i32
}
func.func @ex(%c: i1) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    %0 = arith.constant 1 : i32
    scf.yield %0 : i32
  ^b:
    %1 = arith.constant 2 : i32
    scf.yield %1 : i32
  }
  return %r : i32
}
func.func @fa(%n: index) {
  scf.forall (%i, %j) in (%n, 4) {
    "t.use"(%i, %j) : (index, index) -> ()
  }
  return
}

// CHECK: module {
// CHECK: func.func @for(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
// CHECK-NEXT: cf.br ^bb1(%arg0, %arg3 : index, f32)
// CHECK-NEXT: ^bb1(%0: index, %1: f32):
// CHECK-NEXT: %2 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %2, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %3 = arith.addf %1, %1 : f32
// CHECK-NEXT: cf.br ^bb3(%arg0 : index)
// CHECK-NEXT: ^bb3(%4: index):
// CHECK-NEXT: %5 = arith.cmpi ult, %4, %0 : index
// CHECK-NEXT: cf.cond_br %5, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: "t.use"(%4) : (index) -> ()
// CHECK-NEXT: %6 = arith.addi %4, %arg2 : index
// CHECK-NEXT: cf.br ^bb3(%6 : index)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %7 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%7, %3 : index, f32)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
// CHECK: func.func @ifs(%arg0: i1, %arg1: f32) -> f32 {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: cf.br ^bb3(%arg1, %c1_i32 : f32, i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: cf.br ^bb3(%arg1, %c2_i32 : f32, i32)
// CHECK-NEXT: ^bb3(%0: f32, %1: i32):
// CHECK-NEXT: cf.br ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: cf.cond_br %arg0, ^bb5, ^bb6
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: "t.use"(%1) : (i32) -> ()
// CHECK-NEXT: cf.br ^bb6
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: cf.cond_br %arg0, ^bb7, ^bb8
// CHECK-NEXT: ^bb7:
// CHECK-NEXT: "t.use"(%1) : (i32) -> ()
// CHECK-NEXT: cf.br ^bb9
// CHECK-NEXT: ^bb8:
// CHECK-NEXT: "t.other"() : () -> ()
// CHECK-NEXT: cf.br ^bb9
// CHECK-NEXT: ^bb9:
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
// CHECK: func.func @whiles(%arg0: i32) -> i64 {
// CHECK-NEXT: cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):
// CHECK-NEXT: %1:2 = "t.cond"(%0) : (i32) -> (i1, i64)
// CHECK-NEXT: cf.cond_br %1#0, ^bb2(%1#1 : i64), ^bb3
// CHECK-NEXT: ^bb2(%2: i64):
// CHECK-NEXT: %3 = "t.next"(%2) : (i64) -> i32
// CHECK-NEXT: cf.br ^bb1(%3 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: cf.br ^bb4(%arg0 : i32)
// CHECK-NEXT: ^bb4(%4: i32):
// CHECK-NEXT: %5 = "t.cond"(%4) : (i32) -> i1
// CHECK-NEXT: cf.cond_br %5, ^bb4(%4 : i32), ^bb5
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: return %1#1 : i64
// CHECK-NEXT: }
// CHECK: func.func @par(%arg0: index, %arg1: f32) -> f32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%0: index):
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%c0 : index)
// CHECK-NEXT: ^bb3(%2: index):
// CHECK-NEXT: %3 = arith.cmpi slt, %2, %arg0 : index
// CHECK-NEXT: cf.cond_br %3, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: "t.use"(%0, %2) : (index, index) -> ()
// CHECK-NEXT: %4 = arith.addi %2, %c1 : index
// CHECK-NEXT: cf.br ^bb3(%4 : index)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %5 = arith.addi %0, %c1 : index
// CHECK-NEXT: cf.br ^bb1(%5 : index)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: cf.br ^bb7(%c0, %arg1 : index, f32)
// CHECK-NEXT: ^bb7(%6: index, %7: f32):
// CHECK-NEXT: %8 = arith.cmpi slt, %6, %arg0 : index
// CHECK-NEXT: cf.cond_br %8, ^bb8, ^bb9
// CHECK-NEXT: ^bb8:
// CHECK-NEXT: %9 = "t.val"(%6) : (index) -> f32
// CHECK-NEXT: %10 = arith.addf %7, %9 : f32
// CHECK-NEXT: %11 = arith.addi %6, %c1 : index
// CHECK-NEXT: cf.br ^bb7(%11, %10 : index, f32)
// CHECK-NEXT: ^bb9:
// CHECK-NEXT: return %7 : f32
// CHECK-NEXT: }
// CHECK: func.func @sw(%arg0: index, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: cf.switch %0 : i32, [
// CHECK-NEXT: default: ^bb3,
// CHECK-NEXT: 2: ^bb1,
// CHECK-NEXT: 5: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: cf.br ^bb4(%1 : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb4(%arg1 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %2 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT: cf.br ^bb4(%2 : i32)
// CHECK-NEXT: ^bb4(%3: i32):
// CHECK-NEXT: return %3 : i32
// CHECK-NEXT: }
// CHECK: func.func @ex(%arg0: i1) -> i32 {
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.cond_br %arg0, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: cf.br ^bb4(%c1_i32 : i32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: cf.br ^bb4(%c2_i32 : i32)
// CHECK-NEXT: ^bb4(%0: i32):
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// CHECK: func.func @fa(%arg0: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c1_1 = arith.constant 1 : index
// CHECK-NEXT: cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%0: index):
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%c0_0 : index)
// CHECK-NEXT: ^bb3(%2: index):
// CHECK-NEXT: %3 = arith.cmpi slt, %2, %c4 : index
// CHECK-NEXT: cf.cond_br %3, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: "t.use"(%0, %2) : (index, index) -> ()
// CHECK-NEXT: %4 = arith.addi %2, %c1_1 : index
// CHECK-NEXT: cf.br ^bb3(%4 : index)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: %5 = arith.addi %0, %c1 : index
// CHECK-NEXT: cf.br ^bb1(%5 : index)
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
