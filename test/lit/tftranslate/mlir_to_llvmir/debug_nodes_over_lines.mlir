// RUN: tf-translate %s --mlir-to-llvmir | filecheck %s
// Nodes over several lines, with comments and without the name that their field implies; parts of parts of variables.

#file = #llvm.di_file<"a  b.c" in "/d/">
#cu = #llvm.di_compile_unit<
  id = distinct[0]<>, // of this module
  sourceLanguage = DW_LANG_C, file = #file, producer = "p  // q", isOptimized = true, emissionKind = Full
>
#sp = #llvm.di_subprogram<compileUnit = #cu, scope = #file, name = "f", file = #file, subprogramFlags = Definition>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#v = #llvm.di_local_variable< scope = #sp, name = "a", file = #file, type = #int >
#g = #llvm.di_global_variable_expression<var = <scope = #cu, name = "g", linkageName = "g", file = #file, line = 3, type = #int, isDefined = true>, expr = <>>
#h = #llvm.di_global_variable_expression<var = <file = #file, line = 4, type = #int>>
#loc = loc("a.c":1:2)
llvm.mlir.global external @g() {dbg_exprs = [#g]} : i32
llvm.mlir.global external @h() {dbg_exprs = [#h]} : i32
llvm.func @f(%arg0: i32) {
  llvm.intr.dbg.value #v = %arg0 : i32 loc(fused<#sp>[#loc])
  llvm.intr.dbg.value #v #llvm.di_expression<[DW_OP_deref, DW_OP_LLVM_fragment(8, 16), DW_OP_LLVM_fragment(4, 8)]> = %arg0 : i32 loc(fused<#sp>[#loc])
  llvm.return
}

// CHECK: @g = external global i32, !dbg !0
// CHECK-NEXT: @h = external global i32, !dbg !6
// CHECK: define void @f(i32 %0) {
// CHECK-NEXT: #dbg_value(i32 %0, !9, !DIExpression(), !11)
// CHECK-NEXT: #dbg_value(i32 %0, !9, !DIExpression(DW_OP_deref, DW_OP_LLVM_fragment, 12, 16), !11)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: !llvm.dbg.cu = !{!2}
// CHECK-NEXT: !llvm.module.flags = !{!8}
// CHECK: !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
// CHECK-NEXT: !1 = distinct !DIGlobalVariable(name: "g", linkageName: "g", scope: !2, file: !3, line: 3, type: !5, isLocal: false, isDefinition: true)
// CHECK-NEXT: !2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, producer: "p  // q", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4)
// CHECK-NEXT: !3 = !DIFile(filename: "a  b.c", directory: "/d/")
// CHECK-NEXT: !4 = !{!0}
// CHECK-NEXT: !5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
// CHECK-NEXT: !6 = !DIGlobalVariableExpression(var: !7, expr: !DIExpression())
// CHECK-NEXT: !7 = distinct !DIGlobalVariable(scope: null, file: !3, line: 4, type: !5, isLocal: false, isDefinition: false)
// CHECK-NEXT: !8 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !9 = !DILocalVariable(name: "a", scope: !10, file: !3, type: !5)
// CHECK-NEXT: !10 = distinct !DISubprogram(name: "f", scope: !3, file: !3, spFlags: DISPFlagDefinition, unit: !2)
// CHECK-NEXT: !11 = !DILocation(line: 1, column: 2, scope: !10)
