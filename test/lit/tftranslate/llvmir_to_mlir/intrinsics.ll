; RUN: tf-translate --llvmir-to-mlir %s | filecheck %s

; Intrinsics as operations of their own; those that have none are called by name.

@tl = thread_local global i32 0

define void @f(ptr %p, ptr %q, i64 %n, i1 %c, float %x, <4 x float> %v, <4 x i1> %m, <4 x ptr> %pp, i32 %i) {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %a) #1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 dereferenceable(8) %p, ptr align 8 %q, i64 %n, i1 false), !tbaa !0
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 true)
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 32, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16), "nonnull"(ptr %q) ]
  %r = call fast float @llvm.sqrt.f32(float %x)
  %r2 = call nnan <4 x float> @llvm.fma.v4f32(<4 x float> %v, <4 x float> %v, <4 x float> zeroinitializer)
  %e = call i1 @llvm.expect.i1(i1 %c, i1 true)
  %ab = call i32 @llvm.abs.i32(i32 %i, i1 true)
  %cl = call i32 @llvm.ctlz.i32(i32 %i, i1 false)
  %ov = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 1)
  %ml = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> poison)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %ml, ptr align 8 %p, <4 x i1> %m)
  %mg = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %pp, <4 x i1> %m, <4 x float> %v)
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %mg, <4 x ptr> align 4 %pp, <4 x i1> %m)
  %red = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0.000000e+00, <4 x float> %v)
  %pw = call float @llvm.powi.f32.i32(float %x, i32 %i)
  %cs = call float @llvm.copysign.f32(float %x, float 1.000000e+00)
  %ss = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %ss)
  call void @llvm.trap()
  call void @llvm.x86.sse2.pause()
  %cy = call i64 @llvm.readcyclecounter()
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %ptr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %fs = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %vp = call <4 x float> @llvm.vp.fadd.v4f32(<4 x float> %v, <4 x float> %v, <4 x i1> %m, i32 %i)
  %vi = call <8 x float> @llvm.vector.insert.v8f32.v4f32(<8 x float> poison, <4 x float> %v, i64 4)
  %ve = call <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float> %v, i64 2)
  call void @llvm.lifetime.end.p0(ptr %a)
  %th = call ptr @llvm.threadlocal.address.p0(ptr @tl)
  %os = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %lk = call i32 @llvm.smax.i32(i32 noundef %i, i32 5)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #0

; Function Attrs: nounwind
declare void @llvm.x86.sse2.pause() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fptosi.sat.i32.f32(float) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare i64 @llvm.readcyclecounter() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.copysign.f32(float, float) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.expect.i1(i1, i1) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, <4 x float>) #7

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr captures(none), <4 x i1>, <4 x float>) #8

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(write)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, <4 x i1>) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr captures(none), <4 x i1>) #10

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i64(ptr writeonly captures(none), ptr readonly captures(none), i64, i1 immarg) #11

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #12

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.powi.f32.i32(float, i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr readonly captures(none), i32 immarg, i32 immarg, i32 immarg) #13

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #3

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #14

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float>, i64 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.vector.insert.v8f32.v4f32(<8 x float>, <4 x float>, i64 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.vp.fadd.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nounwind }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #8 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #9 = { nocallback nofree nosync nounwind willreturn memory(write) }
attributes #10 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #11 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #12 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #13 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #14 = { cold noreturn nounwind memory(inaccessiblemem: write) }

!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"int", !2}
!2 = !{}

