; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Instructions, each with its flags; exceptions; branches with values for phi nodes.

@tls = thread_local(initialexec) global i32 0
@g = global i32 0 #0
@arr = global [2 x ptr] zeroinitializer, align 8, !dbg !0
declare void @v(ptr, ...)
declare i32 @pers(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
define i32 @f(i32 %a, ptr %p, float %x, <4 x float> %v, <4 x i32> %w) personality ptr @pers {
  %al = alloca i32, i32 %a, align 16
  %al2 = alloca inalloca i8, align 1
  %al3 = alloca [4 x i32], align 4, addrspace(0)
  %l = load volatile i32, ptr %p, align 4
  %l2 = load atomic i32, ptr %p syncscope("agent") acquire, align 4
  store atomic volatile i32 %l, ptr %p release, align 4
  store i32 1, ptr %p, align 1, !nontemporal !1
  %li = load i32, ptr %p, align 4, !invariant.load !2, !range !3
  %rm = atomicrmw volatile add ptr %p, i32 %l seq_cst, align 4
  %rm2 = atomicrmw fadd ptr %p, float %x syncscope("x") monotonic, align 4
  %cx = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  fence syncscope("singlethread") seq_cst
  %ex = extractvalue { i32, i1 } %cx, 0
  %iv = insertvalue { i32, i1 } %cx, i32 5, 0
  %ee = extractelement <4 x float> %v, i32 1
  %ie = insertelement <4 x float> %v, float %ee, i64 0
  %sv = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 1, i32 poison>
  %sz = shufflevector <4 x float> %v, <4 x float> %v, <4 x i32> zeroinitializer
  %fn = fneg nnan ninf float %x
  %fa = fadd fast float %x, 2.0
  %fc = fcmp nsz olt float %x, %fa
  %se = select nnan i1 %fc, float %x, float %fa
  %fr = freeze i32 %l
  %e = udiv exact i32 %l, 4
  %d = or disjoint i32 %l, 4
  %z = zext nneg i32 %l to i64
  %t = trunc nuw nsw i64 %z to i16
  %u = uitofp nneg i32 %l to float
  %i2p = inttoptr i64 %z to ptr
  %p2i = ptrtoint ptr %p to i64
  %bc = bitcast float %x to i32
  %asc = addrspacecast ptr %p to ptr addrspace(3)
  %cm = icmp samesign ult i32 %l, 4
  %c1 = call i32 (ptr, ...) @pers(ptr %p, i32 3)
  %c2 = tail call fastcc i32 %p(i32 signext %a, ptr noalias %p) nounwind memory(read) "foo"
  call void (ptr, ...) @v(ptr %p, i32 1, float 1.0)
  %as = call i32 asm sideeffect alignstack inteldialect "mov $0, $1", "=r,r"(i32 %a)
  %c3 = musttail call i32 @f(i32 %a, ptr %p, float %x, <4 x float> %v, <4 x i32> %w)
  ret i32 %c3
}
define void @g1(ptr %p, i32 %s) personality ptr @pers {
entry:
  %r = invoke i32 @pers(i32 1) to label %ok unwind label %lp
ok:
  %ph = phi i32 [ %r, %entry ]
  switch i32 %s, label %done [ i32 1, label %ok2
    i32 -2, label %done ], !prof !4
ok2:
  br i1 true, label %done, label %ok2, !prof !5, !llvm.loop !6
done:
  %q = phi i32 [ 1, %ok ], [ 1, %ok ], [ 3, %ok2 ]
  ret void
lp:
  %l = landingpad { ptr, i32 } cleanup catch ptr null filter [1 x ptr] [ptr @g]
  resume { ptr, i32 } %l
dead:
  unreachable
}
define void @g2(...) {
  %va = alloca ptr
  call void @llvm.va_start(ptr %va)
  %x = va_arg ptr %va, i32
  call void @llvm.va_end(ptr %va)
  ret void
}
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
attributes #0 = { "a"="b" }
!0 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "arr", scope: !11, file: !12, line: 1, isLocal: false, isDefinition: true)
!11 = distinct !DICompileUnit(language: DW_LANG_C11, file: !12)
!12 = !DIFile(filename: "a", directory: "b")
!1 = !{i32 1}
!2 = !{}
!3 = !{i32 0, i32 5}
!4 = !{!"branch_weights", i32 1, i32 2, i32 3}
!5 = !{!"branch_weights", i32 1, i32 2}
!6 = distinct !{!6, !7, !8, !9}
!7 = !{!"llvm.loop.mustprogress"}
!8 = !{!"llvm.loop.vectorize.width", i32 4}
!9 = !{!"llvm.loop.unroll.disable"}

