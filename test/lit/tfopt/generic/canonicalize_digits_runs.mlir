// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope --split-input-file --canonicalize | filecheck %s
// Expected text: mlir-opt 22. Digits that a number is taken apart to and put together of, where bases and order are the same in part.

// CHECK-LABEL: func.func @one_more(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   return %c0, %arg0, %arg1 : index, index, index
// CHECK-NEXT: }
// All digits that are put together are asked for, and one in front of them, which is 0.
func.func @one_more(%a: index, %b: index) -> (index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b] by (3, 4) : index
  %1:3 = affine.delinearize_index %0 into (2, 3, 4) : index, index, index
  return %1#0, %1#1, %1#2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @one_less(%arg0: index, %arg1: index, %arg2: index) -> (index, index) {
// CHECK-NEXT:   return %arg1, %arg2 : index, index
// CHECK-NEXT: }
func.func @one_less(%a: index, %b: index, %c: index) -> (index, index) {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (2, 3, 4) : index
  %1:2 = affine.delinearize_index %0 into (3, 4) : index, index
  return %1#0, %1#1 : index, index
}

// -----

// CHECK-LABEL: func.func @one_unbounded(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   return %c0, %arg0, %arg1 : index, index, index
// CHECK-NEXT: }
func.func @one_unbounded(%a: index, %b: index) -> (index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b] by (3, 4) : index
  %1:3 = affine.delinearize_index %0 into (3, 4) : index, index, index
  return %1#0, %1#1, %1#2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @within_last(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index) {
// CHECK-NEXT:   %0:2 = affine.delinearize_index %arg1 into (5, 2) : index, index
// CHECK-NEXT:   return %arg0, %0#0, %0#1 : index, index, index
// CHECK-NEXT: }
// The last digit alone is taken apart.
func.func @within_last(%a: index, %b: index, %n: index) -> (index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b] by (%n, 10) : index
  %1:3 = affine.delinearize_index %0 into (%n, 5, 2) : index, index, index
  return %1#0, %1#1, %1#2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @not_within_last(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT:   %0 = affine.linearize_index disjoint [%arg0, %arg1] by (3, 10) : index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %0 into (2, 5, 3) : index, index, index
// CHECK-NEXT:   return %1#0, %1#1, %1#2 : index, index, index
// CHECK-NEXT: }
func.func @not_within_last(%a: index, %b: index) -> (index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b] by (3, 10) : index
  %1:3 = affine.delinearize_index %0 into (2, 5, 3) : index, index, index
  return %1#0, %1#1, %1#2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @not_disjoint(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT:   %0 = affine.linearize_index [%arg0, %arg1] by (3, 10) : index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %0 into (3, 5, 2) : index, index, index
