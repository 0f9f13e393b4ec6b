; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Globals, constants, comdats, and what is said of a module. KEEP

source_filename = "a1.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.node = type { i32, ptr, %struct.inner }
%struct.inner = type { [4 x float], <2 x i16> }
%opaque = type opaque
$c1 = comdat any
@g = global i32 42, align 4
@h = internal unnamed_addr constant [3 x i32] [i32 1, i32 2, i32 3], align 4
@s = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@z = dso_local local_unnamed_addr global [10 x i32] zeroinitializer, align 16
@e = external global i32
@st = global %struct.node { i32 1, ptr @g, %struct.inner zeroinitializer }
@st2 = global { i32, ptr } zeroinitializer
@p = global ptr getelementptr inbounds (i8, ptr @h, i64 4)
@v = thread_local global <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, section "foo", comdat($c1)
@sp = hidden global <4 x i32> splat (i32 7)
@dd = global double 0x3FB999999999999A
@u = global i32 undef
@pz = global ptr null
@i = global i64 ptrtoint (ptr @g to i64)
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]
@al = alias i32, ptr @g
@md = global [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] zeroinitializer]
@ps = global [2 x ptr] [ptr @g, ptr @h]

define i32 @f(i32 %a, ptr noalias nocapture readonly align 8 dereferenceable(16) %p) local_unnamed_addr #0 {
entry:
  %x = add nsw i32 %a, 1
  %y = mul nuw nsw i32 %x, %a
  %c = icmp slt i32 %y, 100
  br i1 %c, label %then, label %else

then:
  %q = getelementptr inbounds %struct.node, ptr %p, i64 0, i32 1
  %l = load ptr, ptr %q, align 8, !tbaa !3
  br label %join

else:
  %st = select i1 %c, i32 1, i32 2
  store i32 %st, ptr %p, align 4
  br label %join

join:
  %r = phi i32 [ 5, %then ], [ %st, %else ]
  %m = call i32 @llvm.smax.i32(i32 %r, i32 3)
  ret i32 %m
}
declare i32 @llvm.smax.i32(i32, i32)
declare void @ext(ptr, ...) #1
attributes #0 = { nounwind memory(argmem: readwrite) "target-cpu"="x86-64" "target-features"="+sse,+avx" "frame-pointer"="all" uwtable }
attributes #1 = { noreturn "foo" "bar"="baz" }
!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{!"clang 22"}
!3 = !{!4, !4, i64 0}
!4 = !{!"any pointer", !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}

