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
