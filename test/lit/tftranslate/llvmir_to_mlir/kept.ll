; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s
; RUN: tf-translate --llvmir-to-mlir %s | tf-translate --mlir-to-llvmir | filecheck %s --check-prefix=BACK

; What upstream's import leaves out, and the dialect can say: bundles of calls, and globals that somebody else initializes.

; CHECK: llvm.mlir.global external externally_initialized @g(0 : i32)
; BACK: @g = externally_initialized global i32 0
@g = externally_initialized global i32 0
declare void @v(ptr, ...)
define void @f(ptr %p) {
  ; CHECK: llvm.call @v(%arg0, %0) vararg(!llvm.func<void (ptr, ...)>) ["deopt"(%0, %arg0 : i32, !llvm.ptr), "x"()] : (!llvm.ptr, i32) -> ()
  ; BACK: call void (ptr, ...) @v(ptr %0, i32 1) [ "deopt"(i32 1, ptr %0), "x"() ]
  call void (ptr, ...) @v(ptr %p, i32 1) [ "deopt"(i32 1, ptr %p), "x"() ]
  ret void
}
