// RUN: tf-opt %s | filecheck %s

/// Constants that say so are left out, as numbers are; others are not.
// CHECK-LABEL: func.func @counted(
// CHECK: scf.forall (%arg1) in (%arg0) {
// CHECK: scf.forall (%arg1) = (%c0) to (%arg0) step (%c2) {
func.func @counted(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.forall (%i) = (%c0) to (%n) step (%c1) {
  }
  scf.forall (%i) = (%c0) to (%n) step (%c2) {
  }
  return
}
