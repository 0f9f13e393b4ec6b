// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Several blocks where one operation stands.

// CHECK:      func.func @f(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.execute_region -> i32 no_inline {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     scf.yield %c0_i32 : i32
// CHECK-NEXT:   } {t.a = 1 : i32}
// CHECK-NEXT:   %1:2 = scf.execute_region -> (i1, i32) {
// CHECK-NEXT:     scf.yield %arg0, %arg1 : i1, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.execute_region {
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
func.func @f(%c: i1, %x: i32) -> i32 {
  %0 = scf.execute_region -> i32 no_inline {
    cf.cond_br %c, ^one, ^two
  ^one:
    scf.yield %x : i32
  ^two:
    %zero = arith.constant 0 : i32
    scf.yield %zero : i32
  } {t.a = 1 : i32}
  %1:2 = scf.execute_region -> (i1, i32) {
    scf.yield %c, %x : i1, i32
  }
  scf.execute_region {
    scf.yield
  }
  return %0 : i32
}
