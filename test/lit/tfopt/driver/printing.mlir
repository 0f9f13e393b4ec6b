// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-elide-elementsattrs-if-larger=4 | filecheck %s --check-prefix=ELIDED
// RUN: tf-opt %s --mlir-print-debuginfo | filecheck %s --check-prefix=PLACES
// RUN: tf-opt %s --keep-ssa-names | filecheck %s --check-prefix=NAMES
// RUN: tf-opt %s --mlir-timing 2>&1 | filecheck %s --check-prefix=TIMING

// GENERIC: "builtin.module"() ({
// GENERIC: "func.func"()
// ELIDED: dense_resource<__elided__> : tensor<5xf32>
// PLACES: loc("{{.*}}printing.mlir":15:
// NAMES: %weights = stablehlo.constant
// TIMING: Execution time report
// TIMING: Parser
func.func @f() -> tensor<5xf32> {
  %weights = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  return %weights : tensor<5xf32>
}
