// RUN: echo "func.func @f() { return }" | not tf-translate --mlir-to-llvmir 2>&1 | filecheck %s --check-prefix=FUNC
// FUNC: <stdin>:1:1: error: 'func.func' op cannot be written as LLVM IR: it is no operation of the llvm dialect that a module holds

// RUN: not tf-translate --mlir-to-llvmir %s -o %t.ll 2>&1 | filecheck %s
// RUN: not ls %t.ll

llvm.func @f() -> i32 {
  // CHECK: refused.mlir:[[# @LINE + 1]]:8: error: 'llvm.unknown' op cannot be written as LLVM IR
  %0 = "llvm.unknown"() : () -> i32
  llvm.return %0 : i32
}
