// RUN: tf-opt %s --split-input-file --verify-diagnostics --llvm-require-lowered
// RUN: not tf-opt %s --split-input-file --pipeline=llvm -o %t 2>&1 | filecheck %s

llvm.func @all(%x: i32) -> i32 {
  %0 = llvm.add %x, %x : i32
  llvm.return %0 : i32
}

// -----

/// The operation itself is named, not the cast in front of it.
llvm.func @one(%x: i32) -> i8 {
  %0 = builtin.unrealized_conversion_cast %x : i32 to f32
  // expected-error @+2 {{'arith.truncf' op has not been lowered to the llvm dialect}}
  // CHECK: error: 'arith.truncf' op has not been lowered to the llvm dialect
  %1 = arith.truncf %0 : f32 to f8E4M3FN
  %2 = builtin.unrealized_conversion_cast %1 : f8E4M3FN to i8
  llvm.return %2 : i8
}
