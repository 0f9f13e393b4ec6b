; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Expressions that LLVM folds where it reads them, an intrinsic named as before LLVM 15, and a group of attributes that nothing defines. The
; text is mlir-translate 22's, but that it drops `inrange`.

@g = external global [32 x i32]
@zero_offset = global ptr getelementptr inbounds ([32 x i32], ptr @g, i64 0, i64 0)
@some_offset = global ptr getelementptr inbounds ([32 x i32], ptr @g, i64 0, i64 1)
@kept_range = global ptr getelementptr inbounds inrange(-4, 8) ([32 x i32], ptr @g, i64 0, i64 0)
@same_pointer = global ptr bitcast (ptr @g to ptr)
@null_number = global i64 ptrtoint (ptr null to i64)
@null_pointer = global ptr inttoptr (i64 0 to ptr)
@number_pointer = global ptr inttoptr (i64 8 to ptr)
@sum = global i32 add (i32 7, i32 -2)
@with_nothing = global i64 add (i64 ptrtoint (ptr @g to i64), i64 0)
@nothing_less = global i64 sub (i64 0, i64 ptrtoint (ptr @g to i64))
@cut = global i8 trunc (i32 511 to i8)
@bits = global float bitcast (i32 1065353216 to float)
@bits_back = global i32 bitcast (float -0.0 to i32)
@nothing = global ptr getelementptr (i8, ptr undef, i64 1)
@poisoned = global i32 xor (i32 poison, i32 1)
@both_undefined = global i32 xor (i32 undef, i32 undef)
@undefined = global i32 sub (i32 undef, i32 1)
@vector = global <2 x i8> trunc (<2 x i32> <i32 257, i32 2> to <2 x i8>)
@vsum = global <2 x i32> add (<2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>)

define void @f(ptr %p) #7 {
  %1 = load i32, ptr getelementptr inbounds ([32 x i32], ptr @g, i64 0, i64 0)
  call void @llvm.memset.p0i8.i64(ptr %p, i8 0, i64 12, i1 false)
  ret void
}
declare void @llvm.memset.p0i8.i64(ptr, i8, i64, i1)

; CHECK: llvm.mlir.global external @g() {addr_space = 0 : i32} : !llvm.array<32 x i32>
; CHECK-NEXT: llvm.mlir.global external @zero_offset() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: llvm.return %0 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @some_offset() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.constant(1 : i64) : i64
; CHECK-NEXT: %1 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT: %2 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: %3 = llvm.getelementptr inbounds %2[%1, %0] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<32 x i32>
; CHECK-NEXT: llvm.return %3 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @kept_range() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT: %1 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: %2 = llvm.getelementptr inbounds %1[%0, %0] {tfir.inrange = array<i64: -4, 8>} : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<32 x i32>
; CHECK-NEXT: llvm.return %2 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @same_pointer() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: llvm.return %0 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @null_number(0 : i64) {addr_space = 0 : i32} : i64
; CHECK-NEXT: llvm.mlir.global external @null_pointer() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.zero : !llvm.ptr
; CHECK-NEXT: llvm.return %0 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @number_pointer() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.constant(8 : i64) : i64
; CHECK-NEXT: %1 = llvm.inttoptr %0 : i64 to !llvm.ptr
; CHECK-NEXT: llvm.return %1 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @sum(5 : i32) {addr_space = 0 : i32} : i32
; CHECK-NEXT: llvm.mlir.global external @with_nothing() {addr_space = 0 : i32} : i64 {
; CHECK-NEXT: %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
; CHECK-NEXT: llvm.return %1 : i64
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @nothing_less() {addr_space = 0 : i32} : i64 {
; CHECK-NEXT: %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
; CHECK-NEXT: %2 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT: %3 = llvm.sub %2, %1 : i64
; CHECK-NEXT: llvm.return %3 : i64
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @cut(-1 : i8) {addr_space = 0 : i32} : i8
; CHECK-NEXT: llvm.mlir.global external @bits(1.000000e+00 : f32) {addr_space = 0 : i32} : f32
; CHECK-NEXT: llvm.mlir.global external @bits_back(-2147483648 : i32) {addr_space = 0 : i32} : i32
; CHECK-NEXT: llvm.mlir.global external @nothing() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT: %0 = llvm.mlir.undef : !llvm.ptr
; CHECK-NEXT: llvm.return %0 : !llvm.ptr
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @poisoned() {addr_space = 0 : i32} : i32 {
; CHECK-NEXT: %0 = llvm.mlir.poison : i32
; CHECK-NEXT: llvm.return %0 : i32
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @both_undefined(0 : i32) {addr_space = 0 : i32} : i32
; CHECK-NEXT: llvm.mlir.global external @undefined() {addr_space = 0 : i32} : i32 {
; CHECK-NEXT: %0 = llvm.mlir.undef : i32
; CHECK-NEXT: llvm.return %0 : i32
; CHECK-NEXT: }
; CHECK-NEXT: llvm.mlir.global external @vector(dense<[1, 2]> : vector<2xi8>) {addr_space = 0 : i32} : vector<2xi8>
; CHECK-NEXT: llvm.mlir.global external @vsum(dense<[4, 6]> : vector<2xi32>) {addr_space = 0 : i32} : vector<2xi32>
; CHECK-NEXT: llvm.func @f(%arg0: !llvm.ptr) {
; CHECK-NEXT: %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT: %1 = llvm.mlir.constant(0 : i8) : i8
; CHECK-NEXT: %2 = llvm.mlir.constant(12 : i64) : i64
; CHECK-NEXT: %3 = llvm.load %0 {alignment = 4 : i64} : !llvm.ptr -> i32
; CHECK-NEXT: "llvm.intr.memset"(%arg0, %1, %2) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
; CHECK-NEXT: llvm.return
; CHECK-NEXT: }
