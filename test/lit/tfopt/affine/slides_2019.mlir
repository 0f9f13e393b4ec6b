// RUN: tf-opt %s -loop-unroll | filecheck %s
// RUN: tf-opt %s -memref-dependence-check -verify -o /dev/null
// RUN: tf-opt %s -memref-dependence-check -o /dev/null 2>&1 | filecheck %s --check-prefix=NOTES

/// The slides' tests of affine passes, in MLIR as it was written in 2019; the second ends without a `return`.
func @loop_nest_simplest() {
  // CHECK: affine.for %arg0 = 0 to 100 step 2 {
  affine.for %i = 0 to 100 step 2 {
    // CHECK: %c1_i32 = arith.constant 1 : i32
    // CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
    // CHECK-NEXT: %c1_i32_1 = arith.constant 1 : i32
    // CHECK-NEXT: }
    affine.for %j = 0 to 3 {
      %x = constant 1 : i32
    }
  }
  return
}

func @test() {
  %0 = alloc() : memref<100xf32>
  affine.for %i0 = 0 to 10 {

    // NOTES: {{.*}}slides_2019.mlir:31:10: note: dependence from 0 to 0 at depth 1 = false
    // NOTES: note: dependence from 0 to 0 at depth 2 = false
    // NOTES: note: dependence from 0 to 1 at depth 1 = false
    // NOTES: note: dependence from 0 to 1 at depth 2 = true
    // NOTES: {{.*}}slides_2019.mlir:33:5: note: dependence from 1 to 0 at depth 1 = false
    // NOTES-NOT: = true
    // expected-note @+1 {{dependence from 0 to 1 at depth 2 = true}}
    %1 = load %0[%i0] : memref<100xf32>

    store %1, %0[%i0] : memref<100xf32>
  }
}
