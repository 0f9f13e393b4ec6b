// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// LLVM's operations, functions and globals, as mlir-opt prints them.

llvm.mlir.global internal constant @str("hello\00") {addr_space = 0 : i32, alignment = 16 : i64}
llvm.mlir.global external @ext() : i64
llvm.mlir.global private unnamed_addr constant @arr(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.mlir.global linkonce thread_local @tls(42 : i64) : i64
llvm.mlir.global weak @init() : !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global internal hidden local_unnamed_addr @hid(1.0 : f32) {section = "x"} : f32
llvm.comdat @__llvm_comdat {
  llvm.comdat_selector @any any
}
llvm.mlir.global_ctors ctors = [@ops0], priorities = [0 : i32], data = [#llvm.zero]
llvm.func @decl(i32, ...) -> i32
llvm.func @noresult()
llvm.func @ops0() {
  llvm.return
}
llvm.func internal fastcc @attrs(%a: !llvm.ptr {llvm.noalias, llvm.align = 8 : i64}, %b: i32) -> (f32 {llvm.noundef}) attributes {passthrough = ["nounwind", ["k", "v"]], dso_local, frame_pointer = #llvm.framePointerKind<"all">} {
  %0 = llvm.mlir.constant(1.0 : f32) : f32
  llvm.return %0 : f32
}
llvm.func weak_odr local_unnamed_addr @cd() vscale_range(1, 16) comdat(@__llvm_comdat::@any) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, personality = @decl} {
  llvm.return
}
llvm.func @ops(%a: i32, %b: i32, %f: f32, %g: f32, %p: !llvm.ptr, %p1: !llvm.ptr<1>, %c: i1, %v: vector<4xf32>, %s: !llvm.struct<(i32, array<2 x f32>)>, %i64: i64, %vi: vector<4xi32>) -> i32 {
  %0 = llvm.add %a, %b overflow<nsw, nuw> : i32
  %1 = llvm.sub %a, %b : i32
  %2 = llvm.mul %a, %b overflow<nsw> : i32
  %3 = llvm.udiv exact %a, %b : i32
  %4 = llvm.sdiv %a, %b : i32
  %5 = llvm.urem %a, %b : i32
  %6 = llvm.srem %a, %b : i32
  %7 = llvm.and %a, %b : i32
  %8 = llvm.or disjoint %a, %b : i32
  %9 = llvm.xor %a, %b : i32
  %10 = llvm.shl %a, %b : i32
  %11 = llvm.lshr exact %a, %b : i32
  %12 = llvm.ashr %a, %b : i32
  %13 = llvm.icmp "slt" %a, %b : i32
  %14 = llvm.fcmp "oeq" %f, %g {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %15 = llvm.fadd %f, %g {fastmathFlags = #llvm.fastmath<fast>} : f32
  %16 = llvm.fsub %f, %g : f32
  %17 = llvm.fneg %f : f32
  %18 = llvm.select %c, %a, %b : i1, i32
  %19 = llvm.alloca %a x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %20 = llvm.load %p : !llvm.ptr -> f32
  %21 = llvm.load volatile %p atomic syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
  %22 = llvm.load %p invariant {nontemporal} : !llvm.ptr -> f32
  llvm.store %f, %p {alignment = 4 : i64} : f32, !llvm.ptr
  llvm.store volatile %f, %p atomic release {alignment = 4 : i64} : f32, !llvm.ptr
  %23 = llvm.getelementptr %p[%a] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %24 = llvm.getelementptr inbounds %p[%i64, 1, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<2 x f32>)>
  %25 = llvm.getelementptr inbounds|nuw %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %26 = llvm.extractvalue %s[1, 0] : !llvm.struct<(i32, array<2 x f32>)>
  %27 = llvm.insertvalue %a, %s[0] : !llvm.struct<(i32, array<2 x f32>)>
  %28 = llvm.extractelement %v[%a : i32] : vector<4xf32>
  %29 = llvm.insertelement %f, %v[%a : i32] : vector<4xf32>
  %30 = llvm.shufflevector %v, %v [0, 5, 2, -1] : vector<4xf32>
  %31 = llvm.trunc %a overflow<nsw> : i32 to i8
  %32 = llvm.zext nneg %a : i32 to i64
  %33 = llvm.sext %a : i32 to i64
  %34 = llvm.bitcast %f : f32 to i32
  %35 = llvm.inttoptr %i64 : i64 to !llvm.ptr
  %36 = llvm.ptrtoint %p : !llvm.ptr to i64
  %37 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<3>
  %38 = llvm.sitofp %a : i32 to f32
  %39 = llvm.uitofp nneg %a : i32 to f32
  %40 = llvm.fptosi %f : f32 to i32
  %41 = llvm.fpext %f : f32 to f64
  %42 = llvm.fptrunc %41 : f64 to f16
  %43 = llvm.call @decl(%a) vararg(!llvm.func<i32 (i32, ...)>) : (i32) -> i32
  llvm.call @noresult() : () -> ()
  %44 = llvm.call fastcc @attrs(%p, %a) {fastmathFlags = #llvm.fastmath<contract>, no_unwind} : (!llvm.ptr, i32) -> f32
  %45 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  llvm.call tail @noresult() : () -> ()
  %46 = llvm.mlir.constant(42 : i32) : i32
  %47 = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
  %48 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %49 = llvm.mlir.undef : !llvm.struct<(i32)>
  %50 = llvm.mlir.poison : vector<4xi32>
  %51 = llvm.mlir.addressof @ext : !llvm.ptr
  %52 = llvm.mlir.zero : !llvm.struct<"named", (ptr, vector<2xf32>)>
  %53 = llvm.freeze %a : i32
  llvm.fence syncscope("agent") seq_cst
  llvm.fence release
  %54 = llvm.atomicrmw add %p, %a monotonic : !llvm.ptr, i32
  %55 = llvm.atomicrmw volatile fadd %p, %f syncscope("x") acq_rel {alignment = 16 : i64} : !llvm.ptr, f32
  %56 = llvm.cmpxchg weak volatile %p, %a, %b syncscope("x") acq_rel monotonic : !llvm.ptr, i32
  %57 = llvm.cmpxchg %p, %a, %b acq_rel monotonic {alignment = 16 : i64} : !llvm.ptr, i32
  %58 = llvm.intr.sqrt(%f) : (f32) -> f32
  %59 = llvm.intr.fma(%v, %v, %v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %60 = "llvm.intr.vector.reduce.add"(%vi) : (vector<4xi32>) -> i32
  "llvm.intr.memcpy"(%p, %p, %i64) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %61 = llvm.intr.maximum(%f, %g) : (f32, f32) -> f32
  llvm.intr.assume %c : i1
  llvm.intr.lifetime.start %p : !llvm.ptr
  %62 = llvm.intr.expect %a, %b : i32
  %63 = "llvm.intr.abs"(%a) <{is_int_min_poison = true}> : (i32) -> i32
  %mask = llvm.mlir.undef : vector<4xi1>
  %64 = llvm.intr.masked.load %p, %mask, %v {alignment = 1 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %mask {alignment = 1 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %65 = llvm.call_intrinsic "llvm.fabs"(%f) : (f32) -> f32
  %66 = llvm.inline_asm has_side_effects asm_dialect = intel "bswap $0", "=r,r" %a : (i32) -> i32
  llvm.cond_br %c weights([3, 4]), ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  llvm.switch %x : i32, ^bb2 [
    1: ^bb3(%x, %x : i32, i32),
    -2: ^bb2
  ]
^bb2:
  llvm.br ^bb3(%a, %b : i32, i32) {loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
^bb3(%y: i32, %z: i32):
  llvm.return %y : i32
^bb4:
  llvm.unreachable
}
llvm.func @invokes() -> i32 attributes {personality = @decl} {
  %0 = llvm.mlir.constant(7 : i32) : i32
  %p2 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.invoke @decl(%0) to ^bb1 unwind ^bb2 vararg(!llvm.func<i32 (i32, ...)>) : (i32) -> i32
^bb1:
  llvm.return %1 : i32
^bb2:
  %2 = llvm.landingpad cleanup (catch %p2 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %2 : !llvm.struct<(ptr, i32)>
}

// CHECK: #loop_annotation = #llvm.loop_annotation<disableNonforced = true>
// CHECK-NEXT: module {
// CHECK-NEXT:   llvm.mlir.global internal constant @str("hello\00") {addr_space = 0 : i32, alignment = 16 : i64}
// CHECK-NEXT:   llvm.mlir.global external @ext() {addr_space = 0 : i32} : i64
// CHECK-NEXT:   llvm.mlir.global private unnamed_addr constant @arr(dense<[1, 2]> : tensor<2xi32>) {addr_space = 0 : i32} : !llvm.array<2 x i32>
// CHECK-NEXT:   llvm.mlir.global linkonce thread_local @tls(42 : i64) {addr_space = 0 : i32} : i64
// CHECK-NEXT:   llvm.mlir.global weak @init() {addr_space = 0 : i32} : !llvm.ptr {
// CHECK-NEXT:     %0 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:     llvm.return %0 : !llvm.ptr
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.mlir.global internal hidden local_unnamed_addr @hid(1.000000e+00 : f32) {addr_space = 0 : i32, section = "x"} : f32
// CHECK-NEXT:   llvm.comdat @__llvm_comdat {
// CHECK-NEXT:     llvm.comdat_selector @any any
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.mlir.global_ctors ctors = [@ops0], priorities = [0 : i32], data = [#llvm.zero]
// CHECK-NEXT:   llvm.func @decl(i32, ...) -> i32
// CHECK-NEXT:   llvm.func @noresult()
// CHECK-NEXT:   llvm.func @ops0() {
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.func internal fastcc @attrs(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.noalias}, %arg1: i32) -> (f32 {llvm.noundef}) attributes {dso_local, frame_pointer = #llvm.framePointerKind<all>, passthrough = ["nounwind", ["k", "v"]]} {
// CHECK-NEXT:     %0 = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT:     llvm.return %0 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.func weak_odr local_unnamed_addr @cd() vscale_range(1, 16) comdat(@__llvm_comdat::@any) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, personality = @decl} {
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.func @ops(%arg0: i32, %arg1: i32, %arg2: f32, %arg3: f32, %arg4: !llvm.ptr, %arg5: !llvm.ptr<1>, %arg6: i1, %arg7: vector<4xf32>, %arg8: !llvm.struct<(i32, array<2 x f32>)>, %arg9: i64, %arg10: vector<4xi32>) -> i32 {
// CHECK-NEXT:     %0 = llvm.add %arg0, %arg1 overflow<nsw, nuw> : i32
// CHECK-NEXT:     %1 = llvm.sub %arg0, %arg1 : i32
// CHECK-NEXT:     %2 = llvm.mul %arg0, %arg1 overflow<nsw> : i32
// CHECK-NEXT:     %3 = llvm.udiv exact %arg0, %arg1 : i32
// CHECK-NEXT:     %4 = llvm.sdiv %arg0, %arg1 : i32
// CHECK-NEXT:     %5 = llvm.urem %arg0, %arg1 : i32
// CHECK-NEXT:     %6 = llvm.srem %arg0, %arg1 : i32
// CHECK-NEXT:     %7 = llvm.and %arg0, %arg1 : i32
// CHECK-NEXT:     %8 = llvm.or disjoint %arg0, %arg1 : i32
// CHECK-NEXT:     %9 = llvm.xor %arg0, %arg1 : i32
// CHECK-NEXT:     %10 = llvm.shl %arg0, %arg1 : i32
// CHECK-NEXT:     %11 = llvm.lshr exact %arg0, %arg1 : i32
// CHECK-NEXT:     %12 = llvm.ashr %arg0, %arg1 : i32
// CHECK-NEXT:     %13 = llvm.icmp "slt" %arg0, %arg1 : i32
// CHECK-NEXT:     %14 = llvm.fcmp "oeq" %arg2, %arg3 {fastmathFlags = #llvm.fastmath<nnan>} : f32
// CHECK-NEXT:     %15 = llvm.fadd %arg2, %arg3 {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK-NEXT:     %16 = llvm.fsub %arg2, %arg3 : f32
// CHECK-NEXT:     %17 = llvm.fneg %arg2 : f32
// CHECK-NEXT:     %18 = llvm.select %arg6, %arg0, %arg1 : i1, i32
// CHECK-NEXT:     %19 = llvm.alloca %arg0 x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr
// CHECK-NEXT:     %20 = llvm.load %arg4 : !llvm.ptr -> f32
// CHECK-NEXT:     %21 = llvm.load volatile %arg4 atomic syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK-NEXT:     %22 = llvm.load %arg4 invariant {nontemporal} : !llvm.ptr -> f32
// CHECK-NEXT:     llvm.store %arg2, %arg4 {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK-NEXT:     llvm.store volatile %arg2, %arg4 atomic release {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK-NEXT:     %23 = llvm.getelementptr %arg4[%arg0] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK-NEXT:     %24 = llvm.getelementptr inbounds %arg4[%arg9, 1, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<2 x f32>)>
// CHECK-NEXT:     %25 = llvm.getelementptr inbounds|nuw %arg4[1] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT:     %26 = llvm.extractvalue %arg8[1, 0] : !llvm.struct<(i32, array<2 x f32>)> 
// CHECK-NEXT:     %27 = llvm.insertvalue %arg0, %arg8[0] : !llvm.struct<(i32, array<2 x f32>)> 
// CHECK-NEXT:     %28 = llvm.extractelement %arg7[%arg0 : i32] : vector<4xf32>
// CHECK-NEXT:     %29 = llvm.insertelement %arg2, %arg7[%arg0 : i32] : vector<4xf32>
// CHECK-NEXT:     %30 = llvm.shufflevector %arg7, %arg7 [0, 5, 2, -1] : vector<4xf32> 
// CHECK-NEXT:     %31 = llvm.trunc %arg0 overflow<nsw> : i32 to i8
// CHECK-NEXT:     %32 = llvm.zext nneg %arg0 : i32 to i64
// CHECK-NEXT:     %33 = llvm.sext %arg0 : i32 to i64
// CHECK-NEXT:     %34 = llvm.bitcast %arg2 : f32 to i32
// CHECK-NEXT:     %35 = llvm.inttoptr %arg9 : i64 to !llvm.ptr
// CHECK-NEXT:     %36 = llvm.ptrtoint %arg4 : !llvm.ptr to i64
// CHECK-NEXT:     %37 = llvm.addrspacecast %arg4 : !llvm.ptr to !llvm.ptr<3>
// CHECK-NEXT:     %38 = llvm.sitofp %arg0 : i32 to f32
// CHECK-NEXT:     %39 = llvm.uitofp nneg %arg0 : i32 to f32
// CHECK-NEXT:     %40 = llvm.fptosi %arg2 : f32 to i32
// CHECK-NEXT:     %41 = llvm.fpext %arg2 : f32 to f64
// CHECK-NEXT:     %42 = llvm.fptrunc %41 : f64 to f16
// CHECK-NEXT:     %43 = llvm.call @decl(%arg0) vararg(!llvm.func<i32 (i32, ...)>) : (i32) -> i32
// CHECK-NEXT:     llvm.call @noresult() : () -> ()
// CHECK-NEXT:     %44 = llvm.call fastcc @attrs(%arg4, %arg0) {fastmathFlags = #llvm.fastmath<contract>, no_unwind} : (!llvm.ptr, i32) -> f32
// CHECK-NEXT:     %45 = llvm.call %arg4(%arg0) : !llvm.ptr, (i32) -> i32
// CHECK-NEXT:     llvm.call tail @noresult() : () -> ()
// CHECK-NEXT:     %46 = llvm.mlir.constant(42 : i32) : i32
// CHECK-NEXT:     %47 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
// CHECK-NEXT:     %48 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
// CHECK-NEXT:     %49 = llvm.mlir.undef : !llvm.struct<(i32)>
// CHECK-NEXT:     %50 = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT:     %51 = llvm.mlir.addressof @ext : !llvm.ptr
// CHECK-NEXT:     %52 = llvm.mlir.zero : !llvm.struct<"named", (ptr, vector<2xf32>)>
// CHECK-NEXT:     %53 = llvm.freeze %arg0 : i32
// CHECK-NEXT:     llvm.fence syncscope("agent") seq_cst
// CHECK-NEXT:     llvm.fence release
// CHECK-NEXT:     %54 = llvm.atomicrmw add %arg4, %arg0 monotonic : !llvm.ptr, i32
// CHECK-NEXT:     %55 = llvm.atomicrmw volatile fadd %arg4, %arg2 syncscope("x") acq_rel {alignment = 16 : i64} : !llvm.ptr, f32
// CHECK-NEXT:     %56 = llvm.cmpxchg weak volatile %arg4, %arg0, %arg1 syncscope("x") acq_rel monotonic : !llvm.ptr, i32
// CHECK-NEXT:     %57 = llvm.cmpxchg %arg4, %arg0, %arg1 acq_rel monotonic {alignment = 16 : i64} : !llvm.ptr, i32
// CHECK-NEXT:     %58 = llvm.intr.sqrt(%arg2) : (f32) -> f32
// CHECK-NEXT:     %59 = llvm.intr.fma(%arg7, %arg7, %arg7) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:     %60 = "llvm.intr.vector.reduce.add"(%arg10) : (vector<4xi32>) -> i32
// CHECK-NEXT:     "llvm.intr.memcpy"(%arg4, %arg4, %arg9) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:     %61 = llvm.intr.maximum(%arg2, %arg3) : (f32, f32) -> f32
// CHECK-NEXT:     llvm.intr.assume %arg6 : i1
// CHECK-NEXT:     llvm.intr.lifetime.start %arg4 : !llvm.ptr
// CHECK-NEXT:     %62 = llvm.intr.expect %arg0, %arg1 : i32
// CHECK-NEXT:     %63 = "llvm.intr.abs"(%arg0) <{is_int_min_poison = true}> : (i32) -> i32
// CHECK-NEXT:     %64 = llvm.mlir.undef : vector<4xi1>
// CHECK-NEXT:     %65 = llvm.intr.masked.load %arg4, %64, %arg7 {alignment = 1 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:     llvm.intr.masked.store %arg7, %arg4, %64 {alignment = 1 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT:     %66 = llvm.call_intrinsic "llvm.fabs"(%arg2) : (f32) -> f32
// CHECK-NEXT:     %67 = llvm.inline_asm has_side_effects asm_dialect = intel "bswap $0", "=r,r" %arg0 : (i32) -> i32
// CHECK-NEXT:     llvm.cond_br %arg6 weights([3, 4]), ^bb1(%arg0 : i32), ^bb2
// CHECK-NEXT:   ^bb1(%68: i32):  // pred: ^bb0
// CHECK-NEXT:     llvm.switch %68 : i32, ^bb2 [
// CHECK-NEXT:       1: ^bb3(%68, %68 : i32, i32),
// CHECK-NEXT:       -2: ^bb2
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb1
// CHECK-NEXT:     llvm.br ^bb3(%arg0, %arg1 : i32, i32) {loop_annotation = #loop_annotation}
// CHECK-NEXT:   ^bb3(%69: i32, %70: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     llvm.return %69 : i32
// CHECK-NEXT:   ^bb4:  // no predecessors
// CHECK-NEXT:     llvm.unreachable
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.func @invokes() -> i32 attributes {personality = @decl} {
// CHECK-NEXT:     %0 = llvm.mlir.constant(7 : i32) : i32
// CHECK-NEXT:     %1 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:     %2 = llvm.invoke @decl(%0) to ^bb1 unwind ^bb2 vararg(!llvm.func<i32 (i32, ...)>) : (i32) -> i32
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     llvm.return %2 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %3 = llvm.landingpad cleanup (catch %1 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
// CHECK-NEXT:     llvm.resume %3 : !llvm.struct<(ptr, i32)>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: "llvm.mlir.global"() <{addr_space = 0 : i32, alignment = 16 : i64, constant, global_type = !llvm.array<6 x i8>, linkage = #llvm.linkage<internal>, sym_name = "str", unnamed_addr = 0 : i64, value = "hello\00", visibility_ = 0 : i64}> ({
// GENERIC: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i64, linkage = #llvm.linkage<external>, sym_name = "ext", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = !llvm.array<2 x i32>, linkage = #llvm.linkage<private>, sym_name = "arr", unnamed_addr = 2 : i64, value = dense<[1, 2]> : tensor<2xi32>, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i64, linkage = #llvm.linkage<linkonce>, sym_name = "tls", thread_local_, unnamed_addr = 0 : i64, value = 42 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = !llvm.ptr, linkage = #llvm.linkage<weak>, sym_name = "init", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = f32, linkage = #llvm.linkage<internal>, section = "x", sym_name = "hid", unnamed_addr = 1 : i64, value = 1.000000e+00 : f32, visibility_ = 1 : i64}> ({
// GENERIC: "llvm.comdat"() <{sym_name = "__llvm_comdat"}> ({
// GENERIC: "llvm.comdat_selector"() <{comdat = 0 : i64, sym_name = "any"}> : () -> ()
// GENERIC: "llvm.mlir.global_ctors"() <{ctors = [@ops0], data = [#llvm.zero], priorities = [0 : i32]}> : () -> ()
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32, ...)>, linkage = #llvm.linkage<external>, sym_name = "decl", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "noresult", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "ops0", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<fastcc>, arg_attrs = [{llvm.align = 8 : i64, llvm.noalias}, {}], dso_local, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<f32 (ptr, i32)>, linkage = #llvm.linkage<internal>, passthrough = ["nounwind", ["k", "v"]], res_attrs = [{llvm.noundef}], sym_name = "attrs", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: %75 = "llvm.mlir.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, comdat = @__llvm_comdat::@any, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<weak_odr>, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, personality = @decl, sym_name = "cd", unnamed_addr = 1 : i64, visibility_ = 0 : i64, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32, i32, f32, f32, ptr, ptr<1>, i1, vector<4xf32>, struct<(i32, array<2 x f32>)>, i64, vector<4xi32>)>, linkage = #llvm.linkage<external>, sym_name = "ops", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: %4 = "llvm.add"(%arg0, %arg1) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32
// GENERIC: %5 = "llvm.sub"(%arg0, %arg1) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
// GENERIC: %6 = "llvm.mul"(%arg0, %arg1) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
// GENERIC: %7 = "llvm.udiv"(%arg0, %arg1) <{isExact}> : (i32, i32) -> i32
// GENERIC: %12 = "llvm.or"(%arg0, %arg1) <{isDisjoint}> : (i32, i32) -> i32
// GENERIC: %14 = "llvm.shl"(%arg0, %arg1) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
// GENERIC: %15 = "llvm.lshr"(%arg0, %arg1) <{isExact}> : (i32, i32) -> i32
// GENERIC: %17 = "llvm.icmp"(%arg0, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
// GENERIC: %18 = "llvm.fcmp"(%arg2, %arg3) <{fastmathFlags = #llvm.fastmath<nnan>, predicate = 1 : i64}> : (f32, f32) -> i1
// GENERIC: %19 = "llvm.fadd"(%arg2, %arg3) <{fastmathFlags = #llvm.fastmath<fast>}> : (f32, f32) -> f32
// GENERIC: %20 = "llvm.fsub"(%arg2, %arg3) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
// GENERIC: %21 = "llvm.fneg"(%arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC: %22 = "llvm.select"(%arg6, %arg0, %arg1) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, i32, i32) -> i32
// GENERIC: %23 = "llvm.alloca"(%arg0) <{alignment = 8 : i64, elem_type = f32}> : (i32) -> !llvm.ptr
// GENERIC: %24 = "llvm.load"(%arg4) <{ordering = 0 : i64}> : (!llvm.ptr) -> f32
// GENERIC: %25 = "llvm.load"(%arg4) <{alignment = 4 : i64, ordering = 2 : i64, syncscope = "agent", volatile_}> : (!llvm.ptr) -> f32
// GENERIC: %26 = "llvm.load"(%arg4) <{invariant, nontemporal, ordering = 0 : i64}> : (!llvm.ptr) -> f32
// GENERIC: "llvm.store"(%arg2, %arg4) <{alignment = 4 : i64, ordering = 0 : i64}> : (f32, !llvm.ptr) -> ()
// GENERIC: "llvm.store"(%arg2, %arg4) <{alignment = 4 : i64, ordering = 5 : i64, volatile_}> : (f32, !llvm.ptr) -> ()
// GENERIC: %27 = "llvm.getelementptr"(%arg4, %arg0) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
// GENERIC: %28 = "llvm.getelementptr"(%arg4, %arg9) <{elem_type = !llvm.struct<(i32, array<2 x f32>)>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648, 1, 0>}> : (!llvm.ptr, i64) -> !llvm.ptr
// GENERIC: %29 = "llvm.getelementptr"(%arg4) <{elem_type = i8, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr
// GENERIC: %30 = "llvm.extractvalue"(%arg8) <{position = array<i64: 1, 0>}> : (!llvm.struct<(i32, array<2 x f32>)>) -> f32
// GENERIC: %31 = "llvm.insertvalue"(%arg8, %arg0) <{position = array<i64: 0>}> : (!llvm.struct<(i32, array<2 x f32>)>, i32) -> !llvm.struct<(i32, array<2 x f32>)>
// GENERIC: %34 = "llvm.shufflevector"(%arg7, %arg7) <{mask = array<i32: 0, 5, 2, -1>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC: %35 = "llvm.trunc"(%arg0) <{overflowFlags = 1 : i32}> : (i32) -> i8
// GENERIC: %36 = "llvm.zext"(%arg0) <{nonNeg}> : (i32) -> i64
// GENERIC: %43 = "llvm.uitofp"(%arg0) <{nonNeg}> : (i32) -> f32
// GENERIC: %47 = "llvm.call"(%arg0) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @decl, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>, var_callee_type = !llvm.func<i32 (i32, ...)>}> : (i32) -> i32
// GENERIC: "llvm.call"() <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @noresult, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
// GENERIC: %48 = "llvm.call"(%arg4, %arg0) <{CConv = #llvm.cconv<fastcc>, TailCallKind = #llvm.tailcallkind<none>, callee = @attrs, fastmathFlags = #llvm.fastmath<contract>, no_unwind, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (!llvm.ptr, i32) -> f32
// GENERIC: %49 = "llvm.call"(%arg4, %arg0) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (!llvm.ptr, i32) -> i32
// GENERIC: "llvm.call"() <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<tail>, callee = @noresult, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
// GENERIC: %50 = "llvm.mlir.constant"() <{value = 42 : i32}> : () -> i32
// GENERIC: %51 = "llvm.mlir.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
// GENERIC: %52 = "llvm.mlir.constant"() <{value = "abc"}> : () -> !llvm.array<3 x i8>
// GENERIC: %55 = "llvm.mlir.addressof"() <{global_name = @ext}> : () -> !llvm.ptr
// GENERIC: "llvm.fence"() <{ordering = 7 : i64, syncscope = "agent"}> : () -> ()
// GENERIC: "llvm.fence"() <{ordering = 5 : i64}> : () -> ()
// GENERIC: %58 = "llvm.atomicrmw"(%arg4, %arg0) <{bin_op = 1 : i64, ordering = 2 : i64}> : (!llvm.ptr, i32) -> i32
// GENERIC: %59 = "llvm.atomicrmw"(%arg4, %arg2) <{alignment = 16 : i64, bin_op = 11 : i64, ordering = 6 : i64, syncscope = "x", volatile_}> : (!llvm.ptr, f32) -> f32
// GENERIC: %60 = "llvm.cmpxchg"(%arg4, %arg0, %arg1) <{failure_ordering = 2 : i64, success_ordering = 6 : i64, syncscope = "x", volatile_, weak}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
// GENERIC: %61 = "llvm.cmpxchg"(%arg4, %arg0, %arg1) <{alignment = 16 : i64, failure_ordering = 2 : i64, success_ordering = 6 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
// GENERIC: %62 = "llvm.intr.sqrt"(%arg2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC: %63 = "llvm.intr.fma"(%arg7, %arg7, %arg7) <{fastmathFlags = #llvm.fastmath<fast>}> : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC: "llvm.intr.memcpy"(%arg4, %arg4, %arg9) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// GENERIC: %65 = "llvm.intr.maximum"(%arg2, %arg3) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
// GENERIC: "llvm.intr.assume"(%arg6) <{op_bundle_sizes = array<i32>}> : (i1) -> ()
// GENERIC: %67 = "llvm.intr.abs"(%arg0) <{is_int_min_poison = true}> : (i32) -> i32
// GENERIC: %69 = "llvm.intr.masked.load"(%arg4, %68, %arg7) <{alignment = 1 : i32}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// GENERIC: "llvm.intr.masked.store"(%arg7, %arg4, %68) <{alignment = 1 : i32}> : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
// GENERIC: %70 = "llvm.call_intrinsic"(%arg2) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.fabs", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
// GENERIC: %71 = "llvm.inline_asm"(%arg0) <{asm_dialect = 1 : i64, asm_string = "bswap $0", constraints = "=r,r", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> i32
// GENERIC: "llvm.cond_br"(%arg6, %arg0)[^bb1, ^bb2] <{branch_weights = array<i32: 3, 4>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
// GENERIC: "llvm.switch"(%72, %72, %72)[^bb2, ^bb3, ^bb2] <{case_operand_segments = array<i32: 2, 0>, case_values = dense<[1, -2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 2>}> : (i32, i32, i32) -> ()
// GENERIC: "llvm.br"(%arg0, %arg1)[^bb3] <{loop_annotation = #loop_annotation}> : (i32, i32) -> ()
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 ()>, linkage = #llvm.linkage<external>, personality = @decl, sym_name = "invokes", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: %0 = "llvm.mlir.constant"() <{value = 7 : i32}> : () -> i32
// GENERIC: %2 = "llvm.invoke"(%0)[^bb1, ^bb2] <{CConv = #llvm.cconv<ccc>, callee = @decl, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0, 0>, var_callee_type = !llvm.func<i32 (i32, ...)>}> : (i32) -> i32
// GENERIC: %3 = "llvm.landingpad"(%1) <{cleanup}> : (!llvm.ptr) -> !llvm.struct<(ptr, i32)>
