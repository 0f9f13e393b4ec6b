// RUN: tf-opt --convert-to-llvm %s | filecheck --check-prefix=WIDE %s
// RUN: tf-opt --convert-to-llvm=dynamic %s | filecheck --check-prefix=NARROW %s

module attributes {dlti.dl_spec = #dlti.dl_spec<index = 16 : i64>} {
  func.func @sum(%a: index, %b: index) -> index {
    %0 = arith.addi %a, %b : index
    return %0 : index
  }
}

// WIDE: module attributes {dlti.dl_spec = #dlti.dl_spec<index = 16 : i64>} {
// WIDE: llvm.func @sum(%arg0: i64, %arg1: i64) -> i64 {
// WIDE-NEXT: %0 = llvm.add %arg0, %arg1 : i64
// WIDE-NEXT: llvm.return %0 : i64

// NARROW: module attributes {dlti.dl_spec = #dlti.dl_spec<index = 16 : i64>} {
// NARROW: llvm.func @sum(%arg0: i16, %arg1: i16) -> i16 {
// NARROW-NEXT: %0 = llvm.add %arg0, %arg1 : i16
// NARROW-NEXT: llvm.return %0 : i16
