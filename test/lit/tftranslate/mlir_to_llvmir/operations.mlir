// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Operations as instructions.

llvm.func @ops(%a: i32, %b: i32, %f: f32, %g: f32, %p: !llvm.ptr, %p1: !llvm.ptr<1>, %c: i1, %v: vector<4xf32>, %s: !llvm.struct<(i32, array<2 x f32>)>, %i64: i64, %vi: vector<4xi32>, %sv: vector<[4]xi32>, %vp: vector<4x!llvm.ptr>) -> i32 {
  %0 = llvm.add %a, %b overflow<nsw, nuw> : i32
  %2 = llvm.mul %a, %b overflow<nsw> : i32
  %3 = llvm.udiv exact %a, %b : i32
  %8 = llvm.or disjoint %a, %b : i32
  %12 = llvm.ashr exact %a, %b : i32
  %13 = llvm.icmp "slt" %a, %b : i32
  %14 = llvm.fcmp "oeq" %f, %g {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %n14b = llvm.fcmp "_true" %f, %g : f32
  %15 = llvm.fadd %f, %g {fastmathFlags = #llvm.fastmath<fast>} : f32
  %17 = llvm.fneg %f : f32
  %18 = llvm.select %c, %a, %b : i1, i32
  %19 = llvm.alloca %a x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %one = llvm.mlir.constant(1 : i32) : i32
  %one64 = llvm.mlir.constant(1 : i64) : i64
  %n19b = llvm.alloca %one x !llvm.struct<"foo", (i8, i64)> : (i32) -> !llvm.ptr
  %n19c = llvm.alloca inalloca %one64 x i8 : (i64) -> !llvm.ptr<5>
  %20 = llvm.load %p : !llvm.ptr -> f32
  %21 = llvm.load volatile %p atomic syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
  %22 = llvm.load %p invariant {nontemporal} : !llvm.ptr -> f32
  llvm.store %f, %p {alignment = 4 : i64} : f32, !llvm.ptr
  llvm.store %v, %p : vector<4xf32>, !llvm.ptr
  llvm.store %s, %p : !llvm.struct<(i32, array<2 x f32>)>, !llvm.ptr
  llvm.store volatile %f, %p atomic release {alignment = 4 : i64} : f32, !llvm.ptr
  %23 = llvm.getelementptr %p[%a] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %24 = llvm.getelementptr inbounds %p[%i64, 1, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<2 x f32>)>
  %25 = llvm.getelementptr inbounds|nuw %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %26 = llvm.getelementptr %vp[%vi] : (vector<4x!llvm.ptr>, vector<4xi32>) -> vector<4x!llvm.ptr>, f32
  %27 = llvm.atomicrmw fadd %p, %f monotonic : !llvm.ptr, f32
  %28 = llvm.atomicrmw volatile xchg %p, %a syncscope("x") acq_rel {alignment = 8 : i64} : !llvm.ptr, i32
  %29 = llvm.cmpxchg %p, %a, %b acq_rel monotonic : !llvm.ptr, i32
  %30 = llvm.cmpxchg weak volatile %p, %a, %b syncscope("y") seq_cst acquire : !llvm.ptr, i32
  llvm.fence seq_cst
  llvm.fence syncscope("agent") release
  %31 = llvm.extractelement %v[%a : i32] : vector<4xf32>
  %32 = llvm.insertelement %f, %v[%a : i32] : vector<4xf32>
  %33 = llvm.shufflevector %v, %v [0, 5, -1, 3] : vector<4xf32>
  %n33b = llvm.shufflevector %v, %v [0, 0] : vector<4xf32>
  %n33c = llvm.shufflevector %sv, %sv [0, 0, 0, 0] : vector<[4]xi32>
  %34 = llvm.extractvalue %s[1, 0] : !llvm.struct<(i32, array<2 x f32>)>
  %35 = llvm.insertvalue %f, %s[1, 1] : !llvm.struct<(i32, array<2 x f32>)>
  %36 = llvm.zext nneg %a : i32 to i64
  %37 = llvm.trunc %i64 overflow<nuw> : i64 to i32
  %38 = llvm.fptosi %f : f32 to i32
  %39 = llvm.uitofp nneg %a : i32 to f32
  %40 = llvm.ptrtoint %p : !llvm.ptr to i64
  %41 = llvm.inttoptr %i64 : i64 to !llvm.ptr
  %42 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %43 = llvm.bitcast %f : f32 to i32
  %44 = llvm.fpext %f : f32 to f64
  %45 = llvm.freeze %a : i32
  %46 = llvm.mlir.poison : i32
  %47 = llvm.add %46, %a : i32
  %48 = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
  %49 = llvm.insertvalue %p, %48[1] : !llvm.struct<(i32, ptr)>
  %50 = llvm.mlir.constant(-0.0 : f32) : f32
  %51 = llvm.fmul %50, %f : f32
  %52 = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
  %53 = llvm.select %52, %vi, %vi : vector<4xi1>, vector<4xi32>
  %54 = llvm.mlir.constant(-1 : i8) : i8
  %55 = llvm.sext %54 : i8 to i32
  %56 = llvm.add %55, %a : i32
  %57 = llvm.inline_asm has_side_effects "foo $0", "=r,r" %a : (i32) -> i32
  llvm.inline_asm asm_dialect = intel "bar\09x", "" : () -> ()
  %58 = llvm.va_arg %p : (!llvm.ptr) -> i32
  %59 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  llvm.call tail @noret(%a) {no_unwind, will_return, no_inline} : (i32 {llvm.signext}) -> ()
  %60 = llvm.call fastcc @fcall(%f) {fastmathFlags = #llvm.fastmath<contract, afn>} : (f32) -> f32
  llvm.call @noret(%b) ["deopt"(%a, %p : i32, !llvm.ptr), "x"()] : (i32) -> ()
  %61 = llvm.call_intrinsic "llvm.smax.i32"(%a, %b) : (i32, i32) -> i32
  llvm.return %0 : i32
}
llvm.func @noret(i32 {llvm.zeroext, llvm.range = #llvm.constant_range<i32, 0, 12>})
llvm.func fastcc @fcall(f32) -> f32

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: %foo = type { i8, i64 }
// CHECK: define i32 @ops(i32 %0, i32 %1, float %2, float %3, ptr %4, ptr addrspace(1) %5, i1 %6, <4 x float> %7, { i32, [2 x float] } %8, i64 %9, <4 x i32> %10, <vscale x 4 x i32> %11, <4 x ptr> %12) {
// CHECK-NEXT: %14 = add nuw nsw i32 %0, %1
// CHECK-NEXT: %15 = mul nsw i32 %0, %1
// CHECK-NEXT: %16 = udiv exact i32 %0, %1
// CHECK-NEXT: %17 = or disjoint i32 %0, %1
// CHECK-NEXT: %18 = ashr exact i32 %0, %1
// CHECK-NEXT: %19 = icmp slt i32 %0, %1
// CHECK-NEXT: %20 = fcmp nnan oeq float %2, %3
// CHECK-NEXT: %21 = fcmp true float %2, %3
// CHECK-NEXT: %22 = fadd fast float %2, %3
// CHECK-NEXT: %23 = fneg float %2
// CHECK-NEXT: %24 = select i1 %6, i32 %0, i32 %1
// CHECK-NEXT: %25 = alloca float, i32 %0, align 8
// CHECK-NEXT: %26 = alloca %foo, align 8
// CHECK-NEXT: %27 = alloca inalloca i8, i64 1, align 1, addrspace(5)
// CHECK-NEXT: %28 = load float, ptr %4, align 4
// CHECK-NEXT: %29 = load atomic volatile float, ptr %4 syncscope("agent") monotonic, align 4
// CHECK-NEXT: %30 = load float, ptr %4, align 4, !invariant.load !1, !nontemporal !2
// CHECK-NEXT: store float %2, ptr %4, align 4
// CHECK-NEXT: store <4 x float> %7, ptr %4, align 16
// CHECK-NEXT: store { i32, [2 x float] } %8, ptr %4, align 4
// CHECK-NEXT: store atomic volatile float %2, ptr %4 release, align 4
// CHECK-NEXT: %31 = getelementptr float, ptr %4, i32 %0
// CHECK-NEXT: %32 = getelementptr inbounds { i32, [2 x float] }, ptr %4, i64 %9, i32 1, i32 0
// CHECK-NEXT: %33 = getelementptr inbounds nuw i8, ptr %4, i32 1
// CHECK-NEXT: %34 = getelementptr float, <4 x ptr> %12, <4 x i32> %10
// CHECK-NEXT: %35 = atomicrmw fadd ptr %4, float %2 monotonic, align 4
// CHECK-NEXT: %36 = atomicrmw volatile xchg ptr %4, i32 %0 syncscope("x") acq_rel, align 8
// CHECK-NEXT: %37 = cmpxchg ptr %4, i32 %0, i32 %1 acq_rel monotonic, align 4
// CHECK-NEXT: %38 = cmpxchg weak volatile ptr %4, i32 %0, i32 %1 syncscope("y") seq_cst acquire, align 4
// CHECK-NEXT: fence seq_cst
// CHECK-NEXT: fence syncscope("agent") release
// CHECK-NEXT: %39 = extractelement <4 x float> %7, i32 %0
// CHECK-NEXT: %40 = insertelement <4 x float> %7, float %2, i32 %0
// CHECK-NEXT: %41 = shufflevector <4 x float> %7, <4 x float> %7, <4 x i32> <i32 0, i32 5, i32 poison, i32 3>
// CHECK-NEXT: %42 = shufflevector <4 x float> %7, <4 x float> %7, <2 x i32> zeroinitializer
// CHECK-NEXT: %43 = shufflevector <vscale x 4 x i32> %11, <vscale x 4 x i32> %11, <vscale x 4 x i32> zeroinitializer
// CHECK-NEXT: %44 = extractvalue { i32, [2 x float] } %8, 1, 0
// CHECK-NEXT: %45 = insertvalue { i32, [2 x float] } %8, float %2, 1, 1
// CHECK-NEXT: %46 = zext nneg i32 %0 to i64
// CHECK-NEXT: %47 = trunc nuw i64 %9 to i32
// CHECK-NEXT: %48 = fptosi float %2 to i32
// CHECK-NEXT: %49 = uitofp nneg i32 %0 to float
// CHECK-NEXT: %50 = ptrtoint ptr %4 to i64
// CHECK-NEXT: %51 = inttoptr i64 %9 to ptr
// CHECK-NEXT: %52 = addrspacecast ptr %4 to ptr addrspace(1)
// CHECK-NEXT: %53 = bitcast float %2 to i32
// CHECK-NEXT: %54 = fpext float %2 to double
// CHECK-NEXT: %55 = freeze i32 %0
// CHECK-NEXT: %56 = add i32 poison, %0
// CHECK-NEXT: %57 = insertvalue { i32, ptr } zeroinitializer, ptr %4, 1
// CHECK-NEXT: %58 = fmul float -0.000000e+00, %2
// CHECK-NEXT: %59 = select <4 x i1> splat (i1 true), <4 x i32> %10, <4 x i32> %10
// CHECK-NEXT: %60 = add i32 -1, %0
// CHECK-NEXT: %61 = call i32 asm sideeffect "foo $0", "=r,r"(i32 %0)
// CHECK-NEXT: call void asm inteldialect "bar\09x", ""()
// CHECK-NEXT: %62 = va_arg ptr %4, i32
// CHECK-NEXT: %63 = call i32 %4(i32 %0)
// CHECK-NEXT: tail call void @noret(i32 signext %0) noinline nounwind willreturn
// CHECK-NEXT: %64 = call contract afn fastcc float @fcall(float %2)
// CHECK-NEXT: call void @noret(i32 %1) [ "deopt"(i32 %0, ptr %4), "x"() ]
// CHECK-NEXT: %65 = call i32 @llvm.smax.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret i32 %14
// CHECK-NEXT: }
// CHECK: declare void @noret(i32 zeroext range(i32 0, 12))
// CHECK: declare fastcc float @fcall(float)
// CHECK: declare i32 @llvm.smax.i32(i32, i32)
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !1 = !{}
// CHECK-NEXT: !2 = !{i32 1}
