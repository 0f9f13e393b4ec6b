// RUN: tf-opt %s --inline | filecheck %s
// RUN: tf-opt %s --inline=default-pipeline= | filecheck %s --check-prefix=PLAIN
// RUN: tf-opt %s --inline='default-pipeline= op-pipelines=func.func(canonicalize,cse)' | filecheck %s
// RUN: tf-opt %s --inline=inlining-threshold=10 | filecheck %s --check-prefix=SHORT
// RUN: not tf-opt %s --inline=default-pipeline=csee 2>&1 | filecheck %s --check-prefix=UNKNOWN

// Functions that got something inlined are simplified, by the pipeline that is asked for.
// CHECK: module {
// CHECK-NEXT: func.func @main
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: return %c3_i32
// CHECK-NOT: @add
// PLAIN: func.func @main
// PLAIN-NEXT: arith.constant 1 : i32
// PLAIN-NEXT: arith.constant 2 : i32
// PLAIN-NEXT: arith.addi
// PLAIN-NOT: @add
// SHORT: call @add
// UNKNOWN: default-pipeline:1:1: error: unknown pass 'csee'; did you mean 'cse'?
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %0 = call @add(%one, %two) : (i32, i32) -> i32
  return %0 : i32
}
func.func private @add(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  return %0 : i32
}
