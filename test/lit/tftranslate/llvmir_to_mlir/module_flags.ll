; Flags of modules, as mlir-translate 22 reads and writes them; what it has no attribute for is kept.

; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s
; RUN: tf-translate --llvmir-to-mlir %s | tf-translate --mlir-to-llvmir - | filecheck %s --check-prefix=BACK

; CHECK: llvm.dependent_libraries = ["foo", "bar"]
; CHECK-SAME: tfir.metadata = {{\[\[}}"llvm.module.flags", {{\[\[}}1 : i32, "big", 5], [1 : i32, "node", ["a"]]]]]

; CHECK: llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<override, "probe-stack", "inline-asm">, #llvm.mlir.module_flag<append, "CG Profile", [#llvm.cgprofile_entry<from = @from, to = @to, count = 222>, #llvm.cgprofile_entry<from = @to, count = 1>]>, #llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = InstrProf, total_count = 263646, max_count = 86427, max_internal_count = 86427, max_function_count = 4691, num_counts = 3712, num_functions = 796, is_partial_profile = 0, partial_profile_ratio = 5.000000e-01 : f64, detailed_summary = <cut_off = 10000, min_count = 86427, num_counts = 1>, <cut_off = 100000, min_count = 86427, num_counts = 2>>>]

; CHECK: llvm.load %arg0 {alignment = 4 : i64, llvm.mmra = #mmra_tag} : !llvm.ptr -> i32
; CHECK: llvm.fence seq_cst {llvm.mmra = [#mmra_tag1, #mmra_tag2]}

; BACK: load i32, ptr %0, align 4, !mmra ![[TAG:[0-9]+]]
; BACK: fence seq_cst, !mmra ![[TAGS:[0-9]+]]
; BACK: !llvm.dependent-libraries = !{!{{[0-9]+}}, !{{[0-9]+}}}
; BACK-DAG: ![[TAG]] = !{!"foo", !"bar"}
; BACK-DAG: = !{i32 1, !"wchar_size", i32 4}
; BACK-DAG: = !{i32 5, !"CG Profile", ![[CALLS:[0-9]+]]}
; BACK-DAG: ![[CALLS]] = distinct !{![[ONE:[0-9]+]], ![[OTHER:[0-9]+]]}
; BACK-DAG: ![[ONE]] = !{ptr @from, ptr @to, i64 222}
; BACK-DAG: ![[OTHER]] = !{ptr @to, null, i64 1}
; BACK-DAG: = !{i32 1, !"ProfileSummary", ![[PROFILE:[0-9]+]]}
; BACK-DAG: = !{!"PartialProfileRatio", double 5.000000e-01}
; BACK-DAG: = !{i64 100000, i64 86427, i64 2}
; BACK-DAG: = !{i32 1, !"big", i64 5}
; BACK-DAG: = !{i32 1, !"node", ![[NODE:[0-9]+]]}
; BACK-DAG: ![[NODE]] = !{!"a"}

define void @from(ptr %p) {
  %1 = load i32, ptr %p, align 4, !mmra !30
  fence seq_cst, !mmra !31
  ret void
}
define void @to() {
  ret void
}

; Blocks are numbered as LLVM names them: the entry, then as branches and addresses do.
; CHECK: llvm.blockaddress <function = @addresses, tag = <id = 2>>
; CHECK: llvm.blocktag <id = 2>
define ptr @addresses(i1 %c) {
  br i1 %c, label %first, label %second
second:
  ret ptr blockaddress(@addresses, %second)
first:
  ret ptr null
}

; A constant of a scalable vector is made by operations.
; CHECK: %[[NOTHING:.*]] = llvm.mlir.poison : vector<[4]xi32>
; CHECK: %[[FIRST:.*]] = llvm.insertelement %{{.*}}, %[[NOTHING]][%{{.*}} : i64] : vector<[4]xi32>
; CHECK: llvm.shufflevector %[[FIRST]], %[[NOTHING]] [0, 0, 0, 0] : vector<[4]xi32>
define <vscale x 4 x i32> @scalable() {
  ret <vscale x 4 x i32> splat (i32 5)
}

!llvm.dependent-libraries = !{!40, !41}
!llvm.module.flags = !{!0, !1, !2, !6, !3, !4}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 4, !"probe-stack", !"inline-asm"}
!2 = !{i32 5, !"CG Profile", !10}
!3 = !{i32 1, !"big", i64 5}
!4 = !{i32 1, !"node", !5}
!5 = !{!"a"}
!6 = !{i32 1, !"ProfileSummary", !13}
!10 = distinct !{!11, !12}
!11 = !{ptr @from, ptr @to, i64 222}
!12 = !{ptr @to, null, i64 1}
!13 = !{!14, !15, !16, !17, !18, !19, !20, !21, !22, !23}
!14 = !{!"ProfileFormat", !"InstrProf"}
!15 = !{!"TotalCount", i64 263646}
!16 = !{!"MaxCount", i64 86427}
!17 = !{!"MaxInternalCount", i64 86427}
!18 = !{!"MaxFunctionCount", i64 4691}
!19 = !{!"NumCounts", i64 3712}
!20 = !{!"NumFunctions", i64 796}
!21 = !{!"IsPartialProfile", i64 0}
!22 = !{!"PartialProfileRatio", double 5.000000e-01}
!23 = !{!"DetailedSummary", !24}
!24 = !{!25, !26}
!25 = !{i64 10000, i64 86427, i64 1}
!26 = !{i64 100000, i64 86427, i64 2}
!30 = !{!"foo", !"bar"}
!31 = !{!32, !33}
!32 = !{!"a", !"b"}
!33 = !{!"c", !"d"}
!40 = !{!"foo"}
!41 = !{!"bar"}
