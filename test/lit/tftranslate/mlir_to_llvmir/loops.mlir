// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// All properties of loops.

#u1 = #llvm.loop_unroll<disable = true, count = 64 : i32, runtimeDisable = false, full = true, followupUnrolled = #llvm.loop_annotation<disableNonforced = true>>
#v = #llvm.loop_vectorize<disable = true, predicateEnable = true, scalableEnable = false, width = 16 : i32>
#i = #llvm.loop_interleave<count = 32 : i32>
#uj = #llvm.loop_unroll_and_jam<disable = false, count = 32 : i32>
#l = #llvm.loop_licm<disable = true, versioningDisable = true>
#d = #llvm.loop_distribute<disable = true>
#p = #llvm.loop_pipeline<disable = false, initiationinterval = 1 : i32>
#pe = #llvm.loop_peeled<count = 5 : i32>
#us = #llvm.loop_unswitch<partialDisable = true>
#loop = #llvm.loop_annotation<disableNonforced = false, vectorize = #v, interleave = #i, unroll = #u1, unrollAndJam = #uj, licm = #l, distribute = #d, pipeline = #p, peeled = #pe, unswitch = #us, mustProgress = true, isVectorized = false>
llvm.func @f(%c: i1) {
  llvm.br ^a {loop_annotation = #loop}
^a:
  llvm.cond_br %c weights([60, 40]), ^a, ^b {loop_annotation = #llvm.loop_annotation<mustProgress = true>}
^b:
  llvm.return
}

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: define void @f(i1 %0) {
// CHECK-NEXT:   br label %2, !llvm.loop !1
// CHECK: 2:
// CHECK-NEXT:   br i1 %0, label %2, label %3, !prof !25, !llvm.loop !26
// CHECK: 3:
// CHECK-NEXT:   ret void
// CHECK-NEXT: }
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !1 = distinct !{!1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !16, !17, !18, !19, !20, !21, !22, !23, !24}
// CHECK-NEXT: !2 = !{!"llvm.loop.mustprogress"}
// CHECK-NEXT: !3 = !{!"llvm.loop.isvectorized", i32 0}
// CHECK-NEXT: !4 = !{!"llvm.loop.vectorize.enable", i1 false}
// CHECK-NEXT: !5 = !{!"llvm.loop.vectorize.predicate.enable", i1 true}
// CHECK-NEXT: !6 = !{!"llvm.loop.vectorize.scalable.enable", i1 false}
// CHECK-NEXT: !7 = !{!"llvm.loop.vectorize.width", i32 16}
// CHECK-NEXT: !8 = !{!"llvm.loop.interleave.count", i32 32}
// CHECK-NEXT: !9 = !{!"llvm.loop.unroll.disable"}
// CHECK-NEXT: !10 = !{!"llvm.loop.unroll.count", i32 64}
// CHECK-NEXT: !11 = !{!"llvm.loop.unroll.runtime.disable", i1 false}
// CHECK-NEXT: !12 = !{!"llvm.loop.unroll.full"}
// CHECK-NEXT: !13 = !{!"llvm.loop.unroll.followup_unrolled", !14}
// CHECK-NEXT: !14 = distinct !{!14, !15}
// CHECK-NEXT: !15 = !{!"llvm.loop.disable_nonforced"}
// CHECK-NEXT: !16 = !{!"llvm.loop.unroll_and_jam.enable"}
// CHECK-NEXT: !17 = !{!"llvm.loop.unroll_and_jam.count", i32 32}
// CHECK-NEXT: !18 = !{!"llvm.licm.disable"}
// CHECK-NEXT: !19 = !{!"llvm.loop.licm_versioning.disable"}
// CHECK-NEXT: !20 = !{!"llvm.loop.distribute.enable", i1 false}
// CHECK-NEXT: !21 = !{!"llvm.loop.pipeline.disable", i1 false}
// CHECK-NEXT: !22 = !{!"llvm.loop.pipeline.initiationinterval", i32 1}
// CHECK-NEXT: !23 = !{!"llvm.loop.peeled.count", i32 5}
// CHECK-NEXT: !24 = !{!"llvm.loop.unswitch.partial.disable"}
// CHECK-NEXT: !25 = !{!"branch_weights", i32 60, i32 40}
// CHECK-NEXT: !26 = distinct !{!26, !2}
