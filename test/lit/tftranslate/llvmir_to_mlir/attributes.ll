; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Attributes of functions, arguments and results.

declare ptr @f(i32 allocalign, i32) noreturn speculatable nocallback noduplicate memory(none) allocsize(0,1) "no-builtins" "no-builtin-memcpy" "no-infs-fp-math"="true" "unsafe-fp-math"="true" "x" "denormal-fp-math"="ieee,ieee" "instrument-function-entry-inlined"="a" "use-sample-profile" "approx-func-fp-math"="true"
declare void @g1(ptr sret(i32))
declare void @g(ptr allocptr,  ptr byval(i32) align 4, ptr inreg noalias, ptr nofree nonnull noundef, ptr readnone, ptr readonly, i32 signext, i32 zeroext,  ptr, ptr, ptr writable writeonly, ptr captures(none), ptr captures(address), i32 range(i32 1, 5), ptr dereferenceable(4), ptr dereferenceable_or_null(8),  ptr alignstack(8), ptr dead_on_unwind, float nofpclass(nan inf), i32 noext, ptr initializes((0,4)), ptr dead_on_return)
declare i32 @g2(i32 returned)
declare void @g3(ptr nest, ptr byref(i32))
declare void @g5(ptr preallocated(i32))
declare void @g6(ptr inalloca(i32))
declare nonnull noundef align 4 dereferenceable(4) ptr @h()
declare range(i8 0, 2) i8 @h3()
declare noundef i32 @"a b"()
declare ptr @a1() allockind("alloc,zeroed") "alloc-family"="malloc"
declare ptr @a2(i32) allocsize(0)
declare ptr @a3() memory(read, argmem: readwrite, inaccessiblemem: none)
declare ptr @a4() memory(argmem: read)
declare ptr @a5() uwtable(sync) "stackrealign"
declare ptr @a6() vscale_range(1,16) vscale_range(2)
declare ptr @a7() vscale_range(2,0)
define void @a8() section ".text.a" align 16 gc "shadow" personality ptr @a7 { ret void }
define fastcc void @a9() unnamed_addr { ret void }
define cc 99 void @a10() { ret void }
define ghccc void @a11() { ret void }
define amdgpu_kernel void @a12() { ret void }
define available_externally hidden void @a13() { ret void }
define void @a14() { ret void }
declare extern_weak void @a15()
define void @a16() "frame-pointer"="non-leaf" "target-features" "tune-cpu"="generic" "no-nans-fp-math"="false" "fp-contract"="fast" "prefer-vector-width"="256" "reciprocal-estimates"="x" "denormal-fp-math-f32"="preserve-sign,preserve-sign" { ret void }
define void @a17() "aarch64_pstate_sm_enabled" "aarch64_new_za" "aarch64_pstate_sm_body" { ret void }
define void @a18() "no-infs-fp-math"="false" "no-signed-zeros-fp-math"="true" "instrument-function-exit"="x" "instrument-function-entry"="y" optnone noinline { 
call void @a17() "x"="y" convergent willreturn alwaysinline
call void @a17() noinline inlinehint
ret void }

