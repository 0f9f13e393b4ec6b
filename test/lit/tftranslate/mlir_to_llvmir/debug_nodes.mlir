// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Nodes of debug information, each with all of its fields.

#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_file = #llvm.di_file<"d.cpp" in "/x">
#di_null_type = #llvm.di_null_type
#di_string_type = #llvm.di_string_type<tag = DW_TAG_string_type, name = "str", sizeInBits = 80>
#di_subprogram = #llvm.di_subprogram<recId = distinct[0]<>, isRecSelf = true>
#loc1 = loc("d.cpp":1:0)
#di_compile_unit = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_C_plus_plus_14, file = #di_file, producer = "clang", isOptimized = true, emissionKind = LineTablesOnly, nameTableKind = GNU, splitDebugFilename = "a.dwo">
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_member, name = "m", baseType = #di_basic_type, sizeInBits = 64, alignInBits = 32, offsetInBits = 8>
#di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_basic_type, sizeInBits = 64, dwarfAddressSpace = 1>
#di_lexical_block_file = #llvm.di_lexical_block_file<scope = #di_subprogram, file = #di_file, discriminator = 4>
#di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "gv", linkageName = "gv", file = #di_file, line = 4, type = #di_string_type, isLocalToUnit = true, isDefined = true, alignInBits = 64>
#di_lexical_block = #llvm.di_lexical_block<scope = #di_lexical_block_file, file = #di_file, line = 2, column = 3>
#di_module = #llvm.di_module<file = #di_file, scope = #di_compile_unit, name = "Mod", configMacros = "-D", includePath = "/i", apinotes = "n", line = 3, isDecl = true>
#di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <[DW_OP_constu(5), DW_OP_stack_value, DW_OP_LLVM_fragment(0, 8)]>>

#di_namespace = #llvm.di_namespace<name = "ns", scope = #di_module, exportSymbols = true>
#di_composite_type = #llvm.di_composite_type<tag = DW_TAG_class_type, name = "C", file = #di_file, line = 3, scope = #di_namespace, flags = "TypePassByValue|NonTrivial", sizeInBits = 128, alignInBits = 64>
#di_imported_entity = #llvm.di_imported_entity<tag = DW_TAG_imported_declaration, scope = #di_subprogram, entity = #di_namespace, file = #di_file, line = 10, name = "ns2">
#di_subroutine_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #di_null_type, #di_basic_type, #di_derived_type, #di_composite_type, #di_derived_type1, #di_null_type>
#di_subprogram1 = #llvm.di_subprogram<recId = distinct[0]<>, id = distinct[2]<>, compileUnit = #di_compile_unit, scope = #di_namespace, name = "sq", linkageName = "_Z2sqi", file = #di_file, line = 1, scopeLine = 2, subprogramFlags = "LocalToUnit|Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_imported_entity>
#di_lexical_block_file1 = #llvm.di_lexical_block_file<scope = #di_subprogram1, file = #di_file, discriminator = 4>
#loc4 = loc(fused<#di_subprogram1>[#loc1])
#di_lexical_block1 = #llvm.di_lexical_block<scope = #di_lexical_block_file1, file = #di_file, line = 2, column = 3>
#di_label = #llvm.di_label<scope = #di_lexical_block1, name = "lbl", file = #di_file, line = 7>
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, i64 = dense<[32, 64]> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little">, llvm.module_asm = [], llvm.target_triple = ""} {
  llvm.mlir.global external @gv(0 : i32) {addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression]} : i32 loc(#loc)
  llvm.module_flags [#llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>] loc(#loc)
  llvm.func linkonce_odr @sq(%arg0: i32 loc(fused<#di_subprogram1>[#loc1])) -> i32 {
    llvm.intr.dbg.label #di_label loc(#loc6)
    llvm.return %arg0 : i32 loc(#loc6)
  } loc(#loc4)
  llvm.func @dd() loc(#loc5)
} loc(#loc)
#loc = loc("d.cpp":0:0)
#loc2 = loc("d.cpp":1:12)
#loc3 = loc("d.cpp":9:0)
#di_subprogram2 = #llvm.di_subprogram<scope = #di_composite_type, name = "dd", file = #di_file, line = 9, type = #di_subroutine_type>
#loc5 = loc(fused<#di_subprogram2>[#loc3])
#loc6 = loc(fused<#di_lexical_block1>[#loc2])

// CHECK: source_filename = "LLVMDialectModule"
// CHECK-NEXT: target datalayout = "e-p0:64:64:64:64-i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f64:64-f128:128"
// CHECK: @gv = global i32 0, !dbg !0
// CHECK: define linkonce_odr i32 @sq(i32 %0) !dbg !7 {
// CHECK-NEXT:     #dbg_label(!18, !21)
// CHECK-NEXT:   ret i32 %0, !dbg !21
// CHECK-NEXT: }
// CHECK: declare !dbg !22 void @dd()
// CHECK: !llvm.dbg.cu = !{!2}
// CHECK-NEXT: !llvm.module.flags = !{!6}
// CHECK: !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 5, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8))
// CHECK-NEXT: !1 = distinct !DIGlobalVariable(name: "gv", linkageName: "gv", scope: !2, file: !3, line: 4, type: !5, isLocal: true, isDefinition: true, align: 64)
// CHECK-NEXT: !2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", isOptimized: true, runtimeVersion: 0, splitDebugFilename: "a.dwo", emissionKind: LineTablesOnly, globals: !4, nameTableKind: GNU)
// CHECK-NEXT: !3 = !DIFile(filename: "d.cpp", directory: "/x")
// CHECK-NEXT: !4 = !{!0}
// CHECK-NEXT: !5 = !DIStringType(name: "str", size: 80)
// CHECK-NEXT: !6 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !7 = distinct !DISubprogram(name: "sq", linkageName: "_Z2sqi", scope: !8, file: !3, line: 1, type: !10, scopeLine: 2, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !16)
// CHECK-NEXT: !8 = !DINamespace(name: "ns", scope: !9, exportSymbols: true)
// CHECK-NEXT: !9 = !DIModule(scope: !2, name: "Mod", configMacros: "-D", includePath: "/i", apinotes: "n", file: !3, line: 3, isDecl: true)
// CHECK-NEXT: !10 = !DISubroutineType(cc: DW_CC_normal, types: !11)
// CHECK-NEXT: !11 = !{null, !12, !13, !14, !15, null}
// CHECK-NEXT: !12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
// CHECK-NEXT: !13 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !12, size: 64, align: 32, offset: 8)
// CHECK-NEXT: !14 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", scope: !8, file: !3, line: 3, size: 128, align: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial)
// CHECK-NEXT: !15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64, dwarfAddressSpace: 1)
// CHECK-NEXT: !16 = !{!17}
// CHECK-NEXT: !17 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "ns2", scope: !7, entity: !8, file: !3, line: 10)
// CHECK-NEXT: !18 = !DILabel(scope: !19, name: "lbl", file: !3, line: 7)
// CHECK-NEXT: !19 = distinct !DILexicalBlock(scope: !20, file: !3, line: 2, column: 3)
// CHECK-NEXT: !20 = distinct !DILexicalBlockFile(scope: !7, file: !3, discriminator: 4)
// CHECK-NEXT: !21 = !DILocation(line: 1, column: 12, scope: !19)
// CHECK-NEXT: !22 = !DISubprogram(name: "dd", scope: !14, file: !3, line: 9, type: !10, spFlags: 0)
