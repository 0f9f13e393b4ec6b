// RUN: tf-opt --allow-unregistered-dialect --sccp %s | filecheck %s

func.func private @twice(%x: i32, %again: i1) -> i32 {
  %one = arith.constant 1 : i32
  cf.cond_br %again, ^yes, ^no
^yes:
  %0 = arith.addi %x, %one : i32
  return %0 : i32
^no:
  %1 = arith.muli %x, %x : i32
  return %1 : i32
}
func.func private @referred(%x: i32) -> i32 {
  return %x : i32
}
func.func @calls(%open: i1) -> (i32, i32, i32, i32) {
  %three = arith.constant 3 : i32
  %true = arith.constant true
  %0 = call @twice(%three, %true) : (i32, i1) -> i32
  %1 = call @twice(%three, %true) : (i32, i1) -> i32
  %f = constant @referred : (i32) -> i32
  %2 = call @referred(%three) : (i32) -> i32
  %3 = arith.cmpi eq, %0, %1 : i32
  %4 = scf.if %3 -> i32 {
    scf.yield %0 : i32
  } else {
    %5 = "test.other"() : () -> i32
    scf.yield %5 : i32
  }
  %6 = scf.if %open -> i32 {
    scf.yield %0 : i32
  } else {
    scf.yield %2 : i32
  }
  return %0, %2, %4, %6 : i32, i32, i32, i32
}
func.func @loops(%n: index, %x: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %0:2 = scf.for %i = %zero to %n step %one iter_args(%a = %five, %b = %five) -> (i32, i32) {
    %1 = arith.addi %b, %x : i32
    %2 = arith.subi %a, %a : i32
    %3 = arith.addi %2, %five : i32
    scf.yield %3, %1 : i32, i32
  }
  cf.br ^loop(%five, %five : i32, i32)
^loop(%p: i32, %q: i32):
  %4 = arith.xori %p, %p : i32
  %5 = arith.addi %4, %five : i32
  %6 = arith.cmpi ult, %q, %x : i32
  %7 = arith.addi %q, %x : i32
  cf.cond_br %6, ^loop(%5, %7 : i32, i32), ^end
^end:
  return %0#0, %0#1, %p : i32, i32, i32
}

// CHECK: func.func private @twice(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: cf.cond_br %true, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: return %c4_i32 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %0 = arith.muli %c3_i32, %c3_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK: func.func private @referred(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK: func.func @calls(%arg0: i1) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %f = constant @referred : (i32) -> i32
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %0 = call @twice(%c3_i32, %true) : (i32, i1) -> i32
// CHECK-NEXT: %1 = call @twice(%c3_i32, %true) : (i32, i1) -> i32
// CHECK-NEXT: %2 = call @referred(%c3_i32) : (i32) -> i32
// CHECK-NEXT: %3 = scf.if %true -> (i32) {
// CHECK-NEXT: scf.yield %c4_i32 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %5 = "test.other"() : () -> i32
// CHECK-NEXT: scf.yield %5 : i32
// CHECK: %4 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: scf.yield %c4_i32 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %2 : i32
// CHECK: return %c4_i32, %2, %c4_i32, %4 : i32, i32, i32, i32
// CHECK: func.func @loops(%arg0: index, %arg1: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0:2 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %c5_i32, %arg4 = %c5_i32) -> (i32, i32) {
// CHECK-NEXT: %5 = arith.addi %arg4, %arg1 : i32
// CHECK-NEXT: scf.yield %c5_i32, %5 : i32, i32
// CHECK: cf.br ^bb1(%c5_i32, %c5_i32 : i32, i32)
// CHECK-NEXT: ^bb1(%1: i32, %2: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %3 = arith.cmpi ult, %2, %arg1 : i32
// CHECK-NEXT: %4 = arith.addi %2, %arg1 : i32
// CHECK-NEXT: cf.cond_br %3, ^bb1(%c5_i32, %4 : i32, i32), ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: return %c5_i32, %0#1, %c5_i32 : i32, i32, i32
