// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Aliases, groups and types of accesses, annotations of loops.

#root = #llvm.tbaa_root<id = "Simple C">
#tc = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#ti = #llvm.tbaa_type_desc<id = "int", members = {<#tc, 0>}>
#ts = #llvm.tbaa_type_desc<id = "agg", members = {<#ti, 0>, <#tc, 4>}>
#tag = #llvm.tbaa_tag<access_type = #ti, base_type = #ts, offset = 0>
#tagc = #llvm.tbaa_tag<access_type = #ti, base_type = #ts, offset = 0, constant = true>
#dom = #llvm.alias_scope_domain<id = distinct[0]<>, description = "The domain">
#s1 = #llvm.alias_scope<id = distinct[1]<>, domain = #dom, description = "The first">
#s2 = #llvm.alias_scope<id = distinct[2]<>, domain = #dom>
#ag = #llvm.access_group<id = distinct[3]<>>
#ag2 = #llvm.access_group<id = distinct[4]<>>
#unroll = #llvm.loop_unroll<disable = true, count = 4 : i32>
#vec = #llvm.loop_vectorize<disable = false, width = 8 : i32, predicateEnable = false>
#loop = #llvm.loop_annotation<disableNonforced = false, mustProgress = true, unroll = #unroll, vectorize = #vec, isVectorized = true, parallelAccesses = #ag, #ag2>
llvm.func @f(%p: !llvm.ptr, %c: i1, %n: i64) {
  "llvm.intr.experimental.noalias.scope.decl"() <{scope = #s1}> : () -> ()
  %0 = llvm.load %p {tbaa = [#tag], alias_scopes = [#s1], noalias_scopes = [#s2, #s1], access_groups = [#ag], nontemporal} : !llvm.ptr -> i32
  %1 = llvm.load %p invariant {tbaa = [#tagc]} : !llvm.ptr -> i32
  llvm.store %0, %p {tbaa = [#tag]} : i32, !llvm.ptr
  llvm.cond_br %c weights([60, 40]), ^a, ^b {loop_annotation = #loop}
^a:
  llvm.call @g(%n) {access_groups = [#ag, #ag2]} : (i64) -> ()
  llvm.br ^a {loop_annotation = #loop}
^b:
  llvm.return
}
llvm.func @g(i64)

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: define void @f(ptr %0, i1 %1, i64 %2) {
// CHECK-NEXT:   call void @llvm.experimental.noalias.scope.decl(metadata !1)
// CHECK-NEXT:   %4 = load i32, ptr %0, align 4, !tbaa !4, !alias.scope !1, !noalias !9, !nontemporal !11, !llvm.access.group !12
// CHECK-NEXT:   %5 = load i32, ptr %0, align 4, !tbaa !13, !invariant.load !14
// CHECK-NEXT:   store i32 %4, ptr %0, align 4, !tbaa !4
// CHECK-NEXT:   br i1 %1, label %6, label %7, !prof !15, !llvm.loop !16
// CHECK: 6:
// CHECK-NEXT:   call void @g(i64 %2), !llvm.access.group !26
// CHECK-NEXT:   br label %6, !llvm.loop !16
// CHECK: 7:
// CHECK-NEXT:   ret void
// CHECK-NEXT: }
// CHECK: declare void @g(i64)
// CHECK: declare void @llvm.experimental.noalias.scope.decl(metadata)
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !1 = !{!2}
// CHECK-NEXT: !2 = distinct !{!2, !3, !"The first"}
// CHECK-NEXT: !3 = distinct !{!3, !"The domain"}
// CHECK-NEXT: !4 = !{!5, !6, i64 0}
// CHECK-NEXT: !5 = !{!"agg", !6, i64 0, !7, i64 4}
// CHECK-NEXT: !6 = !{!"int", !7, i64 0}
// CHECK-NEXT: !7 = !{!"char", !8, i64 0}
// CHECK-NEXT: !8 = !{!"Simple C"}
// CHECK-NEXT: !9 = !{!10, !2}
// CHECK-NEXT: !10 = distinct !{!10, !3}
// CHECK-NEXT: !11 = !{i32 1}
// CHECK-NEXT: !12 = distinct !{}
// CHECK-NEXT: !13 = !{!5, !6, i64 0, i64 1}
// CHECK-NEXT: !14 = !{}
// CHECK-NEXT: !15 = !{!"branch_weights", i32 60, i32 40}
// CHECK-NEXT: !16 = distinct !{!16, !17, !18, !19, !20, !21, !22, !23, !24}
// CHECK-NEXT: !17 = !{!"llvm.loop.mustprogress"}
// CHECK-NEXT: !18 = !{!"llvm.loop.isvectorized", i32 1}
// CHECK-NEXT: !19 = !{!"llvm.loop.vectorize.enable", i1 true}
// CHECK-NEXT: !20 = !{!"llvm.loop.vectorize.predicate.enable", i1 false}
// CHECK-NEXT: !21 = !{!"llvm.loop.vectorize.width", i32 8}
// CHECK-NEXT: !22 = !{!"llvm.loop.unroll.disable"}
// CHECK-NEXT: !23 = !{!"llvm.loop.unroll.count", i32 4}
// CHECK-NEXT: !24 = !{!"llvm.loop.parallel_accesses", !12, !25}
// CHECK-NEXT: !25 = distinct !{}
// CHECK-NEXT: !26 = !{!12, !25}
