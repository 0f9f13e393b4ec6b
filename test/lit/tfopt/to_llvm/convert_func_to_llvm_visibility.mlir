// RUN: tf-opt %s --allow-unregistered-dialect --convert-func-to-llvm | filecheck %s

/// The text is mlir-opt 22's, which says no more of a function that is public.

// CHECK: module {
// CHECK-NEXT: llvm.func @public(%arg0: i32) -> i32 {
// CHECK-NEXT: llvm.return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @nested() attributes {sym_visibility = "nested"} {
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @private() attributes {sym_visibility = "private"}
// CHECK-NEXT: }

func.func public @public(%a: i32) -> i32 {
  return %a : i32
}
func.func nested @nested() {
  return
}
func.func private @private()
