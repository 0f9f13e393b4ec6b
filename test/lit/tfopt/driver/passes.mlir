// RUN: tf-opt %s --cse --mlir-print-ir-after-all 2>&1 | filecheck %s --check-prefix=FLAGS
// RUN: tf-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=3}))' --mlir-print-ir-after-all 2>&1 | filecheck %s --check-prefix=NESTED
// RUN: tf-opt %s --pass-pipeline='canonicalize,cse' --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=FLAT
// RUN: tf-opt %s -cse -canonicalize='max-iterations=2' -mlir-print-ir-before=cse 2>&1 | filecheck %s --check-prefix=ONE-DASH

/// Flags of passes run in their order, each on the whole module when it is for any op.
// FLAGS: // -----// IR Dump After CSE (cse) //----- //
// FLAGS-NEXT: module {
// FLAGS: func.func @f

/// Inside an anchor all passes run on one function, then all on the next.
// NESTED: IR Dump After CSE (cse)
// NESTED-NEXT: func.func @f
// NESTED: IR Dump After Canonicalizer (canonicalize)
// NESTED-NEXT: func.func @f
// NESTED: IR Dump After CSE (cse)
// NESTED-NEXT: func.func @g
// NESTED: IR Dump After Canonicalizer (canonicalize)
// NESTED-NEXT: func.func @g

// FLAT: Pass Manager with 2 passes:
// FLAT-NEXT: builtin.module(
// FLAT-NEXT:   canonicalize{cse-between-iterations=false max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},
// FLAT-NEXT:   cse
// FLAT-NEXT: )
// FLAT: func.func @f

// ONE-DASH: IR Dump Before CSE (cse)
// ONE-DASH-NOT: IR Dump
// ONE-DASH: module {
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @g(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
