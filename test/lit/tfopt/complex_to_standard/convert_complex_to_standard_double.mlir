// RUN: tf-opt %s --split-input-file --convert-complex-to-standard | filecheck %s

/// Upstream prints the same.
// CHECK: func.func @expm1(%arg0: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %2 = math.expm1 %0 fastmath<contract> : f64
// CHECK-NEXT: %3 = arith.addf %2, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %4 = math.sin %1 fastmath<contract> : f64
// CHECK-NEXT: %cst_1 = arith.constant -5.000000e-01 : f64
// CHECK-NEXT: %cst_2 = arith.constant -1.000000e+00 : f64
// CHECK-NEXT: %5 = math.cos %1 fastmath<contract> : f64
// CHECK-NEXT: %6 = arith.addf %5, %cst_2 fastmath<contract> : f64
// CHECK-NEXT: %7 = arith.mulf %1, %1 fastmath<contract> : f64
// CHECK-NEXT: %8 = arith.mulf %7, %7 fastmath<contract> : f64
// CHECK-NEXT: %cst_3 = arith.constant 4.7377507964246208E-14 : f64
// CHECK-NEXT: %cst_4 = arith.constant -1.147028484342536E-11 : f64
// CHECK-NEXT: %9 = math.fma %cst_3, %7, %cst_4 fastmath<contract> : f64
// CHECK-NEXT: %cst_5 = arith.constant 2.087675428708152E-9 : f64
// CHECK-NEXT: %10 = math.fma %9, %7, %cst_5 fastmath<contract> : f64
// CHECK-NEXT: %cst_6 = arith.constant -2.755731921499979E-7 : f64
// CHECK-NEXT: %11 = math.fma %10, %7, %cst_6 fastmath<contract> : f64
// CHECK-NEXT: %cst_7 = arith.constant 2.4801587301570551E-5 : f64
// CHECK-NEXT: %12 = math.fma %11, %7, %cst_7 fastmath<contract> : f64
// CHECK-NEXT: %cst_8 = arith.constant -0.0013888888888888872 : f64
// CHECK-NEXT: %13 = math.fma %12, %7, %cst_8 fastmath<contract> : f64
// CHECK-NEXT: %cst_9 = arith.constant 0.041666666666666664 : f64
// CHECK-NEXT: %14 = math.fma %13, %7, %cst_9 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.mulf %8, %14 fastmath<contract> : f64
// CHECK-NEXT: %16 = arith.mulf %cst_1, %7 fastmath<contract> : f64
// CHECK-NEXT: %17 = arith.addf %15, %16 : f64
// CHECK-NEXT: %cst_10 = arith.constant 6.168500e-01 : f64
// CHECK-NEXT: %18 = arith.cmpf oge, %7, %cst_10 fastmath<contract> : f64
// CHECK-NEXT: %19 = arith.select %18, %6, %17 : f64
// CHECK-NEXT: %20 = arith.addf %19, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %21 = arith.mulf %2, %20 fastmath<contract> : f64
// CHECK-NEXT: %22 = arith.addf %21, %19 fastmath<contract> : f64
// CHECK-NEXT: %23 = arith.cmpf oeq, %1, %cst fastmath<contract> : f64
// CHECK-NEXT: %24 = arith.mulf %3, %4 fastmath<contract> : f64
// CHECK-NEXT: %25 = arith.select %23, %cst, %24 : f64
// CHECK-NEXT: %26 = complex.create %22, %25 : complex<f64>
// CHECK-NEXT: return %26 : complex<f64>
// CHECK-NEXT: }
func.func @expm1(%a: complex<f64>) -> complex<f64> {
  %0 = complex.expm1 %a fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @log1p(%arg0: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %2 = arith.addf %0, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %3 = math.absf %2 fastmath<contract> : f64
// CHECK-NEXT: %4 = math.absf %1 fastmath<contract> : f64
// CHECK-NEXT: %5 = arith.maximumf %3, %4 fastmath<contract> : f64
// CHECK-NEXT: %6 = arith.minimumf %3, %4 fastmath<contract> : f64
// CHECK-NEXT: %7 = arith.cmpf ogt, %2, %4 fastmath<contract> : f64
// CHECK-NEXT: %8 = arith.subf %5, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %9 = arith.select %7, %0, %8 : f64
// CHECK-NEXT: %10 = arith.divf %6, %5 fastmath<contract> : f64
// CHECK-NEXT: %11 = math.log1p %9 fastmath<contract> : f64
// CHECK-NEXT: %12 = arith.mulf %10, %10 fastmath<contract> : f64
// CHECK-NEXT: %13 = math.log1p %12 fastmath<contract> : f64
// CHECK-NEXT: %14 = arith.mulf %cst, %13 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.addf %14, %11 fastmath<contract> : f64
// CHECK-NEXT: %16 = arith.cmpf uno, %15, %15 fastmath<contract> : f64
// CHECK-NEXT: %17 = arith.select %16, %6, %15 : f64
// CHECK-NEXT: %18 = math.atan2 %1, %2 fastmath<contract> : f64
// CHECK-NEXT: %19 = complex.create %17, %18 : complex<f64>
// CHECK-NEXT: return %19 : complex<f64>
// CHECK-NEXT: }
func.func @log1p(%a: complex<f64>) -> complex<f64> {
  %0 = complex.log1p %a fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @rsqrt(%arg0: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %cst_0 = arith.constant 0x7FF0000000000000 : f64
// CHECK-NEXT: %cst_1 = arith.constant -5.000000e-01 : f64
// CHECK-NEXT: %cst_2 = arith.constant 0x7FF8000000000000 : f64
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst_3 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %2 = math.absf %0 fastmath<contract> : f64
// CHECK-NEXT: %3 = math.absf %1 fastmath<contract> : f64
// CHECK-NEXT: %4 = arith.maximumf %2, %3 fastmath<contract> : f64
// CHECK-NEXT: %5 = arith.minimumf %2, %3 fastmath<contract> : f64
// CHECK-NEXT: %6 = arith.divf %5, %4 fastmath<contract> : f64
// CHECK-NEXT: %7 = arith.mulf %6, %6 fastmath<contract> : f64
// CHECK-NEXT: %8 = arith.addf %7, %cst_3 fastmath<contract> : f64
// CHECK-NEXT: %9 = math.rsqrt %8 fastmath<contract> : f64
// CHECK-NEXT: %10 = math.rsqrt %5 fastmath<contract> : f64
// CHECK-NEXT: %11 = math.rsqrt %4 fastmath<contract> : f64
// CHECK-NEXT: %12 = math.sqrt %9 fastmath<contract> : f64
// CHECK-NEXT: %13 = arith.mulf %11, %12 fastmath<contract> : f64
// CHECK-NEXT: %14 = arith.cmpf uno, %13, %13 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.select %14, %10, %13 : f64
// CHECK-NEXT: %16 = math.atan2 %1, %0 fastmath<contract> : f64
// CHECK-NEXT: %17 = arith.mulf %16, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %18 = math.cos %17 fastmath<contract> : f64
// CHECK-NEXT: %19 = math.sin %17 fastmath<contract> : f64
// CHECK-NEXT: %20 = arith.mulf %15, %18 fastmath<contract> : f64
// CHECK-NEXT: %21 = arith.mulf %15, %19 fastmath<contract> : f64
// CHECK-NEXT: %cst_4 = arith.constant -1.000000e+00 : f64
// CHECK-NEXT: %22 = math.copysign %cst, %0 fastmath<contract> : f64
// CHECK-NEXT: %23 = math.copysign %cst, %1 fastmath<contract> : f64
// CHECK-NEXT: %24 = arith.mulf %cst_4, %23 fastmath<contract> : f64
// CHECK-NEXT: %25 = math.absf %0 fastmath<contract> : f64
// CHECK-NEXT: %26 = math.absf %1 fastmath<contract> : f64
// CHECK-NEXT: %27 = arith.cmpf oeq, %26, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %28 = arith.cmpf uno, %0, %0 fastmath<contract> : f64
// CHECK-NEXT: %29 = arith.cmpf oeq, %25, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %30 = arith.andi %27, %28 : i1
// CHECK-NEXT: %31 = arith.ori %30, %29 : i1
// CHECK-NEXT: %32 = arith.select %31, %22, %20 : f64
// CHECK-NEXT: %33 = arith.select %31, %24, %21 : f64
// CHECK-NEXT: %34 = arith.cmpf oeq, %0, %cst fastmath<contract> : f64
// CHECK-NEXT: %35 = arith.cmpf oeq, %1, %cst fastmath<contract> : f64
// CHECK-NEXT: %36 = arith.andi %34, %35 : i1
// CHECK-NEXT: %37 = arith.select %36, %cst_0, %32 : f64
// CHECK-NEXT: %38 = arith.select %36, %cst_2, %33 : f64
// CHECK-NEXT: %39 = complex.create %37, %38 : complex<f64>
// CHECK-NEXT: return %39 : complex<f64>
// CHECK-NEXT: }
func.func @rsqrt(%a: complex<f64>) -> complex<f64> {
  %0 = complex.rsqrt %a fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @sqrt(%arg0: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %cst_0 = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst_1 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %2 = math.absf %0 fastmath<contract> : f64
// CHECK-NEXT: %3 = math.absf %1 fastmath<contract> : f64
// CHECK-NEXT: %4 = arith.maximumf %2, %3 fastmath<contract> : f64
// CHECK-NEXT: %5 = arith.minimumf %2, %3 fastmath<contract> : f64
// CHECK-NEXT: %6 = arith.divf %5, %4 fastmath<contract> : f64
// CHECK-NEXT: %7 = arith.mulf %6, %6 fastmath<contract> : f64
// CHECK-NEXT: %8 = arith.addf %7, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %cst_2 = arith.constant 2.500000e-01 : f64
// CHECK-NEXT: %9 = math.sqrt %4 fastmath<contract> : f64
// CHECK-NEXT: %10 = math.powf %8, %cst_2 fastmath<contract> : f64
// CHECK-NEXT: %11 = arith.mulf %9, %10 fastmath<contract> : f64
// CHECK-NEXT: %12 = arith.cmpf uno, %11, %11 fastmath<contract> : f64
// CHECK-NEXT: %13 = arith.select %12, %5, %11 : f64
// CHECK-NEXT: %14 = math.atan2 %1, %0 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.mulf %14, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %16 = math.cos %15 fastmath<contract> : f64
// CHECK-NEXT: %17 = math.sin %15 fastmath<contract> : f64
// CHECK-NEXT: %18 = arith.cmpf oeq, %17, %cst fastmath<contract> : f64
// CHECK-NEXT: %19 = arith.mulf %13, %16 fastmath<contract> : f64
// CHECK-NEXT: %20 = arith.mulf %13, %17 fastmath<contract> : f64
// CHECK-NEXT: %21 = arith.select %18, %cst, %20 : f64
// CHECK-NEXT: %cst_3 = arith.constant 0x7FF0000000000000 : f64
// CHECK-NEXT: %cst_4 = arith.constant 0xFFF0000000000000 : f64
// CHECK-NEXT: %cst_5 = arith.constant 0x7FF8000000000000 : f64
// CHECK-NEXT: %22 = math.absf %1 fastmath<contract> : f64
// CHECK-NEXT: %23 = arith.cmpf oeq, %22, %cst_3 fastmath<contract> : f64
// CHECK-NEXT: %24 = arith.cmpf one, %22, %cst_3 fastmath<contract> : f64
// CHECK-NEXT: %25 = arith.cmpf oeq, %0, %cst_3 fastmath<contract> : f64
// CHECK-NEXT: %26 = arith.cmpf oeq, %0, %cst_4 fastmath<contract> : f64
// CHECK-NEXT: %27 = arith.andi %26, %24 : i1
// CHECK-NEXT: %28 = arith.select %27, %cst, %19 : f64
// CHECK-NEXT: %29 = arith.ori %23, %25 : i1
// CHECK-NEXT: %30 = arith.select %29, %cst_3, %28 : f64
// CHECK-NEXT: %31 = math.copysign %cst_3, %1 fastmath<contract> : f64
// CHECK-NEXT: %32 = arith.cmpf uno, %13, %13 : f64
// CHECK-NEXT: %33 = arith.select %32, %cst_5, %21 : f64
// CHECK-NEXT: %34 = arith.ori %23, %26 : i1
// CHECK-NEXT: %35 = arith.select %34, %31, %33 : f64
// CHECK-NEXT: %36 = arith.cmpf oeq, %13, %cst fastmath<contract> : f64
// CHECK-NEXT: %37 = arith.select %36, %cst, %30 : f64
// CHECK-NEXT: %38 = arith.select %36, %cst, %35 : f64
// CHECK-NEXT: %39 = complex.create %37, %38 : complex<f64>
// CHECK-NEXT: return %39 : complex<f64>
// CHECK-NEXT: }
func.func @sqrt(%a: complex<f64>) -> complex<f64> {
  %0 = complex.sqrt %a fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @tan(%arg0: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f64
// CHECK-NEXT: %2 = arith.mulf %1, %cst fastmath<contract> : f64
// CHECK-NEXT: %cst_0 = arith.constant 0x7FF0000000000000 : f64
// CHECK-NEXT: %cst_1 = arith.constant 4.000000e+00 : f64
// CHECK-NEXT: %3 = arith.addf %2, %2 fastmath<contract> : f64
// CHECK-NEXT: %4 = arith.mulf %cst, %3 fastmath<contract> : f64
// CHECK-NEXT: %5 = math.expm1 %3 fastmath<contract> : f64
// CHECK-NEXT: %6 = math.expm1 %4 fastmath<contract> : f64
// CHECK-NEXT: %7 = arith.subf %5, %6 fastmath<contract> : f64
// CHECK-NEXT: %8 = math.cos %0 fastmath<contract> : f64
// CHECK-NEXT: %9 = arith.mulf %8, %8 fastmath<contract> : f64
// CHECK-NEXT: %10 = arith.mulf %9, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %11 = math.sin %0 fastmath<contract> : f64
// CHECK-NEXT: %12 = arith.mulf %8, %11 fastmath<contract> : f64
// CHECK-NEXT: %13 = arith.mulf %cst_1, %12 fastmath<contract> : f64
// CHECK-NEXT: %14 = arith.addf %5, %6 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.addf %14, %10 fastmath<contract> : f64
// CHECK-NEXT: %16 = arith.cmpf oeq, %14, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %17 = math.copysign %cst, %2 fastmath<contract> : f64
// CHECK-NEXT: %18 = arith.divf %7, %15 fastmath<contract> : f64
// CHECK-NEXT: %19 = arith.select %16, %17, %18 : f64
// CHECK-NEXT: %20 = arith.divf %13, %15 fastmath<contract> : f64
// CHECK-NEXT: %21 = math.absf %2 fastmath<contract> : f64
// CHECK-NEXT: %cst_2 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %cst_3 = arith.constant 0x7FF8000000000000 : f64
// CHECK-NEXT: %22 = arith.cmpf oeq, %21, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %23 = arith.cmpf oeq, %0, %cst_2 fastmath<contract> : f64
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %24 = arith.xori %22, %true : i1
// CHECK-NEXT: %25 = arith.cmpf uno, %13, %13 fastmath<contract> : f64
// CHECK-NEXT: %26 = arith.andi %25, %24 : i1
// CHECK-NEXT: %27 = arith.andi %22, %25 : i1
// CHECK-NEXT: %28 = arith.ori %23, %27 : i1
// CHECK-NEXT: %29 = arith.select %26, %cst_3, %19 : f64
// CHECK-NEXT: %30 = arith.select %28, %cst_2, %20 : f64
// CHECK-NEXT: %31 = arith.mulf %29, %cst fastmath<contract> : f64
// CHECK-NEXT: %32 = complex.create %30, %31 : complex<f64>
// CHECK-NEXT: return %32 : complex<f64>
// CHECK-NEXT: }
func.func @tan(%a: complex<f64>) -> complex<f64> {
  %0 = complex.tan %a fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @pow(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.re %arg1 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg1 : complex<f64>
// CHECK-NEXT: %2 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %3 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %4 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %5 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %6 = math.absf %4 fastmath<contract> : f64
// CHECK-NEXT: %7 = math.absf %5 fastmath<contract> : f64
// CHECK-NEXT: %8 = arith.maximumf %6, %7 fastmath<contract> : f64
// CHECK-NEXT: %9 = arith.minimumf %6, %7 fastmath<contract> : f64
// CHECK-NEXT: %10 = arith.divf %9, %8 fastmath<contract> : f64
// CHECK-NEXT: %11 = arith.mulf %10, %10 fastmath<contract> : f64
// CHECK-NEXT: %12 = arith.addf %11, %cst fastmath<contract> : f64
// CHECK-NEXT: %13 = math.sqrt %12 fastmath<contract> : f64
// CHECK-NEXT: %14 = arith.mulf %8, %13 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.cmpf uno, %14, %14 fastmath<contract> : f64
// CHECK-NEXT: %16 = arith.select %15, %9, %14 : f64
// CHECK-NEXT: %17 = math.powf %16, %0 fastmath<contract> : f64
// CHECK-NEXT: %18 = arith.negf %1 fastmath<contract> : f64
// CHECK-NEXT: %19 = math.atan2 %3, %2 fastmath<contract> : f64
// CHECK-NEXT: %20 = arith.mulf %18, %19 fastmath<contract> : f64
// CHECK-NEXT: %21 = math.exp %20 fastmath<contract> : f64
// CHECK-NEXT: %22 = arith.mulf %17, %21 fastmath<contract> : f64
// CHECK-NEXT: %23 = math.log %16 fastmath<contract> : f64
// CHECK-NEXT: %24 = arith.mulf %0, %19 fastmath<contract> : f64
// CHECK-NEXT: %25 = arith.mulf %1, %23 fastmath<contract> : f64
// CHECK-NEXT: %26 = arith.addf %24, %25 fastmath<contract> : f64
// CHECK-NEXT: %27 = math.cos %26 fastmath<contract> : f64
// CHECK-NEXT: %28 = math.sin %26 fastmath<contract> : f64
// CHECK-NEXT: %cst_0 = arith.constant 0x7FF0000000000000 : f64
// CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %cst_2 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %29 = complex.create %cst_2, %cst_1 : complex<f64>
// CHECK-NEXT: %30 = complex.create %cst_1, %cst_1 : complex<f64>
// CHECK-NEXT: %31 = complex.create %cst_0, %cst_1 : complex<f64>
// CHECK-NEXT: %32 = arith.cmpf oeq, %16, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %33 = arith.cmpf oeq, %1, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %34 = arith.cmpf oeq, %0, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %35 = arith.cmpf oeq, %3, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %36 = arith.cmpf ole, %cst_1, %0 fastmath<contract> : f64
// CHECK-NEXT: %37 = arith.mulf %22, %27 fastmath<contract> : f64
// CHECK-NEXT: %38 = arith.mulf %22, %28 fastmath<contract> : f64
// CHECK-NEXT: %39 = arith.select %34, %29, %30 : complex<f64>
// CHECK-NEXT: %40 = complex.create %37, %38 : complex<f64>
// CHECK-NEXT: %41 = arith.andi %32, %33 : i1
// CHECK-NEXT: %42 = arith.andi %41, %36 : i1
// CHECK-NEXT: %43 = arith.select %42, %39, %40 : complex<f64>
// CHECK-NEXT: %44 = arith.andi %34, %33 : i1
// CHECK-NEXT: %45 = arith.select %44, %29, %43 : complex<f64>
// CHECK-NEXT: %46 = arith.cmpf oeq, %2, %cst_2 fastmath<contract> : f64
// CHECK-NEXT: %47 = arith.andi %46, %35 : i1
// CHECK-NEXT: %48 = arith.select %47, %29, %45 : complex<f64>
// CHECK-NEXT: %49 = arith.cmpf oeq, %2, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %50 = arith.andi %49, %35 : i1
// CHECK-NEXT: %51 = arith.cmpf ogt, %0, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %52 = arith.andi %33, %51 : i1
// CHECK-NEXT: %53 = arith.andi %50, %52 : i1
// CHECK-NEXT: %54 = arith.select %53, %31, %48 : complex<f64>
// CHECK-NEXT: %55 = arith.cmpf olt, %0, %cst_1 fastmath<contract> : f64
// CHECK-NEXT: %56 = arith.andi %33, %55 : i1
// CHECK-NEXT: %57 = arith.andi %50, %56 : i1
// CHECK-NEXT: %58 = arith.select %57, %30, %54 : complex<f64>
// CHECK-NEXT: return %58 : complex<f64>
// CHECK-NEXT: }
func.func @pow(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.pow %a, %b fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @div(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %2 = complex.re %arg1 : complex<f64>
// CHECK-NEXT: %3 = complex.im %arg1 : complex<f64>
// CHECK-NEXT: %4 = arith.divf %2, %3 fastmath<contract> : f64
// CHECK-NEXT: %5 = arith.mulf %4, %2 fastmath<contract> : f64
// CHECK-NEXT: %6 = arith.addf %3, %5 fastmath<contract> : f64
// CHECK-NEXT: %7 = arith.mulf %0, %4 fastmath<contract> : f64
// CHECK-NEXT: %8 = arith.addf %7, %1 fastmath<contract> : f64
// CHECK-NEXT: %9 = arith.divf %8, %6 fastmath<contract> : f64
// CHECK-NEXT: %10 = arith.mulf %1, %4 fastmath<contract> : f64
// CHECK-NEXT: %11 = arith.subf %10, %0 fastmath<contract> : f64
// CHECK-NEXT: %12 = arith.divf %11, %6 fastmath<contract> : f64
// CHECK-NEXT: %13 = arith.divf %3, %2 fastmath<contract> : f64
// CHECK-NEXT: %14 = arith.mulf %13, %3 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.addf %2, %14 fastmath<contract> : f64
// CHECK-NEXT: %16 = arith.mulf %1, %13 fastmath<contract> : f64
// CHECK-NEXT: %17 = arith.addf %0, %16 fastmath<contract> : f64
// CHECK-NEXT: %18 = arith.divf %17, %15 fastmath<contract> : f64
// CHECK-NEXT: %19 = arith.mulf %0, %13 fastmath<contract> : f64
// CHECK-NEXT: %20 = arith.subf %1, %19 fastmath<contract> : f64
// CHECK-NEXT: %21 = arith.divf %20, %15 fastmath<contract> : f64
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %22 = math.absf %2 fastmath<contract> : f64
// CHECK-NEXT: %23 = arith.cmpf oeq, %22, %cst : f64
// CHECK-NEXT: %24 = math.absf %3 fastmath<contract> : f64
// CHECK-NEXT: %25 = arith.cmpf oeq, %24, %cst : f64
// CHECK-NEXT: %26 = arith.cmpf ord, %0, %cst : f64
// CHECK-NEXT: %27 = arith.cmpf ord, %1, %cst : f64
// CHECK-NEXT: %28 = arith.ori %26, %27 : i1
// CHECK-NEXT: %29 = arith.andi %23, %25 : i1
// CHECK-NEXT: %30 = arith.andi %28, %29 : i1
// CHECK-NEXT: %cst_0 = arith.constant 0x7FF0000000000000 : f64
// CHECK-NEXT: %31 = math.copysign %cst_0, %2 : f64
// CHECK-NEXT: %32 = arith.mulf %31, %0 fastmath<contract> : f64
// CHECK-NEXT: %33 = arith.mulf %31, %1 fastmath<contract> : f64
// CHECK-NEXT: %34 = arith.cmpf one, %22, %cst_0 : f64
// CHECK-NEXT: %35 = arith.cmpf one, %24, %cst_0 : f64
// CHECK-NEXT: %36 = arith.andi %34, %35 : i1
// CHECK-NEXT: %37 = math.absf %0 fastmath<contract> : f64
// CHECK-NEXT: %38 = arith.cmpf oeq, %37, %cst_0 : f64
// CHECK-NEXT: %39 = math.absf %1 fastmath<contract> : f64
// CHECK-NEXT: %40 = arith.cmpf oeq, %39, %cst_0 : f64
// CHECK-NEXT: %41 = arith.ori %38, %40 : i1
// CHECK-NEXT: %42 = arith.andi %41, %36 : i1
// CHECK-NEXT: %cst_1 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %43 = arith.select %38, %cst_1, %cst : f64
// CHECK-NEXT: %44 = math.copysign %43, %0 : f64
// CHECK-NEXT: %45 = arith.select %40, %cst_1, %cst : f64
// CHECK-NEXT: %46 = math.copysign %45, %1 : f64
// CHECK-NEXT: %47 = arith.mulf %44, %2 fastmath<contract> : f64
// CHECK-NEXT: %48 = arith.mulf %46, %3 fastmath<contract> : f64
// CHECK-NEXT: %49 = arith.addf %47, %48 fastmath<contract> : f64
// CHECK-NEXT: %50 = arith.mulf %cst_0, %49 fastmath<contract> : f64
// CHECK-NEXT: %51 = arith.mulf %44, %3 fastmath<contract> : f64
// CHECK-NEXT: %52 = arith.mulf %46, %2 fastmath<contract> : f64
// CHECK-NEXT: %53 = arith.subf %52, %51 fastmath<contract> : f64
// CHECK-NEXT: %54 = arith.mulf %cst_0, %53 fastmath<contract> : f64
// CHECK-NEXT: %55 = arith.cmpf one, %37, %cst_0 : f64
// CHECK-NEXT: %56 = arith.cmpf one, %39, %cst_0 : f64
// CHECK-NEXT: %57 = arith.andi %55, %56 : i1
// CHECK-NEXT: %58 = arith.cmpf oeq, %22, %cst_0 : f64
// CHECK-NEXT: %59 = arith.cmpf oeq, %24, %cst_0 : f64
// CHECK-NEXT: %60 = arith.ori %58, %59 : i1
// CHECK-NEXT: %61 = arith.andi %57, %60 : i1
// CHECK-NEXT: %62 = arith.select %58, %cst_1, %cst : f64
// CHECK-NEXT: %63 = math.copysign %62, %2 : f64
// CHECK-NEXT: %64 = arith.select %59, %cst_1, %cst : f64
// CHECK-NEXT: %65 = math.copysign %64, %3 : f64
// CHECK-NEXT: %66 = arith.mulf %0, %63 fastmath<contract> : f64
// CHECK-NEXT: %67 = arith.mulf %1, %65 fastmath<contract> : f64
// CHECK-NEXT: %68 = arith.addf %66, %67 fastmath<contract> : f64
// CHECK-NEXT: %69 = arith.mulf %cst, %68 fastmath<contract> : f64
// CHECK-NEXT: %70 = arith.mulf %1, %63 fastmath<contract> : f64
// CHECK-NEXT: %71 = arith.mulf %0, %65 fastmath<contract> : f64
// CHECK-NEXT: %72 = arith.subf %70, %71 fastmath<contract> : f64
// CHECK-NEXT: %73 = arith.mulf %cst, %72 fastmath<contract> : f64
// CHECK-NEXT: %74 = arith.cmpf olt, %22, %24 : f64
// CHECK-NEXT: %75 = arith.select %74, %9, %18 : f64
// CHECK-NEXT: %76 = arith.select %74, %12, %21 : f64
// CHECK-NEXT: %77 = arith.select %61, %69, %75 : f64
// CHECK-NEXT: %78 = arith.select %61, %73, %76 : f64
// CHECK-NEXT: %79 = arith.select %42, %50, %77 : f64
// CHECK-NEXT: %80 = arith.select %42, %54, %78 : f64
// CHECK-NEXT: %81 = arith.select %30, %32, %79 : f64
// CHECK-NEXT: %82 = arith.select %30, %33, %80 : f64
// CHECK-NEXT: %83 = arith.cmpf uno, %75, %cst : f64
// CHECK-NEXT: %84 = arith.cmpf uno, %76, %cst : f64
// CHECK-NEXT: %85 = arith.andi %83, %84 : i1
// CHECK-NEXT: %86 = arith.select %85, %81, %75 : f64
// CHECK-NEXT: %87 = arith.select %85, %82, %76 : f64
// CHECK-NEXT: %88 = complex.create %86, %87 : complex<f64>
// CHECK-NEXT: return %88 : complex<f64>
// CHECK-NEXT: }
func.func @div(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.div %a, %b fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
// -----
// CHECK: func.func @sign(%arg0: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %2 = arith.cmpf oeq, %0, %cst : f64
// CHECK-NEXT: %3 = arith.cmpf oeq, %1, %cst : f64
// CHECK-NEXT: %4 = arith.andi %2, %3 : i1
// CHECK-NEXT: %5 = complex.re %arg0 : complex<f64>
// CHECK-NEXT: %6 = complex.im %arg0 : complex<f64>
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %7 = math.absf %5 fastmath<contract> : f64
// CHECK-NEXT: %8 = math.absf %6 fastmath<contract> : f64
// CHECK-NEXT: %9 = arith.maximumf %7, %8 fastmath<contract> : f64
// CHECK-NEXT: %10 = arith.minimumf %7, %8 fastmath<contract> : f64
// CHECK-NEXT: %11 = arith.divf %10, %9 fastmath<contract> : f64
// CHECK-NEXT: %12 = arith.mulf %11, %11 fastmath<contract> : f64
// CHECK-NEXT: %13 = arith.addf %12, %cst_0 fastmath<contract> : f64
// CHECK-NEXT: %14 = math.sqrt %13 fastmath<contract> : f64
// CHECK-NEXT: %15 = arith.mulf %9, %14 fastmath<contract> : f64
// CHECK-NEXT: %16 = arith.cmpf uno, %15, %15 fastmath<contract> : f64
// CHECK-NEXT: %17 = arith.select %16, %10, %15 : f64
// CHECK-NEXT: %18 = arith.divf %0, %17 fastmath<contract> : f64
// CHECK-NEXT: %19 = arith.divf %1, %17 fastmath<contract> : f64
// CHECK-NEXT: %20 = complex.create %18, %19 : complex<f64>
// CHECK-NEXT: %21 = arith.select %4, %arg0, %20 : complex<f64>
// CHECK-NEXT: return %21 : complex<f64>
// CHECK-NEXT: }
func.func @sign(%a: complex<f64>) -> complex<f64> {
  %0 = complex.sign %a fastmath<contract> : complex<f64>
  return %0 : complex<f64>
}
