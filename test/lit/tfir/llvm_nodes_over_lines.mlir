// RUN: tf-opt %s  | filecheck %s
// Nodes over several lines, with comments and without the name that their field implies, are printed as they are elsewhere.

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

// CHECK: #di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
// CHECK-NEXT: #di_file = #llvm.di_file<"a  b.c" in "/d/">
// CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, producer = "p  // q", isOptimized = true, emissionKind = Full>
// CHECK-NEXT: #di_global_variable = #llvm.di_global_variable<file = #di_file, line = 4, type = #di_basic_type>
// CHECK-NEXT: #di_global_variable1 = #llvm.di_global_variable<scope = #di_compile_unit, name = "g", linkageName = "g", file = #di_file, line = 3, type = #di_basic_type, isDefined = true>
// CHECK-NEXT: #di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable>
// CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<compileUnit = #di_compile_unit, scope = #di_file, name = "f", file = #di_file, subprogramFlags = Definition>
// CHECK-NEXT: #di_global_variable_expression1 = #llvm.di_global_variable_expression<var = #di_global_variable1, expr = <>>
// CHECK-NEXT: #di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "a", file = #di_file, type = #di_basic_type>
// CHECK: llvm.mlir.global external @g() {addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression1]} : i32
// CHECK-NEXT: llvm.mlir.global external @h() {addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression]} : i32
// CHECK-NEXT: llvm.func @f(%arg0: i32) {
// CHECK-NEXT: llvm.intr.dbg.value #di_local_variable = %arg0 : i32
// CHECK-NEXT: llvm.intr.dbg.value #di_local_variable #llvm.di_expression<[DW_OP_deref, DW_OP_LLVM_fragment(8, 16), DW_OP_LLVM_fragment(4, 8)]> = %arg0 : i32
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
