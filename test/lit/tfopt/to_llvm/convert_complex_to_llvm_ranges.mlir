// RUN: tf-opt --convert-complex-to-llvm=complex-range=improved %s | filecheck --check-prefix=WIDE %s
// RUN: tf-opt --convert-complex-to-llvm=complex-range=none %s | filecheck --check-prefix=NONE %s

func.func @quotient(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.div %a, %b fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}

// WIDE: func.func @quotient(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// WIDE-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : complex<f64> to !llvm.struct<(f64, f64)>
// WIDE-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : complex<f64> to !llvm.struct<(f64, f64)>
// WIDE-NEXT: %2 = llvm.extractvalue %1[0] : !llvm.struct<(f64, f64)>
// WIDE-NEXT: %3 = llvm.extractvalue %1[1] : !llvm.struct<(f64, f64)>
// WIDE-NEXT: %4 = llvm.extractvalue %0[0] : !llvm.struct<(f64, f64)>
// WIDE-NEXT: %5 = llvm.extractvalue %0[1] : !llvm.struct<(f64, f64)>
// WIDE-NEXT: %6 = llvm.mlir.poison : !llvm.struct<(f64, f64)>
// WIDE-NEXT: %7 = llvm.fdiv %4, %5 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %8 = llvm.fmul %7, %4 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %9 = llvm.fadd %5, %8 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %10 = llvm.fmul %2, %7 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %11 = llvm.fadd %10, %3 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %12 = llvm.fdiv %11, %9 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %13 = llvm.fmul %3, %7 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %14 = llvm.fsub %13, %2 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %15 = llvm.fdiv %14, %9 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %16 = llvm.fdiv %5, %4 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %17 = llvm.fmul %16, %5 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %18 = llvm.fadd %4, %17 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %19 = llvm.fmul %3, %16 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %20 = llvm.fadd %2, %19 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %21 = llvm.fdiv %20, %18 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %22 = llvm.fmul %2, %16 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %23 = llvm.fsub %3, %22 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %24 = llvm.fdiv %23, %18 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %25 = llvm.mlir.constant(0.000000e+00 : f64) : f64
// WIDE-NEXT: %26 = llvm.intr.fabs(%4) {fastmathFlags = #llvm.fastmath<contract>} : (f64) -> f64
// WIDE-NEXT: %27 = llvm.fcmp "oeq" %26, %25 : f64
// WIDE-NEXT: %28 = llvm.intr.fabs(%5) {fastmathFlags = #llvm.fastmath<contract>} : (f64) -> f64
// WIDE-NEXT: %29 = llvm.fcmp "oeq" %28, %25 : f64
// WIDE-NEXT: %30 = llvm.fcmp "ord" %2, %25 : f64
// WIDE-NEXT: %31 = llvm.fcmp "ord" %3, %25 : f64
// WIDE-NEXT: %32 = llvm.or %30, %31 : i1
// WIDE-NEXT: %33 = llvm.and %27, %29 : i1
// WIDE-NEXT: %34 = llvm.and %32, %33 : i1
// WIDE-NEXT: %35 = llvm.mlir.constant(0x7FF0000000000000 : f64) : f64
// WIDE-NEXT: %36 = llvm.intr.copysign(%35, %4) : (f64, f64) -> f64
// WIDE-NEXT: %37 = llvm.fmul %36, %2 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %38 = llvm.fmul %36, %3 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %39 = llvm.fcmp "one" %26, %35 : f64
// WIDE-NEXT: %40 = llvm.fcmp "one" %28, %35 : f64
// WIDE-NEXT: %41 = llvm.and %39, %40 : i1
// WIDE-NEXT: %42 = llvm.intr.fabs(%2) {fastmathFlags = #llvm.fastmath<contract>} : (f64) -> f64
// WIDE-NEXT: %43 = llvm.fcmp "oeq" %42, %35 : f64
// WIDE-NEXT: %44 = llvm.intr.fabs(%3) {fastmathFlags = #llvm.fastmath<contract>} : (f64) -> f64
// WIDE-NEXT: %45 = llvm.fcmp "oeq" %44, %35 : f64
// WIDE-NEXT: %46 = llvm.or %43, %45 : i1
// WIDE-NEXT: %47 = llvm.and %46, %41 : i1
// WIDE-NEXT: %48 = llvm.mlir.constant(1.000000e+00 : f64) : f64
// WIDE-NEXT: %49 = llvm.select %43, %48, %25 : i1, f64
// WIDE-NEXT: %50 = llvm.intr.copysign(%49, %2) : (f64, f64) -> f64
// WIDE-NEXT: %51 = llvm.select %45, %48, %25 : i1, f64
// WIDE-NEXT: %52 = llvm.intr.copysign(%51, %3) : (f64, f64) -> f64
// WIDE-NEXT: %53 = llvm.fmul %50, %4 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %54 = llvm.fmul %52, %5 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %55 = llvm.fadd %53, %54 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %56 = llvm.fmul %35, %55 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %57 = llvm.fmul %50, %5 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %58 = llvm.fmul %52, %4 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %59 = llvm.fsub %58, %57 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %60 = llvm.fmul %35, %59 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %61 = llvm.fcmp "one" %42, %35 : f64
// WIDE-NEXT: %62 = llvm.fcmp "one" %44, %35 : f64
// WIDE-NEXT: %63 = llvm.and %61, %62 : i1
// WIDE-NEXT: %64 = llvm.fcmp "oeq" %26, %35 : f64
// WIDE-NEXT: %65 = llvm.fcmp "oeq" %28, %35 : f64
// WIDE-NEXT: %66 = llvm.or %64, %65 : i1
// WIDE-NEXT: %67 = llvm.and %63, %66 : i1
// WIDE-NEXT: %68 = llvm.select %64, %48, %25 : i1, f64
// WIDE-NEXT: %69 = llvm.intr.copysign(%68, %4) : (f64, f64) -> f64
// WIDE-NEXT: %70 = llvm.select %65, %48, %25 : i1, f64
// WIDE-NEXT: %71 = llvm.intr.copysign(%70, %5) : (f64, f64) -> f64
// WIDE-NEXT: %72 = llvm.fmul %2, %69 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %73 = llvm.fmul %3, %71 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %74 = llvm.fadd %72, %73 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %75 = llvm.fmul %25, %74 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %76 = llvm.fmul %3, %69 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %77 = llvm.fmul %2, %71 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %78 = llvm.fsub %76, %77 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %79 = llvm.fmul %25, %78 {fastmathFlags = #llvm.fastmath<contract>} : f64
// WIDE-NEXT: %80 = llvm.fcmp "olt" %26, %28 : f64
// WIDE-NEXT: %81 = llvm.select %80, %12, %21 : i1, f64
// WIDE-NEXT: %82 = llvm.select %80, %15, %24 : i1, f64
// WIDE-NEXT: %83 = llvm.select %67, %75, %81 : i1, f64
// WIDE-NEXT: %84 = llvm.select %67, %79, %82 : i1, f64
// WIDE-NEXT: %85 = llvm.select %47, %56, %83 : i1, f64
// WIDE-NEXT: %86 = llvm.select %47, %60, %84 : i1, f64
// WIDE-NEXT: %87 = llvm.select %34, %37, %85 : i1, f64
// WIDE-NEXT: %88 = llvm.select %34, %38, %86 : i1, f64
// WIDE-NEXT: %89 = llvm.fcmp "uno" %81, %25 : f64
// WIDE-NEXT: %90 = llvm.fcmp "uno" %82, %25 : f64
// WIDE-NEXT: %91 = llvm.and %89, %90 : i1
// WIDE-NEXT: %92 = llvm.select %91, %87, %81 : i1, f64
// WIDE-NEXT: %93 = llvm.select %91, %88, %82 : i1, f64
// WIDE-NEXT: %94 = llvm.insertvalue %92, %6[0] : !llvm.struct<(f64, f64)>
// WIDE-NEXT: %95 = llvm.insertvalue %93, %94[1] : !llvm.struct<(f64, f64)>
// WIDE-NEXT: %96 = builtin.unrealized_conversion_cast %95 : !llvm.struct<(f64, f64)> to complex<f64>
// WIDE-NEXT: return %96 : complex<f64>

