// RUN: tf-opt %s --memref-atomic-by-computation | filecheck %s
// RUN: tf-run %s --device=cpu --entry=products --input=3xf32=1,2,3 --input=f32=2.5 --input=3xi32=3,4,5 --input=i32=-7 --input=index=1 | filecheck %s --check-prefix=PRODUCTS --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=products --input=3xf32=1,2,3 --input=f32=2.5 --input=3xi32=3,4,5 --input=i32=-7 --input=index=1 | filecheck %s --check-prefix=PRODUCTS --match-full-lines
// RUN: tf-run %s --device=cpu --entry=few_bits --input=4xi1=1,0,1,0 --input=i1=1 --input=index=2 --input=3xi4=7,-3,0 --input=i4=3 | filecheck %s --check-prefix=BITS --match-full-lines
// RUN: tf-run %s --device=interpreter --entry=few_bits --input=4xi1=1,0,1,0 --input=i1=1 --input=index=2 --input=3xi4=7,-3,0 --input=i4=3 | filecheck %s --check-prefix=BITS --match-full-lines

/// What LLVM has an instruction for stays: a sum of i32, the greater of two f32.

// CHECK-LABEL: func.func @products
// CHECK-NEXT: %0 = memref.generic_atomic_rmw %arg0[%arg4] : memref<3xf32> {
// CHECK-NEXT: ^bb0(%arg5: f32):
// CHECK-NEXT:   %4 = arith.mulf %arg5, %arg1 : f32
// CHECK-NEXT:   memref.atomic_yield %4 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = memref.generic_atomic_rmw %arg2[%arg4] : memref<3xi32> {
// CHECK-NEXT: ^bb0(%arg5: i32):
// CHECK-NEXT:   %4 = arith.muli %arg5, %arg3 : i32
// CHECK-NEXT:   memref.atomic_yield %4 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %2 = memref.atomic_rmw addi
// CHECK-NEXT: %3 = memref.atomic_rmw maximumf

/// 2 is there, then 2 * 2.5 = 5, and the greater of 5 and 2.5 is 5; 4 * -7 = -28, then -35.
// PRODUCTS: f32=2
// PRODUCTS-NEXT: i32=4
// PRODUCTS-NEXT: i32=-28
// PRODUCTS-NEXT: f32=5
// PRODUCTS-NEXT: {{.*}}3xf32=1 5 3
// PRODUCTS-NEXT: {{.*}}3xi32=3 -35 5
func.func @products(%f: memref<3xf32>, %x: f32, %n: memref<3xi32>, %k: i32, %i: index) -> (f32, i32, i32, f32) {
  %0 = memref.atomic_rmw mulf %x, %f[%i] : (f32, memref<3xf32>) -> f32
  %1 = memref.atomic_rmw muli %k, %n[%i] : (i32, memref<3xi32>) -> i32
  %2 = memref.atomic_rmw addi %k, %n[%i] : (i32, memref<3xi32>) -> i32
  %3 = memref.atomic_rmw maximumf %x, %f[%i] : (f32, memref<3xf32>) -> f32
  return %0, %1, %2, %3 : f32, i32, i32, f32
}

// CHECK-LABEL: func.func @few_bits
// CHECK: arith.xori
// CHECK: memref.generic_atomic_rmw %arg3[%arg2] : memref<3xi4> {
// CHECK-NEXT: ^bb0(%arg5: i4):
// CHECK-NEXT:   memref.atomic_yield %arg4 : i4
// CHECK: arith.addi %arg5, %arg4 : i4

/// Of i4, 3 takes the place of 0, and 3 + 3 + 3 = 9 is -7.
// BITS: i1=1
// BITS-NEXT: i4=0
// BITS-NEXT: i4=3
// BITS-NEXT: i4=6
// BITS-NEXT: {{.*}}4xi1=1 0 0 0
// BITS-NEXT: {{.*}}3xi4=7 -3 -7
func.func @few_bits(%b: memref<4xi1>, %x: i1, %i: index, %n: memref<3xi4>, %k: i4) -> (i1, i4, i4, i4) {
  %0 = memref.atomic_rmw xori %x, %b[%i] : (i1, memref<4xi1>) -> i1
  %1 = memref.atomic_rmw assign %k, %n[%i] : (i4, memref<3xi4>) -> i4
  %2 = memref.atomic_rmw addi %k, %n[%i] : (i4, memref<3xi4>) -> i4
  %3 = memref.atomic_rmw addi %k, %n[%i] : (i4, memref<3xi4>) -> i4
  return %0, %1, %2, %3 : i1, i4, i4, i4
}
