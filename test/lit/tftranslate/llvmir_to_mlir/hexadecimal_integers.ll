; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Hexadecimal integers have as many bits as their first that is set asks for: s0x7F and s0xFF are -1. As mlir-translate 22 reads them.

define i32 @f(i32 %x) {
  %a = add i32 %x, u0xFF
  %b = add i32 %a, s0xFF
  %c = add i32 %b, s0x7F
  %d = add i32 %c, s0x0
  %e = add i32 %d, u0x80000000
  ret i32 %e
}
define i8 @g(i8 %x) {
  %a = add i8 %x, s0x80
  %b = mul i8 %a, u0x0F
  ret i8 %b
}

; CHECK:      llvm.func @f(%arg0: i32) -> i32 {
; CHECK-NEXT: %0 = llvm.mlir.constant(255 : i32) : i32
; CHECK-NEXT: %1 = llvm.mlir.constant(-1 : i32) : i32
; CHECK-NEXT: %2 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT: %3 = llvm.mlir.constant(-2147483648 : i32) : i32
; CHECK-NEXT: %4 = llvm.add %arg0, %0 : i32
; CHECK-NEXT: %5 = llvm.add %4, %1 : i32
; CHECK-NEXT: %6 = llvm.add %5, %1 : i32
; CHECK-NEXT: %7 = llvm.add %6, %2 : i32
; CHECK-NEXT: %8 = llvm.add %7, %3 : i32
; CHECK-NEXT: llvm.return %8 : i32
; CHECK-NEXT: }
; CHECK-NEXT: llvm.func @g(%arg0: i8) -> i8 {
; CHECK-NEXT: %0 = llvm.mlir.constant(-128 : i8) : i8
; CHECK-NEXT: %1 = llvm.mlir.constant(15 : i8) : i8
; CHECK-NEXT: %2 = llvm.add %arg0, %0 : i8
; CHECK-NEXT: %3 = llvm.mul %2, %1 : i8
; CHECK-NEXT: llvm.return %3 : i8
; CHECK-NEXT: }
; CHECK-NEXT: }
