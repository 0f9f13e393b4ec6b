// RUN: tf-opt %s --allow-unregistered-dialect --canonicalize | filecheck %s

/// The text is mlir-opt 22's: arguments of blocks that nothing needs go from LLVM's branches too, a global keeps its constants to itself, and only
/// sums and products of whole numbers have constants behind.

// CHECK: module {
// CHECK-NEXT: llvm.mlir.global external @unset() {addr_space = 0 : i32} : i32 {
// CHECK-NEXT: %0 = llvm.mlir.undef : i32
// CHECK-NEXT: llvm.return %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @loop(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT: llvm.br ^bb1(%arg1 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %1 = "go"(%0) : (i32) -> i1
// CHECK-NEXT: llvm.cond_br %1, ^bb1(%0 : i32), ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%2: i32):  // pred: ^bb1
// CHECK-NEXT: llvm.return %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @order(%arg0: f32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(2.000000e+00 : f32) : f32
// CHECK-NEXT: %1 = llvm.mlir.constant(6 : i32) : i32
// CHECK-NEXT: %2 = llvm.fadd %0, %arg0 : f32
// CHECK-NEXT: %3 = llvm.add %arg1, %1 : i32
// CHECK-NEXT: %4 = llvm.and %1, %arg1 : i32
// CHECK-NEXT: "use"(%2, %3, %4) : (f32, i32, i32) -> ()
// CHECK-NEXT: llvm.return %3 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @choice(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: llvm.switch %arg0 : i32, ^bb1(%arg1 : i32) [
// CHECK-NEXT: 1: ^bb1(%arg0 : i32),
// CHECK-NEXT: 2: ^bb2(%arg0 : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: "go"(%0) : (i32) -> ()
// CHECK-NEXT: llvm.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: llvm.return %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }

llvm.mlir.global external @unset() : i32 {
  %0 = llvm.mlir.undef : i32
  llvm.return %0 : i32
}
llvm.func @loop(%c: i1, %a: i32) -> i32 {
  llvm.br ^l(%a, %a : i32, i32)
^l(%x: i32, %unused: i32):
  %0 = "go"(%x) : (i32) -> i1
  llvm.cond_br %0, ^l(%x, %unused : i32, i32), ^e(%x : i32)
^e(%y: i32):
  llvm.return %y : i32
}
llvm.func @order(%a: f32, %i: i32) -> (i32) {
  %c = llvm.mlir.constant(2.0 : f32) : f32
  %k = llvm.mlir.constant(6 : i32) : i32
  %0 = llvm.fadd %c, %a : f32
  %1 = llvm.add %k, %i : i32
  %2 = llvm.and %k, %i : i32
  "use"(%0, %1, %2) : (f32, i32, i32) -> ()
  llvm.return %1 : i32
}
llvm.func @choice(%k: i32, %a: i32) -> i32 {
  llvm.switch %k : i32, ^d(%a, %a : i32, i32) [
    1: ^d(%k, %a : i32, i32),
    2: ^e(%k : i32)
  ]
^d(%x: i32, %unused: i32):
  "go"(%x) : (i32) -> ()
  llvm.br ^e(%x : i32)
^e(%y: i32):
  llvm.return %y : i32
}
