; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Pointers to functions, as before LLVM 15. As mlir-translate 22 reads them.

declare i32 @g(i32)
define i32 @f(i32 (i32)* %p, void ()* %q) {
  %r = call i32 %p(i32 3)
  call void %q()
  %s = call i32 (i32) @g(i32 1)
  ret i32 %r
}
@h = global i32 (i32)* @g
@t = global [2 x i32 (i32)*] [i32 (i32)* @g, i32 (i32)* null]

; CHECK:      llvm.mlir.global external @h() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: llvm.return %0 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @t() {addr_space = 0 : i32} : !llvm.array<2 x ptr> {
; CHECK-NEXT: %0 = llvm.mlir.zero : !llvm.ptr
; CHECK-NEXT: %1 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: %2 = llvm.mlir.undef : !llvm.array<2 x ptr>
; CHECK-NEXT: %3 = llvm.insertvalue %1, %2[0] : !llvm.array<2 x ptr> 
; CHECK-NEXT: %4 = llvm.insertvalue %0, %3[1] : !llvm.array<2 x ptr> 
; CHECK-NEXT: llvm.return %4 : !llvm.array<2 x ptr>
; CHECK-NEXT: }
; CHECK-NEXT: llvm.func @g(i32) -> i32
; CHECK-NEXT: llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr) -> i32 {
; CHECK-NEXT: %0 = llvm.mlir.constant(3 : i32) : i32
; CHECK-NEXT: %1 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT: %2 = llvm.call %arg0(%0) : !llvm.ptr, (i32) -> i32
; CHECK-NEXT: llvm.call %arg1() : !llvm.ptr, () -> ()
; CHECK-NEXT: %3 = llvm.call @g(%1) : (i32) -> i32
; CHECK-NEXT: llvm.return %2 : i32
; CHECK-NEXT: }
; CHECK-NEXT: }
