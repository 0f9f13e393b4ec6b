// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Where instructions come from, variables, and a type and a function that are inside of themselves.

#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_composite_type = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = true>
#di_file = #llvm.di_file<"d.c" in "/x">
#di_subprogram = #llvm.di_subprogram<recId = distinct[1]<>, isRecSelf = true>
#loc1 = loc("d.c":1:0)
#di_compile_unit = #llvm.di_compile_unit<id = distinct[2]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "clang", isOptimized = false, emissionKind = Full, nameTableKind = None>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_member, name = "v", baseType = #di_basic_type, sizeInBits = 32>
#di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type, sizeInBits = 64>
#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 1, arg = 1, type = #di_basic_type>
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_basic_type, #di_basic_type>
#di_derived_type2 = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #di_derived_type1, sizeInBits = 64, offsetInBits = 64>
#di_subprogram1 = #llvm.di_subprogram<recId = distinct[1]<>, id = distinct[3]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "sq", file = #di_file, line = 1, scopeLine = 1, subprogramFlags = Definition, type = #di_subroutine_type, retainedNodes = #di_local_variable>
#di_composite_type1 = #llvm.di_composite_type<recId = distinct[0]<>, tag = DW_TAG_structure_type, name = "node", file = #di_file, line = 3, sizeInBits = 128, elements = #di_derived_type, #di_derived_type2>
#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram1, file = #di_file, line = 2, column = 3>
#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram1, name = "x", file = #di_file, line = 1, arg = 1, type = #di_basic_type>
#loc8 = loc(fused<#di_subprogram1>[#loc1])
#di_derived_type3 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type1, sizeInBits = 64>
#di_local_variable2 = #llvm.di_local_variable<scope = #di_lexical_block, name = "m", file = #di_file, line = 2, type = #di_derived_type3>
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, i64 = dense<[32, 64]> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little">, llvm.module_asm = [], llvm.target_triple = ""} {
  llvm.module_flags [#llvm.mlir.module_flag<max, "Dwarf Version", 5 : i32>, #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>] loc(#loc)
  llvm.func @sq(%arg0: i32 loc(fused<#di_subprogram1>[#loc1])) -> i32 {
    %0 = llvm.mlir.constant(1 : i32) : i32 loc(#loc2)
    %1 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr loc(#loc2)
    llvm.intr.dbg.declare #di_local_variable1 = %1 : !llvm.ptr loc(#loc9)
    llvm.store %arg0, %1 {alignment = 4 : i64} : i32, !llvm.ptr loc(#loc9)
    %2 = llvm.load %1 {alignment = 4 : i64} : !llvm.ptr -> i32 loc(#loc10)
    %3 = llvm.mul %2, %2 overflow<nsw> : i32 loc(#loc13)
    llvm.intr.dbg.value #di_local_variable2 #llvm.di_expression<[DW_OP_plus_uconst(3), DW_OP_stack_value]> = %3 : i32 loc(#loc9)
    llvm.return %3 : i32 loc(#loc14)
  } loc(#loc8)
} loc(#loc)
#loc = loc("d.c":0:0)
#loc2 = loc(unknown)
#loc3 = loc("d.c":1:12)
#loc4 = loc("d.c":2:10)
#loc5 = loc("d.c":2:12)
#loc6 = loc("d.c":2:3)
#loc7 = loc("d.c":9:3)
#loc9 = loc(fused<#di_subprogram1>[#loc3])
#loc10 = loc(fused<#di_subprogram1>[#loc4])
#loc11 = loc(fused<#di_subprogram1>[#loc6])
#loc12 = loc(fused<#di_subprogram1>[#loc7])
#loc13 = loc(fused<#di_lexical_block>[#loc5])
#loc14 = loc(callsite(#loc11 at #loc12))

// CHECK: source_filename = "LLVMDialectModule"
// CHECK-NEXT: target datalayout = "e-p0:64:64:64:64-i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f64:64-f128:128"
// CHECK: define i32 @sq(i32 %0) !dbg !4 {
// CHECK-NEXT:   %2 = alloca i32, align 4
// CHECK-NEXT:     #dbg_declare(ptr %2, !9, !DIExpression(), !10)
// CHECK-NEXT:   store i32 %0, ptr %2, align 4, !dbg !10
// CHECK-NEXT:   %3 = load i32, ptr %2, align 4, !dbg !11
// CHECK-NEXT:   %4 = mul nsw i32 %3, %3, !dbg !12
// CHECK-NEXT:     #dbg_value(i32 %4, !14, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value), !10)
// CHECK-NEXT:   ret i32 %4, !dbg !20
// CHECK-NEXT: }
// CHECK: !llvm.dbg.cu = !{!0}
// CHECK-NEXT: !llvm.module.flags = !{!2, !3}
// CHECK: !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, nameTableKind: None)
// CHECK-NEXT: !1 = !DIFile(filename: "d.c", directory: "/x")
// CHECK-NEXT: !2 = !{i32 7, !"Dwarf Version", i32 5}
// CHECK-NEXT: !3 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !4 = distinct !DISubprogram(name: "sq", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !8)
// CHECK-NEXT: !5 = !DISubroutineType(types: !6)
// CHECK-NEXT: !6 = !{!7, !7}
// CHECK-NEXT: !7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
// CHECK-NEXT: !8 = !{!9}
// CHECK-NEXT: !9 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !7)
// CHECK-NEXT: !10 = !DILocation(line: 1, column: 12, scope: !4)
// CHECK-NEXT: !11 = !DILocation(line: 2, column: 10, scope: !4)
// CHECK-NEXT: !12 = !DILocation(line: 2, column: 12, scope: !13)
// CHECK-NEXT: !13 = distinct !DILexicalBlock(scope: !4, file: !1, line: 2, column: 3)
// CHECK-NEXT: !14 = !DILocalVariable(name: "m", scope: !13, file: !1, line: 2, type: !15)
// CHECK-NEXT: !15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
// CHECK-NEXT: !16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 3, size: 128, elements: !17)
// CHECK-NEXT: !17 = !{!18, !19}
// CHECK-NEXT: !18 = !DIDerivedType(tag: DW_TAG_member, name: "v", baseType: !7, size: 32)
// CHECK-NEXT: !19 = !DIDerivedType(tag: DW_TAG_member, name: "next", baseType: !15, size: 64, offset: 64)
// CHECK-NEXT: !20 = !DILocation(line: 2, column: 3, scope: !4, inlinedAt: !21)
// CHECK-NEXT: !21 = !DILocation(line: 9, column: 3, scope: !4)
