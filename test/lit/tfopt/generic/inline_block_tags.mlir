// RUN: tf-opt %s --inline | filecheck %s
// A block's name stays where it is; what never runs needs no order of values.

func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = arith.addi %0, %a : i32
  %1 = arith.muli %2, %0 : i32
  %2 = arith.subi %1, %0 : i32
  cf.br ^bb1
}
func.func @tagged(%a: i32) -> i32 {
  llvm.blocktag <id = 1>
  return %a : i32
}
func.func @untagged(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @calls(%a: i32) -> i32 {
  %0 = call @tagged(%a) : (i32) -> i32
  %1 = call @untagged(%0) : (i32) -> i32
  return %1 : i32
}

// CHECK: func.func @unreachable(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @tagged(%arg0: i32) -> i32 {
// CHECK-NEXT: llvm.blocktag <id = 1>
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @untagged(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @calls(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = call @tagged(%arg0) : (i32) -> i32
// CHECK-NEXT: %1 = arith.addi %0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
