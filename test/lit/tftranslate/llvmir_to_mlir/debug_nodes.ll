; RUN: tf-translate --llvmir-to-mlir --mlir-print-debuginfo %s | filecheck %s

; Nodes of debug information, each with all of its fields.

source_filename = "d.cpp"
@gv = global i32 0, !dbg !30
define linkonce_odr i32 @sq(i32 %x) !dbg !7 {
  #dbg_label(!40, !13)
  ret i32 %x, !dbg !13
}
declare !dbg !41 void @dd()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, flags: "-O2", runtimeVersion: 0, emissionKind: LineTablesOnly, enums: !50, globals: !51, imports: !60, splitDebugInlining: false, nameTableKind: GNU, splitDebugFilename: "a.dwo", debugInfoForProfiling: true)
!1 = !DIFile(filename: "d.cpp", directory: "/x")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!7 = distinct !DISubprogram(name: "sq", linkageName: "_Z2sqi", scope: !55, file: !1, line: 1, type: !8, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !41, retainedNodes: !42, annotations: !53)
!8 = !DISubroutineType(cc: DW_CC_normal, types: !9)
!9 = !{null, !10, !19, !21, !25, null}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DILocation(line: 1, column: 12, scope: !18)
!18 = distinct !DILexicalBlock(scope: !17, file: !1, line: 2, column: 3)
!17 = !DILexicalBlockFile(scope: !7, file: !1, discriminator: 4)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !21, file: !1, line: 4, baseType: !10, size: 64, align: 32, offset: 8, flags: DIFlagPublic | DIFlagBitField, extraData: i64 0)
!21 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", scope: !55, file: !1, line: 3, size: 128, align: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !22, identifier: "_ZTS1C")
!22 = !{!19, !23, !44}
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 96, elements: !24, dataLocation: !DIExpression(DW_OP_deref))
!24 = !{!26, !27}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64, dwarfAddressSpace: 1)
!26 = !DISubrange(count: 3, lowerBound: 1, stride: 4)
!27 = !DISubrange(upperBound: 3)
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression(DW_OP_constu, 5, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8))
!31 = distinct !DIGlobalVariable(name: "gv", linkageName: "gv", scope: !0, file: !1, line: 4, type: !45, isLocal: true, isDefinition: true, align: 64)
!40 = !DILabel(scope: !18, name: "lbl", file: !1, line: 7)
!41 = !DISubprogram(name: "dd", scope: !21, file: !1, line: 9, type: !8, spFlags: 0)
!42 = !{!43, !46}
!43 = !DILocalVariable(name: "v", scope: !18, file: !1, line: 5, type: !10, flags: DIFlagArtificial, align: 16)
!44 = !DIEnumerator(name: "E", value: 5)
!45 = !DIStringType(name: "str", size: 80)
!46 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !7, entity: !55, file: !1, line: 10, name: "ns2")
!50 = !{!52}
!51 = !{!30}
!52 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "En", file: !1, line: 1, baseType: !10, size: 32, elements: !54)
!53 = !{!{!"a", !"b"}}
!54 = !{!44}
!55 = !DINamespace(name: "ns", scope: !56, exportSymbols: true)
!56 = !DIModule(scope: !0, name: "Mod", configMacros: "-D", includePath: "/i", apinotes: "n", file: !1, line: 3, isDecl: true)
!60 = !{!46}