; CHECK: #loop_unroll = #llvm.loop_unroll<disable = true>
; CHECK-NEXT: #loop_vectorize = #llvm.loop_vectorize<width = 4 : i32>
; CHECK-NEXT: #loop_annotation = #llvm.loop_annotation<vectorize = #loop_vectorize, unroll = #loop_unroll, mustProgress = true>
; CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<{{.*}}>, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT:   llvm.mlir.global external thread_local @tls(0 : i32) {addr_space = 0 : i32, tfir.tls_model = "initialexec"} : i32
; CHECK-NEXT:   llvm.mlir.global external @g(0 : i32) {addr_space = 0 : i32, target_specific_attrs = {{\[\[}}"a", "b"]]} : i32
; CHECK-NEXT:   llvm.mlir.global external @arr() {addr_space = 0 : i32, alignment = 8 : i64} : !llvm.array<2 x ptr> {
; CHECK-NEXT:     %0 = llvm.mlir.zero : !llvm.ptr
; CHECK-NEXT:     %1 = llvm.mlir.zero : !llvm.array<2 x ptr>
; CHECK-NEXT:     llvm.return %1 : !llvm.array<2 x ptr>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @v(!llvm.ptr, ...)
; CHECK-NEXT:   llvm.func @pers(...) -> i32
; CHECK-NEXT:   llvm.func @f(%arg0: i32, %arg1: !llvm.ptr, %arg2: f32, %arg3: vector<4xf32>, %arg4: vector<4xi32>) -> i32 attributes {personality = @pers} {
; CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %1 = llvm.mlir.constant(0 : i32) : i32
; CHECK-NEXT:     %2 = llvm.mlir.constant(5 : i32) : i32
; CHECK-NEXT:     %3 = llvm.mlir.constant(0 : i64) : i64
; CHECK-NEXT:     %4 = llvm.mlir.poison : vector<4xf32>
; CHECK-NEXT:     %5 = llvm.mlir.constant(2.000000e+00 : f32) : f32
; CHECK-NEXT:     %6 = llvm.mlir.constant(4 : i32) : i32
; CHECK-NEXT:     %7 = llvm.mlir.constant(3 : i32) : i32
; CHECK-NEXT:     %8 = llvm.mlir.constant(1.000000e+00 : f32) : f32
; CHECK-NEXT:     %9 = llvm.alloca %arg0 x i32 {alignment = 16 : i64} : (i32) -> !llvm.ptr
; CHECK-NEXT:     %10 = llvm.alloca inalloca %0 x i8 {alignment = 1 : i64} : (i32) -> !llvm.ptr
; CHECK-NEXT:     %11 = llvm.alloca %0 x !llvm.array<4 x i32> {alignment = 4 : i64} : (i32) -> !llvm.ptr
; CHECK-NEXT:     %12 = llvm.load volatile %arg1 {alignment = 4 : i64} : !llvm.ptr -> i32
; CHECK-NEXT:     %13 = llvm.load %arg1 atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
; CHECK-NEXT:     llvm.store volatile %12, %arg1 atomic release {alignment = 4 : i64} : i32, !llvm.ptr
; CHECK-NEXT:     llvm.store %0, %arg1 {alignment = 1 : i64, nontemporal} : i32, !llvm.ptr
; CHECK-NEXT:     %14 = llvm.load %arg1 invariant {alignment = 4 : i64, tfir.metadata = {{\[\[}}"range", [0 : i32, 5 : i32]]]} : !llvm.ptr -> i32
; CHECK-NEXT:     %15 = llvm.atomicrmw volatile add %arg1, %12 seq_cst {alignment = 4 : i64} : !llvm.ptr, i32
; CHECK-NEXT:     %16 = llvm.atomicrmw fadd %arg1, %arg2 syncscope("x") monotonic {alignment = 4 : i64} : !llvm.ptr, f32
; CHECK-NEXT:     %17 = llvm.cmpxchg weak %arg1, %1, %0 acq_rel monotonic {alignment = 4 : i64} : !llvm.ptr, i32
; CHECK-NEXT:     llvm.fence syncscope("singlethread") seq_cst
; CHECK-NEXT:     %18 = llvm.extractvalue %17[0] : !llvm.struct<(i32, i1)> 
; CHECK-NEXT:     %19 = llvm.insertvalue %2, %17[0] : !llvm.struct<(i32, i1)> 
; CHECK-NEXT:     %20 = llvm.extractelement %arg3[%0 : i32] : vector<4xf32>
; CHECK-NEXT:     %21 = llvm.insertelement %20, %arg3[%3 : i64] : vector<4xf32>
; CHECK-NEXT:     %22 = llvm.shufflevector %arg3, %4 [1, -1] : vector<4xf32> 
; CHECK-NEXT:     %23 = llvm.shufflevector %arg3, %arg3 [0, 0, 0, 0] : vector<4xf32> 
; CHECK-NEXT:     %24 = llvm.fneg %arg2 {fastmathFlags = #llvm.fastmath<nnan, ninf>} : f32
; CHECK-NEXT:     %25 = llvm.fadd %arg2, %5 {fastmathFlags = #llvm.fastmath<fast>} : f32
; CHECK-NEXT:     %26 = llvm.fcmp "olt" %arg2, %25 {fastmathFlags = #llvm.fastmath<nsz>} : f32
; CHECK-NEXT:     %27 = llvm.select %26, %arg2, %25 {fastmathFlags = #llvm.fastmath<nnan>} : i1, f32
; CHECK-NEXT:     %28 = llvm.freeze %12 : i32
; CHECK-NEXT:     %29 = llvm.udiv exact %12, %6 : i32
; CHECK-NEXT:     %30 = llvm.or disjoint %12, %6 : i32
; CHECK-NEXT:     %31 = llvm.zext nneg %12 : i32 to i64
; CHECK-NEXT:     %32 = llvm.trunc %31 overflow<nsw, nuw> : i64 to i16
; CHECK-NEXT:     %33 = llvm.uitofp nneg %12 : i32 to f32
; CHECK-NEXT:     %34 = llvm.inttoptr %31 : i64 to !llvm.ptr
; CHECK-NEXT:     %35 = llvm.ptrtoint %arg1 : !llvm.ptr to i64
; CHECK-NEXT:     %36 = llvm.bitcast %arg2 : f32 to i32
; CHECK-NEXT:     %37 = llvm.addrspacecast %arg1 : !llvm.ptr to !llvm.ptr<3>
; CHECK-NEXT:     %38 = llvm.icmp "ult" %12, %6 {tfir.samesign} : i32
; CHECK-NEXT:     %39 = llvm.call @pers(%arg1, %7) vararg(!llvm.func<i32 (...)>) : (!llvm.ptr, i32) -> i32
; CHECK-NEXT:     %40 = llvm.call fastcc tail %arg1(%arg0, %arg1) {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>, no_unwind, tfir.attributes = ["\22foo\22"]} : !llvm.ptr, (i32 {llvm.signext}, !llvm.ptr {llvm.noalias}) -> i32
; CHECK-NEXT:     llvm.call @v(%arg1, %0, %8) vararg(!llvm.func<void (ptr, ...)>) : (!llvm.ptr, i32, f32) -> ()
; CHECK-NEXT:     %41 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "mov $0, $1", "=r,r" %arg0 : (i32) -> i32
; CHECK-NEXT:     %42 = llvm.call musttail @f(%arg0, %arg1, %arg2, %arg3, %arg4) : (i32, !llvm.ptr, f32, vector<4xf32>, vector<4xi32>) -> i32
; CHECK-NEXT:     llvm.return %42 : i32
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @g1(%arg0: !llvm.ptr, %arg1: i32) attributes {personality = @pers} {
; CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %1 = llvm.mlir.zero : !llvm.ptr
; CHECK-NEXT:     %2 = llvm.mlir.addressof @g : !llvm.ptr
; CHECK-NEXT:     %3 = llvm.mlir.undef : !llvm.array<1 x ptr>
; CHECK-NEXT:     %4 = llvm.insertvalue %2, %3[0] : !llvm.array<1 x ptr> 
; CHECK-NEXT:     %5 = llvm.mlir.constant(3 : i32) : i32
; CHECK-NEXT:     %6 = llvm.mlir.constant(true) : i1
; CHECK-NEXT:     %7 = llvm.invoke @pers(%0) to ^bb1 unwind ^bb5 vararg(!llvm.func<i32 (...)>) : (i32) -> i32
; CHECK-NEXT:   ^bb1:  // pred: ^bb0
; CHECK-NEXT:     llvm.br ^bb2(%7 : i32)
; CHECK-NEXT:   ^bb2(%8: i32):  // pred: ^bb1
; CHECK-NEXT:     llvm.switch %arg1 : i32, ^bb4(%0 : i32) [
; CHECK-NEXT:       1: ^bb3,
; CHECK-NEXT:       -2: ^bb4(%0 : i32)
; CHECK-NEXT:     ] {branch_weights = array<i32: 1, 2, 3>}
; CHECK-NEXT:   ^bb3:  // 2 preds: ^bb2, ^bb3
; CHECK-NEXT:     llvm.cond_br %6 weights([1, 2]), ^bb4(%5 : i32), ^bb3 {loop_annotation = #loop_annotation}
; CHECK-NEXT:   ^bb4(%9: i32):  // 3 preds: ^bb2, ^bb2, ^bb3
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   ^bb5:  // pred: ^bb0
; CHECK-NEXT:     %10 = llvm.landingpad cleanup (catch %1 : !llvm.ptr) (filter %4 : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
; CHECK-NEXT:     llvm.resume %10 : !llvm.struct<(ptr, i32)>
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @g2(...) {
; CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %1 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
; CHECK-NEXT:     llvm.intr.vastart %1 : !llvm.ptr
; CHECK-NEXT:     %2 = llvm.va_arg %1 : (!llvm.ptr) -> i32
; CHECK-NEXT:     llvm.intr.vaend %1 : !llvm.ptr
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT: }
