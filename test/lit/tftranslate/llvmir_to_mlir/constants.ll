; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Constants: numbers of all formats, aggregates, addresses and expressions of them; types that have names.

%0 = type { i32, ptr }
%n = type { ptr, %m }
%m = type { i32, <{ i8, i32 }>, %0 }
@a = external global %0
@b = external global %n
@c = external global target("spirv.Image", i32, 1, 2)
@e = external global x86_fp80
@g = global fp128 0xL00000000000000003FFF000000000000
@h = global half 0xH3C00
@i = global bfloat 0xR3F80
@0 = global i32 3
@j = global ptr @0
@k = global i1 true
@l = global i128 -5
@m = global <2 x i1> <i1 true, i1 false>
@m2 = global <2 x ptr> <ptr @a, ptr null>
@n = global [0 x i32] zeroinitializer
@o = global {} zeroinitializer
@p = global [2 x i32] undef
@q = global [2 x i32] [i32 1, i32 undef]
@r = global [2 x i128] [i128 1, i128 2]
@s = global i32 poison
@t = global ptr blockaddress(@ff, %bb)
@u = global ptr dso_local_equivalent @ff
@v = global [2 x i8] zeroinitializer
@w = global <4 x float> zeroinitializer
@x = global float 0x7FF8000000000000
@y = global ptr getelementptr inbounds nuw (%n, ptr @b, i64 0, i32 1, i32 0)
@z1 = global [2 x [2 x half]] [[2 x half] [half 1.0, half 2.0], [2 x half] [half 1.0, half 2.0]]
@z2 = global [2 x <2 x i32>] [<2 x i32> <i32 1, i32 2>, <2 x i32> splat(i32 3)]
@z3 = global <{i8, i32}> <{i8 1, i32 2}>
@z4 = global i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
@z5 = addrspace(3) global i32 undef
@z6 = global ptr addrspacecast (ptr addrspace(3) @z5 to ptr)
@z7 = global [3 x i8] c"ab\FF"
@z8 = linkonce_odr protected constant i32 0
@z9 = common global i32 0, align 4
define ptr @ff(ptr %x) {
  br label %bb
bb:
  indirectbr ptr %x, [label %bb, label %cc]
cc:
  ret ptr blockaddress(@ff, %bb)
}

; CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<{{.*}}>, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT:   llvm.mlir.global external @a() {addr_space = 0 : i32} : !llvm.struct<"", (i32, ptr)>
; CHECK-NEXT:   llvm.mlir.global external @b() {addr_space = 0 : i32} : !llvm.struct<"n", (ptr, struct<"m", (i32, struct<packed (i8, i32)>, struct<"", (i32, ptr)>)>)>
; CHECK-NEXT:   llvm.mlir.global external @c() {addr_space = 0 : i32} : !llvm.target<"spirv.Image", i32, 1, 2>
; CHECK-NEXT:   llvm.mlir.global external @e() {addr_space = 0 : i32} : f80
; CHECK-NEXT:   llvm.mlir.global external @g(1.000000e+00 : f128) {addr_space = 0 : i32} : f128
; CHECK-NEXT:   llvm.mlir.global external @h(1.000000e+00 : f16) {addr_space = 0 : i32} : f16
; CHECK-NEXT:   llvm.mlir.global external @i(1.000000e+00 : bf16) {addr_space = 0 : i32} : bf16
; CHECK-NEXT:   llvm.mlir.global external @mlir.llvm.nameless_global_0(3 : i32) {addr_space = 0 : i32} : i32
; CHECK-NEXT:   llvm.mlir.global external @j() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.mlir.addressof @mlir.llvm.nameless_global_0 : !llvm.ptr
; CHECK-NEXT:     llvm.return %0 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @k(true) {addr_space = 0 : i32} : i1
; CHECK-NEXT:   llvm.mlir.global external @l(-5 : i128) {addr_space = 0 : i32} : i128
; CHECK-NEXT:   llvm.mlir.global external @m(dense<[true, false]> : vector<2xi1>) {addr_space = 0 : i32} : vector<2xi1>
; CHECK-NEXT:   llvm.mlir.global external @m2() {addr_space = 0 : i32} : vector<2x!llvm.ptr> {
; CHECK-NEXT:     %0 = llvm.mlir.zero : !llvm.ptr
; CHECK-NEXT:     %1 = llvm.mlir.addressof @a : !llvm.ptr
; CHECK-NEXT:     %2 = llvm.mlir.undef : vector<2x!llvm.ptr>
; CHECK-NEXT:     %3 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT:     %4 = llvm.insertelement %1, %2[%3 : i32] : vector<2x!llvm.ptr>
; CHECK-NEXT:     %5 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %6 = llvm.insertelement %0, %4[%5 : i32] : vector<2x!llvm.ptr>
; CHECK-NEXT:     llvm.return %6 : vector<2x!llvm.ptr>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @n(dense<0> : tensor<0xi32>) {addr_space = 0 : i32} : !llvm.array<0 x i32>
; CHECK-NEXT:   llvm.mlir.global external @o() {addr_space = 0 : i32} : !llvm.struct<()> {
; CHECK-NEXT:     %0 = llvm.mlir.zero : !llvm.struct<()>
; CHECK-NEXT:     llvm.return %0 : !llvm.struct<()>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @p() {addr_space = 0 : i32} : !llvm.array<2 x i32> {
; CHECK-NEXT:     %0 = llvm.mlir.undef : !llvm.array<2 x i32>
; CHECK-NEXT:     llvm.return %0 : !llvm.array<2 x i32>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @q() {addr_space = 0 : i32} : !llvm.array<2 x i32> {
; CHECK-NEXT:     %0 = llvm.mlir.undef : i32
; CHECK-NEXT:     %1 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %2 = llvm.mlir.undef : !llvm.array<2 x i32>
; CHECK-NEXT:     %3 = llvm.insertvalue %1, %2[0] : !llvm.array<2 x i32> 
; CHECK-NEXT:     %4 = llvm.insertvalue %0, %3[1] : !llvm.array<2 x i32> 
; CHECK-NEXT:     llvm.return %4 : !llvm.array<2 x i32>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @r(dense<[1, 2]> : tensor<2xi128>) {addr_space = 0 : i32} : !llvm.array<2 x i128>
; CHECK-NEXT:   llvm.mlir.global external @s() {addr_space = 0 : i32} : i32 {
; CHECK-NEXT:     %0 = llvm.mlir.poison : i32
; CHECK-NEXT:     llvm.return %0 : i32
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @t() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.blockaddress <function = @ff, tag = <id = 0>> : !llvm.ptr
; CHECK-NEXT:     llvm.return %0 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @u() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.mlir.addressof @ff : !llvm.ptr
; CHECK-NEXT:     %1 = llvm.dso_local_equivalent @ff : !llvm.ptr
; CHECK-NEXT:     llvm.return %1 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @v(dense<0> : tensor<2xi8>) {addr_space = 0 : i32} : !llvm.array<2 x i8>
; CHECK-NEXT:   llvm.mlir.global external @w(dense<0.000000e+00> : vector<4xf32>) {addr_space = 0 : i32} : vector<4xf32>
; CHECK-NEXT:   llvm.mlir.global external @x(0x7FC00000 : f32) {addr_space = 0 : i32} : f32
; CHECK-NEXT:   llvm.mlir.global external @y() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT:     %1 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %2 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT:     %3 = llvm.mlir.addressof @b : !llvm.ptr
; CHECK-NEXT:     %4 = llvm.getelementptr inbounds|nuw %3[%2, 1, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"n", (ptr, struct<"m", (i32, struct<packed (i8, i32)>, struct<"", (i32, ptr)>)>)>
; CHECK-NEXT:     llvm.return %4 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @z1(dense<{{\[\[}}1.000000e+00, 2.000000e+00], [1.000000e+00, 2.000000e+00]]> : tensor<2x2xf16>) {addr_space = 0 : i32} : !llvm.array<2 x array<2 x f16>>
; CHECK-NEXT:   llvm.mlir.global external @z2(dense<{{\[\[}}1, 2], [3, 3]]> : vector<2x2xi32>) {addr_space = 0 : i32} : !llvm.array<2 x vector<2xi32>>
; CHECK-NEXT:   llvm.mlir.global external @z3() {addr_space = 0 : i32} : !llvm.struct<packed (i8, i32)> {
; CHECK-NEXT:     %0 = llvm.mlir.constant(2 : i32) : i32
; CHECK-NEXT:     %1 = llvm.mlir.constant(1 : i8) : i8
; CHECK-NEXT:     %2 = llvm.mlir.undef : !llvm.struct<packed (i8, i32)>
; CHECK-NEXT:     %3 = llvm.insertvalue %1, %2[0] : !llvm.struct<packed (i8, i32)> 
; CHECK-NEXT:     %4 = llvm.insertvalue %0, %3[1] : !llvm.struct<packed (i8, i32)> 
; CHECK-NEXT:     llvm.return %4 : !llvm.struct<packed (i8, i32)>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @z4() {addr_space = 0 : i32} : i64 {
; CHECK-NEXT:     %0 = llvm.mlir.addressof @b : !llvm.ptr
; CHECK-NEXT:     %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
; CHECK-NEXT:     %2 = llvm.mlir.addressof @a : !llvm.ptr
; CHECK-NEXT:     %3 = llvm.ptrtoint %2 : !llvm.ptr to i64
; CHECK-NEXT:     %4 = llvm.sub %3, %1 : i64
; CHECK-NEXT:     llvm.return %4 : i64
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @z5() {addr_space = 3 : i32} : i32 {
; CHECK-NEXT:     %0 = llvm.mlir.undef : i32
; CHECK-NEXT:     llvm.return %0 : i32
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @z6() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.mlir.addressof @z5 : !llvm.ptr<3>
; CHECK-NEXT:     %1 = llvm.addrspacecast %0 : !llvm.ptr<3> to !llvm.ptr
; CHECK-NEXT:     llvm.return %1 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @z7("ab\FF") {addr_space = 0 : i32}
; CHECK-NEXT:   llvm.mlir.global linkonce_odr protected constant @z8(0 : i32) {addr_space = 0 : i32, dso_local} : i32
; CHECK-NEXT:   llvm.mlir.global common @z9(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64} : i32
; CHECK-NEXT:   llvm.func @ff(%arg0: !llvm.ptr) -> !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.blockaddress <function = @ff, tag = <id = 0>> : !llvm.ptr
; CHECK-NEXT:     llvm.br ^bb1
; CHECK-NEXT:   ^bb1:  // 2 preds: ^bb0, ^bb1
; CHECK-NEXT:     llvm.blocktag <id = 0>
; CHECK-NEXT:     llvm.indirectbr %arg0 : !llvm.ptr, [
; CHECK-NEXT:     ^bb1,
; CHECK-NEXT:     ^bb2
; CHECK-NEXT:     ]
; CHECK-NEXT:   ^bb2:  // pred: ^bb1
; CHECK-NEXT:     llvm.return %0 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT: }
