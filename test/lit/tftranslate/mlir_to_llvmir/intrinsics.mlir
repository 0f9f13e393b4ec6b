// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Intrinsics by the types that they are overloaded by, with attributes as immediate operands.

llvm.func @abs(%a0: vector<4xi32>) -> vector<4xi32> {
  %r = "llvm.intr.abs"(%a0) <{is_int_min_poison = true}> : (vector<4xi32>) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @anno(%a0: i16, %a1: !llvm.ptr, %a2: !llvm.ptr, %a3: i32) -> i16 {
  %r = "llvm.intr.annotation"(%a0, %a1, %a2, %a3) : (i16, !llvm.ptr, !llvm.ptr, i32) -> (i16)
  llvm.return %r : i16
}
llvm.func @bf(%a0: bf16, %a1: bf16, %a2: bf16) -> bf16 {
  %r = "llvm.intr.fma"(%a0, %a1, %a2) : (bf16, bf16, bf16) -> (bf16)
  llvm.return %r : bf16
}
llvm.func @cfpe(%a0: f32) -> f64 {
  %r = "llvm.intr.experimental.constrained.fpext"(%a0) <{fpExceptionBehavior = 2 : i64}> : (f32) -> (f64)
  llvm.return %r : f64
}
llvm.func @cfpt(%a0: f64) -> f32 {
  %r = "llvm.intr.experimental.constrained.fptrunc"(%a0) <{roundingmode = 0 : i64, fpExceptionBehavior = 0 : i64}> : (f64) -> (f32)
  llvm.return %r : f32
}
llvm.func @comp(%a0: vector<4xi32>, %a1: !llvm.ptr, %a2: vector<4xi1>)  {
  "llvm.intr.masked.compressstore"(%a0, %a1, %a2) : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return 
}
llvm.func @copysign(%a0: f16, %a1: f16) -> f16 {
  %r = "llvm.intr.copysign"(%a0, %a1) : (f16, f16) -> (f16)
  llvm.return %r : f16
}
llvm.func @csi(%a0: i32) -> f32 {
  %r = "llvm.intr.experimental.constrained.sitofp"(%a0) <{roundingmode = 3 : i64, fpExceptionBehavior = 1 : i64}> : (i32) -> (f32)
  llvm.return %r : f32
}
llvm.func @ctlz(%a0: i64) -> i64 {
  %r = "llvm.intr.ctlz"(%a0) <{is_zero_poison = true}> : (i64) -> (i64)
  llvm.return %r : i64
}
llvm.func @dilv(%a0: vector<8xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi32>)> {
  %r = "llvm.intr.vector.deinterleave2"(%a0) : (vector<8xi32>) -> (!llvm.struct<(vector<4xi32>, vector<4xi32>)>)
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi32>)>
}
llvm.func @expand(%a0: !llvm.ptr, %a1: vector<4xi1>, %a2: vector<4xi32>) -> vector<4xi32> {
  %r = "llvm.intr.masked.expandload"(%a0, %a1, %a2) : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @expectp(%a0: i32, %a1: i32) -> i32 {
  %r = "llvm.intr.expect.with.probability"(%a0, %a1) <{prob = 5.0e-01 : f64}> : (i32, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @f80(%a0: f80) -> f80 {
  %r = "llvm.intr.sqrt"(%a0) : (f80) -> (f80)
  llvm.return %r : f80
}
llvm.func @fpclass(%a0: f32) -> i1 {
  %r = "llvm.intr.is.fpclass"(%a0) <{bit = 6 : i32}> : (f32) -> (i1)
  llvm.return %r : i1
}
llvm.func @frexp(%a0: f32) -> !llvm.struct<(f32, i32)> {
  %r = "llvm.intr.frexp"(%a0) : (f32) -> (!llvm.struct<(f32, i32)>)
  llvm.return %r : !llvm.struct<(f32, i32)>
}
llvm.func @fshl(%a0: i7, %a1: i7, %a2: i7) -> i7 {
  %r = "llvm.intr.fshl"(%a0, %a1, %a2) : (i7, i7, i7) -> (i7)
  llvm.return %r : i7
}
llvm.func @gather(%a0: vector<4x!llvm.ptr>, %a1: vector<4xi1>) -> vector<4xi32> {
  %r = "llvm.intr.masked.gather"(%a0, %a1) <{alignment = 4 : i32}> : (vector<4x!llvm.ptr>, vector<4xi1>) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @gather2(%a0: vector<4x!llvm.ptr>, %a1: vector<4xi1>, %a2: vector<4xi32>) -> vector<4xi32> {
  %r = "llvm.intr.masked.gather"(%a0, %a1, %a2) <{alignment = 4 : i32}> : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xi32>) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @ilv(%a0: vector<4xi32>, %a1: vector<4xi32>) -> vector<8xi32> {
  %r = "llvm.intr.vector.interleave2"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (vector<8xi32>)
  llvm.return %r : vector<8xi32>
}
llvm.func @invs(%a0: !llvm.ptr) -> !llvm.ptr {
  %r = "llvm.intr.invariant.start"(%a0) <{size = 1 : i64}> : (!llvm.ptr) -> (!llvm.ptr)
  llvm.return %r : !llvm.ptr
}
llvm.func @isc(%a0: f32) -> i1 {
  %r = "llvm.intr.is.constant"(%a0) : (f32) -> (i1)
  llvm.return %r : i1
}
llvm.func @lane(%a0: i64, %a1: i64) -> vector<4xi1> {
  %r = "llvm.intr.get.active.lane.mask"(%a0, %a1) : (i64, i64) -> (vector<4xi1>)
  llvm.return %r : vector<4xi1>
}
llvm.func @laund(%a0: !llvm.ptr) -> !llvm.ptr {
  %r = "llvm.intr.launder.invariant.group"(%a0) : (!llvm.ptr) -> (!llvm.ptr)
  llvm.return %r : !llvm.ptr
}
llvm.func @ldexp(%a0: f32, %a1: i32) -> f32 {
  %r = "llvm.intr.ldexp"(%a0, %a1) : (f32, i32) -> (f32)
  llvm.return %r : f32
}
llvm.func @llrint(%a0: f32) -> i64 {
  %r = "llvm.intr.llrint"(%a0) : (f32) -> (i64)
  llvm.return %r : i64
}
llvm.func @lrintv(%a0: vector<4xf32>) -> vector<4xi64> {
  %r = "llvm.intr.lrint"(%a0) : (vector<4xf32>) -> (vector<4xi64>)
  llvm.return %r : vector<4xi64>
}
llvm.func @lround(%a0: f64) -> i64 {
  %r = "llvm.intr.lround"(%a0) : (f64) -> (i64)
  llvm.return %r : i64
}
llvm.func @memcpy(%a0: !llvm.ptr, %a1: !llvm.ptr<1>, %a2: i32)  {
  "llvm.intr.memcpy"(%a0, %a1, %a2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i32) -> ()
  llvm.return 
}
llvm.func @memcpyi(%a0: !llvm.ptr, %a1: !llvm.ptr)  {
  "llvm.intr.memcpy.inline"(%a0, %a1) <{isVolatile = true, len = 16 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return 
}
llvm.func @memmove(%a0: !llvm.ptr, %a1: !llvm.ptr, %a2: i64)  {
  "llvm.intr.memmove"(%a0, %a1, %a2) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return 
}
llvm.func @memset(%a0: !llvm.ptr, %a1: i8, %a2: i64)  {
  "llvm.intr.memset"(%a0, %a1, %a2) <{isVolatile = true}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return 
}
llvm.func @memseti(%a0: !llvm.ptr, %a1: i8)  {
  "llvm.intr.memset.inline"(%a0, %a1) <{isVolatile = true, len = 16 : i64}> : (!llvm.ptr, i8) -> ()
  llvm.return 
}
llvm.func @min(%a0: vector<[2]xf64>, %a1: vector<[2]xf64>) -> vector<[2]xf64> {
  %r = "llvm.intr.minnum"(%a0, %a1) : (vector<[2]xf64>, vector<[2]xf64>) -> (vector<[2]xf64>)
  llvm.return %r : vector<[2]xf64>
}
llvm.func @ml(%a0: !llvm.ptr, %a1: i64) -> vector<12xf32> {
  %r = "llvm.intr.matrix.column.major.load"(%a0, %a1) <{isVolatile = false, rows = 3 : i32, columns = 4 : i32}> : (!llvm.ptr, i64) -> (vector<12xf32>)
  llvm.return %r : vector<12xf32>
}
llvm.func @mload(%a0: !llvm.ptr, %a1: vector<4xi1>) -> vector<4xi32> {
  %r = "llvm.intr.masked.load"(%a0, %a1) <{alignment = 4 : i32}> : (!llvm.ptr, vector<4xi1>) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @mm(%a0: vector<64xf32>, %a1: vector<48xf32>) -> vector<12xf32> {
  %r = "llvm.intr.matrix.multiply"(%a0, %a1) <{lhs_rows = 4 : i32, lhs_columns = 16 : i32, rhs_columns = 3 : i32}> : (vector<64xf32>, vector<48xf32>) -> (vector<12xf32>)
  llvm.return %r : vector<12xf32>
}
llvm.func @ms(%a0: vector<12xf32>, %a1: !llvm.ptr, %a2: i64)  {
  "llvm.intr.matrix.column.major.store"(%a0, %a1, %a2) <{isVolatile = true, rows = 3 : i32, columns = 4 : i32}> : (vector<12xf32>, !llvm.ptr, i64) -> ()
  llvm.return 
}
llvm.func @mstore(%a0: vector<4xi32>, %a1: !llvm.ptr, %a2: vector<4xi1>)  {
  "llvm.intr.masked.store"(%a0, %a1, %a2) <{alignment = 4 : i32}> : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return 
}
llvm.func @mt(%a0: vector<12xf32>) -> vector<12xf32> {
  %r = "llvm.intr.matrix.transpose"(%a0) <{rows = 3 : i32, columns = 4 : i32}> : (vector<12xf32>) -> (vector<12xf32>)
  llvm.return %r : vector<12xf32>
}
llvm.func @ov_sadd(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.sadd.with.overflow"(%a0, %a1) : (i32, i32) -> (!llvm.struct<(i32, i1)>)
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @ov_smul(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.smul.with.overflow"(%a0, %a1) : (i32, i32) -> (!llvm.struct<(i32, i1)>)
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @ov_ssub(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.ssub.with.overflow"(%a0, %a1) : (i32, i32) -> (!llvm.struct<(i32, i1)>)
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @ov_uadd(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.uadd.with.overflow"(%a0, %a1) : (i32, i32) -> (!llvm.struct<(i32, i1)>)
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @ov_umul(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.umul.with.overflow"(%a0, %a1) : (i32, i32) -> (!llvm.struct<(i32, i1)>)
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @ov_usub(%a0: i32, %a1: i32) -> !llvm.struct<(i32, i1)> {
  %r = "llvm.intr.usub.with.overflow"(%a0, %a1) : (i32, i32) -> (!llvm.struct<(i32, i1)>)
  llvm.return %r : !llvm.struct<(i32, i1)>
}
llvm.func @ovv_sadd(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.sadd.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (!llvm.struct<(vector<4xi32>, vector<4xi1>)>)
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @ovv_smul(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.smul.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (!llvm.struct<(vector<4xi32>, vector<4xi1>)>)
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @ovv_ssub(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.ssub.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (!llvm.struct<(vector<4xi32>, vector<4xi1>)>)
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @ovv_uadd(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.uadd.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (!llvm.struct<(vector<4xi32>, vector<4xi1>)>)
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @ovv_umul(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.umul.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (!llvm.struct<(vector<4xi32>, vector<4xi1>)>)
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @ovv_usub(%a0: vector<4xi32>, %a1: vector<4xi32>) -> !llvm.struct<(vector<4xi32>, vector<4xi1>)> {
  %r = "llvm.intr.usub.with.overflow"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (!llvm.struct<(vector<4xi32>, vector<4xi1>)>)
  llvm.return %r : !llvm.struct<(vector<4xi32>, vector<4xi1>)>
}
llvm.func @powi(%a0: f32, %a1: i32) -> f32 {
  %r = "llvm.intr.powi"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<nnan>}> : (f32, i32) -> (f32)
  llvm.return %r : f32
}
llvm.func @prefetch(%a0: !llvm.ptr)  {
  "llvm.intr.prefetch"(%a0) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
  llvm.return 
}
llvm.func @ptrmask(%a0: !llvm.ptr, %a1: i64) -> !llvm.ptr {
  %r = "llvm.intr.ptrmask"(%a0, %a1) : (!llvm.ptr, i64) -> (!llvm.ptr)
  llvm.return %r : !llvm.ptr
}
llvm.func @radd(%a0: vector<[4]xi32>) -> i32 {
  %r = "llvm.intr.vector.reduce.add"(%a0) : (vector<[4]xi32>) -> (i32)
  llvm.return %r : i32
}
llvm.func @rfadd(%a0: f32, %a1: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fadd"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> (f32)
  llvm.return %r : f32
}
llvm.func @rmax(%a0: vector<4xf32>) -> f32 {
  %r = "llvm.intr.vector.reduce.fmaximum"(%a0) : (vector<4xf32>) -> (f32)
  llvm.return %r : f32
}
llvm.func @scatter(%a0: vector<4xi32>, %a1: vector<4x!llvm.ptr>, %a2: vector<4xi1>)  {
  "llvm.intr.masked.scatter"(%a0, %a1, %a2) <{alignment = 4 : i32}> : (vector<4xi32>, vector<4x!llvm.ptr>, vector<4xi1>) -> ()
  llvm.return 
}
llvm.func @scmp(%a0: i32, %a1: i32) -> i2 {
  %r = "llvm.intr.scmp"(%a0, %a1) : (i32, i32) -> (i2)
  llvm.return %r : i2
}
llvm.func @sincos(%a0: vector<4xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)> {
  %r = "llvm.intr.sincos"(%a0) : (vector<4xf32>) -> (!llvm.struct<(vector<4xf32>, vector<4xf32>)>)
  llvm.return %r : !llvm.struct<(vector<4xf32>, vector<4xf32>)>
}
llvm.func @stacksave() -> !llvm.ptr {
  %r = "llvm.intr.stacksave"() : () -> (!llvm.ptr)
  llvm.return %r : !llvm.ptr
}
llvm.func @step() -> vector<4xi32> {
  %r = "llvm.intr.stepvector"() : () -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @ubsan()  {
  "llvm.intr.ubsantrap"() <{failureKind = 3 : i8}> : () -> ()
  llvm.return 
}
llvm.func @ucmp(%a0: vector<4xi32>, %a1: vector<4xi32>) -> vector<4xi8> {
  %r = "llvm.intr.ucmp"(%a0, %a1) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi8>)
  llvm.return %r : vector<4xi8>
}
llvm.func @vext(%a0: vector<8xi32>) -> vector<4xi32> {
  %r = "llvm.intr.vector.extract"(%a0) <{pos = 4 : i64}> : (vector<8xi32>) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vins(%a0: vector<8xi32>, %a1: vector<4xi32>) -> vector<8xi32> {
  %r = "llvm.intr.vector.insert"(%a0, %a1) <{pos = 4 : i64}> : (vector<8xi32>, vector<4xi32>) -> (vector<8xi32>)
  llvm.return %r : vector<8xi32>
}
llvm.func @vp_add(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.add"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_and(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.and"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_ashr(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.ashr"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_fadd(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fadd"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fdiv(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fdiv"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fma(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xf32>, %a3: vector<4xi1>, %a4: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fma"(%a0, %a1, %a2, %a3, %a4) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fmul(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fmul"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fmuladd(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xf32>, %a3: vector<4xi1>, %a4: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fmuladd"(%a0, %a1, %a2, %a3, %a4) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fneg(%a0: vector<4xf32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fneg"(%a0, %a1, %a2) : (vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fpext(%a0: vector<4xf32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf64> {
  %r = "llvm.intr.vp.fpext"(%a0, %a1, %a2) : (vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf64>)
  llvm.return %r : vector<4xf64>
}
llvm.func @vp_fptosi(%a0: vector<4xf32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.fptosi"(%a0, %a1, %a2) : (vector<4xf32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_fptoui(%a0: vector<4xf32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.fptoui"(%a0, %a1, %a2) : (vector<4xf32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_fptrunc(%a0: vector<4xf64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fptrunc"(%a0, %a1, %a2) : (vector<4xf64>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_frem(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.frem"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_fsub(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.fsub"(%a0, %a1, %a2, %a3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_inttoptr(%a0: vector<4xi64>, %a1: vector<4xi1>, %a2: i32) -> vector<4x!llvm.ptr> {
  %r = "llvm.intr.vp.inttoptr"(%a0, %a1, %a2) : (vector<4xi64>, vector<4xi1>, i32) -> (vector<4x!llvm.ptr>)
  llvm.return %r : vector<4x!llvm.ptr>
}
llvm.func @vp_load(%a0: !llvm.ptr, %a1: vector<4xi1>, %a2: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.load"(%a0, %a1, %a2) : (!llvm.ptr, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_lshr(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.lshr"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_merge(%a0: vector<4xi1>, %a1: vector<4xi32>, %a2: vector<4xi32>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.merge"(%a0, %a1, %a2, %a3) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_mul(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.mul"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_or(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.or"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_ptrtoint(%a0: vector<4x!llvm.ptr>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.ptrtoint"(%a0, %a1, %a2) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> (vector<4xi64>)
  llvm.return %r : vector<4xi64>
}
llvm.func @vp_reduce_add(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.add"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_and(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.and"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_fadd(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fadd"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (f32)
  llvm.return %r : f32
}
llvm.func @vp_reduce_fmax(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fmax"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (f32)
  llvm.return %r : f32
}
llvm.func @vp_reduce_fmin(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fmin"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (f32)
  llvm.return %r : f32
}
llvm.func @vp_reduce_fmul(%a0: f32, %a1: vector<4xf32>, %a2: vector<4xi1>, %a3: i32) -> f32 {
  %r = "llvm.intr.vp.reduce.fmul"(%a0, %a1, %a2, %a3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (f32)
  llvm.return %r : f32
}
llvm.func @vp_reduce_mul(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.mul"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_or(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.or"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_smax(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.smax"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_smin(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.smin"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_umax(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.umax"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_umin(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.umin"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_reduce_xor(%a0: i32, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> i32 {
  %r = "llvm.intr.vp.reduce.xor"(%a0, %a1, %a2, %a3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  llvm.return %r : i32
}
llvm.func @vp_sdiv(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.sdiv"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_select(%a0: vector<4xi1>, %a1: vector<4xi32>, %a2: vector<4xi32>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.select"(%a0, %a1, %a2, %a3) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_sext(%a0: vector<4xi32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.sext"(%a0, %a1, %a2) : (vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi64>)
  llvm.return %r : vector<4xi64>
}
llvm.func @vp_shl(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.shl"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_sitofp(%a0: vector<4xi32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.sitofp"(%a0, %a1, %a2) : (vector<4xi32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_sload(%a0: !llvm.ptr, %a1: i32, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.experimental.vp.strided.load"(%a0, %a1, %a2, %a3) : (!llvm.ptr, i32, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_smax(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.smax"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_smin(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.smin"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_srem(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.srem"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_sstore(%a0: vector<4xi32>, %a1: !llvm.ptr, %a2: i32, %a3: vector<4xi1>, %a4: i32)  {
  "llvm.intr.experimental.vp.strided.store"(%a0, %a1, %a2, %a3, %a4) : (vector<4xi32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
  llvm.return 
}
llvm.func @vp_store(%a0: vector<4xi32>, %a1: !llvm.ptr, %a2: vector<4xi1>, %a3: i32)  {
  "llvm.intr.vp.store"(%a0, %a1, %a2, %a3) : (vector<4xi32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  llvm.return 
}
llvm.func @vp_sub(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.sub"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_trunc(%a0: vector<4xi64>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.trunc"(%a0, %a1, %a2) : (vector<4xi64>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_udiv(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.udiv"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_uitofp(%a0: vector<4xi32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xf32> {
  %r = "llvm.intr.vp.uitofp"(%a0, %a1, %a2) : (vector<4xi32>, vector<4xi1>, i32) -> (vector<4xf32>)
  llvm.return %r : vector<4xf32>
}
llvm.func @vp_umax(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.umax"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_umin(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.umin"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_urem(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.urem"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_xor(%a0: vector<4xi32>, %a1: vector<4xi32>, %a2: vector<4xi1>, %a3: i32) -> vector<4xi32> {
  %r = "llvm.intr.vp.xor"(%a0, %a1, %a2, %a3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi32>)
  llvm.return %r : vector<4xi32>
}
llvm.func @vp_zext(%a0: vector<4xi32>, %a1: vector<4xi1>, %a2: i32) -> vector<4xi64> {
  %r = "llvm.intr.vp.zext"(%a0, %a1, %a2) : (vector<4xi32>, vector<4xi1>, i32) -> (vector<4xi64>)
  llvm.return %r : vector<4xi64>
}
llvm.func @vscale() -> i64 {
  %r = "llvm.intr.vscale"() : () -> (i64)
  llvm.return %r : i64
}

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: define <4 x i32> @abs(<4 x i32> %0) {
// CHECK-NEXT: %2 = call <4 x i32> @llvm.abs.v4i32(<4 x i32> %0, i1 true)
// CHECK-NEXT: ret <4 x i32> %2
// CHECK-NEXT: }
// CHECK: define i16 @anno(i16 %0, ptr %1, ptr %2, i32 %3) {
// CHECK-NEXT: %5 = call i16 @llvm.annotation.i16.p0(i16 %0, ptr %1, ptr %2, i32 %3)
// CHECK-NEXT: ret i16 %5
// CHECK-NEXT: }
// CHECK: define bfloat @bf(bfloat %0, bfloat %1, bfloat %2) {
// CHECK-NEXT: %4 = call bfloat @llvm.fma.bf16(bfloat %0, bfloat %1, bfloat %2)
// CHECK-NEXT: ret bfloat %4
// CHECK-NEXT: }
// CHECK: define double @cfpe(float %0) {
// CHECK-NEXT: %2 = call double @llvm.experimental.constrained.fpext.f64.f32(float %0, metadata !"fpexcept.strict") strictfp
// CHECK-NEXT: ret double %2
// CHECK-NEXT: }
// CHECK: define float @cfpt(double %0) {
// CHECK-NEXT: %2 = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %0, metadata !"round.towardzero", metadata !"fpexcept.ignore") strictfp
// CHECK-NEXT: ret float %2
// CHECK-NEXT: }
// CHECK: define void @comp(<4 x i32> %0, ptr %1, <4 x i1> %2) {
// CHECK-NEXT: call void @llvm.masked.compressstore.v4i32(<4 x i32> %0, ptr %1, <4 x i1> %2)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define half @copysign(half %0, half %1) {
// CHECK-NEXT: %3 = call half @llvm.copysign.f16(half %0, half %1)
// CHECK-NEXT: ret half %3
// CHECK-NEXT: }
// CHECK: define float @csi(i32 %0) {
// CHECK-NEXT: %2 = call float @llvm.experimental.constrained.sitofp.f32.i32(i32 %0, metadata !"round.downward", metadata !"fpexcept.maytrap") strictfp
// CHECK-NEXT: ret float %2
// CHECK-NEXT: }
// CHECK: define i64 @ctlz(i64 %0) {
// CHECK-NEXT: %2 = call i64 @llvm.ctlz.i64(i64 %0, i1 true)
// CHECK-NEXT: ret i64 %2
// CHECK-NEXT: }
// CHECK: define { <4 x i32>, <4 x i32> } @dilv(<8 x i32> %0) {
// CHECK-NEXT: %2 = call { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32> %0)
// CHECK-NEXT: ret { <4 x i32>, <4 x i32> } %2
// CHECK-NEXT: }
// CHECK: define <4 x i32> @expand(ptr %0, <4 x i1> %1, <4 x i32> %2) {
// CHECK-NEXT: %4 = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %0, <4 x i1> %1, <4 x i32> %2)
// CHECK-NEXT: ret <4 x i32> %4
// CHECK-NEXT: }
// CHECK: define i32 @expectp(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call i32 @llvm.expect.with.probability.i32(i32 %0, i32 %1, double 5.000000e-01)
// CHECK-NEXT: ret i32 %3
// CHECK-NEXT: }
// CHECK: define x86_fp80 @f80(x86_fp80 %0) {
// CHECK-NEXT: %2 = call x86_fp80 @llvm.sqrt.f80(x86_fp80 %0)
// CHECK-NEXT: ret x86_fp80 %2
// CHECK-NEXT: }
// CHECK: define i1 @fpclass(float %0) {
// CHECK-NEXT: %2 = call i1 @llvm.is.fpclass.f32(float %0, i32 6)
// CHECK-NEXT: ret i1 %2
// CHECK-NEXT: }
// CHECK: define { float, i32 } @frexp(float %0) {
// CHECK-NEXT: %2 = call { float, i32 } @llvm.frexp.f32.i32(float %0)
// CHECK-NEXT: ret { float, i32 } %2
// CHECK-NEXT: }
// CHECK: define i7 @fshl(i7 %0, i7 %1, i7 %2) {
// CHECK-NEXT: %4 = call i7 @llvm.fshl.i7(i7 %0, i7 %1, i7 %2)
// CHECK-NEXT: ret i7 %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @gather(<4 x ptr> %0, <4 x i1> %1) {
// CHECK-NEXT: %3 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %0, <4 x i1> %1, <4 x i32> poison)
// CHECK-NEXT: ret <4 x i32> %3
// CHECK-NEXT: }
// CHECK: define <4 x i32> @gather2(<4 x ptr> %0, <4 x i1> %1, <4 x i32> %2) {
// CHECK-NEXT: %4 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %0, <4 x i1> %1, <4 x i32> %2)
// CHECK-NEXT: ret <4 x i32> %4
// CHECK-NEXT: }
// CHECK: define <8 x i32> @ilv(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret <8 x i32> %3
// CHECK-NEXT: }
// CHECK: define ptr @invs(ptr %0) {
// CHECK-NEXT: %2 = call ptr @llvm.invariant.start.p0(i64 1, ptr %0)
// CHECK-NEXT: ret ptr %2
// CHECK-NEXT: }
// CHECK: define i1 @isc(float %0) {
// CHECK-NEXT: %2 = call i1 @llvm.is.constant.f32(float %0)
// CHECK-NEXT: ret i1 %2
// CHECK-NEXT: }
// CHECK: define <4 x i1> @lane(i64 %0, i64 %1) {
// CHECK-NEXT: %3 = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i64(i64 %0, i64 %1)
// CHECK-NEXT: ret <4 x i1> %3
// CHECK-NEXT: }
// CHECK: define ptr @laund(ptr %0) {
// CHECK-NEXT: %2 = call ptr @llvm.launder.invariant.group.p0(ptr %0)
// CHECK-NEXT: ret ptr %2
// CHECK-NEXT: }
// CHECK: define float @ldexp(float %0, i32 %1) {
// CHECK-NEXT: %3 = call float @llvm.ldexp.f32.i32(float %0, i32 %1)
// CHECK-NEXT: ret float %3
// CHECK-NEXT: }
// CHECK: define i64 @llrint(float %0) {
// CHECK-NEXT: %2 = call i64 @llvm.llrint.i64.f32(float %0)
// CHECK-NEXT: ret i64 %2
// CHECK-NEXT: }
// CHECK: define <4 x i64> @lrintv(<4 x float> %0) {
// CHECK-NEXT: %2 = call <4 x i64> @llvm.lrint.v4i64.v4f32(<4 x float> %0)
// CHECK-NEXT: ret <4 x i64> %2
// CHECK-NEXT: }
// CHECK: define i64 @lround(double %0) {
// CHECK-NEXT: %2 = call i64 @llvm.lround.i64.f64(double %0)
// CHECK-NEXT: ret i64 %2
// CHECK-NEXT: }
// CHECK: define void @memcpy(ptr %0, ptr addrspace(1) %1, i32 %2) {
// CHECK-NEXT: call void @llvm.memcpy.p0.p1.i32(ptr %0, ptr addrspace(1) %1, i32 %2, i1 false)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define void @memcpyi(ptr %0, ptr %1) {
// CHECK-NEXT: call void @llvm.memcpy.inline.p0.p0.i64(ptr %0, ptr %1, i64 16, i1 true)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define void @memmove(ptr %0, ptr %1, i64 %2) {
// CHECK-NEXT: call void @llvm.memmove.p0.p0.i64(ptr %0, ptr %1, i64 %2, i1 false)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define void @memset(ptr %0, i8 %1, i64 %2) {
// CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %0, i8 %1, i64 %2, i1 true)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define void @memseti(ptr %0, i8 %1) {
// CHECK-NEXT: call void @llvm.memset.inline.p0.i64(ptr %0, i8 %1, i64 16, i1 true)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define <vscale x 2 x double> @min(<vscale x 2 x double> %0, <vscale x 2 x double> %1) {
// CHECK-NEXT: %3 = call <vscale x 2 x double> @llvm.minnum.nxv2f64(<vscale x 2 x double> %0, <vscale x 2 x double> %1)
// CHECK-NEXT: ret <vscale x 2 x double> %3
// CHECK-NEXT: }
// CHECK: define <12 x float> @ml(ptr %0, i64 %1) {
// CHECK-NEXT: %3 = call <12 x float> @llvm.matrix.column.major.load.v12f32.i64(ptr align 4 %0, i64 %1, i1 false, i32 3, i32 4)
// CHECK-NEXT: ret <12 x float> %3
// CHECK-NEXT: }
// CHECK: define <4 x i32> @mload(ptr %0, <4 x i1> %1) {
// CHECK-NEXT: %3 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %0, <4 x i1> %1, <4 x i32> poison)
// CHECK-NEXT: ret <4 x i32> %3
// CHECK-NEXT: }
// CHECK: define <12 x float> @mm(<64 x float> %0, <48 x float> %1) {
// CHECK-NEXT: %3 = call <12 x float> @llvm.matrix.multiply.v12f32.v64f32.v48f32(<64 x float> %0, <48 x float> %1, i32 4, i32 16, i32 3)
// CHECK-NEXT: ret <12 x float> %3
// CHECK-NEXT: }
// CHECK: define void @ms(<12 x float> %0, ptr %1, i64 %2) {
// CHECK-NEXT: call void @llvm.matrix.column.major.store.v12f32.i64(<12 x float> %0, ptr align 4 %1, i64 %2, i1 true, i32 3, i32 4)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define void @mstore(<4 x i32> %0, ptr %1, <4 x i1> %2) {
// CHECK-NEXT: call void @llvm.masked.store.v4i32.p0(<4 x i32> %0, ptr align 4 %1, <4 x i1> %2)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define <12 x float> @mt(<12 x float> %0) {
// CHECK-NEXT: %2 = call <12 x float> @llvm.matrix.transpose.v12f32(<12 x float> %0, i32 3, i32 4)
// CHECK-NEXT: ret <12 x float> %2
// CHECK-NEXT: }
// CHECK: define { i32, i1 } @ov_sadd(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret { i32, i1 } %3
// CHECK-NEXT: }
// CHECK: define { i32, i1 } @ov_smul(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret { i32, i1 } %3
// CHECK-NEXT: }
// CHECK: define { i32, i1 } @ov_ssub(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret { i32, i1 } %3
// CHECK-NEXT: }
// CHECK: define { i32, i1 } @ov_uadd(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret { i32, i1 } %3
// CHECK-NEXT: }
// CHECK: define { i32, i1 } @ov_umul(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret { i32, i1 } %3
// CHECK-NEXT: }
// CHECK: define { i32, i1 } @ov_usub(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret { i32, i1 } %3
// CHECK-NEXT: }
// CHECK: define { <4 x i32>, <4 x i1> } @ovv_sadd(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret { <4 x i32>, <4 x i1> } %3
// CHECK-NEXT: }
// CHECK: define { <4 x i32>, <4 x i1> } @ovv_smul(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call { <4 x i32>, <4 x i1> } @llvm.smul.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret { <4 x i32>, <4 x i1> } %3
// CHECK-NEXT: }
// CHECK: define { <4 x i32>, <4 x i1> } @ovv_ssub(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call { <4 x i32>, <4 x i1> } @llvm.ssub.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret { <4 x i32>, <4 x i1> } %3
// CHECK-NEXT: }
// CHECK: define { <4 x i32>, <4 x i1> } @ovv_uadd(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call { <4 x i32>, <4 x i1> } @llvm.uadd.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret { <4 x i32>, <4 x i1> } %3
// CHECK-NEXT: }
// CHECK: define { <4 x i32>, <4 x i1> } @ovv_umul(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call { <4 x i32>, <4 x i1> } @llvm.umul.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret { <4 x i32>, <4 x i1> } %3
// CHECK-NEXT: }
// CHECK: define { <4 x i32>, <4 x i1> } @ovv_usub(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call { <4 x i32>, <4 x i1> } @llvm.usub.with.overflow.v4i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret { <4 x i32>, <4 x i1> } %3
// CHECK-NEXT: }
// CHECK: define float @powi(float %0, i32 %1) {
// CHECK-NEXT: %3 = call nnan float @llvm.powi.f32.i32(float %0, i32 %1)
// CHECK-NEXT: ret float %3
// CHECK-NEXT: }
// CHECK: define void @prefetch(ptr %0) {
// CHECK-NEXT: call void @llvm.prefetch.p0(ptr %0, i32 0, i32 3, i32 1)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define ptr @ptrmask(ptr %0, i64 %1) {
// CHECK-NEXT: %3 = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 %1)
// CHECK-NEXT: ret ptr %3
// CHECK-NEXT: }
// CHECK: define i32 @radd(<vscale x 4 x i32> %0) {
// CHECK-NEXT: %2 = call i32 @llvm.vector.reduce.add.nxv4i32(<vscale x 4 x i32> %0)
// CHECK-NEXT: ret i32 %2
// CHECK-NEXT: }
// CHECK: define float @rfadd(float %0, <4 x float> %1) {
// CHECK-NEXT: %3 = call reassoc float @llvm.vector.reduce.fadd.v4f32(float %0, <4 x float> %1)
// CHECK-NEXT: ret float %3
// CHECK-NEXT: }
// CHECK: define float @rmax(<4 x float> %0) {
// CHECK-NEXT: %2 = call float @llvm.vector.reduce.fmaximum.v4f32(<4 x float> %0)
// CHECK-NEXT: ret float %2
// CHECK-NEXT: }
// CHECK: define void @scatter(<4 x i32> %0, <4 x ptr> %1, <4 x i1> %2) {
// CHECK-NEXT: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %0, <4 x ptr> align 4 %1, <4 x i1> %2)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define i2 @scmp(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = call i2 @llvm.scmp.i2.i32(i32 %0, i32 %1)
// CHECK-NEXT: ret i2 %3
// CHECK-NEXT: }
// CHECK: define { <4 x float>, <4 x float> } @sincos(<4 x float> %0) {
// CHECK-NEXT: %2 = call { <4 x float>, <4 x float> } @llvm.sincos.v4f32(<4 x float> %0)
// CHECK-NEXT: ret { <4 x float>, <4 x float> } %2
// CHECK-NEXT: }
// CHECK: define ptr @stacksave() {
// CHECK-NEXT: %1 = call ptr @llvm.stacksave.p0()
// CHECK-NEXT: ret ptr %1
// CHECK-NEXT: }
// CHECK: define <4 x i32> @step() {
// CHECK-NEXT: %1 = call <4 x i32> @llvm.stepvector.v4i32()
// CHECK-NEXT: ret <4 x i32> %1
// CHECK-NEXT: }
// CHECK: define void @ubsan() {
// CHECK-NEXT: call void @llvm.ubsantrap(i8 3)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define <4 x i8> @ucmp(<4 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call <4 x i8> @llvm.ucmp.v4i8.v4i32(<4 x i32> %0, <4 x i32> %1)
// CHECK-NEXT: ret <4 x i8> %3
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vext(<8 x i32> %0) {
// CHECK-NEXT: %2 = call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %0, i64 4)
// CHECK-NEXT: ret <4 x i32> %2
// CHECK-NEXT: }
// CHECK: define <8 x i32> @vins(<8 x i32> %0, <4 x i32> %1) {
// CHECK-NEXT: %3 = call <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32> %0, <4 x i32> %1, i64 4)
// CHECK-NEXT: ret <8 x i32> %3
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_add(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_and(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.and.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_ashr(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.ashr.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fadd(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x float> @llvm.vp.fadd.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x float> %5
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fdiv(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x float> @llvm.vp.fdiv.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x float> %5
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fma(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4) {
// CHECK-NEXT: %6 = call <4 x float> @llvm.vp.fma.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4)
// CHECK-NEXT: ret <4 x float> %6
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fmul(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x float> @llvm.vp.fmul.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x float> %5
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fmuladd(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4) {
// CHECK-NEXT: %6 = call <4 x float> @llvm.vp.fmuladd.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> %2, <4 x i1> %3, i32 %4)
// CHECK-NEXT: ret <4 x float> %6
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fneg(<4 x float> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x float> @llvm.vp.fneg.v4f32(<4 x float> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x float> %4
// CHECK-NEXT: }
// CHECK: define <4 x double> @vp_fpext(<4 x float> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x double> @llvm.vp.fpext.v4f64.v4f32(<4 x float> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x double> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_fptosi(<4 x float> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x i32> @llvm.vp.fptosi.v4i32.v4f32(<4 x float> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x i32> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_fptoui(<4 x float> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x i32> @llvm.vp.fptoui.v4i32.v4f32(<4 x float> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x i32> %4
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fptrunc(<4 x double> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x float> @llvm.vp.fptrunc.v4f32.v4f64(<4 x double> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x float> %4
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_frem(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x float> @llvm.vp.frem.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x float> %5
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_fsub(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x float> @llvm.vp.fsub.v4f32(<4 x float> %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x float> %5
// CHECK-NEXT: }
// CHECK: define <4 x ptr> @vp_inttoptr(<4 x i64> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x ptr> @llvm.vp.inttoptr.v4p0.v4i64(<4 x i64> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x ptr> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_load(ptr %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x i32> @llvm.vp.load.v4i32.p0(ptr %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x i32> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_lshr(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.lshr.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_merge(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.merge.v4i32(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_mul(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.mul.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_or(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.or.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i64> @vp_ptrtoint(<4 x ptr> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x i64> @llvm.vp.ptrtoint.v4i64.v4p0(<4 x ptr> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x i64> %4
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_add(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.add.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_and(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.and.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define float @vp_reduce_fadd(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call float @llvm.vp.reduce.fadd.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret float %5
// CHECK-NEXT: }
// CHECK: define float @vp_reduce_fmax(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call float @llvm.vp.reduce.fmax.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret float %5
// CHECK-NEXT: }
// CHECK: define float @vp_reduce_fmin(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call float @llvm.vp.reduce.fmin.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret float %5
// CHECK-NEXT: }
// CHECK: define float @vp_reduce_fmul(float %0, <4 x float> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call float @llvm.vp.reduce.fmul.v4f32(float %0, <4 x float> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret float %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_mul(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.mul.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_or(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.or.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_smax(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.smax.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_smin(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.smin.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_umax(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.umax.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_umin(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.umin.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define i32 @vp_reduce_xor(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call i32 @llvm.vp.reduce.xor.v4i32(i32 %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret i32 %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_sdiv(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_select(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.select.v4i32(<4 x i1> %0, <4 x i32> %1, <4 x i32> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i64> @vp_sext(<4 x i32> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x i64> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_shl(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.shl.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_sitofp(<4 x i32> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x float> @llvm.vp.sitofp.v4f32.v4i32(<4 x i32> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x float> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_sload(ptr %0, i32 %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.experimental.vp.strided.load.v4i32.p0.i32(ptr %0, i32 %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_smax(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.smax.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_smin(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.smin.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_srem(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.srem.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define void @vp_sstore(<4 x i32> %0, ptr %1, i32 %2, <4 x i1> %3, i32 %4) {
// CHECK-NEXT: call void @llvm.experimental.vp.strided.store.v4i32.p0.i32(<4 x i32> %0, ptr %1, i32 %2, <4 x i1> %3, i32 %4)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define void @vp_store(<4 x i32> %0, ptr %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: call void @llvm.vp.store.v4i32.p0(<4 x i32> %0, ptr %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_sub(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.sub.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_trunc(<4 x i64> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x i32> @llvm.vp.trunc.v4i32.v4i64(<4 x i64> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x i32> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_udiv(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.udiv.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x float> @vp_uitofp(<4 x i32> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x float> @llvm.vp.uitofp.v4f32.v4i32(<4 x i32> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x float> %4
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_umax(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.umax.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_umin(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.umin.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_urem(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.urem.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i32> @vp_xor(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3) {
// CHECK-NEXT: %5 = call <4 x i32> @llvm.vp.xor.v4i32(<4 x i32> %0, <4 x i32> %1, <4 x i1> %2, i32 %3)
// CHECK-NEXT: ret <4 x i32> %5
// CHECK-NEXT: }
// CHECK: define <4 x i64> @vp_zext(<4 x i32> %0, <4 x i1> %1, i32 %2) {
// CHECK-NEXT: %4 = call <4 x i64> @llvm.vp.zext.v4i64.v4i32(<4 x i32> %0, <4 x i1> %1, i32 %2)
// CHECK-NEXT: ret <4 x i64> %4
// CHECK-NEXT: }
// CHECK: define i64 @vscale() {
// CHECK-NEXT: %1 = call i64 @llvm.vscale.i64()
// CHECK-NEXT: ret i64 %1
// CHECK-NEXT: }
// CHECK: declare <4 x i32> @llvm.abs.v4i32(<4 x i32>, i1)
// CHECK: declare i16 @llvm.annotation.i16.p0(i16, ptr, ptr, i32)
// CHECK: declare bfloat @llvm.fma.bf16(bfloat, bfloat, bfloat)
// CHECK: declare double @llvm.experimental.constrained.fpext.f64.f32(float, metadata)
// CHECK: declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata)
// CHECK: declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)
// CHECK: declare half @llvm.copysign.f16(half, half)
// CHECK: declare float @llvm.experimental.constrained.sitofp.f32.i32(i32, metadata, metadata)
// CHECK: declare i64 @llvm.ctlz.i64(i64, i1)
// CHECK: declare { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32>)
// CHECK: declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
// CHECK: declare i32 @llvm.expect.with.probability.i32(i32, i32, double)
// CHECK: declare x86_fp80 @llvm.sqrt.f80(x86_fp80)
// CHECK: declare i1 @llvm.is.fpclass.f32(float, i32)
// CHECK: declare { float, i32 } @llvm.frexp.f32.i32(float)
// CHECK: declare i7 @llvm.fshl.i7(i7, i7, i7)
// CHECK: declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, <4 x i1>, <4 x i32>)
// CHECK: declare <8 x i32> @llvm.vector.interleave2.v8i32(<4 x i32>, <4 x i32>)
// CHECK: declare ptr @llvm.invariant.start.p0(i64, ptr)
// CHECK: declare i1 @llvm.is.constant.f32(float)
// CHECK: declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i64(i64, i64)
// CHECK: declare ptr @llvm.launder.invariant.group.p0(ptr)
// CHECK: declare float @llvm.ldexp.f32.i32(float, i32)
// CHECK: declare i64 @llvm.llrint.i64.f32(float)
// CHECK: declare <4 x i64> @llvm.lrint.v4i64.v4f32(<4 x float>)
// CHECK: declare i64 @llvm.lround.i64.f64(double)
// CHECK: declare void @llvm.memcpy.p0.p1.i32(ptr, ptr addrspace(1), i32, i1)
// CHECK: declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
// CHECK: declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
// CHECK: declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
// CHECK: declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
// CHECK: declare <vscale x 2 x double> @llvm.minnum.nxv2f64(<vscale x 2 x double>, <vscale x 2 x double>)
// CHECK: declare <12 x float> @llvm.matrix.column.major.load.v12f32.i64(ptr, i64, i1, i32, i32)
// CHECK: declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
// CHECK: declare <12 x float> @llvm.matrix.multiply.v12f32.v64f32.v48f32(<64 x float>, <48 x float>, i32, i32, i32)
// CHECK: declare void @llvm.matrix.column.major.store.v12f32.i64(<12 x float>, ptr, i64, i1, i32, i32)
// CHECK: declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
// CHECK: declare <12 x float> @llvm.matrix.transpose.v12f32(<12 x float>, i32, i32)
// CHECK: declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
// CHECK: declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
// CHECK: declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
// CHECK: declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
// CHECK: declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
// CHECK: declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
// CHECK: declare { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(<4 x i32>, <4 x i32>)
// CHECK: declare { <4 x i32>, <4 x i1> } @llvm.smul.with.overflow.v4i32(<4 x i32>, <4 x i32>)
// CHECK: declare { <4 x i32>, <4 x i1> } @llvm.ssub.with.overflow.v4i32(<4 x i32>, <4 x i32>)
// CHECK: declare { <4 x i32>, <4 x i1> } @llvm.uadd.with.overflow.v4i32(<4 x i32>, <4 x i32>)
// CHECK: declare { <4 x i32>, <4 x i1> } @llvm.umul.with.overflow.v4i32(<4 x i32>, <4 x i32>)
// CHECK: declare { <4 x i32>, <4 x i1> } @llvm.usub.with.overflow.v4i32(<4 x i32>, <4 x i32>)
// CHECK: declare float @llvm.powi.f32.i32(float, i32)
// CHECK: declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
// CHECK: declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
// CHECK: declare i32 @llvm.vector.reduce.add.nxv4i32(<vscale x 4 x i32>)
// CHECK: declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
// CHECK: declare float @llvm.vector.reduce.fmaximum.v4f32(<4 x float>)
// CHECK: declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, <4 x i1>)
// CHECK: declare i2 @llvm.scmp.i2.i32(i32, i32)
// CHECK: declare { <4 x float>, <4 x float> } @llvm.sincos.v4f32(<4 x float>)
// CHECK: declare ptr @llvm.stacksave.p0()
// CHECK: declare <4 x i32> @llvm.stepvector.v4i32()
// CHECK: declare void @llvm.ubsantrap(i8)
// CHECK: declare <4 x i8> @llvm.ucmp.v4i8.v4i32(<4 x i32>, <4 x i32>)
// CHECK: declare <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32>, i64)
// CHECK: declare <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32>, <4 x i32>, i64)
// CHECK: declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.and.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.ashr.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fadd.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fdiv.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fma.v4f32(<4 x float>, <4 x float>, <4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fmul.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fneg.v4f32(<4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x double> @llvm.vp.fpext.v4f64.v4f32(<4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.fptosi.v4i32.v4f32(<4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.fptoui.v4i32.v4f32(<4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fptrunc.v4f32.v4f64(<4 x double>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.frem.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.fsub.v4f32(<4 x float>, <4 x float>, <4 x i1>, i32)
// CHECK: declare <4 x ptr> @llvm.vp.inttoptr.v4p0.v4i64(<4 x i64>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.load.v4i32.p0(ptr, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.lshr.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.merge.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32)
// CHECK: declare <4 x i32> @llvm.vp.mul.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.or.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i64> @llvm.vp.ptrtoint.v4i64.v4p0(<4 x ptr>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.add.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.and.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare float @llvm.vp.reduce.fadd.v4f32(float, <4 x float>, <4 x i1>, i32)
// CHECK: declare float @llvm.vp.reduce.fmax.v4f32(float, <4 x float>, <4 x i1>, i32)
// CHECK: declare float @llvm.vp.reduce.fmin.v4f32(float, <4 x float>, <4 x i1>, i32)
// CHECK: declare float @llvm.vp.reduce.fmul.v4f32(float, <4 x float>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.mul.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.or.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.smax.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.smin.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.umax.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.umin.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare i32 @llvm.vp.reduce.xor.v4i32(i32, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.select.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32)
// CHECK: declare <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.shl.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.sitofp.v4f32.v4i32(<4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.experimental.vp.strided.load.v4i32.p0.i32(ptr, i32, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.smax.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.smin.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.srem.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare void @llvm.experimental.vp.strided.store.v4i32.p0.i32(<4 x i32>, ptr, i32, <4 x i1>, i32)
// CHECK: declare void @llvm.vp.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.sub.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.trunc.v4i32.v4i64(<4 x i64>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.udiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x float> @llvm.vp.uitofp.v4f32.v4i32(<4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.umax.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.umin.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.urem.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i32> @llvm.vp.xor.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
// CHECK: declare <4 x i64> @llvm.vp.zext.v4i64.v4i32(<4 x i32>, <4 x i1>, i32)
// CHECK: declare i64 @llvm.vscale.i64()
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
