// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Aliases, bundles, branches by address and intrinsics with forms of their own, as mlir-opt prints them.

llvm.mlir.global external @g() : i32
llvm.mlir.alias external @a : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias private thread_local unnamed_addr @b {dso_local} : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.ifunc external @if : !llvm.func<f32 (i64)>, !llvm.ptr @resolver {dso_local}
llvm.mlir.global_dtors dtors = [@resolver2], priorities = [0 : i32], data = [#llvm.zero]
llvm.func @resolver2() {
  llvm.return
}
llvm.func @f(%p: !llvm.ptr, %a: i32, %c: i1, %v: vector<4xf32>, %n: i64, %vi: vector<4xi32>, %m: vector<4xi1>, %sv: vector<[4]xf32>, %f: f32) {
  %0 = llvm.dso_local_equivalent @resolver2 : !llvm.ptr
  %1 = llvm.va_arg %p : (!llvm.ptr) -> i32
  %2 = llvm.mlir.none : !llvm.token
  llvm.intr.assume %c ["align"(%p, %a : !llvm.ptr, i32)] : i1
  llvm.call @resolver2() ["x"(%a : i32), "y"()] : () -> ()
  %3 = llvm.call @g2(%a) : (i32 {llvm.signext}) -> (i32 {llvm.zeroext})
  %4 = llvm.intr.vector.extract %v[0] : vector<2xf32> from vector<4xf32>
  %5 = llvm.intr.vector.insert %4, %v[2] : vector<2xf32> into vector<4xf32>
  %6 = llvm.intr.get.active.lane.mask %n, %n : i64, i64 to vector<4xi1>
  %7 = llvm.intr.invariant.start 1, %p : !llvm.ptr
  llvm.intr.invariant.end %7, 1, %p : !llvm.ptr
  llvm.intr.vacopy %p to %p : !llvm.ptr, !llvm.ptr
  llvm.intr.vastart %p : !llvm.ptr
  %8 = llvm.intr.expect.with.probability %a, %a, 5.000000e-01 : i32
  %9 = llvm.intr.matrix.column.major.load %p, <stride=%n> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
  llvm.intr.matrix.column.major.store %9, %p, <stride=%n> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
  %10 = llvm.intr.matrix.multiply %v, %v {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %11 = llvm.intr.matrix.transpose %v {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
  %12 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %12 : !llvm.ptr
  %13 = llvm.intr.experimental.constrained.fptrunc %f tonearest ignore : f32 to f16
  %14 = llvm.intr.experimental.constrained.fpext %f strict : f32 to f64
  %15 = llvm.intr.launder.invariant.group %p : !llvm.ptr
  %16 = "llvm.intr.threadlocal.address"(%p) : (!llvm.ptr) -> !llvm.ptr
  llvm.intr.trap
  llvm.intr.debugtrap
  %17 = "llvm.intr.vp.add"(%vi, %vi, %m, %a) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %18 = "llvm.intr.sadd.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  %21 = llvm.mlir.constant(dense<[1, 2, 3, 4]> : tensor<4xi32>) : !llvm.array<4 x i32>
  %22 = llvm.mlir.undef : !llvm.struct<packed (i8, i32)>
  %23 = llvm.mlir.undef : !llvm.struct<"rec", (ptr, struct<"rec2", (i32)>)>
  %24 = llvm.mlir.undef : vector<4x!llvm.ptr>
  %25 = llvm.mlir.undef : !llvm.array<2 x array<3 x vector<4xf32>>>
  %26 = llvm.mlir.undef : !llvm.target<"spirv.DeviceEvent">
  %27 = llvm.getelementptr %24[%n] : (vector<4x!llvm.ptr>, i64) -> vector<4x!llvm.ptr>, f32
  %28 = llvm.shufflevector %sv, %sv [0, 0, 0, 0] : vector<[4]xf32>
  %29 = llvm.icmp "eq" %p, %p : !llvm.ptr
  %30 = llvm.icmp "slt" %vi, %vi : vector<4xi32>
  %31 = llvm.intr.masked.gather %24, %m {alignment = 1 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
  llvm.intr.masked.scatter %v, %24, %m {alignment = 1 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  llvm.indirectbr %p : !llvm.ptr, [
  ^bb1(%a : i32),
  ^bb2
  ]
^bb1(%x: i32):
  llvm.br ^bb2
^bb2:
  llvm.switch %a : i32, ^bb3 [
  ] {branch_weights = array<i32: 1>}
^bb3:
  llvm.return
}
llvm.func @g2(i32 {llvm.signext}) -> (i32 {llvm.zeroext})
llvm.func @variadic(...)
llvm.func hidden @hidden(%x: i32) -> i32 attributes {alwaysinline, sym_visibility = "private"} {
  llvm.return %x : i32
}
llvm.linker_options ["/DEFAULTLIB:", "libcmt"]
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]

// CHECK: module {
// CHECK-NEXT:   llvm.mlir.global external @g() {addr_space = 0 : i32} : i32
// CHECK-NEXT:   llvm.mlir.alias external @a : i32 {
// CHECK-NEXT:     %0 = llvm.mlir.addressof @g : !llvm.ptr
// CHECK-NEXT:     llvm.return %0 : !llvm.ptr
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.mlir.alias private thread_local unnamed_addr @b {dso_local} : i32 {
// CHECK-NEXT:     %0 = llvm.mlir.addressof @g : !llvm.ptr
// CHECK-NEXT:     llvm.return %0 : !llvm.ptr
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.func @resolver() -> !llvm.ptr {
// CHECK-NEXT:     %0 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:     llvm.return %0 : !llvm.ptr
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.mlir.ifunc external @if : !llvm.func<f32 (i64)>, !llvm.ptr @resolver {dso_local}
// CHECK-NEXT:   llvm.mlir.global_dtors dtors = [@resolver2], priorities = [0 : i32], data = [#llvm.zero]
// CHECK-NEXT:   llvm.func @resolver2() {
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.func @f(%arg0: !llvm.ptr, %arg1: i32, %arg2: i1, %arg3: vector<4xf32>, %arg4: i64, %arg5: vector<4xi32>, %arg6: vector<4xi1>, %arg7: vector<[4]xf32>, %arg8: f32) {
// CHECK-NEXT:     %0 = llvm.dso_local_equivalent @resolver2 : !llvm.ptr
// CHECK-NEXT:     %1 = llvm.va_arg %arg0 : (!llvm.ptr) -> i32
// CHECK-NEXT:     %2 = llvm.mlir.none : !llvm.token
// CHECK-NEXT:     llvm.intr.assume %arg2 ["align"(%arg0, %arg1 : !llvm.ptr, i32)] : i1
// CHECK-NEXT:     llvm.call @resolver2() ["x"(%arg1 : i32), "y"()] : () -> ()
// CHECK-NEXT:     %3 = llvm.call @g2(%arg1) : (i32 {llvm.signext}) -> (i32 {llvm.zeroext})
// CHECK-NEXT:     %4 = llvm.intr.vector.extract %arg3[0] : vector<2xf32> from vector<4xf32>
// CHECK-NEXT:     %5 = llvm.intr.vector.insert %4, %arg3[2] : vector<2xf32> into vector<4xf32>
// CHECK-NEXT:     %6 = llvm.intr.get.active.lane.mask %arg4, %arg4 : i64, i64 to vector<4xi1>
// CHECK-NEXT:     %7 = llvm.intr.invariant.start 1, %arg0 : !llvm.ptr
// CHECK-NEXT:     llvm.intr.invariant.end %7, 1, %arg0 : !llvm.ptr
// CHECK-NEXT:     llvm.intr.vacopy %arg0 to %arg0 : !llvm.ptr, !llvm.ptr
// CHECK-NEXT:     llvm.intr.vastart %arg0 : !llvm.ptr
// CHECK-NEXT:     %8 = llvm.intr.expect.with.probability %arg1, %arg1, 5.000000e-01 : i32
// CHECK-NEXT:     %9 = llvm.intr.matrix.column.major.load %arg0, <stride = %arg4> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
// CHECK-NEXT:     llvm.intr.matrix.column.major.store %9, %arg0, <stride = %arg4> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
// CHECK-NEXT:     %10 = llvm.intr.matrix.multiply %arg3, %arg3 {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:     %11 = llvm.intr.matrix.transpose %arg3 {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %12 = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT:     llvm.intr.stackrestore %12 : !llvm.ptr
// CHECK-NEXT:     %13 = llvm.intr.experimental.constrained.fptrunc %arg8 tonearest ignore : f32 to f16
// CHECK-NEXT:     %14 = llvm.intr.experimental.constrained.fpext %arg8 strict : f32 to f64
// CHECK-NEXT:     %15 = llvm.intr.launder.invariant.group %arg0 : !llvm.ptr
// CHECK-NEXT:     %16 = "llvm.intr.threadlocal.address"(%arg0) : (!llvm.ptr) -> !llvm.ptr
// CHECK-NEXT:     llvm.intr.trap
// CHECK-NEXT:     llvm.intr.debugtrap
// CHECK-NEXT:     %17 = "llvm.intr.vp.add"(%arg5, %arg5, %arg6, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
// CHECK-NEXT:     %18 = "llvm.intr.sadd.with.overflow"(%arg1, %arg1) : (i32, i32) -> !llvm.struct<(i32, i1)>
// CHECK-NEXT:     "llvm.intr.prefetch"(%arg0) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT:     %19 = llvm.mlir.constant(dense<[1, 2, 3, 4]> : tensor<4xi32>) : !llvm.array<4 x i32>
// CHECK-NEXT:     %20 = llvm.mlir.undef : !llvm.struct<packed (i8, i32)>
// CHECK-NEXT:     %21 = llvm.mlir.undef : !llvm.struct<"rec", (ptr, struct<"rec2", (i32)>)>
// CHECK-NEXT:     %22 = llvm.mlir.undef : vector<4x!llvm.ptr>
// CHECK-NEXT:     %23 = llvm.mlir.undef : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT:     %24 = llvm.mlir.undef : !llvm.target<"spirv.DeviceEvent">
// CHECK-NEXT:     %25 = llvm.getelementptr %22[%arg4] : (vector<4x!llvm.ptr>, i64) -> vector<4x!llvm.ptr>, f32
// CHECK-NEXT:     %26 = llvm.shufflevector %arg7, %arg7 [0, 0, 0, 0] : vector<[4]xf32> 
// CHECK-NEXT:     %27 = llvm.icmp "eq" %arg0, %arg0 : !llvm.ptr
// CHECK-NEXT:     %28 = llvm.icmp "slt" %arg5, %arg5 : vector<4xi32>
// CHECK-NEXT:     %29 = llvm.intr.masked.gather %22, %arg6 {alignment = 1 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
// CHECK-NEXT:     llvm.intr.masked.scatter %arg3, %22, %arg6 {alignment = 1 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
// CHECK-NEXT:     llvm.indirectbr %arg0 : !llvm.ptr, [
// CHECK-NEXT:     ^bb1(%arg1 : i32),
// CHECK-NEXT:     ^bb2
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb1(%30: i32):  // pred: ^bb0
// CHECK-NEXT:     llvm.br ^bb2
// CHECK-NEXT:   ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     llvm.switch %arg1 : i32, ^bb3 [
// CHECK-NEXT:     ] {branch_weights = array<i32: 1>}
// CHECK-NEXT:   ^bb3:  // pred: ^bb2
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.func @g2(i32 {llvm.signext}) -> (i32 {llvm.zeroext})
// CHECK-NEXT:   llvm.func @variadic(...)
// CHECK-NEXT:   llvm.func hidden @hidden(%arg0: i32) -> i32 attributes {alwaysinline, sym_visibility = "private"} {
// CHECK-NEXT:     llvm.return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   llvm.linker_options ["/DEFAULTLIB:", "libcmt"]
// CHECK-NEXT:   llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
// CHECK-NEXT: }

// GENERIC: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "g", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.mlir.alias"() <{alias_type = i32, linkage = #llvm.linkage<external>, sym_name = "a", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: %33 = "llvm.mlir.addressof"() <{global_name = @g}> : () -> !llvm.ptr
// GENERIC: "llvm.mlir.alias"() <{alias_type = i32, dso_local, linkage = #llvm.linkage<private>, sym_name = "b", thread_local_, unnamed_addr = 2 : i64, visibility_ = 0 : i64}> ({
// GENERIC: %32 = "llvm.mlir.addressof"() <{global_name = @g}> : () -> !llvm.ptr
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<ptr ()>, linkage = #llvm.linkage<external>, sym_name = "resolver", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.mlir.ifunc"() <{address_space = 0 : i32, dso_local, i_func_type = !llvm.func<f32 (i64)>, linkage = #llvm.linkage<external>, resolver = @resolver, resolver_type = !llvm.ptr, sym_name = "if", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> : () -> ()
// GENERIC: "llvm.mlir.global_dtors"() <{data = [#llvm.zero], dtors = [@resolver2], priorities = [0 : i32]}> : () -> ()
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "resolver2", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr, i32, i1, vector<4xf32>, i64, vector<4xi32>, vector<4xi1>, vector<[4]xf32>, f32)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: %0 = "llvm.dso_local_equivalent"() <{function_name = @resolver2}> : () -> !llvm.ptr
// GENERIC: "llvm.intr.assume"(%arg3, %arg1, %arg2) <{op_bundle_sizes = array<i32: 2>, op_bundle_tags = ["align"]}> : (i1, !llvm.ptr, i32) -> ()
// GENERIC: "llvm.call"(%arg2) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @resolver2, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32: 1, 0>, op_bundle_tags = ["x", "y"], operandSegmentSizes = array<i32: 0, 1>}> : (i32) -> ()
// GENERIC: %3 = "llvm.call"(%arg2) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, arg_attrs = [{llvm.signext}], callee = @g2, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>, res_attrs = [{llvm.zeroext}]}> : (i32) -> i32
// GENERIC: %4 = "llvm.intr.vector.extract"(%arg4) <{pos = 0 : i64}> : (vector<4xf32>) -> vector<2xf32>
// GENERIC: %5 = "llvm.intr.vector.insert"(%arg4, %4) <{pos = 2 : i64}> : (vector<4xf32>, vector<2xf32>) -> vector<4xf32>
// GENERIC: %7 = "llvm.intr.invariant.start"(%arg1) <{size = 1 : i64}> : (!llvm.ptr) -> !llvm.ptr
// GENERIC: "llvm.intr.invariant.end"(%7, %arg1) <{size = 1 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
// GENERIC: %8 = "llvm.intr.expect.with.probability"(%arg2, %arg2) <{prob = 5.000000e-01 : f64}> : (i32, i32) -> i32
// GENERIC: %9 = "llvm.intr.matrix.column.major.load"(%arg1, %arg5) <{columns = 2 : i32, isVolatile = false, rows = 2 : i32}> : (!llvm.ptr, i64) -> vector<4xf32>
// GENERIC: "llvm.intr.matrix.column.major.store"(%9, %arg1, %arg5) <{columns = 2 : i32, isVolatile = false, rows = 2 : i32}> : (vector<4xf32>, !llvm.ptr, i64) -> ()
// GENERIC: %10 = "llvm.intr.matrix.multiply"(%arg4, %arg4) <{lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC: %11 = "llvm.intr.matrix.transpose"(%arg4) <{columns = 2 : i32, rows = 2 : i32}> : (vector<4xf32>) -> vector<4xf32>
// GENERIC: %13 = "llvm.intr.experimental.constrained.fptrunc"(%arg9) <{fpExceptionBehavior = 0 : i64, roundingmode = 1 : i64}> : (f32) -> f16
// GENERIC: %14 = "llvm.intr.experimental.constrained.fpext"(%arg9) <{fpExceptionBehavior = 2 : i64}> : (f32) -> f64
// GENERIC: "llvm.intr.prefetch"(%arg1) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
// GENERIC: %19 = "llvm.mlir.constant"() <{value = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> !llvm.array<4 x i32>
// GENERIC: %25 = "llvm.getelementptr"(%22, %arg5) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (vector<4x!llvm.ptr>, i64) -> vector<4x!llvm.ptr>
// GENERIC: %26 = "llvm.shufflevector"(%arg8, %arg8) <{mask = array<i32: 0, 0, 0, 0>}> : (vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// GENERIC: %27 = "llvm.icmp"(%arg1, %arg1) <{predicate = 0 : i64}> : (!llvm.ptr, !llvm.ptr) -> i1
// GENERIC: %28 = "llvm.icmp"(%arg6, %arg6) <{predicate = 2 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
// GENERIC: %29 = "llvm.intr.masked.gather"(%22, %arg7) <{alignment = 1 : i32}> : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
// GENERIC: "llvm.intr.masked.scatter"(%arg4, %22, %arg7) <{alignment = 1 : i32}> : (vector<4xf32>, vector<4x!llvm.ptr>, vector<4xi1>) -> ()
// GENERIC: "llvm.indirectbr"(%arg1, %arg2)[^bb1, ^bb2] <{indbr_operand_segments = array<i32: 1, 0>}> : (!llvm.ptr, i32) -> ()
// GENERIC: "llvm.switch"(%arg2)[^bb3] <{branch_weights = array<i32: 1>, case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.signext}], function_type = !llvm.func<i32 (i32)>, linkage = #llvm.linkage<external>, res_attrs = [{llvm.zeroext}], sym_name = "g2", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (...)>, linkage = #llvm.linkage<external>, sym_name = "variadic", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32)>, linkage = #llvm.linkage<external>, sym_name = "hidden", sym_visibility = "private", unnamed_addr = 0 : i64, visibility_ = 1 : i64}> ({
// GENERIC: "llvm.linker_options"() <{options = ["/DEFAULTLIB:", "libcmt"]}> : () -> ()
// GENERIC: "llvm.module_flags"() <{flags = [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]}> : () -> ()
