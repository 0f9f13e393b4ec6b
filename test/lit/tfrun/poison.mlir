// RUN: tf-run %s --device=interpreter --input=6xi32=1,2,3,4,5,6 | filecheck %s

/// What is read behind a buffer is poison, which is some number; here nothing looks at it.
// CHECK: a=6xi32=2 4 6 8 10 12
func.func @f(%a: memref<6xi32>) {
  affine.for %i = 0 to 6 step 4 {
    %p = ub.poison : i32
    %v = vector.transfer_read %a[%i], %p : memref<6xi32>, vector<4xi32>
    %w = arith.addi %v, %v : vector<4xi32>
    vector.transfer_write %w, %a[%i] : vector<4xi32>, memref<6xi32>
  }
  return
}