; CHECK: #tbaa_root = #llvm.tbaa_root
; CHECK-NEXT: #tbaa_type_desc = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_root, 0>}>
; CHECK-NEXT: #tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0, constant = true>
; CHECK-NEXT: module attributes {dlti.dl_spec = #dlti.dl_spec<{{.*}}>, llvm.module_asm = [], llvm.target_triple = ""} {
; CHECK-NEXT:   llvm.mlir.global external thread_local @tl(0 : i32) {addr_space = 0 : i32} : i32
; CHECK-NEXT:   llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i1, %arg4: f32, %arg5: vector<4xf32>, %arg6: vector<4xi1>, %arg7: vector<4x!llvm.ptr>, %arg8: i32) {
; CHECK-NEXT:     %0 = llvm.mlir.constant(1 : i32) : i32
; CHECK-NEXT:     %1 = llvm.mlir.constant(0 : i8) : i8
; CHECK-NEXT:     %2 = llvm.mlir.constant(32 : i64) : i64
; CHECK-NEXT:     %3 = llvm.mlir.constant(true) : i1
; CHECK-NEXT:     %4 = llvm.mlir.constant(16 : i64) : i64
; CHECK-NEXT:     %5 = llvm.mlir.constant(0.000000e+00 : f32) : f32
; CHECK-NEXT:     %6 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
; CHECK-NEXT:     %7 = llvm.mlir.poison : vector<4xf32>
; CHECK-NEXT:     %8 = llvm.mlir.constant(1.000000e+00 : f32) : f32
; CHECK-NEXT:     %9 = llvm.mlir.constant(-8 : i64) : i64
; CHECK-NEXT:     %10 = llvm.mlir.poison : vector<8xf32>
; CHECK-NEXT:     %11 = llvm.mlir.addressof @tl : !llvm.ptr
; CHECK-NEXT:     %12 = llvm.mlir.constant(false) : i1
; CHECK-NEXT:     %13 = llvm.mlir.constant(5 : i32) : i32
; CHECK-NEXT:     %14 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
; CHECK-NEXT:     llvm.intr.lifetime.start %14 {tfir.arg_attrs = [{llvm.nonnull}], tfir.attributes = ["nounwind"]} : !llvm.ptr
; CHECK-NEXT:     "llvm.intr.memcpy"(%arg0, %arg1, %arg2) <{arg_attrs = [{llvm.align = 4 : i64, llvm.dereferenceable = 8 : i64}, {llvm.align = 8 : i64}, {}], isVolatile = false, tbaa = [#tbaa_tag]}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
; CHECK-NEXT:     "llvm.intr.memmove"(%arg0, %arg1, %arg2) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
; CHECK-NEXT:     "llvm.intr.memset"(%arg0, %1, %2) <{arg_attrs = [{llvm.align = 16 : i64}, {}, {}], isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
; CHECK-NEXT:     "llvm.intr.memcpy.inline"(%arg0, %arg1) <{isVolatile = false, len = 16 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
; CHECK-NEXT:     llvm.intr.assume %3 ["align"(%arg0, %4 : !llvm.ptr, i64), "nonnull"(%arg1 : !llvm.ptr)] : i1
; CHECK-NEXT:     %15 = llvm.intr.sqrt(%arg4) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
; CHECK-NEXT:     %16 = llvm.intr.fma(%arg5, %arg5, %6) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
; CHECK-NEXT:     %17 = llvm.intr.expect %arg3, %3 : i1
; CHECK-NEXT:     %18 = "llvm.intr.abs"(%arg8) <{is_int_min_poison = true}> : (i32) -> i32
; CHECK-NEXT:     %19 = "llvm.intr.ctlz"(%arg8) <{is_zero_poison = false}> : (i32) -> i32
; CHECK-NEXT:     %20 = "llvm.intr.sadd.with.overflow"(%arg8, %0) : (i32, i32) -> !llvm.struct<(i32, i1)>
; CHECK-NEXT:     %21 = llvm.intr.masked.load %arg0, %arg6, %7 {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
; CHECK-NEXT:     llvm.intr.masked.store %21, %arg0, %arg6 {alignment = 8 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
; CHECK-NEXT:     %22 = llvm.intr.masked.gather %arg7, %arg6, %arg5 {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
; CHECK-NEXT:     llvm.intr.masked.scatter %22, %arg7, %arg6 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
; CHECK-NEXT:     %23 = "llvm.intr.vector.reduce.fadd"(%5, %arg5) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
; CHECK-NEXT:     %24 = llvm.intr.powi(%arg4, %arg8) : (f32, i32) -> f32
; CHECK-NEXT:     %25 = llvm.intr.copysign(%arg4, %8) : (f32, f32) -> f32
; CHECK-NEXT:     %26 = llvm.intr.stacksave : !llvm.ptr
; CHECK-NEXT:     llvm.intr.stackrestore %26 : !llvm.ptr
; CHECK-NEXT:     llvm.intr.trap
; CHECK-NEXT:     llvm.call_intrinsic "llvm.x86.sse2.pause"() : () -> ()
; CHECK-NEXT:     %27 = llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i64
; CHECK-NEXT:     "llvm.intr.prefetch"(%arg0) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
; CHECK-NEXT:     %28 = llvm.intr.ptrmask %arg0, %9 : (!llvm.ptr, i64) -> !llvm.ptr
; CHECK-NEXT:     %29 = llvm.call_intrinsic "llvm.fptosi.sat.i32.f32"(%arg4) : (f32) -> i32
; CHECK-NEXT:     %30 = "llvm.intr.vp.fadd"(%arg5, %arg5, %arg6, %arg8) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
; CHECK-NEXT:     %31 = llvm.intr.vector.insert %arg5, %10[4] : vector<4xf32> into vector<8xf32>
; CHECK-NEXT:     %32 = llvm.intr.vector.extract %arg5[2] : vector<2xf32> from vector<4xf32>
; CHECK-NEXT:     llvm.intr.lifetime.end %14 : !llvm.ptr
; CHECK-NEXT:     %33 = "llvm.intr.threadlocal.address"(%11) : (!llvm.ptr) -> !llvm.ptr
; CHECK-NEXT:     %34 = llvm.call_intrinsic "llvm.objectsize.i64.p0"(%arg0, %12, %3, %12) : (!llvm.ptr, i1, i1, i1) -> i64
; CHECK-NEXT:     %35 = llvm.intr.smax(%arg8, %13) {tfir.arg_attrs = [{llvm.noundef}, {}]} : (i32, i32) -> i32
; CHECK-NEXT:     llvm.return
; CHECK-NEXT:   }
; CHECK-NEXT:   llvm.func @llvm.x86.sse2.pause() attributes {no_unwind}
; CHECK-NEXT:   llvm.func @llvm.objectsize.i64.p0(!llvm.ptr, i1, i1, i1) -> i64 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nocallback", "nofree", "nosync", "speculatable"], will_return}
; CHECK-NEXT:   llvm.func @llvm.fptosi.sat.i32.f32(f32) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nocallback", "nocreateundeforpoison", "nofree", "nosync", "speculatable"], will_return}
; CHECK-NEXT:   llvm.func @llvm.readcyclecounter() -> i64 attributes {no_unwind, passthrough = ["nocallback", "nofree", "nosync"], will_return}
; CHECK-NEXT: }
