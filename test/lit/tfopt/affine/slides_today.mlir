// RUN: tf-opt %s --affine-loop-unroll=unroll-up-to-factor | filecheck %s
// RUN: tf-opt %s --memref-dependence-check --verify-diagnostics -o /dev/null

/// The slides' tests of affine passes in today's spelling.
func.func @loop_nest_simplest() {
  // CHECK: affine.for %arg0 = 0 to 100 step 2 {
  affine.for %i = 0 to 100 step 2 {
    // CHECK: %c1_i32 = arith.constant 1 : i32
    // CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
    // CHECK-NEXT: %c1_i32_1 = arith.constant 1 : i32
    // CHECK-NEXT: }
    affine.for %j = 0 to 3 {
      %x = arith.constant 1 : i32
    }
  }
  return
}

func.func @test() {
  %0 = memref.alloc() : memref<100xf32>
  affine.for %i0 = 0 to 10 {
    // expected-note @+1 {{dependence from 0 to 1 at depth 2 = true}}
    %1 = affine.load %0[%i0] : memref<100xf32>
    affine.store %1, %0[%i0] : memref<100xf32>
  }
  return
}
