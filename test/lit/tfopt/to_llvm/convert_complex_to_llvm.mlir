// RUN: tf-opt --split-input-file --convert-complex-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints; but for exponentials, with which it fails, and which stay here.

func.func @f(%a: complex<f32>, %b: complex<f32>, %x: f32, %y: f32) -> (f32, complex<f32>) {
  %0 = complex.create %x, %y : complex<f32>
  %1 = complex.add %a, %b : complex<f32>
  %2 = complex.sub %a, %0 : complex<f32>
  %3 = complex.mul %a, %b : complex<f32>
  %4 = complex.re %3 : complex<f32>
  %5 = complex.im %1 : complex<f32>
  %6 = complex.abs %a : complex<f32>
  %7 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %8 = complex.div %a, %7 : complex<f32>
  return %4, %8 : f32, complex<f32>
}
// -----
func.func @flags(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %0 = complex.add %a, %b fastmath<nnan> : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @stays(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a : complex<f32>
  return %0 : complex<f32>
}

// CHECK: module {
// CHECK: func.func @f(%arg0: complex<f32>, %arg1: complex<f32>, %arg2: f32, %arg3: f32) -> (f32, complex<f32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : complex<f32> to !llvm.struct<(f32, f32)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : complex<f32> to !llvm.struct<(f32, f32)>
// CHECK-NEXT: %2 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg2, %2[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg3, %3[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %5 = llvm.extractvalue %1[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %6 = llvm.extractvalue %1[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %7 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %8 = llvm.extractvalue %0[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %9 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %10 = llvm.fadd %5, %7 : f32
// CHECK-NEXT: %11 = llvm.fadd %6, %8 : f32
// CHECK-NEXT: %12 = llvm.insertvalue %10, %9[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %13 = llvm.insertvalue %11, %12[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %14 = llvm.extractvalue %1[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %15 = llvm.extractvalue %1[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %16 = llvm.extractvalue %4[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %17 = llvm.extractvalue %4[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %18 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %19 = llvm.fsub %14, %16 : f32
// CHECK-NEXT: %20 = llvm.fsub %15, %17 : f32
// CHECK-NEXT: %21 = llvm.insertvalue %19, %18[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %22 = llvm.insertvalue %20, %21[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %23 = llvm.extractvalue %1[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %24 = llvm.extractvalue %1[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %25 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %26 = llvm.extractvalue %0[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %27 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %28 = llvm.fmul %25, %23 : f32
// CHECK-NEXT: %29 = llvm.fmul %26, %24 : f32
// CHECK-NEXT: %30 = llvm.fsub %28, %29 : f32
// CHECK-NEXT: %31 = llvm.fmul %24, %25 : f32
// CHECK-NEXT: %32 = llvm.fmul %23, %26 : f32
// CHECK-NEXT: %33 = llvm.fadd %31, %32 : f32
// CHECK-NEXT: %34 = llvm.insertvalue %30, %27[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %35 = llvm.insertvalue %33, %34[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %36 = llvm.extractvalue %35[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %37 = llvm.extractvalue %13[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %38 = llvm.extractvalue %1[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %39 = llvm.extractvalue %1[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %40 = llvm.fmul %38, %38 : f32
// CHECK-NEXT: %41 = llvm.fmul %39, %39 : f32
// CHECK-NEXT: %42 = llvm.fadd %40, %41 : f32
// CHECK-NEXT: %43 = llvm.intr.sqrt(%42) : (f32) -> f32
// CHECK-NEXT: %44 = llvm.mlir.constant([1.000000e+00 : f32, 2.000000e+00 : f32]) : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %45 = llvm.extractvalue %1[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %46 = llvm.extractvalue %1[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %47 = llvm.extractvalue %44[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %48 = llvm.extractvalue %44[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %49 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %50 = llvm.fmul %47, %47 : f32
// CHECK-NEXT: %51 = llvm.fmul %48, %48 : f32
// CHECK-NEXT: %52 = llvm.fadd %50, %51 : f32
// CHECK-NEXT: %53 = llvm.fmul %45, %47 : f32
// CHECK-NEXT: %54 = llvm.fmul %46, %48 : f32
// CHECK-NEXT: %55 = llvm.fadd %53, %54 : f32
// CHECK-NEXT: %56 = llvm.fmul %46, %47 : f32
// CHECK-NEXT: %57 = llvm.fmul %45, %48 : f32
// CHECK-NEXT: %58 = llvm.fsub %56, %57 : f32
// CHECK-NEXT: %59 = llvm.fdiv %55, %52 : f32
// CHECK-NEXT: %60 = llvm.fdiv %58, %52 : f32
// CHECK-NEXT: %61 = llvm.insertvalue %59, %49[0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %62 = llvm.insertvalue %60, %61[1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT: %63 = builtin.unrealized_conversion_cast %62 : !llvm.struct<(f32, f32)> to complex<f32>
// CHECK-NEXT: return %36, %63 : f32, complex<f32>
// CHECK: module {
// CHECK: func.func @flags(%arg0: complex<f64>, %arg1: complex<f64>) -> complex<f64> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : complex<f64> to !llvm.struct<(f64, f64)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : complex<f64> to !llvm.struct<(f64, f64)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT: %3 = llvm.extractvalue %1[1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT: %4 = llvm.extractvalue %0[0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT: %5 = llvm.extractvalue %0[1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT: %6 = llvm.mlir.poison : !llvm.struct<(f64, f64)>
// CHECK-NEXT: %7 = llvm.fadd %2, %4 {fastmathFlags = #llvm.fastmath<nnan>} : f64
// CHECK-NEXT: %8 = llvm.fadd %3, %5 {fastmathFlags = #llvm.fastmath<nnan>} : f64
// CHECK-NEXT: %9 = llvm.insertvalue %7, %6[0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT: %10 = llvm.insertvalue %8, %9[1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT: %11 = builtin.unrealized_conversion_cast %10 : !llvm.struct<(f64, f64)> to complex<f64>
// CHECK-NEXT: return %11 : complex<f64>
// CHECK: func.func @stays
// CHECK-NEXT: complex.exp %arg0 : complex<f32>
