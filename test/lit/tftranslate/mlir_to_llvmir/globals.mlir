// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Globals, aliases, what belongs to a module. LLVM has the same as mlir-translate writes, but that a constructor keeps its data.

module @themod attributes {llvm.data_layout = "e-m:e-i64:64", llvm.target_triple = "x86_64-unknown-linux-gnu", llvm.module_asm = ["foo", "bar \22q\22"], llvm.ident = "me 1.0"} {
  llvm.comdat @c { llvm.comdat_selector @any any  llvm.comdat_selector @large largest }
  llvm.mlir.global external @"odd name"(3 : i7) {addr_space = 3 : i32} : i7
  llvm.mlir.global linkonce_odr @any(dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>) comdat(@c::@any) : !llvm.array<2 x array<2 x i16>>
  llvm.mlir.global linkonce_odr constant @other(true) comdat(@c::@large) {dso_local} : i1
  llvm.mlir.global external @vec(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf32>
  llvm.mlir.global external @splat(dense<7> : vector<8xi64>) : vector<8xi64>
  llvm.mlir.global external @zero(dense<0> : tensor<100xi32>) : !llvm.array<100 x i32>
  llvm.mlir.global external @complex(dense<[(1.0, -2.0), (0.0, 3.5)]> : tensor<2xcomplex<f32>>) : !llvm.array<2 x struct<(f32, f32)>>
  llvm.mlir.global external @zs(#llvm.zero) : !llvm.struct<(i32, ptr)>
  llvm.mlir.global external @undef(#llvm.undef) : i32
  llvm.mlir.global common @com(0 : i32) : i32
  llvm.mlir.global appending @app(dense<1> : tensor<2xi8>) : !llvm.array<2 x i8>
  llvm.mlir.global weak_odr @pr() {externally_initialized, alignment = 64 : i64} : f64
  llvm.mlir.global private @withfn() : !llvm.array<2 x ptr> {
    %0 = llvm.mlir.undef : !llvm.array<2 x ptr>
    %1 = llvm.mlir.addressof @fn : !llvm.ptr
    %2 = llvm.insertvalue %1, %0[0] : !llvm.array<2 x ptr>
    %3 = llvm.mlir.zero : !llvm.ptr
    %4 = llvm.insertvalue %3, %2[1] : !llvm.array<2 x ptr>
    llvm.return %4 : !llvm.array<2 x ptr>
  }
  llvm.mlir.global internal constant @inner() : !llvm.struct<"node", packed (i8, struct<(i64, array<3 x i8>)>, ptr<1>)> {
    %0 = llvm.mlir.zero : !llvm.struct<"node", packed (i8, struct<(i64, array<3 x i8>)>, ptr<1>)>
    %1 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
    %2 = llvm.insertvalue %1, %0[1, 1] : !llvm.struct<"node", packed (i8, struct<(i64, array<3 x i8>)>, ptr<1>)>
    %3 = llvm.mlir.addressof @withfn : !llvm.ptr
    %4 = llvm.addrspacecast %3 : !llvm.ptr to !llvm.ptr<1>
    %5 = llvm.insertvalue %4, %2[2] : !llvm.struct<"node", packed (i8, struct<(i64, array<3 x i8>)>, ptr<1>)>
    llvm.return %5 : !llvm.struct<"node", packed (i8, struct<(i64, array<3 x i8>)>, ptr<1>)>
  }
  llvm.mlir.global internal @asint() : i64 {
    %0 = llvm.mlir.addressof @zero : !llvm.ptr
    %1 = llvm.getelementptr inbounds %0[0, 5] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<100 x i32>
    %2 = llvm.ptrtoint %1 : !llvm.ptr to i64
    llvm.return %2 : i64
  }
  llvm.mlir.alias external @al : i32 {
    %0 = llvm.mlir.addressof @com : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias weak hidden unnamed_addr @al2 {dso_local} : !llvm.array<2 x ptr> {
    %0 = llvm.mlir.addressof @withfn : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.ifunc external @ifn : !llvm.func<f32 (i64)>, !llvm.ptr @resolver
  llvm.func @resolver() -> !llvm.ptr {
    %0 = llvm.mlir.addressof @fn : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @fn() {
    llvm.return
  }
  llvm.mlir.global_ctors ctors = [@fn, @fn], priorities = [0 : i32, 65535 : i32], data = [#llvm.zero, @com]
  llvm.mlir.global_dtors dtors = [@fn], priorities = [3 : i32], data = [#llvm.zero]
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<override, "probe-stack", "inline-asm">]
  llvm.linker_options ["/DEFAULTLIB:", "libcmt"]
}

// CHECK: source_filename = "LLVMDialectModule"
// CHECK-NEXT: target datalayout = "e-m:e-i64:64"
// CHECK-NEXT: target triple = "x86_64-unknown-linux-gnu"
// CHECK-NEXT: module asm "foo"
// CHECK-NEXT: module asm "bar \22q\22"
// CHECK: %node = type <{ i8, { i64, [3 x i8] }, ptr addrspace(1) }>
// CHECK: $any = comdat any
// CHECK-NEXT: $large = comdat largest
// CHECK: @"odd name" = addrspace(3) global i7 3
// CHECK-NEXT: @any = linkonce_odr global [2 x [2 x i16]] {{\[\[}}2 x i16] [i16 1, i16 2], [2 x i16] [i16 3, i16 4]], comdat
// CHECK-NEXT: @other = linkonce_odr dso_local constant i1 true, comdat($large)
// CHECK-NEXT: @vec = global <2 x float> <float 1.000000e+00, float 2.000000e+00>
// CHECK-NEXT: @splat = global <8 x i64> splat (i64 7)
// CHECK-NEXT: @zero = global [100 x i32] zeroinitializer
// CHECK-NEXT: @complex = global [2 x { float, float }] [{ float, float } { float 1.000000e+00, float -2.000000e+00 }, { float, float } { float 0.000000e+00, float 3.500000e+00 }]
// CHECK-NEXT: @zs = global { i32, ptr } zeroinitializer
// CHECK-NEXT: @undef = global i32 undef
// CHECK-NEXT: @com = common global i32 0
// CHECK-NEXT: @app = appending global [2 x i8] c"\01\01"
// CHECK-NEXT: @pr = weak_odr externally_initialized global double undef, align 64
// CHECK-NEXT: @withfn = private global [2 x ptr] [ptr @fn, ptr null]
// CHECK-NEXT: @inner = internal constant %node <{ i8 0, { i64, [3 x i8] } { i64 0, [3 x i8] c"abc" }, ptr addrspace(1) addrspacecast (ptr @withfn to ptr addrspace(1)) }>
// CHECK-NEXT: @asint = internal global i64 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @zero, i64 20) to i64)
// CHECK-NEXT: @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 0, ptr @fn, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @fn, ptr @com }]
// CHECK-NEXT: @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 3, ptr @fn, ptr null }]
// CHECK: @al = alias i32, ptr @com
// CHECK-NEXT: @al2 = weak hidden unnamed_addr alias [2 x ptr], ptr @withfn
// CHECK: @ifn = ifunc float (i64), ptr @resolver
// CHECK: define ptr @resolver() {
// CHECK-NEXT: ret ptr @fn
// CHECK-NEXT: }
// CHECK: define void @fn() {
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: !llvm.ident = !{!0}
// CHECK-NEXT: !llvm.module.flags = !{!1, !2, !3, !4}
// CHECK-NEXT: !llvm.linker.options = !{!5}
// CHECK: !0 = !{!"me 1.0"}
// CHECK-NEXT: !1 = !{i32 1, !"wchar_size", i32 4}
// CHECK-NEXT: !2 = !{i32 8, !"PIC Level", i32 2}
// CHECK-NEXT: !3 = !{i32 4, !"probe-stack", !"inline-asm"}
// CHECK-NEXT: !4 = !{i32 2, !"Debug Info Version", i32 3}
// CHECK-NEXT: !5 = !{!"/DEFAULTLIB:", !"libcmt"}
