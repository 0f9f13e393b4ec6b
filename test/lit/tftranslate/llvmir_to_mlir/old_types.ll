; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s
; Pointers that say what they point to, as before LLVM 15, and reductions as before LLVM 12; as mlir-translate 22 reads them.

@p = external global i8
@q = global i8* @p
define i32* @f(i32* %x, i8 addrspace(3)* %y, [2 x i32]** %z) {
  store i8 0, i8* @p
  %v = load i32, i32* %x
  ret i32* %x
}
define i8 @r(<2 x i8> %v, <2 x float> %w) {
  %a = call i8 @llvm.experimental.vector.reduce.add.v2i8(<2 x i8> %v)
  %b = call i8 @llvm.experimental.vector.reduce.umax.v2i8(<2 x i8> %v)
  %c = call float @llvm.experimental.vector.reduce.v2.fadd.f32.v2f32(float 0.0, <2 x float> %w)
  %d = call float @llvm.experimental.vector.reduce.fmax.v2f32(<2 x float> %w)
  ret i8 %a
}
declare i8 @llvm.experimental.vector.reduce.add.v2i8(<2 x i8>)
declare i8 @llvm.experimental.vector.reduce.umax.v2i8(<2 x i8>)
declare float @llvm.experimental.vector.reduce.v2.fadd.f32.v2f32(float, <2 x float>)
declare float @llvm.experimental.vector.reduce.fmax.v2f32(<2 x float>)

; CHECK: llvm.mlir.global external @p() {addr_space = 0 : i32} : i8
; CHECK-NEXT: llvm.mlir.global external @q() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.addressof @p : !llvm.ptr
; CHECK-NEXT: llvm.return %0 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr<3>, %arg2: !llvm.ptr) -> !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.constant(0 : i8) : i8
; CHECK-NEXT: %1 = llvm.mlir.addressof @p : !llvm.ptr
; CHECK-NEXT: llvm.store %0, %1 {alignment = 1 : i64} : i8, !llvm.ptr
; CHECK-NEXT: %2 = llvm.load %arg0 {alignment = 4 : i64} : !llvm.ptr -> i32
; CHECK-NEXT: llvm.return %arg0 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.func @r(%arg0: vector<2xi8>, %arg1: vector<2xf32>) -> i8 {
; CHECK-NEXT: %0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
; CHECK-NEXT: %1 = "llvm.intr.vector.reduce.add"(%arg0) : (vector<2xi8>) -> i8
; CHECK-NEXT: %2 = "llvm.intr.vector.reduce.umax"(%arg0) : (vector<2xi8>) -> i8
; CHECK-NEXT: %3 = "llvm.intr.vector.reduce.fadd"(%0, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<2xf32>) -> f32
; CHECK-NEXT: %4 = llvm.intr.vector.reduce.fmax(%arg1) : (vector<2xf32>) -> f32
; CHECK-NEXT: llvm.return %1 : i8
; CHECK-NEXT: }
