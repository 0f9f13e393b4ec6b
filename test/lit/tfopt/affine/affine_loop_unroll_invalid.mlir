// RUN: not tf-opt %s --affine-loop-unroll=unroll-factor=0 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not tf-opt %s --affine-loop-unroll=unroll-factor=-2 2>&1 | filecheck %s --check-prefix=LESS
// RUN: not tf-opt %s --affine-loop-unroll-jam=unroll-jam-factor=0 2>&1 | filecheck %s --check-prefix=JAM
// RUN: tf-opt %s --affine-loop-unroll=unroll-factor=-1 | filecheck %s --check-prefix=ALL
// NONE: error: unroll-factor is a number above zero, or -1 for all iterations; not 0
// LESS: error: unroll-factor is a number above zero, or -1 for all iterations; not -2
// JAM: error: unroll-jam-factor is a number above zero, not 0
// ALL-NOT: affine.for
func.func @f(%m: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return
}
