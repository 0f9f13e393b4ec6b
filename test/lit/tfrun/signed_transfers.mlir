// RUN: tf-run %s --device=cpu --entry=large --input=ui8=200 | filecheck %s --check-prefix=LARGE --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=large --input=ui8=200 | filecheck %s --check-prefix=LARGE --match-full-lines
// RUN: tf-run %s --device=cpu --entry=packed --input=si4=-3 --input=si4=7 | filecheck %s --check-prefix=PACKED --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=packed --input=si4=-3 --input=si4=7 | filecheck %s --check-prefix=PACKED --match-full-lines
// RUN: tf-run %s --device=cpu --entry=rows --input=4x3xsi16=1,-2,3,4,-5,6,7,-8,9,10,-11,12 --input=index=2 --input=si16=-30000 | filecheck %s --check-prefix=ROWS --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=rows --input=4x3xsi16=1,-2,3,4,-5,6,7,-8,9,10,-11,12 --input=index=2 --input=si16=-30000 | filecheck %s --check-prefix=ROWS --match-full-lines
// RUN: tf-run %s --device=cpu --entry=bits "--input=complex<f32>=1+2j" | filecheck %s --check-prefix=BITS --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=bits "--input=complex<f32>=1+2j" | filecheck %s --check-prefix=BITS --match-full-lines

/// Numbers with a sign of their own move as others do: of 35 by 35 elements that begin at [30, 0] of 64 by 64, rows from 34 on are padding.
// LARGE: 2x2xui8=[200 200][200 200]
// LARGE-NEXT: ui8=200
func.func @large(%p: ui8) -> (vector<2x2xui8>, ui8) {
  %c0 = arith.constant 0 : index
  %c30 = arith.constant 30 : index
  %m = memref.alloc() : memref<64x64xui8>
  %n = memref.alloc() : memref<35x35xui8>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %p, %m[%i, %j] : memref<64x64xui8>
    }
  }
  %v = vector.transfer_read %m[%c30, %c0], %p : memref<64x64xui8>, vector<35x35xui8>
  vector.transfer_write %v, %n[%c0, %c0] : vector<35x35xui8>, memref<35x35xui8>
  %r = vector.load %n[%c30, %c0] : memref<35x35xui8>, vector<2x2xui8>
  %e = vector.extract %v[34, 34] : ui8 from vector<35x35xui8>
  memref.dealloc %m : memref<64x64xui8>
  memref.dealloc %n : memref<35x35xui8>
  return %r, %e : vector<2x2xui8>, ui8
}
/// Of four bits each, more than 1,024 of them: 40 are in memory, behind them is 7.
// PACKED: i4=-3
// PACKED-NEXT: i4=7
// PACKED-NEXT: 3xi4=-3 7 7
func.func @packed(%x: si4, %p: si4) -> (si4, si4, vector<3xsi4>) {
  %c0 = arith.constant 0 : index
  %c38 = arith.constant 38 : index
  %c39 = arith.constant 39 : index
  %m = memref.alloc() : memref<40xsi4>
  affine.for %i = 0 to 40 {
    affine.store %x, %m[%i] : memref<40xsi4>
  }
  %v = vector.transfer_read %m[%c0], %p : memref<40xsi4>, vector<1100xsi4>
  %e = vector.extract %v[39] : si4 from vector<1100xsi4>
  %f = vector.extract %v[1099] : si4 from vector<1100xsi4>
  vector.transfer_write %v, %m[%c38] : vector<1100xsi4>, memref<40xsi4>
  %w = vector.transfer_read %m[%c39], %p : memref<40xsi4>, vector<3xsi4>
  memref.dealloc %m : memref<40xsi4>
  return %e, %f, %w : si4, si4, vector<3xsi4>
}
// ROWS: 2x3xi16=[7 -8 9][10 -11 12]
// ROWS-NEXT: 2x3xi16=[-5 6 -30000][-8 9 -30000]
func.func @rows(%m: memref<4x3xsi16>, %i: index, %p: si16) -> (vector<2x3xsi16>, vector<2x3xsi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.load %m[%i, %c0] : memref<4x3xsi16>, vector<2x3xsi16>
  %1 = vector.transfer_read %m[%c1, %c1], %p : memref<4x3xsi16>, vector<2x3xsi16>
  return %0, %1 : vector<2x3xsi16>, vector<2x3xsi16>
}
/// 1.0 is 0x3F800000 and 2.0 0x40000000.
// BITS: i64=4611686019492741120
// BITS-NEXT: complex<f32>=(1+2j)
func.func @bits(%x: complex<f32>) -> (si64, complex<f32>) {
  %0 = complex.bitcast %x : complex<f32> to si64
  %1 = complex.bitcast %0 : si64 to complex<f32>
  return %0, %1 : si64, complex<f32>
}
