// RUN: tf-run %s --device=interpreter '--input=complex<f32>=3-4j' '--input=2xcomplex<f32>=1,2' | filecheck %s --match-full-lines

/// (1 + 2i)(3 - 4i) = 11 + 2i, of which 3 is not equal to it; (3 - 4i)^2 = -7 - 24i. The bits of 3 - 4i are those of -4 above those of 3: 0xC0800000 and
/// 0x40400000. In memory -1i stands beside 2, and together they are 2 - 1i, whose square is 3 - 4i.

//      CHECK: complex<f32>=(11+2j)
// CHECK-NEXT: complex<f32>=(-7-24j)
// CHECK-NEXT: f32=5
// CHECK-NEXT: i1=0
// CHECK-NEXT: i1=1
// CHECK-NEXT: i64=-4575657220330487808
// CHECK-NEXT: complex<f32>=(2-1j)
// CHECK-NEXT: f32=-4
// CHECK-NEXT: m=2xcomplex<f32>=(-0-1j) (2+0j)
func.func @main(%a: complex<f32>, %m: memref<2xcomplex<f32>>) -> (complex<f32>, complex<f32>, f32, i1, i1, i64, complex<f32>, f32) {
  %b = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %i = complex.constant [-0.0 : f32, -1.0 : f32] : complex<f32>
  %n = arith.constant 2 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  memref.store %i, %m[%c0] : memref<2xcomplex<f32>>
  %c2 = arith.constant 2 : index
  %sum = scf.for %at = %c0 to %c2 step %c1 iter_args(%so_far = %zero) -> complex<f32> {
    %element = memref.load %m[%at] : memref<2xcomplex<f32>>
    %next = complex.add %so_far, %element : complex<f32>
    scf.yield %next : complex<f32>
  }
  %0 = complex.mul %a, %b : complex<f32>
  %1 = complex.powi %a, %n : complex<f32>, i32
  %2 = complex.abs %a : complex<f32>
  %3 = complex.eq %a, %b : complex<f32>
  %4 = complex.neq %a, %b : complex<f32>
  %5 = complex.bitcast %a : complex<f32> to i64
  %6 = complex.im %a : complex<f32>
  return %0, %1, %2, %3, %4, %5, %sum, %6 : complex<f32>, complex<f32>, f32, i1, i1, i64, complex<f32>, f32
}