; CHECK: #tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
; CHECK-NEXT: #tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
; CHECK-NEXT: #tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
; CHECK-NEXT: #tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
; CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "clang 22", llvm.module_asm = [], llvm.target_triple = "x86_64-unknown-linux-gnu"} {
; CHECK-NEXT:   llvm.comdat @__llvm_global_comdat {
; CHECK-NEXT:     llvm.comdat_selector @c1 any
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @g(42 : i32) {addr_space = 0 : i32, alignment = 4 : i64} : i32
; CHECK-NEXT:   llvm.mlir.global internal unnamed_addr constant @h(dense<[1, 2, 3]> : tensor<3xi32>) {addr_space = 0 : i32, alignment = 4 : i64, dso_local} : !llvm.array<3 x i32>
; CHECK-NEXT:   llvm.mlir.global private unnamed_addr constant @s("hello\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
; CHECK-NEXT:   llvm.mlir.global external local_unnamed_addr @z(dense<0> : tensor<10xi32>) {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<10 x i32>
; CHECK-NEXT:   llvm.mlir.global external @e() {addr_space = 0 : i32} : i32
; CHECK-NEXT:   llvm.mlir.global external @st() {addr_space = 0 : i32} : !llvm.struct<"struct.node", (i32, ptr, struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>)> {
; CHECK-NEXT:     %0 = llvm.mlir.constant(0 : i16) : i16
; CHECK-NEXT:     %1 = llvm.mlir.constant(dense<0> : vector<2xi16>) : vector<2xi16>
; CHECK-NEXT:     %2 = llvm.mlir.constant(0.000000e+00 : f32) : f32
; CHECK-NEXT:     %3 = llvm.mlir.constant(dense<0.000000e+00> : tensor<4xf32>) : !llvm.array<4 x f32>
; CHECK-NEXT:     %4 = llvm.mlir.zero : !llvm.struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>
; CHECK-NEXT:     %5 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT:     %6 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %7 = llvm.mlir.undef : !llvm.struct<"struct.node", (i32, ptr, struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>)>
; CHECK-NEXT:     %8 = llvm.insertvalue %6, %7[0] : !llvm.struct<"struct.node", (i32, ptr, struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>)> 
; CHECK-NEXT:     %9 = llvm.insertvalue %5, %8[1] : !llvm.struct<"struct.node", (i32, ptr, struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>)> 
; CHECK-NEXT:     %10 = llvm.insertvalue %4, %9[2] : !llvm.struct<"struct.node", (i32, ptr, struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>)> 
; CHECK-NEXT:     llvm.return %10 : !llvm.struct<"struct.node", (i32, ptr, struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>)>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @st2() {addr_space = 0 : i32} : !llvm.struct<(i32, ptr)> {
; CHECK-NEXT:     %0 = llvm.mlir.zero : !llvm.ptr
; CHECK-NEXT:     %1 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT:     %2 = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
; CHECK-NEXT:     llvm.return %2 : !llvm.struct<(i32, ptr)>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @p() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.mlir.constant(4 : i64) : i64
; CHECK-NEXT:     %1 = llvm.mlir.addressof @h : !llvm.ptr
; CHECK-NEXT:     %2 = llvm.getelementptr inbounds %1[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
; CHECK-NEXT:     llvm.return %2 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external thread_local @v(dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : vector<4xf32>) comdat(@__llvm_global_comdat::@c1) {addr_space = 0 : i32, section = "foo"} : vector<4xf32>
; CHECK-NEXT:   llvm.mlir.global external hidden @sp(dense<7> : vector<4xi32>) {addr_space = 0 : i32, dso_local} : vector<4xi32>
; CHECK-NEXT:   llvm.mlir.global external @dd(1.000000e-01 : f64) {addr_space = 0 : i32} : f64
; CHECK-NEXT:   llvm.mlir.global external @u() {addr_space = 0 : i32} : i32 {
; CHECK-NEXT:     %0 = llvm.mlir.undef : i32
; CHECK-NEXT:     llvm.return %0 : i32
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @pz() {addr_space = 0 : i32} : !llvm.ptr {
; CHECK-NEXT:     %0 = llvm.mlir.zero : !llvm.ptr
; CHECK-NEXT:     llvm.return %0 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @i() {addr_space = 0 : i32} : i64 {
; CHECK-NEXT:     %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT:     %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
; CHECK-NEXT:     llvm.return %1 : i64
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global_ctors ctors = [@f], priorities = [65535 : i32], data = [#llvm.zero]
; CHECK-NEXT:   llvm.mlir.global external @md() {addr_space = 0 : i32} : !llvm.array<2 x array<2 x i32>> {
; CHECK-NEXT:     %0 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT:     %1 = llvm.mlir.constant(dense<0> : tensor<2xi32>) : !llvm.array<2 x i32>
; CHECK-NEXT:     %2 = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
; CHECK-NEXT:     %3 = llvm.mlir.undef : !llvm.array<2 x array<2 x i32>>
; CHECK-NEXT:     %4 = llvm.insertvalue %2, %3[0] : !llvm.array<2 x array<2 x i32>> 
; CHECK-NEXT:     %5 = llvm.insertvalue %1, %4[1] : !llvm.array<2 x array<2 x i32>> 
; CHECK-NEXT:     llvm.return %5 : !llvm.array<2 x array<2 x i32>>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.global external @ps() {addr_space = 0 : i32} : !llvm.array<2 x ptr> {
; CHECK-NEXT:     %0 = llvm.mlir.addressof @h : !llvm.ptr
; CHECK-NEXT:     %1 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT:     %2 = llvm.mlir.undef : !llvm.array<2 x ptr>
; CHECK-NEXT:     %3 = llvm.insertvalue %1, %2[0] : !llvm.array<2 x ptr> 
; CHECK-NEXT:     %4 = llvm.insertvalue %0, %3[1] : !llvm.array<2 x ptr> 
; CHECK-NEXT:     llvm.return %4 : !llvm.array<2 x ptr>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.mlir.alias external @al : i32 {
; CHECK-NEXT:     %0 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT:     llvm.return %0 : !llvm.ptr
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
; CHECK-NEXT:   llvm.func local_unnamed_addr @f(%arg0: i32, %arg1: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.noalias, llvm.nocapture, llvm.readonly}) -> i32 attributes {frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = {{\[\[}}"target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+sse", "+avx"]>, uwtable_kind = #llvm.uwtableKind<async>} {
; CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %1 = llvm.mlir.constant(100 : i32) : i32
; CHECK-NEXT:     %2 = llvm.mlir.constant(2 : i32) : i32
; CHECK-NEXT:     %3 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT:     %4 = llvm.mlir.constant(5 : i32) : i32
; CHECK-NEXT:     %5 = llvm.mlir.constant(3 : i32) : i32
; CHECK-NEXT:     %6 = llvm.add %arg0, %0 overflow<nsw> : i32
; CHECK-NEXT:     %7 = llvm.mul %6, %arg0 overflow<nsw, nuw> : i32
; CHECK-NEXT:     %8 = llvm.icmp "slt" %7, %1 : i32
; CHECK-NEXT:     llvm.cond_br %8, ^bb1, ^bb2
; CHECK-NEXT:   ^bb1:  // pred: ^bb0
; CHECK-NEXT:     %9 = llvm.getelementptr inbounds %arg1[%3, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.node", (i32, ptr, struct<"struct.inner", (array<4 x f32>, vector<2xi16>)>)>
; CHECK-NEXT:     %10 = llvm.load %9 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
; CHECK-NEXT:     llvm.br ^bb3(%4 : i32)
; CHECK-NEXT:   ^bb2:  // pred: ^bb0
; CHECK-NEXT:     %11 = llvm.select %8, %0, %2 : i1, i32
; CHECK-NEXT:     llvm.store %11, %arg1 {alignment = 4 : i64} : i32, !llvm.ptr
; CHECK-NEXT:     llvm.br ^bb3(%11 : i32)
; CHECK-NEXT:   ^bb3(%12: i32):  // 2 preds: ^bb1, ^bb2
; CHECK-NEXT:     %13 = llvm.intr.smax(%12, %5) : (i32, i32) -> i32
; CHECK-NEXT:     llvm.return %13 : i32
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @ext(!llvm.ptr, ...) attributes {passthrough = ["noreturn", ["bar", "baz"], "foo"]}
; CHECK-NEXT: }
