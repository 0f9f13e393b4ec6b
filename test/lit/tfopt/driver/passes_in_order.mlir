/// Flags of passes, --pipeline and --pass-pipeline run in the order in which they are given.
// RUN: tf-opt %s --cse --pipeline=interpreter --symbol-dce --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=AROUND
// AROUND: Pass Manager with {{[0-9]+}} passes:
// AROUND-NEXT: builtin.module(
// AROUND-NEXT: cse,
// AROUND-NEXT: vhlo-to-version{target=current},
// AROUND-NEXT: vhlo-legalize-to-stablehlo,
// AROUND-NEXT: onnx-to-stablehlo{inputs= holds=},
// AROUND-NEXT: tf-keep-function-defs,
// AROUND-NEXT: tfg-keep-stateful-nodes,
// AROUND-NEXT: tfg-keep-node-names,
// AROUND-NEXT: tfg-lift-graph-to-func
// AROUND: tf-to-stablehlo
// AROUND: cse,
// AROUND: stablehlo-choose-winograd
// AROUND-NEXT: ),
// AROUND-NEXT: symbol-dce
// AROUND-NEXT: )

// RUN: tf-opt %s -p 'dce,cse' --canonicalize --pass-pipeline=cse --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=TEXTS
// TEXTS: builtin.module(
// TEXTS-NEXT: dce,
// TEXTS-NEXT: cse,
// TEXTS-NEXT: canonicalize
// TEXTS-NEXT: cse
// TEXTS-NEXT: )

/// Two named ones run one after the other.
// RUN: tf-opt %s --pipeline=stablehlo --pipeline=interpreter --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=TWO
// TWO: tf-to-stablehlo
// TWO: tfg-lift-graph-to-func
// TWO: tf-to-stablehlo
// TWO: stablehlo-fold-scale-into-convolution

/// One dash and the short name, as slides have it.
// RUN: tf-opt %s -cse -verify
// RUN: tf-opt %s -cse -verify=only-expected

// RUN: not tf-opt %s --cse --run-reproducer 2>&1 | filecheck %s --check-prefix=REPRODUCER
// REPRODUCER: error: --run-reproducer runs the passes that the file asks for, and no others
module {}
