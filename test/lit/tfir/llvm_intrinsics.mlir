// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Every intrinsic that has an operation, in generic form, and as mlir-opt prints it.

llvm.func @intrinsics(%arg0: f32, %arg1: i32, %arg2: !llvm.ptr, %arg3: !llvm.token, %arg4: i1, %arg5: vector<4xi1>, %arg6: vector<4xf32>, %arg7: i8, %arg8: vector<4xi32>, %arg9: vector<4x!llvm.ptr>) {
  %0 = "llvm.intr.acos"(%arg0) : (f32) -> (f32)
  %1 = "llvm.intr.asin"(%arg0) : (f32) -> (f32)
  %2 = "llvm.intr.atan2"(%arg0, %arg0) : (f32, f32) -> (f32)
  %3 = "llvm.intr.atan"(%arg0) : (f32) -> (f32)
  %4 = "llvm.intr.abs"(%arg1) <{is_int_min_poison = true}> : (i32) -> (i32)
  %5 = "llvm.intr.annotation"(%arg1, %arg2, %arg2, %arg1) : (i32, !llvm.ptr, !llvm.ptr, i32) -> (i32)
  %6 = "llvm.intr.bitreverse"(%arg1) : (i32) -> (i32)
  %7 = "llvm.intr.bswap"(%arg1) : (i32) -> (i32)
  %8 = "llvm.intr.experimental.constrained.fpext"(%arg1) <{fpExceptionBehavior = 1 : i64}> : (i32) -> (i32)
  %9 = "llvm.intr.experimental.constrained.fptrunc"(%arg1) <{roundingmode = 1 : i64, fpExceptionBehavior = 1 : i64}> : (i32) -> (i32)
  %10 = "llvm.intr.experimental.constrained.sitofp"(%arg1) <{roundingmode = 1 : i64, fpExceptionBehavior = 1 : i64}> : (i32) -> (i32)
  %11 = "llvm.intr.experimental.constrained.uitofp"(%arg1) <{roundingmode = 1 : i64, fpExceptionBehavior = 1 : i64}> : (i32) -> (i32)
  %12 = "llvm.intr.copysign"(%arg0, %arg0) : (f32, f32) -> (f32)
  %13 = "llvm.intr.coro.align"() : () -> (i32)
  %14 = "llvm.intr.coro.begin"(%arg3, %arg2) : (!llvm.token, !llvm.ptr) -> (i32)
  %15 = "llvm.intr.coro.end"(%arg2, %arg4, %arg3) : (!llvm.ptr, i1, !llvm.token) -> (i32)
  %16 = "llvm.intr.coro.free"(%arg3, %arg2) : (!llvm.token, !llvm.ptr) -> (i32)
  %17 = "llvm.intr.coro.id"(%arg1, %arg2, %arg2, %arg2) : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> (i32)
  %18 = "llvm.intr.coro.promise"(%arg2, %arg1, %arg4) : (!llvm.ptr, i32, i1) -> (!llvm.ptr)
  "llvm.intr.coro.resume"(%arg2) : (!llvm.ptr) -> ()
  %19 = "llvm.intr.coro.save"(%arg2) : (!llvm.ptr) -> (i32)
  %20 = "llvm.intr.coro.size"() : () -> (i32)
  %21 = "llvm.intr.coro.suspend"(%arg3, %arg4) : (!llvm.token, i1) -> (i32)
  %22 = "llvm.intr.cos"(%arg0) : (f32) -> (f32)
  %23 = "llvm.intr.cosh"(%arg0) : (f32) -> (f32)
  %24 = "llvm.intr.ctlz"(%arg1) <{is_zero_poison = true}> : (i32) -> (i32)
  %25 = "llvm.intr.cttz"(%arg1) <{is_zero_poison = true}> : (i32) -> (i32)
  %26 = "llvm.intr.ctpop"(%arg1) : (i32) -> (i32)
  "llvm.intr.debugtrap"() : () -> ()
  %27 = "llvm.intr.eh.typeid.for"(%arg2) : (!llvm.ptr) -> (i32)
  %28 = "llvm.intr.exp10"(%arg0) : (f32) -> (f32)
  %29 = "llvm.intr.exp2"(%arg0) : (f32) -> (f32)
  %30 = "llvm.intr.exp"(%arg0) : (f32) -> (f32)
  %31 = "llvm.intr.expect"(%arg1, %arg1) : (i32, i32) -> (i32)
  %32 = "llvm.intr.expect.with.probability"(%arg1, %arg1) <{prob = 0.5 : f64}> : (i32, i32) -> (i32)
  %33 = "llvm.intr.fabs"(%arg0) : (f32) -> (f32)
  %34 = "llvm.intr.ceil"(%arg0) : (f32) -> (f32)
  %35 = "llvm.intr.floor"(%arg0) : (f32) -> (f32)
  %36 = "llvm.intr.fma"(%arg0, %arg0, %arg0) : (f32, f32, f32) -> (f32)
  %37 = "llvm.intr.fmuladd"(%arg0, %arg0, %arg0) : (f32, f32, f32) -> (f32)
  %38 = "llvm.intr.trunc"(%arg0) : (f32) -> (f32)
  %39 = "llvm.intr.frexp"(%arg0) : (f32) -> (i32)
  %40 = "llvm.intr.fshl"(%arg1, %arg1, %arg1) : (i32, i32, i32) -> (i32)
  %41 = "llvm.intr.fshr"(%arg1, %arg1, %arg1) : (i32, i32, i32) -> (i32)
  %42 = "llvm.intr.get.active.lane.mask"(%arg1, %arg1) : (i32, i32) -> (i32)
  "llvm.intr.invariant.end"(%arg2, %arg2) <{size = 1 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  %43 = "llvm.intr.invariant.start"(%arg2) <{size = 1 : i64}> : (!llvm.ptr) -> (!llvm.ptr)
  %44 = "llvm.intr.is.constant"(%arg1) : (i32) -> (i1)
  %45 = "llvm.intr.is.fpclass"(%arg0) <{bit = 1 : i32}> : (f32) -> (i32)
  %46 = "llvm.intr.launder.invariant.group"(%arg2) : (!llvm.ptr) -> (!llvm.ptr)
  "llvm.intr.lifetime.end"(%arg2) : (!llvm.ptr) -> ()
  "llvm.intr.lifetime.start"(%arg2) : (!llvm.ptr) -> ()
  %47 = "llvm.intr.llrint"(%arg0) : (f32) -> (i32)
  %48 = "llvm.intr.llround"(%arg0) : (f32) -> (i32)
  %49 = "llvm.intr.ldexp"(%arg0, %arg1) : (f32, i32) -> (i32)
  %50 = "llvm.intr.log10"(%arg0) : (f32) -> (f32)
  %51 = "llvm.intr.log2"(%arg0) : (f32) -> (f32)
  %52 = "llvm.intr.log"(%arg0) : (f32) -> (f32)
  %53 = "llvm.intr.lrint"(%arg0) : (f32) -> (i32)
  %54 = "llvm.intr.lround"(%arg0) : (f32) -> (i32)
  %55 = "llvm.intr.masked.load"(%arg2, %arg5) <{alignment = 1 : i32}> : (!llvm.ptr, vector<4xi1>) -> (vector<4xf32>)
  "llvm.intr.masked.store"(%arg6, %arg2, %arg5) <{alignment = 1 : i32}> : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %56 = "llvm.intr.matrix.column.major.load"(%arg2, %arg1) <{isVolatile = true, rows = 1 : i32, columns = 1 : i32}> : (!llvm.ptr, i32) -> (vector<4xf32>)
  "llvm.intr.matrix.column.major.store"(%arg6, %arg2, %arg1) <{isVolatile = true, rows = 1 : i32, columns = 1 : i32}> : (vector<4xf32>, !llvm.ptr, i32) -> ()
  %57 = "llvm.intr.matrix.multiply"(%arg6, %arg6) <{lhs_rows = 1 : i32, lhs_columns = 1 : i32, rhs_columns = 1 : i32}> : (vector<4xf32>, vector<4xf32>) -> (vector<4xf32>)
  %58 = "llvm.intr.matrix.transpose"(%arg6) <{rows = 1 : i32, columns = 1 : i32}> : (vector<4xf32>) -> (vector<4xf32>)
  %59 = "llvm.intr.maxnum"(%arg0, %arg0) : (f32, f32) -> (f32)
  %60 = "llvm.intr.maximum"(%arg0, %arg0) : (f32, f32) -> (f32)
  "llvm.intr.memcpy.inline"(%arg2, %arg2) <{len = 1 : i64, isVolatile = true}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memcpy"(%arg2, %arg2, %arg1) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memmove"(%arg2, %arg2, %arg1) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memset.inline"(%arg2, %arg7) <{len = 1 : i64, isVolatile = true}> : (!llvm.ptr, i8) -> ()
  "llvm.intr.memset"(%arg2, %arg7, %arg1) <{isVolatile = true}> : (!llvm.ptr, i8, i32) -> ()
  %61 = "llvm.intr.minnum"(%arg0, %arg0) : (f32, f32) -> (f32)
  %62 = "llvm.intr.minimum"(%arg0, %arg0) : (f32, f32) -> (f32)
  %63 = "llvm.intr.nearbyint"(%arg0) : (f32) -> (f32)
  %64 = "llvm.intr.powi"(%arg0, %arg1) : (f32, i32) -> (i32)
  %65 = "llvm.intr.pow"(%arg0, %arg0) : (f32, f32) -> (f32)
  "llvm.intr.prefetch"(%arg2) <{rw = 1 : i32, hint = 1 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
  %66 = "llvm.intr.ptr.annotation"(%arg2, %arg2, %arg2, %arg1, %arg2) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> (!llvm.ptr)
  %67 = "llvm.intr.ptrmask"(%arg2, %arg7) : (!llvm.ptr, i8) -> (!llvm.ptr)
  %68 = "llvm.intr.rint"(%arg0) : (f32) -> (f32)
  %69 = "llvm.intr.roundeven"(%arg0) : (f32) -> (f32)
  %70 = "llvm.intr.round"(%arg0) : (f32) -> (f32)
  %71 = "llvm.intr.sadd.sat"(%arg1, %arg1) : (i32, i32) -> (i32)
  %72 = "llvm.intr.sadd.with.overflow"(%arg1, %arg1) : (i32, i32) -> (i32)
  %73 = "llvm.intr.scmp"(%arg1, %arg1) : (i32, i32) -> (i32)
  %74 = "llvm.intr.smax"(%arg1, %arg1) : (i32, i32) -> (i32)
  %75 = "llvm.intr.smin"(%arg1, %arg1) : (i32, i32) -> (i32)
  %76 = "llvm.intr.smul.with.overflow"(%arg1, %arg1) : (i32, i32) -> (i32)
  %77 = "llvm.intr.ssa.copy"(%arg2) : (!llvm.ptr) -> (!llvm.ptr)
  %78 = "llvm.intr.sshl.sat"(%arg1, %arg1) : (i32, i32) -> (i32)
  %79 = "llvm.intr.ssub.sat"(%arg1, %arg1) : (i32, i32) -> (i32)
  %80 = "llvm.intr.ssub.with.overflow"(%arg1, %arg1) : (i32, i32) -> (i32)
  %81 = "llvm.intr.sin"(%arg0) : (f32) -> (f32)
  %82 = "llvm.intr.sincos"(%arg0) : (f32) -> (!llvm.struct<(f32, f32)>)
  %83 = "llvm.intr.sinh"(%arg0) : (f32) -> (f32)
  %84 = "llvm.intr.sqrt"(%arg0) : (f32) -> (f32)
  "llvm.intr.stackrestore"(%arg2) : (!llvm.ptr) -> ()
  %85 = "llvm.intr.stacksave"() : () -> (i32)
  %86 = "llvm.intr.stepvector"() : () -> (vector<4xi32>)
  %87 = "llvm.intr.strip.invariant.group"(%arg2) : (!llvm.ptr) -> (!llvm.ptr)
  %88 = "llvm.intr.tan"(%arg0) : (f32) -> (f32)
  %89 = "llvm.intr.tanh"(%arg0) : (f32) -> (f32)
  %90 = "llvm.intr.threadlocal.address"(%arg2) : (!llvm.ptr) -> (i32)
  "llvm.intr.trap"() : () -> ()
  %91 = "llvm.intr.uadd.sat"(%arg1, %arg1) : (i32, i32) -> (i32)
  %92 = "llvm.intr.uadd.with.overflow"(%arg1, %arg1) : (i32, i32) -> (i32)
  %93 = "llvm.intr.ucmp"(%arg1, %arg1) : (i32, i32) -> (i32)
  %94 = "llvm.intr.umax"(%arg1, %arg1) : (i32, i32) -> (i32)
  %95 = "llvm.intr.umin"(%arg1, %arg1) : (i32, i32) -> (i32)
  %96 = "llvm.intr.umul.with.overflow"(%arg1, %arg1) : (i32, i32) -> (i32)
  %97 = "llvm.intr.ushl.sat"(%arg1, %arg1) : (i32, i32) -> (i32)
  %98 = "llvm.intr.usub.sat"(%arg1, %arg1) : (i32, i32) -> (i32)
  %99 = "llvm.intr.usub.with.overflow"(%arg1, %arg1) : (i32, i32) -> (i32)
  %100 = "llvm.intr.vp.ashr"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %101 = "llvm.intr.vp.add"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %102 = "llvm.intr.vp.and"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %103 = "llvm.intr.vp.fadd"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %104 = "llvm.intr.vp.fdiv"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %105 = "llvm.intr.vp.fmuladd"(%arg6, %arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %106 = "llvm.intr.vp.fmul"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %107 = "llvm.intr.vp.fneg"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %108 = "llvm.intr.vp.fpext"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %109 = "llvm.intr.vp.fptosi"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %110 = "llvm.intr.vp.fptoui"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %111 = "llvm.intr.vp.fptrunc"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %112 = "llvm.intr.vp.frem"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %113 = "llvm.intr.vp.fsub"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %114 = "llvm.intr.vp.fma"(%arg6, %arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %115 = "llvm.intr.vp.inttoptr"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %116 = "llvm.intr.vp.lshr"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %117 = "llvm.intr.vp.load"(%arg2, %arg5, %arg1) : (!llvm.ptr, vector<4xi1>, i32) -> (i32)
  %118 = "llvm.intr.vp.merge"(%arg5, %arg6, %arg6, %arg1) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> (i32)
  %119 = "llvm.intr.vp.mul"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %120 = "llvm.intr.vp.or"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %121 = "llvm.intr.vp.ptrtoint"(%arg9, %arg5, %arg1) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> (i32)
  %122 = "llvm.intr.vp.reduce.add"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %123 = "llvm.intr.vp.reduce.and"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %124 = "llvm.intr.vp.reduce.fadd"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %125 = "llvm.intr.vp.reduce.fmax"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %126 = "llvm.intr.vp.reduce.fmin"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %127 = "llvm.intr.vp.reduce.fmul"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> (i32)
  %128 = "llvm.intr.vp.reduce.mul"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %129 = "llvm.intr.vp.reduce.or"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %130 = "llvm.intr.vp.reduce.smax"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %131 = "llvm.intr.vp.reduce.smin"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %132 = "llvm.intr.vp.reduce.umax"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %133 = "llvm.intr.vp.reduce.umin"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %134 = "llvm.intr.vp.reduce.xor"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %135 = "llvm.intr.vp.sdiv"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %136 = "llvm.intr.vp.sext"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %137 = "llvm.intr.vp.sitofp"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %138 = "llvm.intr.vp.smax"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %139 = "llvm.intr.vp.smin"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %140 = "llvm.intr.vp.srem"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %141 = "llvm.intr.vp.select"(%arg5, %arg6, %arg6, %arg1) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> (i32)
  %142 = "llvm.intr.vp.shl"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  "llvm.intr.vp.store"(%arg6, %arg2, %arg5, %arg1) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %143 = "llvm.intr.experimental.vp.strided.load"(%arg2, %arg1, %arg5, %arg1) : (!llvm.ptr, i32, vector<4xi1>, i32) -> (i32)
  "llvm.intr.experimental.vp.strided.store"(%arg6, %arg2, %arg1, %arg5, %arg1) : (vector<4xf32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
  %144 = "llvm.intr.vp.sub"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %145 = "llvm.intr.vp.trunc"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %146 = "llvm.intr.vp.udiv"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %147 = "llvm.intr.vp.uitofp"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %148 = "llvm.intr.vp.umax"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %149 = "llvm.intr.vp.umin"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %150 = "llvm.intr.vp.urem"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %151 = "llvm.intr.vp.xor"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> (i32)
  %152 = "llvm.intr.vp.zext"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> (i32)
  "llvm.intr.vacopy"(%arg2, %arg2) : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.vaend"(%arg2) : (!llvm.ptr) -> ()
  "llvm.intr.vastart"(%arg2) : (!llvm.ptr) -> ()
  "llvm.intr.var.annotation"(%arg2, %arg2, %arg2, %arg1, %arg2) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  "llvm.intr.masked.compressstore"(%arg6, %arg2, %arg5) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %153 = "llvm.intr.masked.expandload"(%arg2, %arg5, %arg6) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> (i32)
  %154 = "llvm.intr.masked.gather"(%arg9, %arg5) <{alignment = 1 : i32}> : (vector<4x!llvm.ptr>, vector<4xi1>) -> (vector<4xf32>)
  "llvm.intr.masked.scatter"(%arg6, %arg9, %arg5) <{alignment = 1 : i32}> : (vector<4xf32>, vector<4x!llvm.ptr>, vector<4xi1>) -> ()
  %155 = "llvm.intr.vector.deinterleave2"(%arg6) : (vector<4xf32>) -> (i32)
  %156 = "llvm.intr.vector.extract"(%arg6) <{pos = 1 : i64}> : (vector<4xf32>) -> (vector<4xf32>)
  %157 = "llvm.intr.vector.insert"(%arg6, %arg6) <{pos = 1 : i64}> : (vector<4xf32>, vector<4xf32>) -> (vector<4xf32>)
  %158 = "llvm.intr.vector.interleave2"(%arg6, %arg6) : (vector<4xf32>, vector<4xf32>) -> (vector<8xf32>)
  %159 = "llvm.intr.vector.reduce.add"(%arg8) : (vector<4xi32>) -> (i32)
  %160 = "llvm.intr.vector.reduce.and"(%arg8) : (vector<4xi32>) -> (i32)
  %161 = "llvm.intr.vector.reduce.fadd"(%arg0, %arg6) : (f32, vector<4xf32>) -> (f32)
  %162 = "llvm.intr.vector.reduce.fmax"(%arg6) : (vector<4xf32>) -> (f32)
  %163 = "llvm.intr.vector.reduce.fmaximum"(%arg6) : (vector<4xf32>) -> (f32)
  %164 = "llvm.intr.vector.reduce.fmin"(%arg6) : (vector<4xf32>) -> (f32)
  %165 = "llvm.intr.vector.reduce.fminimum"(%arg6) : (vector<4xf32>) -> (f32)
  %166 = "llvm.intr.vector.reduce.fmul"(%arg0, %arg6) : (f32, vector<4xf32>) -> (f32)
  %167 = "llvm.intr.vector.reduce.mul"(%arg8) : (vector<4xi32>) -> (i32)
  %168 = "llvm.intr.vector.reduce.or"(%arg8) : (vector<4xi32>) -> (i32)
  %169 = "llvm.intr.vector.reduce.smax"(%arg8) : (vector<4xi32>) -> (i32)
  %170 = "llvm.intr.vector.reduce.smin"(%arg8) : (vector<4xi32>) -> (i32)
  %171 = "llvm.intr.vector.reduce.umax"(%arg8) : (vector<4xi32>) -> (i32)
  %172 = "llvm.intr.vector.reduce.umin"(%arg8) : (vector<4xi32>) -> (i32)
  %173 = "llvm.intr.vector.reduce.xor"(%arg8) : (vector<4xi32>) -> (i32)
  %174 = "llvm.intr.vscale"() : () -> (i32)
  llvm.return
}

// CHECK: module {
// CHECK-NEXT:   llvm.func @intrinsics(%arg0: f32, %arg1: i32, %arg2: !llvm.ptr, %arg3: !llvm.token, %arg4: i1, %arg5: vector<4xi1>, %arg6: vector<4xf32>, %arg7: i8, %arg8: vector<4xi32>, %arg9: vector<4x!llvm.ptr>) {
// CHECK-NEXT:     %0 = llvm.intr.acos(%arg0) : (f32) -> f32
// CHECK-NEXT:     %1 = llvm.intr.asin(%arg0) : (f32) -> f32
// CHECK-NEXT:     %2 = llvm.intr.atan2(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT:     %3 = llvm.intr.atan(%arg0) : (f32) -> f32
// CHECK-NEXT:     %4 = "llvm.intr.abs"(%arg1) <{is_int_min_poison = true}> : (i32) -> i32
// CHECK-NEXT:     %5 = "llvm.intr.annotation"(%arg1, %arg2, %arg2, %arg1) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
// CHECK-NEXT:     %6 = llvm.intr.bitreverse(%arg1) : (i32) -> i32
// CHECK-NEXT:     %7 = llvm.intr.bswap(%arg1) : (i32) -> i32
// CHECK-NEXT:     %8 = llvm.intr.experimental.constrained.fpext %arg1 maytrap : i32 to i32
// CHECK-NEXT:     %9 = llvm.intr.experimental.constrained.fptrunc %arg1 tonearest maytrap : i32 to i32
// CHECK-NEXT:     %10 = llvm.intr.experimental.constrained.sitofp %arg1 tonearest maytrap : i32 to i32
// CHECK-NEXT:     %11 = llvm.intr.experimental.constrained.uitofp %arg1 tonearest maytrap : i32 to i32
// CHECK-NEXT:     %12 = llvm.intr.copysign(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT:     %13 = llvm.intr.coro.align : i32
// CHECK-NEXT:     %14 = llvm.intr.coro.begin %arg3, %arg2 : (!llvm.token, !llvm.ptr) -> i32
// CHECK-NEXT:     %15 = llvm.intr.coro.end %arg2, %arg4, %arg3 : (!llvm.ptr, i1, !llvm.token) -> i32
// CHECK-NEXT:     %16 = llvm.intr.coro.free %arg3, %arg2 : (!llvm.token, !llvm.ptr) -> i32
// CHECK-NEXT:     %17 = llvm.intr.coro.id %arg1, %arg2, %arg2, %arg2 : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
// CHECK-NEXT:     %18 = llvm.intr.coro.promise %arg2, %arg1, %arg4 : (!llvm.ptr, i32, i1) -> !llvm.ptr
// CHECK-NEXT:     llvm.intr.coro.resume %arg2 : !llvm.ptr
// CHECK-NEXT:     %19 = llvm.intr.coro.save %arg2 : (!llvm.ptr) -> i32
// CHECK-NEXT:     %20 = llvm.intr.coro.size : i32
// CHECK-NEXT:     %21 = llvm.intr.coro.suspend %arg3, %arg4 : i32
// CHECK-NEXT:     %22 = llvm.intr.cos(%arg0) : (f32) -> f32
// CHECK-NEXT:     %23 = llvm.intr.cosh(%arg0) : (f32) -> f32
// CHECK-NEXT:     %24 = "llvm.intr.ctlz"(%arg1) <{is_zero_poison = true}> : (i32) -> i32
// CHECK-NEXT:     %25 = "llvm.intr.cttz"(%arg1) <{is_zero_poison = true}> : (i32) -> i32
// CHECK-NEXT:     %26 = llvm.intr.ctpop(%arg1) : (i32) -> i32
// CHECK-NEXT:     llvm.intr.debugtrap
// CHECK-NEXT:     %27 = llvm.intr.eh.typeid.for %arg2 : (!llvm.ptr) -> i32
// CHECK-NEXT:     %28 = llvm.intr.exp10(%arg0) : (f32) -> f32
// CHECK-NEXT:     %29 = llvm.intr.exp2(%arg0) : (f32) -> f32
// CHECK-NEXT:     %30 = llvm.intr.exp(%arg0) : (f32) -> f32
// CHECK-NEXT:     %31 = llvm.intr.expect %arg1, %arg1 : i32
// CHECK-NEXT:     %32 = llvm.intr.expect.with.probability %arg1, %arg1, 5.000000e-01 : i32
// CHECK-NEXT:     %33 = llvm.intr.fabs(%arg0) : (f32) -> f32
// CHECK-NEXT:     %34 = llvm.intr.ceil(%arg0) : (f32) -> f32
// CHECK-NEXT:     %35 = llvm.intr.floor(%arg0) : (f32) -> f32
// CHECK-NEXT:     %36 = llvm.intr.fma(%arg0, %arg0, %arg0) : (f32, f32, f32) -> f32
// CHECK-NEXT:     %37 = llvm.intr.fmuladd(%arg0, %arg0, %arg0) : (f32, f32, f32) -> f32
// CHECK-NEXT:     %38 = llvm.intr.trunc(%arg0) : (f32) -> f32
// CHECK-NEXT:     %39 = llvm.intr.frexp(%arg0) : (f32) -> i32
// CHECK-NEXT:     %40 = llvm.intr.fshl(%arg1, %arg1, %arg1) : (i32, i32, i32) -> i32
// CHECK-NEXT:     %41 = llvm.intr.fshr(%arg1, %arg1, %arg1) : (i32, i32, i32) -> i32
// CHECK-NEXT:     %42 = llvm.intr.get.active.lane.mask %arg1, %arg1 : i32, i32 to i32
// CHECK-NEXT:     llvm.intr.invariant.end %arg2, 1, %arg2 : !llvm.ptr
// CHECK-NEXT:     %43 = llvm.intr.invariant.start 1, %arg2 : !llvm.ptr
// CHECK-NEXT:     %44 = "llvm.intr.is.constant"(%arg1) : (i32) -> i1
// CHECK-NEXT:     %45 = "llvm.intr.is.fpclass"(%arg0) <{bit = 1 : i32}> : (f32) -> i32
// CHECK-NEXT:     %46 = llvm.intr.launder.invariant.group %arg2 : !llvm.ptr
// CHECK-NEXT:     llvm.intr.lifetime.end %arg2 : !llvm.ptr
// CHECK-NEXT:     llvm.intr.lifetime.start %arg2 : !llvm.ptr
// CHECK-NEXT:     %47 = llvm.intr.llrint(%arg0) : (f32) -> i32
// CHECK-NEXT:     %48 = llvm.intr.llround(%arg0) : (f32) -> i32
// CHECK-NEXT:     %49 = llvm.intr.ldexp(%arg0, %arg1) : (f32, i32) -> i32
// CHECK-NEXT:     %50 = llvm.intr.log10(%arg0) : (f32) -> f32
// CHECK-NEXT:     %51 = llvm.intr.log2(%arg0) : (f32) -> f32
// CHECK-NEXT:     %52 = llvm.intr.log(%arg0) : (f32) -> f32
// CHECK-NEXT:     %53 = llvm.intr.lrint(%arg0) : (f32) -> i32
// CHECK-NEXT:     %54 = llvm.intr.lround(%arg0) : (f32) -> i32
// CHECK-NEXT:     %55 = llvm.intr.masked.load %arg2, %arg5 {alignment = 1 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
// CHECK-NEXT:     llvm.intr.masked.store %arg6, %arg2, %arg5 {alignment = 1 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT:     %56 = llvm.intr.matrix.column.major.load %arg2, <stride = %arg1> {columns = 1 : i32, isVolatile = true, rows = 1 : i32} : vector<4xf32> from !llvm.ptr stride i32
// CHECK-NEXT:     llvm.intr.matrix.column.major.store %arg6, %arg2, <stride = %arg1> {columns = 1 : i32, isVolatile = true, rows = 1 : i32} : vector<4xf32> to !llvm.ptr stride i32
// CHECK-NEXT:     %57 = llvm.intr.matrix.multiply %arg6, %arg6 {lhs_columns = 1 : i32, lhs_rows = 1 : i32, rhs_columns = 1 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:     %58 = llvm.intr.matrix.transpose %arg6 {columns = 1 : i32, rows = 1 : i32} : vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %59 = llvm.intr.maxnum(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT:     %60 = llvm.intr.maximum(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT:     "llvm.intr.memcpy.inline"(%arg2, %arg2) <{isVolatile = true, len = 1 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-NEXT:     "llvm.intr.memcpy"(%arg2, %arg2, %arg1) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     "llvm.intr.memmove"(%arg2, %arg2, %arg1) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NEXT:     "llvm.intr.memset.inline"(%arg2, %arg7) <{isVolatile = true, len = 1 : i64}> : (!llvm.ptr, i8) -> ()
// CHECK-NEXT:     "llvm.intr.memset"(%arg2, %arg7, %arg1) <{isVolatile = true}> : (!llvm.ptr, i8, i32) -> ()
// CHECK-NEXT:     %61 = llvm.intr.minnum(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT:     %62 = llvm.intr.minimum(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT:     %63 = llvm.intr.nearbyint(%arg0) : (f32) -> f32
// CHECK-NEXT:     %64 = llvm.intr.powi(%arg0, %arg1) : (f32, i32) -> i32
// CHECK-NEXT:     %65 = llvm.intr.pow(%arg0, %arg0) : (f32, f32) -> f32
// CHECK-NEXT:     "llvm.intr.prefetch"(%arg2) <{cache = 1 : i32, hint = 1 : i32, rw = 1 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT:     %66 = "llvm.intr.ptr.annotation"(%arg2, %arg2, %arg2, %arg1, %arg2) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
// CHECK-NEXT:     %67 = llvm.intr.ptrmask %arg2, %arg7 : (!llvm.ptr, i8) -> !llvm.ptr
// CHECK-NEXT:     %68 = llvm.intr.rint(%arg0) : (f32) -> f32
// CHECK-NEXT:     %69 = llvm.intr.roundeven(%arg0) : (f32) -> f32
// CHECK-NEXT:     %70 = llvm.intr.round(%arg0) : (f32) -> f32
// CHECK-NEXT:     %71 = llvm.intr.sadd.sat(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %72 = "llvm.intr.sadd.with.overflow"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %73 = llvm.intr.scmp(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %74 = llvm.intr.smax(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %75 = llvm.intr.smin(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %76 = "llvm.intr.smul.with.overflow"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %77 = llvm.intr.ssa.copy %arg2 : !llvm.ptr
// CHECK-NEXT:     %78 = llvm.intr.sshl.sat(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %79 = llvm.intr.ssub.sat(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %80 = "llvm.intr.ssub.with.overflow"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %81 = llvm.intr.sin(%arg0) : (f32) -> f32
// CHECK-NEXT:     %82 = llvm.intr.sincos(%arg0) : (f32) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %83 = llvm.intr.sinh(%arg0) : (f32) -> f32
// CHECK-NEXT:     %84 = llvm.intr.sqrt(%arg0) : (f32) -> f32
// CHECK-NEXT:     llvm.intr.stackrestore %arg2 : !llvm.ptr
// CHECK-NEXT:     %85 = llvm.intr.stacksave : i32
// CHECK-NEXT:     %86 = llvm.intr.stepvector : vector<4xi32>
// CHECK-NEXT:     %87 = llvm.intr.strip.invariant.group %arg2 : !llvm.ptr
// CHECK-NEXT:     %88 = llvm.intr.tan(%arg0) : (f32) -> f32
// CHECK-NEXT:     %89 = llvm.intr.tanh(%arg0) : (f32) -> f32
// CHECK-NEXT:     %90 = "llvm.intr.threadlocal.address"(%arg2) : (!llvm.ptr) -> i32
// CHECK-NEXT:     llvm.intr.trap
// CHECK-NEXT:     %91 = llvm.intr.uadd.sat(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %92 = "llvm.intr.uadd.with.overflow"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %93 = llvm.intr.ucmp(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %94 = llvm.intr.umax(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %95 = llvm.intr.umin(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %96 = "llvm.intr.umul.with.overflow"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %97 = llvm.intr.ushl.sat(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %98 = llvm.intr.usub.sat(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %99 = "llvm.intr.usub.with.overflow"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     %100 = "llvm.intr.vp.ashr"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %101 = "llvm.intr.vp.add"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %102 = "llvm.intr.vp.and"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %103 = "llvm.intr.vp.fadd"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %104 = "llvm.intr.vp.fdiv"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %105 = "llvm.intr.vp.fmuladd"(%arg6, %arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %106 = "llvm.intr.vp.fmul"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %107 = "llvm.intr.vp.fneg"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %108 = "llvm.intr.vp.fpext"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %109 = "llvm.intr.vp.fptosi"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %110 = "llvm.intr.vp.fptoui"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %111 = "llvm.intr.vp.fptrunc"(%arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %112 = "llvm.intr.vp.frem"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %113 = "llvm.intr.vp.fsub"(%arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %114 = "llvm.intr.vp.fma"(%arg6, %arg6, %arg6, %arg5, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %115 = "llvm.intr.vp.inttoptr"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %116 = "llvm.intr.vp.lshr"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %117 = "llvm.intr.vp.load"(%arg2, %arg5, %arg1) : (!llvm.ptr, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %118 = "llvm.intr.vp.merge"(%arg5, %arg6, %arg6, %arg1) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> i32
// CHECK-NEXT:     %119 = "llvm.intr.vp.mul"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %120 = "llvm.intr.vp.or"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %121 = "llvm.intr.vp.ptrtoint"(%arg9, %arg5, %arg1) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %122 = "llvm.intr.vp.reduce.add"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %123 = "llvm.intr.vp.reduce.and"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %124 = "llvm.intr.vp.reduce.fadd"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %125 = "llvm.intr.vp.reduce.fmax"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %126 = "llvm.intr.vp.reduce.fmin"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %127 = "llvm.intr.vp.reduce.fmul"(%arg0, %arg6, %arg5, %arg1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %128 = "llvm.intr.vp.reduce.mul"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %129 = "llvm.intr.vp.reduce.or"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %130 = "llvm.intr.vp.reduce.smax"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %131 = "llvm.intr.vp.reduce.smin"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %132 = "llvm.intr.vp.reduce.umax"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %133 = "llvm.intr.vp.reduce.umin"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %134 = "llvm.intr.vp.reduce.xor"(%arg1, %arg8, %arg5, %arg1) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %135 = "llvm.intr.vp.sdiv"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %136 = "llvm.intr.vp.sext"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %137 = "llvm.intr.vp.sitofp"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %138 = "llvm.intr.vp.smax"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %139 = "llvm.intr.vp.smin"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %140 = "llvm.intr.vp.srem"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %141 = "llvm.intr.vp.select"(%arg5, %arg6, %arg6, %arg1) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> i32
// CHECK-NEXT:     %142 = "llvm.intr.vp.shl"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     "llvm.intr.vp.store"(%arg6, %arg2, %arg5, %arg1) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
// CHECK-NEXT:     %143 = "llvm.intr.experimental.vp.strided.load"(%arg2, %arg1, %arg5, %arg1) : (!llvm.ptr, i32, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     "llvm.intr.experimental.vp.strided.store"(%arg6, %arg2, %arg1, %arg5, %arg1) : (vector<4xf32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
// CHECK-NEXT:     %144 = "llvm.intr.vp.sub"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %145 = "llvm.intr.vp.trunc"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %146 = "llvm.intr.vp.udiv"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %147 = "llvm.intr.vp.uitofp"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %148 = "llvm.intr.vp.umax"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %149 = "llvm.intr.vp.umin"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %150 = "llvm.intr.vp.urem"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %151 = "llvm.intr.vp.xor"(%arg8, %arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     %152 = "llvm.intr.vp.zext"(%arg8, %arg5, %arg1) : (vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT:     llvm.intr.vacopy %arg2 to %arg2 : !llvm.ptr, !llvm.ptr
// CHECK-NEXT:     llvm.intr.vaend %arg2 : !llvm.ptr
// CHECK-NEXT:     llvm.intr.vastart %arg2 : !llvm.ptr
// CHECK-NEXT:     "llvm.intr.var.annotation"(%arg2, %arg2, %arg2, %arg1, %arg2) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
// CHECK-NEXT:     "llvm.intr.masked.compressstore"(%arg6, %arg2, %arg5) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
// CHECK-NEXT:     %153 = "llvm.intr.masked.expandload"(%arg2, %arg5, %arg6) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> i32
// CHECK-NEXT:     %154 = llvm.intr.masked.gather %arg9, %arg5 {alignment = 1 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
// CHECK-NEXT:     llvm.intr.masked.scatter %arg6, %arg9, %arg5 {alignment = 1 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
// CHECK-NEXT:     %155 = "llvm.intr.vector.deinterleave2"(%arg6) : (vector<4xf32>) -> i32
// CHECK-NEXT:     %156 = llvm.intr.vector.extract %arg6[1] : vector<4xf32> from vector<4xf32>
// CHECK-NEXT:     %157 = llvm.intr.vector.insert %arg6, %arg6[1] : vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %158 = "llvm.intr.vector.interleave2"(%arg6, %arg6) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
// CHECK-NEXT:     %159 = "llvm.intr.vector.reduce.add"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %160 = "llvm.intr.vector.reduce.and"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %161 = "llvm.intr.vector.reduce.fadd"(%arg0, %arg6) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT:     %162 = llvm.intr.vector.reduce.fmax(%arg6) : (vector<4xf32>) -> f32
// CHECK-NEXT:     %163 = llvm.intr.vector.reduce.fmaximum(%arg6) : (vector<4xf32>) -> f32
// CHECK-NEXT:     %164 = llvm.intr.vector.reduce.fmin(%arg6) : (vector<4xf32>) -> f32
// CHECK-NEXT:     %165 = llvm.intr.vector.reduce.fminimum(%arg6) : (vector<4xf32>) -> f32
// CHECK-NEXT:     %166 = "llvm.intr.vector.reduce.fmul"(%arg0, %arg6) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT:     %167 = "llvm.intr.vector.reduce.mul"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %168 = "llvm.intr.vector.reduce.or"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %169 = "llvm.intr.vector.reduce.smax"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %170 = "llvm.intr.vector.reduce.smin"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %171 = "llvm.intr.vector.reduce.umax"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %172 = "llvm.intr.vector.reduce.umin"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %173 = "llvm.intr.vector.reduce.xor"(%arg8) : (vector<4xi32>) -> i32
// CHECK-NEXT:     %174 = "llvm.intr.vscale"() : () -> i32
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
