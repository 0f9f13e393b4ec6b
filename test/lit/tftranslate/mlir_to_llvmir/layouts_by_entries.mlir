// RUN: tf-translate %s --mlir-to-llvmir | filecheck %s
// Entries of a layout in either spelling, hints of vectors, Intel's assembly, large atomic stores.

module attributes {dlti.dl_spec = #dlti.dl_spec<
  #dlti.dl_entry<"dlti.endianness", "big">, // of bytes
  #dlti.dl_entry<"dlti.stack_alignment", 0 : i32>,
  #dlti.dl_entry<i64, dense<[64, 128]> : vector<2xi64>>,
  !llvm.ptr = dense<[32, 64, 128]> : vector<3xi64>>,
  llvm.target_triple = "x86_64-pc-windows-msvc"} {
  llvm.func @hint() attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<2xi32>, is_signed = true>}
  llvm.func @asm(%arg0: i32, %p: !llvm.ptr, %large: i256) {
    %0 = llvm.inline_asm asm_dialect = "intel" "foo", "=r,r" %arg0 : (i32) -> i8
    llvm.store %arg0, %p {llvm.mmra = []} : i32, !llvm.ptr
    llvm.store %large, %p atomic monotonic {alignment = 32 : i64} : i256, !llvm.ptr
    llvm.return
  }
}

// CHECK: target datalayout = "E-i64:64:128-p0:32:64:128:32"
// CHECK-NEXT: target triple = "x86_64-pc-windows-msvc"
// CHECK: declare !vec_type_hint !2 void @hint()
// CHECK: define void @asm(i32 %0, ptr %1, i256 %2) {
// CHECK-NEXT: %4 = call i8 asm inteldialect "foo", "=r,r"(i32 %0)
// CHECK-NEXT: store i32 %0, ptr %1, align 4
// CHECK-NEXT: store atomic i256 %2, ptr %1 monotonic, align 32
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: !llvm.module.flags = !{!0, !1}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !1 = !{i32 2, !"CodeView", i32 1}
// CHECK-NEXT: !2 = !{<2 x i32> undef, i32 1}
