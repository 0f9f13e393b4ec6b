// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Addresses of blocks, numbers in passthrough, attributes of intrinsics' arguments, hints for kernels, constants made of addresses.

llvm.mlir.global external @a(0 : i32) : i32
llvm.mlir.global external @b(0 : i32) : i32
llvm.mlir.global external @between() : i64 {
  %0 = llvm.mlir.addressof @a : !llvm.ptr
  %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %2 = llvm.mlir.addressof @b : !llvm.ptr
  %3 = llvm.ptrtoint %2 : !llvm.ptr to i64
  %4 = llvm.sub %1, %3 : i64
  llvm.return %4 : i64
}
llvm.mlir.global external @wide(dense<[1, -170141183460469231731687303715884105728]> : tensor<2xi128>) : !llvm.array<2 x i128>
llvm.func @jump(%p: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.blockaddress <function = @jump, tag = <id = 7>> : !llvm.ptr
  llvm.br ^bb1
^bb1:
  llvm.blocktag <id = 7>
  llvm.indirectbr %p : !llvm.ptr, [
  ^bb1,
  ^bb2
  ]
^bb2:
  llvm.return %0 : !llvm.ptr
}
llvm.func @hints() attributes {vec_type_hint = #llvm.vec_type_hint<hint = i32, is_signed = true>, reqd_work_group_size = array<i32: 1, 2, 3>, work_group_size_hint = array<i32: 4, 5, 6>, intel_reqd_sub_group_size = 16 : i32} {
  llvm.return
}
llvm.func @copies(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false, arg_attrs = [{llvm.align = 4 : i64, llvm.dereferenceable = 8 : i64}, {llvm.align = 8 : i64}, {}]}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %0 = llvm.load %p dereferenceable<bytes = 8> : !llvm.ptr -> !llvm.ptr
  %1 = llvm.inttoptr %n dereferenceable<bytes = 4, mayBeNull = true> : i64 to !llvm.ptr
  %2 = llvm.mlir.zero : !llvm.ptr
  %3 = llvm.getelementptr %2[4] : (!llvm.ptr) -> !llvm.ptr, f32
  %4 = llvm.ptrtoint %3 : !llvm.ptr to i64
  "llvm.intr.memcpy"(%p, %q, %4) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: @a = global i32 0
// CHECK-NEXT: @b = global i32 0
// CHECK-NEXT: @between = global i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
// CHECK-NEXT: @wide = global [2 x i128] [i128 1, i128 -170141183460469231731687303715884105728]
// CHECK: define ptr @jump(ptr %0) {
// CHECK-NEXT:   br label %2
// CHECK: 2:
// CHECK-NEXT:   indirectbr ptr %0, [label %2, label %3]
// CHECK: 3:
// CHECK-NEXT:   ret ptr blockaddress(@jump, %2)
// CHECK-NEXT: }
// CHECK: define void @hints() !vec_type_hint !1 !work_group_size_hint !2 !reqd_work_group_size !3 !intel_reqd_sub_group_size !4 {
// CHECK-NEXT:   ret void
// CHECK-NEXT: }
// CHECK: define void @copies(ptr %0, ptr %1, i64 %2) {
// CHECK-NEXT:   call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(8) %0, ptr align 8 %1, i64 %2, i1 false)
// CHECK-NEXT:   %4 = load ptr, ptr %0, align 8, !dereferenceable !5
// CHECK-NEXT:   %5 = inttoptr i64 %2 to ptr, !dereferenceable_or_null !6
// CHECK-NEXT:   call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %1, i64 16, i1 true)
// CHECK-NEXT:   ret void
// CHECK-NEXT: }
// CHECK: declare void @llvm.memcpy.p0.p0.i64(ptr
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !1 = !{i32 undef, i32 1}
// CHECK-NEXT: !2 = !{i32 4, i32 5, i32 6}
// CHECK-NEXT: !3 = !{i32 1, i32 2, i32 3}
// CHECK-NEXT: !4 = !{i32 16}
// CHECK-NEXT: !5 = !{i64 8}
// CHECK-NEXT: !6 = !{i64 4}

