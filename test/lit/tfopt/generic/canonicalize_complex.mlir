// RUN: tf-opt %s --canonicalize | filecheck %s

/// Parts of what was put together; what two roundings would change stays.
// CHECK: func.func @parts(%arg0: complex<f32>, %arg1: f32, %arg2: f32)
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: return %arg1, %arg2, %arg0, %arg0, %arg0, %[[ONE]], %[[TWO]]
func.func @parts(%a: complex<f32>, %x: f32, %y: f32) -> (f32, f32, complex<f32>, complex<f32>, complex<f32>, f32, f32) {
  %0 = complex.create %x, %y : complex<f32>
  %1 = complex.re %0 : complex<f32>
  %2 = complex.im %0 : complex<f32>
  %re = complex.re %a : complex<f32>
  %im = complex.im %a : complex<f32>
  %3 = complex.create %re, %im : complex<f32>
  %n = complex.neg %a : complex<f32>
  %4 = complex.neg %n : complex<f32>
  %j = complex.conj %a : complex<f32>
  %5 = complex.conj %j : complex<f32>
  %c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %6 = complex.re %c : complex<f32>
  %7 = complex.im %c : complex<f32>
  return %1, %2, %3, %4, %5, %6, %7 : f32, f32, complex<f32>, complex<f32>, complex<f32>, f32, f32
}
// CHECK: func.func @swapped
// CHECK-COUNT-1: complex.create
// CHECK: complex.neg
// CHECK: complex.add
func.func @swapped(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>) {
  %re = complex.re %a : complex<f32>
  %im = complex.im %a : complex<f32>
  %0 = complex.create %im, %re : complex<f32>
  %j = complex.conj %a : complex<f32>
  %1 = complex.neg %j : complex<f32>
  %s = complex.sub %a, %b : complex<f32>
  %2 = complex.add %s, %b : complex<f32>
  return %0, %1, %2 : complex<f32>, complex<f32>, complex<f32>
}

/// Bits of bits, as mlir-opt 22 has them; between two complex types there is no operation, so that these two stay.
// CHECK-LABEL: func.func @there_and_back
// CHECK-NEXT: return %arg0 : complex<f32>
func.func @there_and_back(%x: complex<f32>) -> complex<f32> {
  %0 = complex.bitcast %x : complex<f32> to i64
  %1 = complex.bitcast %0 : i64 to complex<f32>
  return %1 : complex<f32>
}

// CHECK-LABEL: func.func @at_once
// CHECK-NEXT: complex.bitcast %arg0 : complex<f32> to f64
// CHECK-NEXT: complex.bitcast %arg1 : f64 to complex<f32>
// CHECK-NEXT: arith.bitcast %arg2 : i64 to f64
func.func @at_once(%x: complex<f32>, %y: f64, %z: i64) -> (f64, complex<f32>, f64) {
  %0 = complex.bitcast %x : complex<f32> to i64
  %1 = arith.bitcast %0 : i64 to f64
  %2 = arith.bitcast %y : f64 to i64
  %3 = complex.bitcast %2 : i64 to complex<f32>
  %4 = complex.bitcast %z : i64 to complex<f32>
  %5 = complex.bitcast %4 : complex<f32> to f64
  return %1, %3, %5 : f64, complex<f32>, f64
}

// CHECK-LABEL: func.func @of_halves
// CHECK-NEXT: complex.bitcast %arg0 : complex<f16> to i32
// CHECK-NEXT: complex.bitcast %0 : i32 to complex<bf16>
func.func @of_halves(%x: complex<f16>) -> complex<bf16> {
  %0 = complex.bitcast %x : complex<f16> to i32
  %1 = complex.bitcast %0 : i32 to complex<bf16>
  return %1 : complex<bf16>
}
