; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; What kernels of OpenCL are told.

; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define i32 @f(i32 %0) !vec_type_hint !1 !work_group_size_hint !2 !reqd_work_group_size !3 !intel_reqd_sub_group_size !4 {
  ret i32 %0
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 undef, i32 1}
!2 = !{i32 4, i32 5, i32 6}
!3 = !{i32 1, i32 2, i32 3}
!4 = !{i32 16}

; CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<{{.*}}>, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT:   llvm.module_flags [#llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>]
; CHECK-NEXT:   llvm.func @f(%arg0: i32) -> i32 attributes {intel_reqd_sub_group_size = 16 : i32, reqd_work_group_size = array<i32: 1, 2, 3>, vec_type_hint = #llvm.vec_type_hint<hint = i32, is_signed = true>, work_group_size_hint = array<i32: 4, 5, 6>} {
; CHECK-NEXT:     llvm.return %arg0 : i32
; CHECK-NEXT:   }
; CHECK-NEXT: }