// NONE: func.func @quotient(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// NONE-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : complex<f64> to !llvm.struct<(f64, f64)>
// NONE-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : complex<f64> to !llvm.struct<(f64, f64)>
// NONE-NEXT: %2 = llvm.extractvalue %1[0] : !llvm.struct<(f64, f64)>
// NONE-NEXT: %3 = llvm.extractvalue %1[1] : !llvm.struct<(f64, f64)>
// NONE-NEXT: %4 = llvm.extractvalue %0[0] : !llvm.struct<(f64, f64)>
// NONE-NEXT: %5 = llvm.extractvalue %0[1] : !llvm.struct<(f64, f64)>
// NONE-NEXT: %6 = llvm.mlir.poison : !llvm.struct<(f64, f64)>
// NONE-NEXT: %7 = llvm.fmul %4, %4 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %8 = llvm.fmul %5, %5 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %9 = llvm.fadd %7, %8 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %10 = llvm.fmul %2, %4 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %11 = llvm.fmul %3, %5 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %12 = llvm.fadd %10, %11 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %13 = llvm.fmul %3, %4 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %14 = llvm.fmul %2, %5 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %15 = llvm.fsub %13, %14 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %16 = llvm.fdiv %12, %9 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %17 = llvm.fdiv %15, %9 {fastmathFlags = #llvm.fastmath<contract>} : f64
// NONE-NEXT: %18 = llvm.insertvalue %16, %6[0] : !llvm.struct<(f64, f64)>
// NONE-NEXT: %19 = llvm.insertvalue %17, %18[1] : !llvm.struct<(f64, f64)>
// NONE-NEXT: %20 = builtin.unrealized_conversion_cast %19 : !llvm.struct<(f64, f64)> to complex<f64>
// NONE-NEXT: return %20 : complex<f64>