// CHECK-NEXT:   return %1#0, %1#1, %1#2 : index, index, index
// CHECK-NEXT: }
// Digits may reach beyond their bases here.
func.func @not_disjoint(%a: index, %b: index) -> (index, index, index) {
  %0 = affine.linearize_index [%a, %b] by (3, 10) : index
  %1:3 = affine.delinearize_index %0 into (3, 5, 2) : index, index, index
  return %1#0, %1#1, %1#2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @two_runs(%arg0: index, %arg1: index) -> (index, index) {
// CHECK-NEXT:   %0:4 = affine.delinearize_index %arg0 into (2, 15, 7, 143) : index, index, index, index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %0#1 into (3, 5) : index, index
// CHECK-NEXT:   %2 = affine.linearize_index [%arg1, %0#1, %arg1, %0#3] by (9, 15, 9, 143) : index
// CHECK-NEXT:   return %2, %1#1 : index, index
// CHECK-NEXT: }
// Two runs of digits become one each; the number is taken apart for others too.
func.func @two_runs(%x: index, %y: index) -> (index, index) {
  %0:6 = affine.delinearize_index %x into (2, 3, 5, 7, 11, 13) : index, index, index, index, index, index
  %1 = affine.linearize_index [%y, %0#1, %0#2, %y, %0#4, %0#5] by (9, 3, 5, 9, 11, 13) : index
  return %1, %0#2 : index, index
}

// -----

// CHECK-LABEL: func.func @sizes_told_at_run_time(%arg0: index, %arg1: index, %arg2: index, %arg3: index) -> index {
// CHECK-NEXT:   %0 = affine.apply affine_map<()[s0, s1] -> ((s0 * s1) * 4)>()[%arg2, %arg3]
// CHECK-NEXT:   %1 = affine.linearize_index [%arg1, %arg0] by (5, %0) : index
// CHECK-NEXT:   return %1 : index
// CHECK-NEXT: }
func.func @sizes_told_at_run_time(%x: index, %y: index, %m: index, %n: index) -> index {
  %0:3 = affine.delinearize_index %x into (%m, %n, 4) : index, index, index
  %1 = affine.linearize_index [%y, %0#0, %0#1, %0#2] by (5, %m, %n, 4) : index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @in_front_on_both_sides(%arg0: index, %arg1: index) -> index {
// CHECK-NEXT:   %0:2 = affine.delinearize_index %arg0 into (12, 8) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#0, %arg1] by (12, 16) : index
// CHECK-NEXT:   return %1 : index
// CHECK-NEXT: }
func.func @in_front_on_both_sides(%x: index, %y: index) -> index {
  %0:3 = affine.delinearize_index %x into (6, 4, 8) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %y] by (3, 4, 16) : index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @base_by_disjoint(%arg0: index, %arg1: index) -> index {
// CHECK-NEXT:   %0 = affine.linearize_index disjoint [%arg1, %arg0] by (9, 6) : index
// CHECK-NEXT:   return %0 : index
// CHECK-NEXT: }
// The first digit has no base where it comes from, and one where it goes to.
func.func @base_by_disjoint(%x: index, %y: index) -> index {
  %0:2 = affine.delinearize_index %x into (3) : index, index
  %1 = affine.linearize_index disjoint [%y, %0#0, %0#1] by (9, 2, 3) : index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @other_base(%arg0: index, %arg1: index) -> index {
// CHECK-NEXT:   %0:2 = affine.delinearize_index %arg0 into (3) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%arg1, %0#0, %0#1] by (9, 2, 3) : index
// CHECK-NEXT:   return %1 : index
// CHECK-NEXT: }
func.func @other_base(%x: index, %y: index) -> index {
  %0:2 = affine.delinearize_index %x into (3) : index, index
  %1 = affine.linearize_index [%y, %0#0, %0#1] by (9, 2, 3) : index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @sum_of_digits(%arg0: index, %arg1: index) -> (index, index) {
// CHECK-NEXT:   %0:3 = affine.delinearize_index %arg0 into (3, 4, 5) : index, index, index
// CHECK-NEXT:   %1 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 + 7)>()[%arg1, %arg0]
// CHECK-NEXT:   %2 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 floordiv 3)>()[%0#2, %arg0]
// CHECK-NEXT:   return %1, %2 : index, index
// CHECK-NEXT: }
func.func @sum_of_digits(%x: index, %y: index) -> (index, index) {
  %0:3 = affine.delinearize_index %x into (3, 4, 5) : index, index, index
  %1 = affine.apply affine_map<(d0, d1, d2)[s0] -> (d1 * 5 + d2 + d0 * 20 + s0 + 7)>(%0#0, %0#1, %0#2)[%y]
  %2 = affine.apply affine_map<(d0, d1, d2) -> ((d0 * 20 + d1 * 5 + d2) floordiv 3 + d2)>(%0#0, %0#1, %0#2)
  return %1, %2 : index, index
}

// -----

// CHECK-LABEL: func.func @other_factor(%arg0: index) -> index {
// CHECK-NEXT:   %0:3 = affine.delinearize_index %arg0 into (3, 4, 5) : index, index, index
// CHECK-NEXT:   %1 = affine.apply affine_map<()[s0, s1, s2] -> (s0 * 12 + s1 * 5 + s2)>()[%0#0, %0#1, %0#2]
// CHECK-NEXT:   return %1 : index
// CHECK-NEXT: }
func.func @other_factor(%x: index) -> index {
  %0:3 = affine.delinearize_index %x into (3, 4, 5) : index, index, index
  %1 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12 + d1 * 5 + d2)>(%0#0, %0#1, %0#2)
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @sizes_unknown(%arg0: index, %arg1: index) -> index {
// CHECK-NEXT:   %0:2 = affine.delinearize_index %arg0 into (3, %arg1) : index, index
// CHECK-NEXT:   %1 = affine.apply affine_map<()[s0, s1, s2] -> (s0 * s1 + s2)>()[%arg1, %0#0, %0#1]
// CHECK-NEXT:   return %1 : index
// CHECK-NEXT: }
func.func @sizes_unknown(%x: index, %n: index) -> index {
  %0:2 = affine.delinearize_index %x into (3, %n) : index, index
  %1 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%0#0, %0#1)[%n]
  return %1 : index
}
