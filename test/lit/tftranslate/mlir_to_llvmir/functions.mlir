// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Functions with their attributes, exceptions.

llvm.func weak_odr local_unnamed_addr @a(%x: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.readonly, llvm.dereferenceable = 16 : i64, llvm.nonnull}, %y: !llvm.ptr {llvm.byval = i32, llvm.align = 4 : i64}, %z: !llvm.ptr {llvm.inreg}) vscale_range(1, 16) attributes {section = ".text.x", alignment = 32 : i64, garbageCollector = "statepoint-example", function_entry_count = 4242 : i64, uwtable_kind = #llvm.uwtableKind<sync>, target_cpu = "skylake", tune_cpu = "zen2", target_features = #llvm.target_features<["+sse4.2", "-avx"]>, no_inline, frame_pointer = #llvm.framePointerKind<"non-leaf">, no_infs_fp_math = true} {
  llvm.return
}
llvm.func @b(i32, ...) -> (i64 {llvm.zeroext}) attributes {convergent, will_return, no_unwind, passthrough = ["norecurse", "custom", ["stackrealign", "4"], ["thing", "\22v\22"]]}
llvm.func @gxx(...) -> i32
llvm.func spir_funccc @c(%p: !llvm.ptr<4>, %b: vector<[4]x!llvm.ptr>) -> !llvm.struct<(i32, f64)> attributes {arm_streaming, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = read, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, f64)>
  %c = llvm.mlir.constant(5 : i32) : i32
  %1 = llvm.insertvalue %c, %0[0] : !llvm.struct<(i32, f64)>
  llvm.return %1 : !llvm.struct<(i32, f64)>
}
llvm.func @inv(%x: i32) -> i32 attributes {personality = @gxx} {
  %0 = llvm.invoke @gxx(%x) to ^ok unwind ^bad vararg(!llvm.func<i32 (...)>) : (i32) -> i32
^ok:
  %n = llvm.mlir.zero : !llvm.ptr
  llvm.invoke @v(%x) to ^ret(%0 : i32) unwind ^bad2 : (i32) -> ()
^bad:
  %1 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.br ^ret(%x : i32)
^bad2:
  %2 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
^ret(%r: i32):
  llvm.return %r : i32
}
llvm.func @v(i32)

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: define weak_odr void @a(ptr noalias nonnull readonly captures(none) dereferenceable(16) %0, ptr byval(i32) align 4 %1, ptr inreg %2) local_unnamed_addr noinline uwtable(sync) vscale_range(1,16) "frame-pointer"="non-leaf" "target-features"="+sse4.2,-avx" "target-cpu"="skylake" "tune-cpu"="zen2" "no-infs-fp-math"="true" section ".text.x" align 32 gc "statepoint-example" !prof !1 {
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: declare zeroext i64 @b(i32, ...) convergent nounwind willreturn norecurse "custom" "stackrealign"="4" "thing"="\22v\22"
// CHECK: declare i32 @gxx(...)
// CHECK: define spir_func { i32, double } @c(ptr addrspace(4) %0, <vscale x 4 x ptr> %1) memory(argmem: readwrite, inaccessiblemem: read) "aarch64_pstate_sm_enabled" {
// CHECK-NEXT: ret { i32, double } { i32 5, double undef }
// CHECK-NEXT: }
// CHECK: define i32 @inv(i32 %0) personality ptr @gxx {
// CHECK-NEXT: %2 = invoke i32 (...) @gxx(i32 %0) to label %3 unwind label %4
// CHECK: 3:
// CHECK-NEXT: invoke void @v(i32 %0) to label %8 unwind label %6
// CHECK: 4:
// CHECK-NEXT: %5 = landingpad { ptr, i32 } cleanup
// CHECK-NEXT: br label %8
// CHECK: 6:
// CHECK-NEXT: %7 = landingpad { ptr, i32 } cleanup
// CHECK-NEXT: resume { ptr, i32 } %7
// CHECK: 8:
// CHECK-NEXT: %9 = phi i32 [ %0, %4 ], [ %2, %3 ]
// CHECK-NEXT: ret i32 %9
// CHECK-NEXT: }
// CHECK: declare void @v(i32)
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !1 = !{!"function_entry_count", i64 4242}
