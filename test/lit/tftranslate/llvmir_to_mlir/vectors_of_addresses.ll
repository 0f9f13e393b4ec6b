; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s
; RUN: tf-translate --llvmir-to-mlir %s | tf-translate --mlir-to-llvmir | filecheck %s --check-prefix=BACK --match-full-lines

; Several addresses in one expression: each index is a vector, but for that of a structure; casts are taken apart. Both texts are mlir-translate 22's.

@t = global [3 x [4 x i32]] zeroinitializer
@v = global <2 x ptr> getelementptr ([3 x [4 x i32]], ptr @t, i64 0, <2 x i64> <i64 1, i64 2>, i64 3)
@w = global <2 x ptr> getelementptr ({i32, [4 x i32]}, <2 x ptr> <ptr @t, ptr @t>, i64 0, i32 1, i64 2)
define <2 x ptr> @f() {
  ret <2 x ptr> getelementptr ([4 x i32], ptr @t, <2 x i64> <i64 1, i64 2>, <2 x i64> <i64 0, i64 1>)
}
define <2 x ptr> @g(<2 x ptr> %p) {
  %q = getelementptr {i32, [2 x [4 x i32]]}, <2 x ptr> %p, i64 0, i32 1, i64 1, i64 2
  ret <2 x ptr> %q
}
define <2 x ptr> @h(ptr %p, <2 x i32> %i) {
  %q = getelementptr {i32, [2 x [4 x i32]]}, ptr %p, <2 x i32> zeroinitializer, <2 x i32> splat (i32 1), <2 x i32> <i32 0, i32 1>, <2 x i32> %i
  ret <2 x ptr> %q
}
@z = global <2 x ptr> getelementptr ([4 x i32], ptr @t, i32 0, <2 x i32> zeroinitializer)
@y = global <2 x ptr> getelementptr inbounds ([3 x [4 x i32]], ptr @t, i32 0, <2 x i32> <i32 1, i32 -2>)
@x = global <2 x i64> ptrtoint (<2 x ptr> getelementptr inbounds ([3 x [4 x i32]], ptr @t, i32 0, <2 x i32> <i32 1, i32 -2>) to <2 x i64>)
@u = global <2 x ptr> getelementptr ({i32, [4 x i32]}, <2 x ptr> <ptr @t, ptr @v>, <2 x i32> <i32 1, i32 0>, <2 x i32> <i32 1, i32 1>, i16 2)
define i64 @e() {
  %a = extractelement <2 x ptr> getelementptr ({i32, [4 x i32]}, <2 x ptr> <ptr @t, ptr @v>, <2 x i32> <i32 1, i32 0>, <2 x i32> <i32 1, i32 1>, i16 2), i32 1
  %b = ptrtoint ptr %a to i64
  ret i64 %b
}

; CHECK-LABEL: llvm.mlir.global external @v() {addr_space = 0 : i32} : vector<2x!llvm.ptr> {
; CHECK-NEXT: %0 = llvm.mlir.constant(dense<3> : vector<2xi64>) : vector<2xi64>
; CHECK-NEXT: %1 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi64>) : vector<2xi64>
; CHECK-NEXT: %2 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT: %3 = llvm.mlir.constant(dense<0> : vector<2xi64>) : vector<2xi64>
; CHECK-NEXT: %4 = llvm.mlir.addressof @t : !llvm.ptr
; CHECK-NEXT: %5 = llvm.getelementptr %4[%3, %1, %0] : (!llvm.ptr, vector<2xi64>, vector<2xi64>, vector<2xi64>) -> vector<2x!llvm.ptr>, !llvm.array<3 x array<4 x i32>>
; CHECK-NEXT: llvm.return %5 : vector<2x!llvm.ptr>
; CHECK-NEXT: }
; CHECK-LABEL: llvm.mlir.global external @z() {addr_space = 0 : i32} : vector<2x!llvm.ptr> {
; CHECK-NEXT: %0 = llvm.mlir.addressof @t : !llvm.ptr
; CHECK-NEXT: %1 = llvm.mlir.undef : vector<2x!llvm.ptr>
; CHECK-NEXT: %2 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT: %3 = llvm.insertelement %0, %1[%2 : i32] : vector<2x!llvm.ptr>
; CHECK-NEXT: %4 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT: %5 = llvm.insertelement %0, %3[%4 : i32] : vector<2x!llvm.ptr>
; CHECK-NEXT: llvm.return %5 : vector<2x!llvm.ptr>
; CHECK-NEXT: }
; CHECK-LABEL: llvm.mlir.global external @x() {addr_space = 0 : i32} : vector<2xi64> {
; CHECK-NEXT: %0 = llvm.mlir.constant(-2 : i32) : i32
; CHECK-NEXT: %1 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT: %2 = llvm.mlir.addressof @t : !llvm.ptr
; CHECK-NEXT: %3 = llvm.getelementptr inbounds %2[%1, %0] : (!llvm.ptr, i32, i32) -> !llvm.ptr, !llvm.array<3 x array<4 x i32>>
; CHECK-NEXT: %4 = llvm.ptrtoint %3 : !llvm.ptr to i64
; CHECK-NEXT: %5 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT: %6 = llvm.getelementptr inbounds %2[%1, %5] : (!llvm.ptr, i32, i32) -> !llvm.ptr, !llvm.array<3 x array<4 x i32>>
; CHECK-NEXT: %7 = llvm.ptrtoint %6 : !llvm.ptr to i64
; CHECK-NEXT: %8 = llvm.mlir.undef : vector<2xi64>
; CHECK-NEXT: %9 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT: %10 = llvm.insertelement %7, %8[%9 : i32] : vector<2xi64>
; CHECK-NEXT: %11 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT: %12 = llvm.insertelement %4, %10[%11 : i32] : vector<2xi64>
; CHECK-NEXT: llvm.return %12 : vector<2xi64>
; CHECK-NEXT: }
; BACK: @t = global [3 x [4 x i32]] zeroinitializer
; BACK-NEXT: @v = global <2 x ptr> getelementptr ([3 x [4 x i32]], ptr @t, <2 x i64> zeroinitializer, <2 x i64> <i64 1, i64 2>, <2 x i64> splat (i64 3))
; BACK-NEXT: @w = global <2 x ptr> getelementptr ({ i32, [4 x i32] }, <2 x ptr> <ptr @t, ptr @t>, <2 x i64> zeroinitializer, i32 1, <2 x i64> splat (i64 2))
; BACK-NEXT: @z = global <2 x ptr> <ptr @t, ptr @t>
; BACK-NEXT: @y = global <2 x ptr> getelementptr inbounds ([3 x [4 x i32]], ptr @t, <2 x i64> zeroinitializer, <2 x i64> <i64 1, i64 -2>)
; BACK-NEXT: @x = global <2 x i64> <i64 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @t, i64 16) to i64), i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @t, i64 -32) to i64)>
; BACK-NEXT: @u = global <2 x ptr> getelementptr ({ i32, [4 x i32] }, <2 x ptr> <ptr @t, ptr @v>, <2 x i64> <i64 1, i64 0>, i32 1, <2 x i64> splat (i64 2))
