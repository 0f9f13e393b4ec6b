/// What is shown after passes can be what they changed, or what they failed on; into files instead of to standard error.

// RUN: tf-opt %s --cse --canonicalize --mlir-print-ir-after-change 2>&1 | filecheck %s --check-prefix=CHANGE
// CHANGE: IR Dump After CSE (cse)
// CHANGE-NOT: IR Dump
// CHANGE: module {

// RUN: tf-opt %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after-all --mlir-print-ir-module-scope 2>&1 | filecheck %s --check-prefix=SCOPE
// SCOPE: // -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //
// SCOPE-NEXT: module {
// SCOPE: // -----// IR Dump After CSE (cse) ('func.func' operation: @g) //----- //
// SCOPE-NEXT: module {

// RUN: not tf-opt %s --cse --tf-to-stablehlo --mlir-print-ir-after-failure 2>&1 | filecheck %s --check-prefix=FAILURE
// FAILURE-NOT: IR Dump After CSE
// FAILURE: IR Dump After TfToStablehlo Failed (tf-to-stablehlo)
// FAILURE: error: 'tf.Unique' op

// RUN: tf-opt %s --pass-pipeline='builtin.module(canonicalize,func.func(cse,canonicalize))' --mlir-print-ir-tree-dir=%t && ls -R %t | filecheck %s --check-prefix=TREE
// TREE: builtin_module_no-symbol-name:
// TREE: 0_canonicalize.mlir
// TREE: func_func_f
// TREE: func_func_g
// TREE: builtin_module_no-symbol-name/func_func_f:
// TREE: 1_0_cse.mlir
// TREE: 1_1_canonicalize.mlir

/// Passes on functions count as one step of the module's.
// RUN: tf-opt %s --pass-pipeline='builtin.module(func.func(cse),symbol-dce)' --mlir-print-ir-tree-dir=%t.steps && ls %t.steps/* | filecheck %s --check-prefix=STEPS
// STEPS: 1_symbol-dce.mlir

// RUN: tf-opt %s --cse --canonicalize --symbol-dce --pass-bisect-limit=2 2>&1 | filecheck %s --check-prefix=BISECT
// BISECT: BISECT: running pass (1) cse on 'builtin.module' operation
// BISECT: BISECT: running pass (2) canonicalize on 'builtin.module' operation
// BISECT: BISECT: NOT running pass (3) symbol-dce on 'builtin.module' operation

// RUN: tf-opt %s --cse --mlir-timing --mlir-output-format=json 2>&1 | filecheck %s --check-prefix=JSON
// JSON: {"wall": {"duration": {{.*}}, "percentage": {{.*}}}, "name": "CSE"},
// JSON: {"wall": {"duration": {{.*}}, "percentage": {{ *}}100.0}, "name": "Total"}

// RUN: tf-opt %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-timing 2>&1 | filecheck %s --check-prefix=TIMING
// TIMING: Execution time report
// TIMING-NOT: 'builtin.module' Pipeline
// TIMING: {{^ +[0-9.]+ \( *[0-9.]+%\)}}  'func.func' Pipeline
// TIMING-NEXT: {{^ +[0-9.]+ \( *[0-9.]+%\)}}    CSE

// RUN: tf-opt %s -p 'builtin.module(func.func(cse))' --mlir-timing --mlir-output-format=json 2>&1 | filecheck %s --check-prefix=NESTED-TIMES
// NESTED-TIMES: "name": "{{.*}}func.func{{.*}} Pipeline", "passes": {{\[}}
// NESTED-TIMES-NEXT: "name": "CSE", "passes": {{\[}}
// NESTED-TIMES-NEXT: {}{{\]}}

// RUN: tf-opt %s --cse --cse --mlir-pass-statistics --mlir-pass-statistics-display=list 2>&1 | filecheck %s --check-prefix=LIST
// LIST: ... Pass statistics report ...
// LIST-NEXT: ===---
// LIST-NEXT: {{^}}  CSE
// LIST-NEXT: {{^}}    (S)  0 num-cse'd - Number of operations CSE'd
// LIST-NEXT: {{^}}    (S)  2 num-dce'd - Number of operations DCE'd
// LIST-NOT: CSE

// RUN: tf-opt %s --canonicalize --mlir-pass-statistics 2>&1 | filecheck %s --check-prefix=STATISTICS
// STATISTICS: Pass statistics report
// STATISTICS: Canonicalizer
// STATISTICS: (S){{ +}}2 ops-dropped - Number of operations dropped for want of uses
// STATISTICS: (S){{ +}}8 ops-before
// STATISTICS: (S){{ +}}6 ops-after

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tf.Exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "tf.Exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}
func.func @g(%x: tensor<4xf32>) -> tensor<*xf32> {
  %0:2 = "tf.Unique"(%x) : (tensor<4xf32>) -> (tensor<*xf32>, tensor<4xi32>)
  return %0#0 : tensor<*xf32>
}
