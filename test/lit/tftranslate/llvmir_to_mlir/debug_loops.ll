; What clang says of loops, arrays and members: mlir-translate reads it so, but that it writes places of loops as aliases.

; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s
; RUN: tf-translate --llvmir-to-mlir %s --mlir-print-debuginfo | tf-translate --mlir-to-llvmir - | filecheck %s --check-prefix=BACK
; RUN: tf-translate --llvmir-to-mlir %s --mlir-print-debuginfo | tf-opt - --mlir-print-debuginfo | tf-translate --mlir-to-llvmir - | filecheck %s --check-prefix=BACK

; CHECK-DAG: #di_namespace = #llvm.di_namespace<exportSymbols = false>
; CHECK-DAG: #llvm.di_global_variable<scope = #di_namespace, name = "g", file = #di_file, line = 0, type = #di_basic_type, isDefined = true>
; CHECK-DAG: elements = #llvm.di_subrange<count = #di_local_variable>>
; CHECK-DAG: #llvm.loop_unroll<runtimeDisable = true>
; CHECK-DAG: startLoc = loc(fused<{{.*}}>["a.c":2:3]), endLoc = loc(fused<{{.*}}>["a.c":4:5])
; CHECK: llvm.intr.coro.end {{.*}} : (!llvm.ptr, i1, !llvm.token) -> !llvm.void
; BACK: br i1 %0, {{.*}} !llvm.loop ![[LOOP:[0-9]+]]
; BACK: call void @llvm.coro.end(ptr null, i1 false, token none)

@g = global i32 0, !dbg !20
define void @f(i1 %c, i32 %n) !dbg !5 {
  br label %1, !dbg !9
1:
  br i1 %c, label %1, label %2, !dbg !9, !llvm.loop !10
2:
  call void @llvm.coro.end(ptr null, i1 false, token none), !dbg !9
    #dbg_value(ptr null, !14, !DIExpression(), !9)
    #dbg_value(i32 %n, !18, !DIExpression(), !9)
  ret void, !dbg !9
}
declare void @llvm.coro.end(ptr, i1, token)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.c", directory: "/d")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, column: 3, scope: !5)
; BACK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[START:[0-9]+]], ![[END:[0-9]+]], ![[MUST:[0-9]+]], ![[UNROLL:[0-9]+]]}
; BACK-DAG: ![[START]] = !DILocation(line: 2, column: 3, scope: !{{[0-9]+}})
; BACK-DAG: ![[END]] = !DILocation(line: 4, column: 5, scope: !{{[0-9]+}})
!10 = distinct !{!10, !9, !11, !12, !13}
!11 = !DILocation(line: 4, column: 5, scope: !5)
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.runtime.disable"}
!14 = !DILocalVariable(name: "a", scope: !5, file: !2, line: 2, type: !15)
; BACK-DAG: !DISubrange(count: !{{[0-9]+}})
!15 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, elements: !16)
!16 = !{!17}
!17 = !DISubrange(count: !18)
!18 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !2, line: 2, type: !6)
; A static member is a variable; LLVM takes none that does not say so.
; BACK-DAG: !DIDerivedType(tag: DW_TAG_variable, name: "s", baseType: !{{[0-9]+}}, flags: DIFlagStaticMember)
!19 = !DIDerivedType(tag: DW_TAG_variable, name: "s", scope: !2, file: !2, line: 1, baseType: !6, flags: DIFlagStaticMember)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
; BACK-DAG: distinct !DIGlobalVariable(name: "g", scope: !{{[0-9]+}}, file: !{{[0-9]+}}, type: !{{[0-9]+}}, isLocal: false, isDefinition: true)
!21 = distinct !DIGlobalVariable(name: "g", scope: !22, file: !2, type: !6, isLocal: false, isDefinition: true)
!22 = !DINamespace(scope: null)
