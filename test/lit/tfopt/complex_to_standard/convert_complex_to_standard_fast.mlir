// RUN: tf-opt %s --split-input-file --convert-complex-to-standard | filecheck %s

/// Where all is finite some cases need no care, and sizes are compared with flags that do not say so. Upstream prints the same.
// CHECK: func.func @conj(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %2 = arith.negf %1 : f32
// CHECK-NEXT: %3 = complex.create %0, %2 : complex<f32>
// CHECK-NEXT: return %3 : complex<f32>
// CHECK-NEXT: }
func.func @conj(%a: complex<f32>) -> complex<f32> {
  %0 = complex.conj %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @cos(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %2 = math.exp %1 fastmath<fast> : f32
// CHECK-NEXT: %3 = arith.mulf %cst, %2 fastmath<fast> : f32
// CHECK-NEXT: %4 = arith.divf %cst, %2 fastmath<fast> : f32
// CHECK-NEXT: %5 = math.sin %0 fastmath<fast> : f32
// CHECK-NEXT: %6 = math.cos %0 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.addf %4, %3 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.mulf %7, %6 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.subf %4, %3 fastmath<fast> : f32
// CHECK-NEXT: %10 = arith.mulf %9, %5 fastmath<fast> : f32
// CHECK-NEXT: %11 = complex.create %8, %10 : complex<f32>
// CHECK-NEXT: return %11 : complex<f32>
// CHECK-NEXT: }
func.func @cos(%a: complex<f32>) -> complex<f32> {
  %0 = complex.cos %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @exp(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %2 = math.exp %0 fastmath<fast> : f32
// CHECK-NEXT: %3 = arith.mulf %0, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %4 = math.exp %3 fastmath<fast> : f32
// CHECK-NEXT: %5 = math.cos %1 fastmath<fast> : f32
// CHECK-NEXT: %6 = math.sin %1 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.cmpf oeq, %2, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.cmpf oeq, %1, %cst : f32
// CHECK-NEXT: %9 = arith.mulf %2, %5 fastmath<fast> : f32
// CHECK-NEXT: %10 = arith.mulf %4, %5 fastmath<fast> : f32
// CHECK-NEXT: %11 = arith.mulf %10, %4 fastmath<fast> : f32
// CHECK-NEXT: %12 = arith.select %7, %11, %9 : f32
// CHECK-NEXT: %13 = arith.mulf %2, %6 fastmath<fast> : f32
// CHECK-NEXT: %14 = arith.mulf %4, %6 fastmath<fast> : f32
// CHECK-NEXT: %15 = arith.mulf %14, %4 fastmath<fast> : f32
// CHECK-NEXT: %16 = arith.select %7, %15, %13 : f32
// CHECK-NEXT: %17 = arith.select %8, %cst, %16 : f32
// CHECK-NEXT: %18 = complex.create %12, %17 : complex<f32>
// CHECK-NEXT: return %18 : complex<f32>
// CHECK-NEXT: }
func.func @exp(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @expm1(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %2 = math.expm1 %0 fastmath<fast> : f32
// CHECK-NEXT: %3 = arith.addf %2, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %4 = math.sin %1 fastmath<fast> : f32
// CHECK-NEXT: %cst_1 = arith.constant -5.000000e-01 : f32
// CHECK-NEXT: %cst_2 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %5 = math.cos %1 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.addf %5, %cst_2 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.mulf %1, %1 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.mulf %7, %7 fastmath<fast> : f32
// CHECK-NEXT: %cst_3 = arith.constant 4.73775072E-14 : f32
// CHECK-NEXT: %cst_4 = arith.constant -1.14702848E-11 : f32
// CHECK-NEXT: %9 = math.fma %cst_3, %7, %cst_4 fastmath<fast> : f32
// CHECK-NEXT: %cst_5 = arith.constant 2.08767537E-9 : f32
// CHECK-NEXT: %10 = math.fma %9, %7, %cst_5 fastmath<fast> : f32
// CHECK-NEXT: %cst_6 = arith.constant -2.755732E-7 : f32
// CHECK-NEXT: %11 = math.fma %10, %7, %cst_6 fastmath<fast> : f32
// CHECK-NEXT: %cst_7 = arith.constant 2.48015876E-5 : f32
// CHECK-NEXT: %12 = math.fma %11, %7, %cst_7 fastmath<fast> : f32
// CHECK-NEXT: %cst_8 = arith.constant -0.00138888892 : f32
// CHECK-NEXT: %13 = math.fma %12, %7, %cst_8 fastmath<fast> : f32
// CHECK-NEXT: %cst_9 = arith.constant 0.0416666679 : f32
// CHECK-NEXT: %14 = math.fma %13, %7, %cst_9 fastmath<fast> : f32
// CHECK-NEXT: %15 = arith.mulf %8, %14 fastmath<fast> : f32
// CHECK-NEXT: %16 = arith.mulf %cst_1, %7 fastmath<fast> : f32
// CHECK-NEXT: %17 = arith.addf %15, %16 : f32
// CHECK-NEXT: %cst_10 = arith.constant 6.168500e-01 : f32
// CHECK-NEXT: %18 = arith.cmpf oge, %7, %cst_10 fastmath<fast> : f32
// CHECK-NEXT: %19 = arith.select %18, %6, %17 : f32
// CHECK-NEXT: %20 = arith.addf %19, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %21 = arith.mulf %2, %20 fastmath<fast> : f32
// CHECK-NEXT: %22 = arith.addf %21, %19 fastmath<fast> : f32
// CHECK-NEXT: %23 = arith.cmpf oeq, %1, %cst fastmath<fast> : f32
// CHECK-NEXT: %24 = arith.mulf %3, %4 fastmath<fast> : f32
// CHECK-NEXT: %25 = arith.select %23, %cst, %24 : f32
// CHECK-NEXT: %26 = complex.create %22, %25 : complex<f32>
// CHECK-NEXT: return %26 : complex<f32>
// CHECK-NEXT: }
func.func @expm1(%a: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @log(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %2 = math.absf %0 fastmath<fast> : f32
// CHECK-NEXT: %3 = math.absf %1 fastmath<fast> : f32
// CHECK-NEXT: %4 = arith.maximumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.minimumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.divf %5, %4 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %7 = arith.mulf %6, %6 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %8 = arith.addf %7, %cst fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %9 = math.sqrt %8 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %10 = arith.mulf %4, %9 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %11 = arith.cmpf uno, %10, %10 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %12 = arith.select %11, %5, %10 : f32
// CHECK-NEXT: %13 = math.log %12 fastmath<fast> : f32
// CHECK-NEXT: %14 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %15 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %16 = math.atan2 %15, %14 fastmath<fast> : f32
// CHECK-NEXT: %17 = complex.create %13, %16 : complex<f32>
// CHECK-NEXT: return %17 : complex<f32>
// CHECK-NEXT: }
func.func @log(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @log1p(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %2 = arith.addf %0, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %3 = math.absf %2 fastmath<fast> : f32
// CHECK-NEXT: %4 = math.absf %1 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.maximumf %3, %4 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.minimumf %3, %4 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.cmpf ogt, %2, %4 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.subf %5, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.select %7, %0, %8 : f32
// CHECK-NEXT: %10 = arith.divf %6, %5 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %11 = math.log1p %9 fastmath<fast> : f32
// CHECK-NEXT: %12 = arith.mulf %10, %10 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %13 = math.log1p %12 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %14 = arith.mulf %cst, %13 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %15 = arith.addf %14, %11 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %16 = arith.cmpf uno, %15, %15 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %17 = arith.select %16, %6, %15 : f32
// CHECK-NEXT: %18 = math.atan2 %1, %2 fastmath<fast> : f32
// CHECK-NEXT: %19 = complex.create %17, %18 : complex<f32>
// CHECK-NEXT: return %19 : complex<f32>
// CHECK-NEXT: }
func.func @log1p(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @neg(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %2 = arith.negf %0 : f32
// CHECK-NEXT: %3 = arith.negf %1 : f32
// CHECK-NEXT: %4 = complex.create %2, %3 : complex<f32>
// CHECK-NEXT: return %4 : complex<f32>
// CHECK-NEXT: }
func.func @neg(%a: complex<f32>) -> complex<f32> {
  %0 = complex.neg %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @rsqrt(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %cst_1 = arith.constant -5.000000e-01 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst_3 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %2 = math.absf %0 fastmath<fast> : f32
// CHECK-NEXT: %3 = math.absf %1 fastmath<fast> : f32
// CHECK-NEXT: %4 = arith.maximumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.minimumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.divf %5, %4 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %7 = arith.mulf %6, %6 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %8 = arith.addf %7, %cst_3 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %9 = math.rsqrt %8 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %10 = math.rsqrt %5 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %11 = math.rsqrt %4 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %12 = math.sqrt %9 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %13 = arith.mulf %11, %12 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %14 = arith.cmpf uno, %13, %13 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %15 = arith.select %14, %10, %13 : f32
// CHECK-NEXT: %16 = math.atan2 %1, %0 fastmath<fast> : f32
// CHECK-NEXT: %17 = arith.mulf %16, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %18 = math.cos %17 fastmath<fast> : f32
// CHECK-NEXT: %19 = math.sin %17 fastmath<fast> : f32
// CHECK-NEXT: %20 = arith.mulf %15, %18 fastmath<fast> : f32
// CHECK-NEXT: %21 = arith.mulf %15, %19 fastmath<fast> : f32
// CHECK-NEXT: %22 = arith.cmpf oeq, %0, %cst fastmath<fast> : f32
// CHECK-NEXT: %23 = arith.cmpf oeq, %1, %cst fastmath<fast> : f32
// CHECK-NEXT: %24 = arith.andi %22, %23 : i1
// CHECK-NEXT: %25 = arith.select %24, %cst_0, %20 : f32
// CHECK-NEXT: %26 = arith.select %24, %cst_2, %21 : f32
// CHECK-NEXT: %27 = complex.create %25, %26 : complex<f32>
// CHECK-NEXT: return %27 : complex<f32>
// CHECK-NEXT: }
func.func @rsqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @sign(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %2 = arith.cmpf oeq, %0, %cst : f32
// CHECK-NEXT: %3 = arith.cmpf oeq, %1, %cst : f32
// CHECK-NEXT: %4 = arith.andi %2, %3 : i1
// CHECK-NEXT: %5 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %6 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %7 = math.absf %5 fastmath<fast> : f32
// CHECK-NEXT: %8 = math.absf %6 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.maximumf %7, %8 fastmath<fast> : f32
// CHECK-NEXT: %10 = arith.minimumf %7, %8 fastmath<fast> : f32
// CHECK-NEXT: %11 = arith.divf %10, %9 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %12 = arith.mulf %11, %11 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %13 = arith.addf %12, %cst_0 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %14 = math.sqrt %13 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %15 = arith.mulf %9, %14 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %16 = arith.cmpf uno, %15, %15 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %17 = arith.select %16, %10, %15 : f32
// CHECK-NEXT: %18 = arith.divf %0, %17 fastmath<fast> : f32
// CHECK-NEXT: %19 = arith.divf %1, %17 fastmath<fast> : f32
// CHECK-NEXT: %20 = complex.create %18, %19 : complex<f32>
// CHECK-NEXT: %21 = arith.select %4, %arg0, %20 : complex<f32>
// CHECK-NEXT: return %21 : complex<f32>
// CHECK-NEXT: }
func.func @sign(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sign %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @sin(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %2 = math.exp %1 fastmath<fast> : f32
// CHECK-NEXT: %3 = arith.mulf %cst, %2 fastmath<fast> : f32
// CHECK-NEXT: %4 = arith.divf %cst, %2 fastmath<fast> : f32
// CHECK-NEXT: %5 = math.sin %0 fastmath<fast> : f32
// CHECK-NEXT: %6 = math.cos %0 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.addf %3, %4 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.mulf %7, %5 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.subf %3, %4 fastmath<fast> : f32
// CHECK-NEXT: %10 = arith.mulf %9, %6 fastmath<fast> : f32
// CHECK-NEXT: %11 = complex.create %8, %10 : complex<f32>
// CHECK-NEXT: return %11 : complex<f32>
// CHECK-NEXT: }
func.func @sin(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sin %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @sqrt(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst_1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %2 = math.absf %0 fastmath<fast> : f32
// CHECK-NEXT: %3 = math.absf %1 fastmath<fast> : f32
// CHECK-NEXT: %4 = arith.maximumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.minimumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.divf %5, %4 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %7 = arith.mulf %6, %6 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %8 = arith.addf %7, %cst_1 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %cst_2 = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: %9 = math.sqrt %4 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %10 = math.powf %8, %cst_2 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %11 = arith.mulf %9, %10 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %12 = arith.cmpf uno, %11, %11 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %13 = arith.select %12, %5, %11 : f32
// CHECK-NEXT: %14 = math.atan2 %1, %0 fastmath<fast> : f32
// CHECK-NEXT: %15 = arith.mulf %14, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %16 = math.cos %15 fastmath<fast> : f32
// CHECK-NEXT: %17 = math.sin %15 fastmath<fast> : f32
// CHECK-NEXT: %18 = arith.cmpf oeq, %17, %cst fastmath<fast> : f32
// CHECK-NEXT: %19 = arith.mulf %13, %16 fastmath<fast> : f32
// CHECK-NEXT: %20 = arith.mulf %13, %17 fastmath<fast> : f32
// CHECK-NEXT: %21 = arith.select %18, %cst, %20 : f32
// CHECK-NEXT: %22 = arith.cmpf oeq, %13, %cst fastmath<fast> : f32
// CHECK-NEXT: %23 = arith.select %22, %cst, %19 : f32
// CHECK-NEXT: %24 = arith.select %22, %cst, %21 : f32
// CHECK-NEXT: %25 = complex.create %23, %24 : complex<f32>
// CHECK-NEXT: return %25 : complex<f32>
// CHECK-NEXT: }
func.func @sqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @tan(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %2 = arith.mulf %1, %cst fastmath<fast> : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %cst_1 = arith.constant 4.000000e+00 : f32
// CHECK-NEXT: %3 = arith.addf %2, %2 fastmath<fast> : f32
// CHECK-NEXT: %4 = arith.mulf %cst, %3 fastmath<fast> : f32
// CHECK-NEXT: %5 = math.expm1 %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = math.expm1 %4 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.subf %5, %6 fastmath<fast> : f32
// CHECK-NEXT: %8 = math.cos %0 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.mulf %8, %8 fastmath<fast> : f32
// CHECK-NEXT: %10 = arith.mulf %9, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %11 = math.sin %0 fastmath<fast> : f32
// CHECK-NEXT: %12 = arith.mulf %8, %11 fastmath<fast> : f32
// CHECK-NEXT: %13 = arith.mulf %cst_1, %12 fastmath<fast> : f32
// CHECK-NEXT: %14 = arith.addf %5, %6 fastmath<fast> : f32
// CHECK-NEXT: %15 = arith.addf %14, %10 fastmath<fast> : f32
// CHECK-NEXT: %16 = arith.cmpf oeq, %14, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %17 = math.copysign %cst, %2 fastmath<fast> : f32
// CHECK-NEXT: %18 = arith.divf %7, %15 fastmath<fast> : f32
// CHECK-NEXT: %19 = arith.select %16, %17, %18 : f32
// CHECK-NEXT: %20 = arith.divf %13, %15 fastmath<fast> : f32
// CHECK-NEXT: %21 = arith.mulf %19, %cst fastmath<fast> : f32
// CHECK-NEXT: %22 = complex.create %20, %21 : complex<f32>
// CHECK-NEXT: return %22 : complex<f32>
// CHECK-NEXT: }
func.func @tan(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tan %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @tanh(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %cst_1 = arith.constant 4.000000e+00 : f32
// CHECK-NEXT: %2 = arith.addf %0, %0 fastmath<fast> : f32
// CHECK-NEXT: %3 = arith.mulf %cst, %2 fastmath<fast> : f32
// CHECK-NEXT: %4 = math.expm1 %2 fastmath<fast> : f32
// CHECK-NEXT: %5 = math.expm1 %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.subf %4, %5 fastmath<fast> : f32
// CHECK-NEXT: %7 = math.cos %1 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.mulf %7, %7 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.mulf %8, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %10 = math.sin %1 fastmath<fast> : f32
// CHECK-NEXT: %11 = arith.mulf %7, %10 fastmath<fast> : f32
// CHECK-NEXT: %12 = arith.mulf %cst_1, %11 fastmath<fast> : f32
// CHECK-NEXT: %13 = arith.addf %4, %5 fastmath<fast> : f32
// CHECK-NEXT: %14 = arith.addf %13, %9 fastmath<fast> : f32
// CHECK-NEXT: %15 = arith.cmpf oeq, %13, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %16 = math.copysign %cst, %0 fastmath<fast> : f32
// CHECK-NEXT: %17 = arith.divf %6, %14 fastmath<fast> : f32
// CHECK-NEXT: %18 = arith.select %15, %16, %17 : f32
// CHECK-NEXT: %19 = arith.divf %12, %14 fastmath<fast> : f32
// CHECK-NEXT: %20 = complex.create %18, %19 : complex<f32>
// CHECK-NEXT: return %20 : complex<f32>
// CHECK-NEXT: }
func.func @tanh(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @add(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %2 = arith.addf %0, %1 fastmath<fast> : f32
// CHECK-NEXT: %3 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %4 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %5 = arith.addf %3, %4 fastmath<fast> : f32
// CHECK-NEXT: %6 = complex.create %2, %5 : complex<f32>
// CHECK-NEXT: return %6 : complex<f32>
// CHECK-NEXT: }
func.func @add(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @sub(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %2 = arith.subf %0, %1 fastmath<fast> : f32
// CHECK-NEXT: %3 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %4 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %5 = arith.subf %3, %4 fastmath<fast> : f32
// CHECK-NEXT: %6 = complex.create %2, %5 : complex<f32>
// CHECK-NEXT: return %6 : complex<f32>
// CHECK-NEXT: }
func.func @sub(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @mul(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %2 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %3 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %4 = arith.mulf %0, %2 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.mulf %1, %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.subf %4, %5 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.mulf %1, %2 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.mulf %0, %3 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.addf %7, %8 fastmath<fast> : f32
// CHECK-NEXT: %10 = complex.create %6, %9 : complex<f32>
// CHECK-NEXT: return %10 : complex<f32>
// CHECK-NEXT: }
func.func @mul(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @div(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %2 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %3 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %4 = arith.divf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.mulf %4, %2 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.addf %3, %5 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.mulf %0, %4 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.addf %7, %1 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.divf %8, %6 fastmath<fast> : f32
// CHECK-NEXT: %10 = arith.mulf %1, %4 fastmath<fast> : f32
// CHECK-NEXT: %11 = arith.subf %10, %0 fastmath<fast> : f32
// CHECK-NEXT: %12 = arith.divf %11, %6 fastmath<fast> : f32
// CHECK-NEXT: %13 = arith.divf %3, %2 fastmath<fast> : f32
// CHECK-NEXT: %14 = arith.mulf %13, %3 fastmath<fast> : f32
// CHECK-NEXT: %15 = arith.addf %2, %14 fastmath<fast> : f32
// CHECK-NEXT: %16 = arith.mulf %1, %13 fastmath<fast> : f32
// CHECK-NEXT: %17 = arith.addf %0, %16 fastmath<fast> : f32
// CHECK-NEXT: %18 = arith.divf %17, %15 fastmath<fast> : f32
// CHECK-NEXT: %19 = arith.mulf %0, %13 fastmath<fast> : f32
// CHECK-NEXT: %20 = arith.subf %1, %19 fastmath<fast> : f32
// CHECK-NEXT: %21 = arith.divf %20, %15 fastmath<fast> : f32
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %22 = math.absf %2 fastmath<fast> : f32
// CHECK-NEXT: %23 = arith.cmpf oeq, %22, %cst : f32
// CHECK-NEXT: %24 = math.absf %3 fastmath<fast> : f32
// CHECK-NEXT: %25 = arith.cmpf oeq, %24, %cst : f32
// CHECK-NEXT: %26 = arith.cmpf ord, %0, %cst : f32
// CHECK-NEXT: %27 = arith.cmpf ord, %1, %cst : f32
// CHECK-NEXT: %28 = arith.ori %26, %27 : i1
// CHECK-NEXT: %29 = arith.andi %23, %25 : i1
// CHECK-NEXT: %30 = arith.andi %28, %29 : i1
// CHECK-NEXT: %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %31 = math.copysign %cst_0, %2 : f32
// CHECK-NEXT: %32 = arith.mulf %31, %0 fastmath<fast> : f32
// CHECK-NEXT: %33 = arith.mulf %31, %1 fastmath<fast> : f32
// CHECK-NEXT: %34 = arith.cmpf one, %22, %cst_0 : f32
// CHECK-NEXT: %35 = arith.cmpf one, %24, %cst_0 : f32
// CHECK-NEXT: %36 = arith.andi %34, %35 : i1
// CHECK-NEXT: %37 = math.absf %0 fastmath<fast> : f32
// CHECK-NEXT: %38 = arith.cmpf oeq, %37, %cst_0 : f32
// CHECK-NEXT: %39 = math.absf %1 fastmath<fast> : f32
// CHECK-NEXT: %40 = arith.cmpf oeq, %39, %cst_0 : f32
// CHECK-NEXT: %41 = arith.ori %38, %40 : i1
// CHECK-NEXT: %42 = arith.andi %41, %36 : i1
// CHECK-NEXT: %cst_1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %43 = arith.select %38, %cst_1, %cst : f32
// CHECK-NEXT: %44 = math.copysign %43, %0 : f32
// CHECK-NEXT: %45 = arith.select %40, %cst_1, %cst : f32
// CHECK-NEXT: %46 = math.copysign %45, %1 : f32
// CHECK-NEXT: %47 = arith.mulf %44, %2 fastmath<fast> : f32
// CHECK-NEXT: %48 = arith.mulf %46, %3 fastmath<fast> : f32
// CHECK-NEXT: %49 = arith.addf %47, %48 fastmath<fast> : f32
// CHECK-NEXT: %50 = arith.mulf %cst_0, %49 fastmath<fast> : f32
// CHECK-NEXT: %51 = arith.mulf %44, %3 fastmath<fast> : f32
// CHECK-NEXT: %52 = arith.mulf %46, %2 fastmath<fast> : f32
// CHECK-NEXT: %53 = arith.subf %52, %51 fastmath<fast> : f32
// CHECK-NEXT: %54 = arith.mulf %cst_0, %53 fastmath<fast> : f32
// CHECK-NEXT: %55 = arith.cmpf one, %37, %cst_0 : f32
// CHECK-NEXT: %56 = arith.cmpf one, %39, %cst_0 : f32
// CHECK-NEXT: %57 = arith.andi %55, %56 : i1
// CHECK-NEXT: %58 = arith.cmpf oeq, %22, %cst_0 : f32
// CHECK-NEXT: %59 = arith.cmpf oeq, %24, %cst_0 : f32
// CHECK-NEXT: %60 = arith.ori %58, %59 : i1
// CHECK-NEXT: %61 = arith.andi %57, %60 : i1
// CHECK-NEXT: %62 = arith.select %58, %cst_1, %cst : f32
// CHECK-NEXT: %63 = math.copysign %62, %2 : f32
// CHECK-NEXT: %64 = arith.select %59, %cst_1, %cst : f32
// CHECK-NEXT: %65 = math.copysign %64, %3 : f32
// CHECK-NEXT: %66 = arith.mulf %0, %63 fastmath<fast> : f32
// CHECK-NEXT: %67 = arith.mulf %1, %65 fastmath<fast> : f32
// CHECK-NEXT: %68 = arith.addf %66, %67 fastmath<fast> : f32
// CHECK-NEXT: %69 = arith.mulf %cst, %68 fastmath<fast> : f32
// CHECK-NEXT: %70 = arith.mulf %1, %63 fastmath<fast> : f32
// CHECK-NEXT: %71 = arith.mulf %0, %65 fastmath<fast> : f32
// CHECK-NEXT: %72 = arith.subf %70, %71 fastmath<fast> : f32
// CHECK-NEXT: %73 = arith.mulf %cst, %72 fastmath<fast> : f32
// CHECK-NEXT: %74 = arith.cmpf olt, %22, %24 : f32
// CHECK-NEXT: %75 = arith.select %74, %9, %18 : f32
// CHECK-NEXT: %76 = arith.select %74, %12, %21 : f32
// CHECK-NEXT: %77 = arith.select %61, %69, %75 : f32
// CHECK-NEXT: %78 = arith.select %61, %73, %76 : f32
// CHECK-NEXT: %79 = arith.select %42, %50, %77 : f32
// CHECK-NEXT: %80 = arith.select %42, %54, %78 : f32
// CHECK-NEXT: %81 = arith.select %30, %32, %79 : f32
// CHECK-NEXT: %82 = arith.select %30, %33, %80 : f32
// CHECK-NEXT: %83 = arith.cmpf uno, %75, %cst : f32
// CHECK-NEXT: %84 = arith.cmpf uno, %76, %cst : f32
// CHECK-NEXT: %85 = arith.andi %83, %84 : i1
// CHECK-NEXT: %86 = arith.select %85, %81, %75 : f32
// CHECK-NEXT: %87 = arith.select %85, %82, %76 : f32
// CHECK-NEXT: %88 = complex.create %86, %87 : complex<f32>
// CHECK-NEXT: return %88 : complex<f32>
// CHECK-NEXT: }
func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @pow(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %2 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %3 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %4 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %5 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %6 = math.absf %4 fastmath<fast> : f32
// CHECK-NEXT: %7 = math.absf %5 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.maximumf %6, %7 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.minimumf %6, %7 fastmath<fast> : f32
// CHECK-NEXT: %10 = arith.divf %9, %8 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %11 = arith.mulf %10, %10 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %12 = arith.addf %11, %cst fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %13 = math.sqrt %12 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %14 = arith.mulf %8, %13 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %15 = arith.cmpf uno, %14, %14 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %16 = arith.select %15, %9, %14 : f32
// CHECK-NEXT: %17 = math.powf %16, %0 fastmath<fast> : f32
// CHECK-NEXT: %18 = arith.negf %1 fastmath<fast> : f32
// CHECK-NEXT: %19 = math.atan2 %3, %2 fastmath<fast> : f32
// CHECK-NEXT: %20 = arith.mulf %18, %19 fastmath<fast> : f32
// CHECK-NEXT: %21 = math.exp %20 fastmath<fast> : f32
// CHECK-NEXT: %22 = arith.mulf %17, %21 fastmath<fast> : f32
// CHECK-NEXT: %23 = math.log %16 fastmath<fast> : f32
// CHECK-NEXT: %24 = arith.mulf %0, %19 fastmath<fast> : f32
// CHECK-NEXT: %25 = arith.mulf %1, %23 fastmath<fast> : f32
// CHECK-NEXT: %26 = arith.addf %24, %25 fastmath<fast> : f32
// CHECK-NEXT: %27 = math.cos %26 fastmath<fast> : f32
// CHECK-NEXT: %28 = math.sin %26 fastmath<fast> : f32
// CHECK-NEXT: %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_2 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %29 = complex.create %cst_2, %cst_1 : complex<f32>
// CHECK-NEXT: %30 = complex.create %cst_1, %cst_1 : complex<f32>
// CHECK-NEXT: %31 = complex.create %cst_0, %cst_1 : complex<f32>
// CHECK-NEXT: %32 = arith.cmpf oeq, %16, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %33 = arith.cmpf oeq, %1, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %34 = arith.cmpf oeq, %0, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %35 = arith.cmpf oeq, %3, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %36 = arith.cmpf ole, %cst_1, %0 fastmath<fast> : f32
// CHECK-NEXT: %37 = arith.mulf %22, %27 fastmath<fast> : f32
// CHECK-NEXT: %38 = arith.mulf %22, %28 fastmath<fast> : f32
// CHECK-NEXT: %39 = arith.select %34, %29, %30 : complex<f32>
// CHECK-NEXT: %40 = complex.create %37, %38 : complex<f32>
// CHECK-NEXT: %41 = arith.andi %32, %33 : i1
// CHECK-NEXT: %42 = arith.andi %41, %36 : i1
// CHECK-NEXT: %43 = arith.select %42, %39, %40 : complex<f32>
// CHECK-NEXT: %44 = arith.andi %34, %33 : i1
// CHECK-NEXT: %45 = arith.select %44, %29, %43 : complex<f32>
// CHECK-NEXT: %46 = arith.cmpf oeq, %2, %cst_2 fastmath<fast> : f32
// CHECK-NEXT: %47 = arith.andi %46, %35 : i1
// CHECK-NEXT: %48 = arith.select %47, %29, %45 : complex<f32>
// CHECK-NEXT: %49 = arith.cmpf oeq, %2, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %50 = arith.andi %49, %35 : i1
// CHECK-NEXT: %51 = arith.cmpf ogt, %0, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %52 = arith.andi %33, %51 : i1
// CHECK-NEXT: %53 = arith.andi %50, %52 : i1
// CHECK-NEXT: %54 = arith.select %53, %31, %48 : complex<f32>
// CHECK-NEXT: %55 = arith.cmpf olt, %0, %cst_1 fastmath<fast> : f32
// CHECK-NEXT: %56 = arith.andi %33, %55 : i1
// CHECK-NEXT: %57 = arith.andi %50, %56 : i1
// CHECK-NEXT: %58 = arith.select %57, %30, %54 : complex<f32>
// CHECK-NEXT: return %58 : complex<f32>
// CHECK-NEXT: }
func.func @pow(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.pow %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @atan2(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT: %0 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %2 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %3 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %4 = arith.mulf %0, %2 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.mulf %1, %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.subf %4, %5 fastmath<fast> : f32
// CHECK-NEXT: %7 = arith.mulf %1, %2 fastmath<fast> : f32
// CHECK-NEXT: %8 = arith.mulf %0, %3 fastmath<fast> : f32
// CHECK-NEXT: %9 = arith.addf %7, %8 fastmath<fast> : f32
// CHECK-NEXT: %10 = complex.create %6, %9 : complex<f32>
// CHECK-NEXT: %11 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %12 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %13 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %14 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %15 = arith.mulf %11, %13 fastmath<fast> : f32
// CHECK-NEXT: %16 = arith.mulf %12, %14 fastmath<fast> : f32
// CHECK-NEXT: %17 = arith.subf %15, %16 fastmath<fast> : f32
// CHECK-NEXT: %18 = arith.mulf %12, %13 fastmath<fast> : f32
// CHECK-NEXT: %19 = arith.mulf %11, %14 fastmath<fast> : f32
// CHECK-NEXT: %20 = arith.addf %18, %19 fastmath<fast> : f32
// CHECK-NEXT: %21 = complex.create %17, %20 : complex<f32>
// CHECK-NEXT: %22 = complex.re %10 : complex<f32>
// CHECK-NEXT: %23 = complex.re %21 : complex<f32>
// CHECK-NEXT: %24 = arith.addf %22, %23 fastmath<fast> : f32
// CHECK-NEXT: %25 = complex.im %10 : complex<f32>
// CHECK-NEXT: %26 = complex.im %21 : complex<f32>
// CHECK-NEXT: %27 = arith.addf %25, %26 fastmath<fast> : f32
// CHECK-NEXT: %28 = complex.create %24, %27 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %29 = complex.re %28 : complex<f32>
// CHECK-NEXT: %30 = complex.im %28 : complex<f32>
// CHECK-NEXT: %cst_1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %31 = math.absf %29 fastmath<fast> : f32
// CHECK-NEXT: %32 = math.absf %30 fastmath<fast> : f32
// CHECK-NEXT: %33 = arith.maximumf %31, %32 fastmath<fast> : f32
// CHECK-NEXT: %34 = arith.minimumf %31, %32 fastmath<fast> : f32
// CHECK-NEXT: %35 = arith.divf %34, %33 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %36 = arith.mulf %35, %35 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %37 = arith.addf %36, %cst_1 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %cst_2 = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: %38 = math.sqrt %33 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %39 = math.powf %37, %cst_2 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %40 = arith.mulf %38, %39 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %41 = arith.cmpf uno, %40, %40 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %42 = arith.select %41, %34, %40 : f32
// CHECK-NEXT: %43 = math.atan2 %30, %29 fastmath<fast> : f32
// CHECK-NEXT: %44 = arith.mulf %43, %cst_0 fastmath<fast> : f32
// CHECK-NEXT: %45 = math.cos %44 fastmath<fast> : f32
// CHECK-NEXT: %46 = math.sin %44 fastmath<fast> : f32
// CHECK-NEXT: %47 = arith.cmpf oeq, %46, %cst fastmath<fast> : f32
// CHECK-NEXT: %48 = arith.mulf %42, %45 fastmath<fast> : f32
// CHECK-NEXT: %49 = arith.mulf %42, %46 fastmath<fast> : f32
// CHECK-NEXT: %50 = arith.select %47, %cst, %49 : f32
// CHECK-NEXT: %51 = arith.cmpf oeq, %42, %cst fastmath<fast> : f32
// CHECK-NEXT: %52 = arith.select %51, %cst, %48 : f32
// CHECK-NEXT: %53 = arith.select %51, %cst, %50 : f32
// CHECK-NEXT: %54 = complex.create %52, %53 : complex<f32>
// CHECK-NEXT: %cst_3 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %cst_4 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %55 = complex.create %cst_3, %cst_4 : complex<f32>
// CHECK-NEXT: %56 = complex.re %55 : complex<f32>
// CHECK-NEXT: %57 = complex.im %55 : complex<f32>
// CHECK-NEXT: %58 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %59 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %60 = arith.mulf %56, %58 fastmath<fast> : f32
// CHECK-NEXT: %61 = arith.mulf %57, %59 fastmath<fast> : f32
// CHECK-NEXT: %62 = arith.subf %60, %61 fastmath<fast> : f32
// CHECK-NEXT: %63 = arith.mulf %57, %58 fastmath<fast> : f32
// CHECK-NEXT: %64 = arith.mulf %56, %59 fastmath<fast> : f32
// CHECK-NEXT: %65 = arith.addf %63, %64 fastmath<fast> : f32
// CHECK-NEXT: %66 = complex.create %62, %65 : complex<f32>
// CHECK-NEXT: %67 = complex.re %arg1 : complex<f32>
// CHECK-NEXT: %68 = complex.re %66 : complex<f32>
// CHECK-NEXT: %69 = arith.addf %67, %68 fastmath<fast> : f32
// CHECK-NEXT: %70 = complex.im %arg1 : complex<f32>
// CHECK-NEXT: %71 = complex.im %66 : complex<f32>
// CHECK-NEXT: %72 = arith.addf %70, %71 fastmath<fast> : f32
// CHECK-NEXT: %73 = complex.create %69, %72 : complex<f32>
// CHECK-NEXT: %74 = complex.re %73 : complex<f32>
// CHECK-NEXT: %75 = complex.im %73 : complex<f32>
// CHECK-NEXT: %76 = complex.re %54 : complex<f32>
// CHECK-NEXT: %77 = complex.im %54 : complex<f32>
// CHECK-NEXT: %78 = arith.divf %76, %77 fastmath<fast> : f32
// CHECK-NEXT: %79 = arith.mulf %78, %76 fastmath<fast> : f32
// CHECK-NEXT: %80 = arith.addf %77, %79 fastmath<fast> : f32
// CHECK-NEXT: %81 = arith.mulf %74, %78 fastmath<fast> : f32
// CHECK-NEXT: %82 = arith.addf %81, %75 fastmath<fast> : f32
// CHECK-NEXT: %83 = arith.divf %82, %80 fastmath<fast> : f32
// CHECK-NEXT: %84 = arith.mulf %75, %78 fastmath<fast> : f32
// CHECK-NEXT: %85 = arith.subf %84, %74 fastmath<fast> : f32
// CHECK-NEXT: %86 = arith.divf %85, %80 fastmath<fast> : f32
// CHECK-NEXT: %87 = arith.divf %77, %76 fastmath<fast> : f32
// CHECK-NEXT: %88 = arith.mulf %87, %77 fastmath<fast> : f32
// CHECK-NEXT: %89 = arith.addf %76, %88 fastmath<fast> : f32
// CHECK-NEXT: %90 = arith.mulf %75, %87 fastmath<fast> : f32
// CHECK-NEXT: %91 = arith.addf %74, %90 fastmath<fast> : f32
// CHECK-NEXT: %92 = arith.divf %91, %89 fastmath<fast> : f32
// CHECK-NEXT: %93 = arith.mulf %74, %87 fastmath<fast> : f32
// CHECK-NEXT: %94 = arith.subf %75, %93 fastmath<fast> : f32
// CHECK-NEXT: %95 = arith.divf %94, %89 fastmath<fast> : f32
// CHECK-NEXT: %cst_5 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %96 = math.absf %76 fastmath<fast> : f32
// CHECK-NEXT: %97 = arith.cmpf oeq, %96, %cst_5 : f32
// CHECK-NEXT: %98 = math.absf %77 fastmath<fast> : f32
// CHECK-NEXT: %99 = arith.cmpf oeq, %98, %cst_5 : f32
// CHECK-NEXT: %100 = arith.cmpf ord, %74, %cst_5 : f32
// CHECK-NEXT: %101 = arith.cmpf ord, %75, %cst_5 : f32
// CHECK-NEXT: %102 = arith.ori %100, %101 : i1
// CHECK-NEXT: %103 = arith.andi %97, %99 : i1
// CHECK-NEXT: %104 = arith.andi %102, %103 : i1
// CHECK-NEXT: %cst_6 = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %105 = math.copysign %cst_6, %76 : f32
// CHECK-NEXT: %106 = arith.mulf %105, %74 fastmath<fast> : f32
// CHECK-NEXT: %107 = arith.mulf %105, %75 fastmath<fast> : f32
// CHECK-NEXT: %108 = arith.cmpf one, %96, %cst_6 : f32
// CHECK-NEXT: %109 = arith.cmpf one, %98, %cst_6 : f32
// CHECK-NEXT: %110 = arith.andi %108, %109 : i1
// CHECK-NEXT: %111 = math.absf %74 fastmath<fast> : f32
// CHECK-NEXT: %112 = arith.cmpf oeq, %111, %cst_6 : f32
// CHECK-NEXT: %113 = math.absf %75 fastmath<fast> : f32
// CHECK-NEXT: %114 = arith.cmpf oeq, %113, %cst_6 : f32
// CHECK-NEXT: %115 = arith.ori %112, %114 : i1
// CHECK-NEXT: %116 = arith.andi %115, %110 : i1
// CHECK-NEXT: %cst_7 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %117 = arith.select %112, %cst_7, %cst_5 : f32
// CHECK-NEXT: %118 = math.copysign %117, %74 : f32
// CHECK-NEXT: %119 = arith.select %114, %cst_7, %cst_5 : f32
// CHECK-NEXT: %120 = math.copysign %119, %75 : f32
// CHECK-NEXT: %121 = arith.mulf %118, %76 fastmath<fast> : f32
// CHECK-NEXT: %122 = arith.mulf %120, %77 fastmath<fast> : f32
// CHECK-NEXT: %123 = arith.addf %121, %122 fastmath<fast> : f32
// CHECK-NEXT: %124 = arith.mulf %cst_6, %123 fastmath<fast> : f32
// CHECK-NEXT: %125 = arith.mulf %118, %77 fastmath<fast> : f32
// CHECK-NEXT: %126 = arith.mulf %120, %76 fastmath<fast> : f32
// CHECK-NEXT: %127 = arith.subf %126, %125 fastmath<fast> : f32
// CHECK-NEXT: %128 = arith.mulf %cst_6, %127 fastmath<fast> : f32
// CHECK-NEXT: %129 = arith.cmpf one, %111, %cst_6 : f32
// CHECK-NEXT: %130 = arith.cmpf one, %113, %cst_6 : f32
// CHECK-NEXT: %131 = arith.andi %129, %130 : i1
// CHECK-NEXT: %132 = arith.cmpf oeq, %96, %cst_6 : f32
// CHECK-NEXT: %133 = arith.cmpf oeq, %98, %cst_6 : f32
// CHECK-NEXT: %134 = arith.ori %132, %133 : i1
// CHECK-NEXT: %135 = arith.andi %131, %134 : i1
// CHECK-NEXT: %136 = arith.select %132, %cst_7, %cst_5 : f32
// CHECK-NEXT: %137 = math.copysign %136, %76 : f32
// CHECK-NEXT: %138 = arith.select %133, %cst_7, %cst_5 : f32
// CHECK-NEXT: %139 = math.copysign %138, %77 : f32
// CHECK-NEXT: %140 = arith.mulf %74, %137 fastmath<fast> : f32
// CHECK-NEXT: %141 = arith.mulf %75, %139 fastmath<fast> : f32
// CHECK-NEXT: %142 = arith.addf %140, %141 fastmath<fast> : f32
// CHECK-NEXT: %143 = arith.mulf %cst_5, %142 fastmath<fast> : f32
// CHECK-NEXT: %144 = arith.mulf %75, %137 fastmath<fast> : f32
// CHECK-NEXT: %145 = arith.mulf %74, %139 fastmath<fast> : f32
// CHECK-NEXT: %146 = arith.subf %144, %145 fastmath<fast> : f32
// CHECK-NEXT: %147 = arith.mulf %cst_5, %146 fastmath<fast> : f32
// CHECK-NEXT: %148 = arith.cmpf olt, %96, %98 : f32
// CHECK-NEXT: %149 = arith.select %148, %83, %92 : f32
// CHECK-NEXT: %150 = arith.select %148, %86, %95 : f32
// CHECK-NEXT: %151 = arith.select %135, %143, %149 : f32
// CHECK-NEXT: %152 = arith.select %135, %147, %150 : f32
// CHECK-NEXT: %153 = arith.select %116, %124, %151 : f32
// CHECK-NEXT: %154 = arith.select %116, %128, %152 : f32
// CHECK-NEXT: %155 = arith.select %104, %106, %153 : f32
// CHECK-NEXT: %156 = arith.select %104, %107, %154 : f32
// CHECK-NEXT: %157 = arith.cmpf uno, %149, %cst_5 : f32
// CHECK-NEXT: %158 = arith.cmpf uno, %150, %cst_5 : f32
// CHECK-NEXT: %159 = arith.andi %157, %158 : i1
// CHECK-NEXT: %160 = arith.select %159, %155, %149 : f32
// CHECK-NEXT: %161 = arith.select %159, %156, %150 : f32
// CHECK-NEXT: %162 = complex.create %160, %161 : complex<f32>
// CHECK-NEXT: %163 = complex.re %162 : complex<f32>
// CHECK-NEXT: %164 = complex.im %162 : complex<f32>
// CHECK-NEXT: %cst_8 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %165 = math.absf %163 fastmath<fast> : f32
// CHECK-NEXT: %166 = math.absf %164 fastmath<fast> : f32
// CHECK-NEXT: %167 = arith.maximumf %165, %166 fastmath<fast> : f32
// CHECK-NEXT: %168 = arith.minimumf %165, %166 fastmath<fast> : f32
// CHECK-NEXT: %169 = arith.divf %168, %167 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %170 = arith.mulf %169, %169 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %171 = arith.addf %170, %cst_8 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %172 = math.sqrt %171 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %173 = arith.mulf %167, %172 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %174 = arith.cmpf uno, %173, %173 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %175 = arith.select %174, %168, %173 : f32
// CHECK-NEXT: %176 = math.log %175 fastmath<fast> : f32
// CHECK-NEXT: %177 = complex.re %162 : complex<f32>
// CHECK-NEXT: %178 = complex.im %162 : complex<f32>
// CHECK-NEXT: %179 = math.atan2 %178, %177 fastmath<fast> : f32
// CHECK-NEXT: %180 = complex.create %176, %179 : complex<f32>
// CHECK-NEXT: %cst_9 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %181 = complex.create %cst_3, %cst_9 : complex<f32>
// CHECK-NEXT: %182 = complex.re %181 : complex<f32>
// CHECK-NEXT: %183 = complex.im %181 : complex<f32>
// CHECK-NEXT: %184 = complex.re %180 : complex<f32>
// CHECK-NEXT: %185 = complex.im %180 : complex<f32>
// CHECK-NEXT: %186 = arith.mulf %182, %184 fastmath<fast> : f32
// CHECK-NEXT: %187 = arith.mulf %183, %185 fastmath<fast> : f32
// CHECK-NEXT: %188 = arith.subf %186, %187 fastmath<fast> : f32
// CHECK-NEXT: %189 = arith.mulf %183, %184 fastmath<fast> : f32
// CHECK-NEXT: %190 = arith.mulf %182, %185 fastmath<fast> : f32
// CHECK-NEXT: %191 = arith.addf %189, %190 fastmath<fast> : f32
// CHECK-NEXT: %192 = complex.create %188, %191 : complex<f32>
// CHECK-NEXT: return %192 : complex<f32>
// CHECK-NEXT: }
func.func @atan2(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
// CHECK: func.func @abs(%arg0: complex<f32>) -> f32 {
// CHECK-NEXT: %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT: %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %2 = math.absf %0 fastmath<fast> : f32
// CHECK-NEXT: %3 = math.absf %1 fastmath<fast> : f32
// CHECK-NEXT: %4 = arith.maximumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %5 = arith.minimumf %2, %3 fastmath<fast> : f32
// CHECK-NEXT: %6 = arith.divf %5, %4 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %7 = arith.mulf %6, %6 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %8 = arith.addf %7, %cst fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %9 = math.sqrt %8 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %10 = arith.mulf %4, %9 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %11 = arith.cmpf uno, %10, %10 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT: %12 = arith.select %11, %5, %10 : f32
// CHECK-NEXT: return %12 : f32
// CHECK-NEXT: }
func.func @abs(%a: complex<f32>) -> f32 {
  %0 = complex.abs %a fastmath<fast> : complex<f32>
  return %0 : f32
}
