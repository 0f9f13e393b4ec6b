// RUN: tf-opt %s  | filecheck %s
// Entries of a layout in either spelling; a common global without a value.

module attributes {dlti.dl_spec = #dlti.dl_spec<
  #dlti.dl_entry<"dlti.endianness", "big">, // of bytes
  #dlti.dl_entry<"dlti.stack_alignment", 0 : i32>,
  #dlti.dl_entry<i64, dense<[64, 128]> : vector<2xi64>>,
  !llvm.ptr = dense<[32, 64, 128]> : vector<3xi64>>,
  llvm.target_triple = "x86_64-pc-windows-msvc"} {
  llvm.mlir.global common @common() : i64
  llvm.func @hint() attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<2xi32>, is_signed = true>}
  llvm.func @asm(%arg0: i32, %p: !llvm.ptr, %large: i256) {
    %0 = llvm.inline_asm asm_dialect = "intel" "foo", "=r,r" %arg0 : (i32) -> i8
    llvm.store %arg0, %p {llvm.mmra = []} : i32, !llvm.ptr
    llvm.store %large, %p atomic monotonic {alignment = 32 : i64} : i256, !llvm.ptr
    llvm.return
  }
}

// CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big", "dlti.stack_alignment" = 0 : i32, i64 = dense<[64, 128]> : vector<2xi64>, !llvm.ptr = dense<[32, 64, 128]> : vector<3xi64>>, llvm.target_triple = "x86_64-pc-windows-msvc"} {
// CHECK-NEXT: llvm.mlir.global common @common() {addr_space = 0 : i32} : i64
// CHECK-NEXT: llvm.func @hint() attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<2xi32>, is_signed = true>}
// CHECK-NEXT: llvm.func @asm(%arg0: i32, %arg1: !llvm.ptr, %arg2: i256) {
// CHECK-NEXT: %0 = llvm.inline_asm asm_dialect = intel "foo", "=r,r" %arg0 : (i32) -> i8
// CHECK-NEXT: llvm.store %arg0, %arg1 {llvm.mmra = []} : i32, !llvm.ptr
// CHECK-NEXT: llvm.store %arg2, %arg1 atomic monotonic {alignment = 32 : i64} : i256, !llvm.ptr
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
