// RUN: tf-opt %s --split-input-file --verify-diagnostics --llvm-require-lowered
// RUN: not tf-opt %s --split-input-file --pipeline=llvm -o %t 2>&1 | filecheck %s

llvm.func @all(%x: i32) -> i32 {
  %0 = llvm.add %x, %x : i32
  llvm.return %0 : i32
}

// -----

/// The operation itself is named, not the cast in front of it.
llvm.func @one(%x: !llvm.struct<(f32, f32)>) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : !llvm.struct<(f32, f32)> to complex<f32>
  // expected-error @+2 {{'complex.bitcast' op has not been lowered to the llvm dialect}}
  // CHECK: error: 'complex.bitcast' op has not been lowered to the llvm dialect
  %1 = complex.bitcast %0 : complex<f32> to ui64
  %2 = builtin.unrealized_conversion_cast %1 : ui64 to i64
  llvm.return %2 : i64
}
