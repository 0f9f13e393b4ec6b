// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// What is undefined, as mlir-opt prints it.

func.func @f() {
  %0 = ub.poison : i32
  %1 = ub.poison : vector<4xf32>
  ub.unreachable
}

// CHECK: module {
// CHECK-NEXT:   func.func @f() {
// CHECK-NEXT:     %0 = ub.poison : i32
// CHECK-NEXT:     %1 = ub.poison : vector<4xf32>
// CHECK-NEXT:     ub.unreachable
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: %0 = "ub.poison"() <{value = #ub.poison}> : () -> i32
// GENERIC: %1 = "ub.poison"() <{value = #ub.poison}> : () -> vector<4xf32>
