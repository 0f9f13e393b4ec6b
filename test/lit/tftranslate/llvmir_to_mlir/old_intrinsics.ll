; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Intrinsics as older versions of LLVM called them: lifetimes with a size, of what alloca gives or of anything, and copies with one alignment.
; The text is mlir-translate 22's.

define void @f(ptr %p, ptr %q) {
  %a = alloca i32
  %b = bitcast ptr %a to ptr
  %c = getelementptr i8, ptr %a, i64 0
  call void @llvm.lifetime.start.p0i8(i64 4, ptr %b)
  call void @llvm.lifetime.start.p0i8(i64 4, ptr %c)
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  call void @llvm.lifetime.end.p0(i64 4, ptr poison)
  call void @llvm.memcpy.p0i8.p0i8.i64(ptr %p, ptr %q, i64 4, i32 8, i1 false)
  call void @llvm.memmove.p0i8.p0i8.i64(ptr %p, ptr %q, i64 4, i32 0, i1 false)
  call void @llvm.memset.p0i8.i64(ptr %p, i8 1, i64 4, i32 1, i1 true)
  ret void
}
declare void @llvm.lifetime.start.p0i8(i64, ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0i8.p0i8.i64(ptr, ptr, i64, i32, i1)
declare void @llvm.memmove.p0i8.p0i8.i64(ptr, ptr, i64, i32, i1)
declare void @llvm.memset.p0i8.i64(ptr, i8, i64, i32, i1)

; CHECK: llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
; CHECK-NEXT: %0 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT: %1 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT: %2 = llvm.mlir.constant(4 : i64) : i64
; CHECK-NEXT: %3 = llvm.mlir.constant(1 : i8) : i8
; CHECK-NEXT: %4 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
; CHECK-NEXT: %5 = llvm.bitcast %4 : !llvm.ptr to !llvm.ptr
; CHECK-NEXT: %6 = llvm.getelementptr %4[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
; CHECK-NEXT: llvm.intr.lifetime.start %4 : !llvm.ptr
; CHECK-NEXT: llvm.intr.lifetime.start %4 : !llvm.ptr
; CHECK-NEXT: llvm.intr.lifetime.start %4 : !llvm.ptr
; CHECK-NEXT: "llvm.intr.memcpy"(%arg0, %arg1, %2) <{arg_attrs = [{llvm.align = 8 : i64}, {llvm.align = 8 : i64}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
; CHECK-NEXT: "llvm.intr.memmove"(%arg0, %arg1, %2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
; CHECK-NEXT: "llvm.intr.memset"(%arg0, %3, %2) <{arg_attrs = [{llvm.align = 1 : i64}, {}, {}], isVolatile = true}> : (!llvm.ptr, i8, i64) -> ()
; CHECK-NEXT: llvm.return
; CHECK-NEXT: }
