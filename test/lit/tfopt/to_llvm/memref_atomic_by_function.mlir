// RUN: tf-opt %s --memref-atomic-by-computation | filecheck %s
// RUN: tf-run %s --device=cpu --input=3xi32=1,20,3 --input=index=1 --input=i32=7 --input=index=3 | filecheck %s --check-prefix=GIVEN --match-full-lines
// RUN: tf-run %s --device=interpreter --input=3xi32=1,20,3 --input=index=1 --input=i32=7 --input=index=3 | filecheck %s --check-prefix=GIVEN --match-full-lines

/// A computation with a branch and a loop is called; one without stays where it is. 20 is not below 7: 20 - 7 - 7 - 7 = -1, whose square is 1.

// CHECK-LABEL: func.func @f
// CHECK: %0 = memref.generic_atomic_rmw %arg0[%arg1] : memref<3xi32> {
// CHECK-NEXT: ^bb0(%arg4: i32):
// CHECK-NEXT:   %2 = func.call @atomic_computation(%arg4, %arg2, %c0, %arg3, %c1) : (i32, i32, index, index, index) -> i32
// CHECK-NEXT:   memref.atomic_yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = memref.generic_atomic_rmw %arg0[%arg1] : memref<3xi32> {
// CHECK-NEXT: ^bb0(%arg4: i32):
// CHECK-NEXT:   %2 = arith.muli %arg4, %arg4 : i32
// CHECK-NEXT:   memref.atomic_yield %2 : i32
// CHECK-NEXT: }
// CHECK-LABEL: func.func private @atomic_computation
// CHECK:      scf.if
// CHECK:      scf.for

// GIVEN: i32=20
// GIVEN-NEXT: i32=-1
// GIVEN-NEXT: 3xi32=1 1 3
func.func @f(%m: memref<3xi32>, %i: index, %x: i32, %n: index) -> (i32, i32, memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.generic_atomic_rmw %m[%i] : memref<3xi32> {
  ^bb0(%old: i32):
    %is_less = arith.cmpi slt, %old, %x : i32
    %new = scf.if %is_less -> i32 {
      scf.yield %x : i32
    } else {
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %old) -> i32 {
        %less = arith.subi %acc, %x : i32
        scf.yield %less : i32
      }
      scf.yield %sum : i32
    }
    memref.atomic_yield %new : i32
  }
  %1 = memref.generic_atomic_rmw %m[%i] : memref<3xi32> {
  ^bb0(%old: i32):
    %square = arith.muli %old, %old : i32
    memref.atomic_yield %square : i32
  }
  return %0, %1, %m : i32, i32, memref<3xi32>
}
