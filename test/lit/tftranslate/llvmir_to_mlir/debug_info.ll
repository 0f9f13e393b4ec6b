; RUN: tf-translate --llvmir-to-mlir --mlir-print-debuginfo %s | filecheck %s

; Where instructions come from, variables, and a type and a function that are inside of themselves.

source_filename = "d.c"
define i32 @sq(i32 %x) !dbg !7 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4, !dbg !13
    #dbg_declare(ptr %x.addr, !12, !DIExpression(), !13)
  %0 = load i32, ptr %x.addr, align 4, !dbg !14
  %m = mul nsw i32 %0, %0, !dbg !15
    #dbg_value(i32 %m, !16, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value), !13)
  ret i32 %m, !dbg !17
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "d.c", directory: "/x", checksumkind: CSK_MD5, checksum: "abcdabcdabcdabcdabcdabcdabcdabcd")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!7 = distinct !DISubprogram(name: "sq", scope: !1, file: !1, line: 1, type: !8, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !11)
!8 = !DISubroutineType(types: !9)
!9 = !{!10, !10}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !{!12}
!12 = !DILocalVariable(name: "x", arg: 1, scope: !7, file: !1, line: 1, type: !10)
!13 = !DILocation(line: 1, column: 12, scope: !7)
!14 = !DILocation(line: 2, column: 10, scope: !7)
!15 = !DILocation(line: 2, column: 12, scope: !18)
!16 = !DILocalVariable(name: "m", scope: !18, file: !1, line: 2, type: !19)
!17 = !DILocation(line: 2, column: 3, scope: !7, inlinedAt: !20)
!18 = distinct !DILexicalBlock(scope: !7, file: !1, line: 2, column: 3)
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!20 = !DILocation(line: 9, column: 3, scope: !7)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 3, size: 128, elements: !22)
!22 = !{!23, !24}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !21, file: !1, line: 4, baseType: !10, size: 32)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !21, file: !1, line: 5, baseType: !19, size: 64, offset: 64)

; CHECK: #di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
; CHECK-NEXT: #di_composite_type = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = true>
; CHECK-NEXT: #di_file = #llvm.di_file<"d.c" in "/x">
; CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<recId = distinct[1]<>, isRecSelf = true>
; CHECK-NEXT: #loc1 = loc("d.c":1:0)
; CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[2]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "clang", isOptimized = false, emissionKind = Full, nameTableKind = None>
; CHECK-NEXT: #di_derived_type = #llvm.di_derived_type<tag = DW_TAG_member, name = "v", baseType = #di_basic_type, sizeInBits = 32>
; CHECK-NEXT: #di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type, sizeInBits = 64>
; CHECK-NEXT: #di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 1, arg = 1, type = #di_basic_type>
; CHECK-NEXT: #di_subroutine_type = #llvm.di_subroutine_type<types = #di_basic_type, #di_basic_type>
; CHECK-NEXT: #di_derived_type2 = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #di_derived_type1, sizeInBits = 64, offsetInBits = 64>
; CHECK-NEXT: #di_subprogram1 = #llvm.di_subprogram<recId = distinct[1]<>, id = distinct[3]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "sq", file = #di_file, line = 1, scopeLine = 1, subprogramFlags = Definition, type = #di_subroutine_type, retainedNodes = #di_local_variable>
; CHECK-NEXT: #di_composite_type1 = #llvm.di_composite_type<recId = distinct[0]<>, tag = DW_TAG_structure_type, name = "node", file = #di_file, line = 3, sizeInBits = 128, elements = #di_derived_type, #di_derived_type2>
; CHECK-NEXT: #di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram1, file = #di_file, line = 2, column = 3>
; CHECK-NEXT: #di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram1, name = "x", file = #di_file, line = 1, arg = 1, type = #di_basic_type>
; CHECK-NEXT: #loc8 = loc(fused<#di_subprogram1>[#loc1])
; CHECK-NEXT: #di_derived_type3 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type1, sizeInBits = 64>
; CHECK-NEXT: #di_local_variable2 = #llvm.di_local_variable<scope = #di_lexical_block, name = "m", file = #di_file, line = 2, type = #di_derived_type3>
; CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<{{.*}}>, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT:   llvm.module_flags [#llvm.mlir.module_flag<max, "Dwarf Version", 5 : i32>, #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>] loc(#loc)
; CHECK-NEXT:   llvm.func @sq(%arg0: i32 loc(fused<#di_subprogram1>[#loc1])) -> i32 {
; CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32 loc(#loc2)
; CHECK-NEXT:     %1 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr loc(#loc2)
; CHECK-NEXT:     llvm.intr.dbg.declare #di_local_variable1 = %1 : !llvm.ptr loc(#loc9)
; CHECK-NEXT:     llvm.store %arg0, %1 {alignment = 4 : i64} : i32, !llvm.ptr loc(#loc9)
; CHECK-NEXT:     %2 = llvm.load %1 {alignment = 4 : i64} : !llvm.ptr -> i32 loc(#loc10)
; CHECK-NEXT:     %3 = llvm.mul %2, %2 overflow<nsw> : i32 loc(#loc13)
; CHECK-NEXT:     llvm.intr.dbg.value #di_local_variable2 #llvm.di_expression<[DW_OP_plus_uconst(3), DW_OP_stack_value]> = %3 : i32 loc(#loc9)
; CHECK-NEXT:     llvm.return %3 : i32 loc(#loc14)
; CHECK-NEXT:   } loc(#loc8)
; CHECK-NEXT: } loc(#loc)
; CHECK-NEXT: #loc = loc("d.c":0:0)
; CHECK-NEXT: #loc2 = loc(unknown)
; CHECK-NEXT: #loc3 = loc("d.c":1:12)
; CHECK-NEXT: #loc4 = loc("d.c":2:10)
; CHECK-NEXT: #loc5 = loc("d.c":2:12)
; CHECK-NEXT: #loc6 = loc("d.c":2:3)
; CHECK-NEXT: #loc7 = loc("d.c":9:3)
; CHECK-NEXT: #loc9 = loc(fused<#di_subprogram1>[#loc3])
; CHECK-NEXT: #loc10 = loc(fused<#di_subprogram1>[#loc4])
; CHECK-NEXT: #loc11 = loc(fused<#di_subprogram1>[#loc6])
; CHECK-NEXT: #loc12 = loc(fused<#di_subprogram1>[#loc7])
; CHECK-NEXT: #loc13 = loc(fused<#di_lexical_block>[#loc5])
; CHECK-NEXT: #loc14 = loc(callsite(#loc11 at #loc12))