; CHECK: #di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
; CHECK-NEXT: #di_file = #llvm.di_file<"d.cpp" in "/x">
; CHECK-NEXT: #di_null_type = #llvm.di_null_type
; CHECK-NEXT: #di_string_type = #llvm.di_string_type<tag = DW_TAG_string_type, name = "str", sizeInBits = 80>
; CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<recId = distinct[0]<>, isRecSelf = true>
; CHECK-NEXT: #loc1 = loc("d.cpp":1:0)
; CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_C_plus_plus_14, file = #di_file, producer = "clang", isOptimized = true, emissionKind = LineTablesOnly, nameTableKind = GNU, splitDebugFilename = "a.dwo">
; CHECK-NEXT: #di_derived_type = #llvm.di_derived_type<tag = DW_TAG_member, name = "m", baseType = #di_basic_type, sizeInBits = 64, alignInBits = 32, offsetInBits = 8>
; CHECK-NEXT: #di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_basic_type, sizeInBits = 64, dwarfAddressSpace = 1>
; CHECK-NEXT: #di_lexical_block_file = #llvm.di_lexical_block_file<scope = #di_subprogram, file = #di_file, discriminator = 4>
; CHECK-NEXT: #di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "gv", linkageName = "gv", file = #di_file, line = 4, type = #di_string_type, isLocalToUnit = true, isDefined = true, alignInBits = 64>
; CHECK-NEXT: #di_lexical_block = #llvm.di_lexical_block<scope = #di_lexical_block_file, file = #di_file, line = 2, column = 3>
; CHECK-NEXT: #di_module = #llvm.di_module<file = #di_file, scope = #di_compile_unit, name = "Mod", configMacros = "-D", includePath = "/i", apinotes = "n", line = 3, isDecl = true>
; CHECK-NEXT: #di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <[DW_OP_constu(5), DW_OP_stack_value, DW_OP_LLVM_fragment(0, 8)]>>
; CHECK-NEXT: #di_local_variable = #llvm.di_local_variable<scope = #di_lexical_block, name = "v", file = #di_file, line = 5, alignInBits = 16, type = #di_basic_type, flags = Artificial>
; CHECK-NEXT: #di_namespace = #llvm.di_namespace<name = "ns", scope = #di_module, exportSymbols = true>
; CHECK-NEXT: #di_composite_type = #llvm.di_composite_type<tag = DW_TAG_class_type, name = "C", file = #di_file, line = 3, scope = #di_namespace, flags = "TypePassByValue|NonTrivial", sizeInBits = 128, alignInBits = 64>
; CHECK-NEXT: #di_imported_entity = #llvm.di_imported_entity<tag = DW_TAG_imported_declaration, scope = #di_subprogram, entity = #di_namespace, file = #di_file, line = 10, name = "ns2">
; CHECK-NEXT: #di_subroutine_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #di_null_type, #di_basic_type, #di_derived_type, #di_composite_type, #di_derived_type1, #di_null_type>
; CHECK-NEXT: #di_subprogram1 = #llvm.di_subprogram<recId = distinct[0]<>, id = distinct[2]<>, compileUnit = #di_compile_unit, scope = #di_namespace, name = "sq", linkageName = "_Z2sqi", file = #di_file, line = 1, scopeLine = 2, subprogramFlags = "LocalToUnit|Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_local_variable, #di_imported_entity, annotations = #llvm.di_annotation<name = "a", value = "b">>
; CHECK-NEXT: #di_lexical_block_file1 = #llvm.di_lexical_block_file<scope = #di_subprogram1, file = #di_file, discriminator = 4>
; CHECK-NEXT: #loc4 = loc(fused<#di_subprogram1>[#loc1])
; CHECK-NEXT: #di_lexical_block1 = #llvm.di_lexical_block<scope = #di_lexical_block_file1, file = #di_file, line = 2, column = 3>
; CHECK-NEXT: #di_label = #llvm.di_label<scope = #di_lexical_block1, name = "lbl", file = #di_file, line = 7>
; CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<{{.*}}>, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT:   llvm.mlir.global external @gv(0 : i32) {addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression]} : i32 loc(#loc)
; CHECK-NEXT:   llvm.module_flags [#llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>] loc(#loc)
; CHECK-NEXT:   llvm.func linkonce_odr @sq(%arg0: i32 loc(fused<#di_subprogram1>[#loc1])) -> i32 {
; CHECK-NEXT:     llvm.intr.dbg.label #di_label loc(#loc6)
; CHECK-NEXT:     llvm.return %arg0 : i32 loc(#loc6)
; CHECK-NEXT:   } loc(#loc4)
; CHECK-NEXT:   llvm.func @dd() loc(#loc5)
; CHECK-NEXT: } loc(#loc)
; CHECK-NEXT: #loc = loc("d.cpp":0:0)
; CHECK-NEXT: #loc2 = loc("d.cpp":1:12)
; CHECK-NEXT: #loc3 = loc("d.cpp":9:0)
; CHECK-NEXT: #di_subprogram2 = #llvm.di_subprogram<scope = #di_composite_type, name = "dd", file = #di_file, line = 9, type = #di_subroutine_type>
; CHECK-NEXT: #loc5 = loc(fused<#di_subprogram2>[#loc3])
; CHECK-NEXT: #loc6 = loc(fused<#di_lexical_block1>[#loc2])