; CHECK: module attributes {dlti.dl_spec = #dlti.dl_spec<{{.*}}>, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT:   llvm.func @f(i32 {llvm.allocalign}, i32) -> !llvm.ptr attributes {denormal_fp_math = "ieee,ieee", memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_infs_fp_math = true, passthrough = ["nocallback", "noduplicate", "noreturn", "speculatable", ["allocsize", "1"], ["approx-func-fp-math", "true"], ["instrument-function-entry-inlined", "a"], "no-builtin-memcpy", "no-builtins", ["unsafe-fp-math", "true"], "use-sample-profile", "x"]}
; CHECK-NEXT:   llvm.func @g1(!llvm.ptr {llvm.sret = i32})
; CHECK-NEXT:   llvm.func @g(!llvm.ptr {llvm.allocptr}, !llvm.ptr {llvm.align = 4 : i64, llvm.byval = i32}, !llvm.ptr {llvm.inreg, llvm.noalias}, !llvm.ptr {llvm.nofree, llvm.nonnull, llvm.noundef}, !llvm.ptr {llvm.readnone}, !llvm.ptr {llvm.readonly}, i32 {llvm.signext}, i32 {llvm.zeroext}, !llvm.ptr, !llvm.ptr, !llvm.ptr {llvm.writeonly, tfir.attributes = ["writable"]}, !llvm.ptr {llvm.nocapture}, !llvm.ptr {tfir.attributes = ["captures(address)"]}, i32 {llvm.range = #llvm.constant_range<i32, 1, 5>}, !llvm.ptr {llvm.dereferenceable = 4 : i64}, !llvm.ptr {llvm.dereferenceable_or_null = 8 : i64}, !llvm.ptr {llvm.alignstack = 8 : i64}, !llvm.ptr {tfir.attributes = ["dead_on_unwind"]}, f32 {tfir.attributes = ["nofpclass(nan inf)"]}, i32 {tfir.attributes = ["noext"]}, !llvm.ptr {tfir.attributes = ["initializes((0,4))"]}, !llvm.ptr {tfir.attributes = ["dead_on_return"]})
; CHECK-NEXT:   llvm.func @g2(i32 {llvm.returned}) -> i32
; CHECK-NEXT:   llvm.func @g3(!llvm.ptr {llvm.nest}, !llvm.ptr {llvm.byref = i32})
; CHECK-NEXT:   llvm.func @g5(!llvm.ptr {llvm.preallocated = i32})
; CHECK-NEXT:   llvm.func @g6(!llvm.ptr {llvm.inalloca = i32})
; CHECK-NEXT:   llvm.func @h() -> (!llvm.ptr {llvm.align = 4 : i64, llvm.dereferenceable = 4 : i64, llvm.nonnull, llvm.noundef})
; CHECK-NEXT:   llvm.func @h3() -> (i8 {llvm.range = #llvm.constant_range<i8, 0, 2>})
; CHECK-NEXT:   llvm.func @"a b"() -> (i32 {llvm.noundef})
; CHECK-NEXT:   llvm.func @a1() -> !llvm.ptr attributes {passthrough = {{\[\[}}"allockind", "17"], ["alloc-family", "malloc"]]}
; CHECK-NEXT:   llvm.func @a2(i32) -> !llvm.ptr attributes {passthrough = {{\[\[}}"allocsize", "4294967295"]]}
; CHECK-NEXT:   llvm.func @a3() -> !llvm.ptr attributes {memory_effects = #llvm.memory_effects<other = read, argMem = readwrite, inaccessibleMem = none, errnoMem = read, targetMem0 = read, targetMem1 = read>}
; CHECK-NEXT:   llvm.func @a4() -> !llvm.ptr attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
; CHECK-NEXT:   llvm.func @a5() -> !llvm.ptr attributes {passthrough = ["stackrealign"], uwtable_kind = #llvm.uwtableKind<sync>}
; CHECK-NEXT:   llvm.func @a6() -> !llvm.ptr vscale_range(2, 2)
; CHECK-NEXT:   llvm.func @a7() -> !llvm.ptr vscale_range(2, 0)
; CHECK-NEXT:   llvm.func @a8() attributes {alignment = 16 : i64, garbageCollector = "shadow", personality = @a7, section = ".text.a"} {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func unnamed_addr fastcc @a9() {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func wasm_emscripten_invokecc @a10() {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func cc_10 @a11() {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func amdgpu_kernelcc @a12() {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func available_externally hidden @a13() attributes {dso_local} {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @a14() {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func extern_weak @a15()
; CHECK-NEXT:   llvm.func @a16() attributes {denormal_fp_math_f32 = "preserve-sign,preserve-sign", fp_contract = "fast", frame_pointer = #llvm.framePointerKind<"non-leaf">, no_nans_fp_math = false, passthrough = {{\[\[}}"prefer-vector-width", "256"], ["reciprocal-estimates", "x"]], prefer_vector_width = "256", reciprocal_estimates = "x", target_features = #llvm.target_features<[]>, tune_cpu = "generic"} {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @a17() attributes {arm_new_za, arm_streaming} {
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @a18() attributes {instrument_function_entry = "y", instrument_function_exit = "x", no_infs_fp_math = false, no_inline, no_signed_zeros_fp_math = true, optimize_none} {
; CHECK-NEXT:     llvm.call @a17() {always_inline, convergent, tfir.attributes = ["\22x\22=\22y\22"], will_return} : () -> ()
; CHECK-NEXT:     llvm.call @a17() {inline_hint, no_inline} : () -> ()
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT: }
