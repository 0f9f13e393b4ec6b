// RUN: tf-opt %s --complex-bitcast-by-parts | filecheck %s
// RUN: tf-run %s --device=cpu '--input=complex<f32>=1-2.5j' --input=i64=4611686019501129728 --input=f64=3.25 | filecheck %s --check-prefix=BITS --match-full-lines
// RUN: tf-run %s --device=interpreter '--input=complex<f32>=1-2.5j' --input=i64=4611686019501129728 --input=f64=3.25 | filecheck %s --check-prefix=BITS --match-full-lines

/// What NumPy's `view` gives: the imaginary part lies behind the real one. An integer with signedness, which arith does not take, stays: llvm_require_lowered.mlir.

//      BITS: i64=-4602678818107293696
// BITS-NEXT: complex<f32>=(2+2j)
// BITS-NEXT: f64=5.308227386e-315
// BITS-NEXT: f64=-8.000001892447472
func.func @main(%x: complex<f32>, %n: i64, %h: f64) -> (i64, complex<f32>, f64, f64) {
  // CHECK: %[[RE:.*]] = complex.re %arg0
  // CHECK: %[[IM:.*]] = complex.im %arg0
  // CHECK: %[[LOW:.*]] = arith.extui %{{.*}} : i32 to i64
  // CHECK: %[[HIGH:.*]] = arith.extui %{{.*}} : i32 to i64
  // CHECK: %[[UP:.*]] = arith.shli %[[HIGH]], %{{.*}} : i64
  // CHECK: arith.ori %[[UP]], %[[LOW]] : i64
  %0 = complex.bitcast %x : complex<f32> to i64
  %1 = complex.bitcast %n : i64 to complex<f32>
  %2 = complex.bitcast %h : f64 to complex<f32>
  %re = complex.re %2 : complex<f32>
  %im = complex.im %2 : complex<f32>
  %turned = complex.create %im, %re : complex<f32>
  %3 = complex.bitcast %turned : complex<f32> to f64
  %4 = complex.bitcast %x : complex<f32> to f64
  return %0, %1, %3, %4 : i64, complex<f32>, f64, f64
}
