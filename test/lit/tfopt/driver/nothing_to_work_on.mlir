/// A pass that was asked for and finds nothing that it works on says so, with what there is and what leads there.
// RUN: tf-opt %s --tf-to-stablehlo 2>&1 | filecheck %s --check-prefix=TF
// TF: warning: pass 'tf-to-stablehlo' works on tf, and there is none; the program is in tfg; what leads there: --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf{{$}}
// TF: tfg.graph

/// It does.
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf --tf-to-stablehlo 2>&1 | filecheck %s --check-prefix=LED
// LED-NOT: warning
// LED: stablehlo.maximum

// RUN: tf-opt %s --executor-to-tf 2>&1 | filecheck %s --check-prefix=EXECUTOR
// EXECUTOR: warning: pass 'executor-to-tf' works on tf_executor, and there is none; the program is in tfg; what leads there: --tfg-lift-graph-to-func --tfg-to-executor{{$}}

/// The right dialect, and not the kind of op that the pass is for.
// RUN: tf-opt %s --tfg-cse 2>&1 | filecheck %s --check-prefix=GRAPH
// GRAPH: warning: pass 'tfg-cse' works on tfg.func, and there is none; there is tfg.graph; --tfg-lift-graph-to-func makes one

// RUN: tf-opt %s --pass-pipeline='func.func(cse)' 2>&1 | filecheck %s --check-prefix=NEST
// NEST: warning: passes are to run on 'func.func', and there is none; there is tfg.graph

// RUN: tf-opt %s --pass-pipeline='builtin.module(tfg.graph(cse),tf_executor.graph(cse))' 2>&1 | filecheck %s --check-prefix=INNER
// INNER: warning: passes are to run on 'tf_executor.graph', and there is none; there is tfg.graph
// INNER-NOT: warning

/// Behind a named pipeline.
// RUN: tf-opt %s --pipeline=stablehlo --grappler 2>&1 | filecheck %s --check-prefix=BEHIND
// BEHIND: warning: pass 'grappler' works on tfg, and there is none; the program is in stablehlo{{$}}

/// Nothing is said of what is for any program, of what finds something, of the passes of a named pipeline, and of a module without ops.
// RUN: tf-opt %s --cse --canonicalize --infer-shapes --grappler --tfg-toposort --pass-pipeline='tfg.graph(cse)' --pipeline=interpreter 2>&1 | filecheck %s --check-prefix=QUIET
// RUN: tf-opt %s --pipeline=stablehlo --pipeline=interpreter 2>&1 | filecheck %s --check-prefix=QUIET
// QUIET-NOT: warning
// RUN: echo 'module {}' | tf-opt --tf-to-stablehlo --tfg-cse --pass-pipeline='func.func(cse)' 2>&1 | filecheck %s --check-prefix=QUIET

/// So does a flag that looks at passes, where there are none.
// RUN: tf-opt %s --check-equivalence --mlir-print-ir-after-all 2>&1 | filecheck %s --check-prefix=NONE
// NONE: warning: --check-equivalence looks at passes, and none are given
// NONE: warning: --mlir-print-ir-after-all looks at passes, and none are given
// RUN: tf-opt %s --cse --mlir-pass-statistics --mlir-print-ir-after-all=false 2>&1 | filecheck %s --check-prefix=QUIET

/// A slip in the name of an op is told; an op of a dialect that is not known here may be meant.
// RUN: not tf-opt %s --pass-pipeline='builtin.module(fun.func(cse))' 2>&1 | filecheck %s --check-prefix=SLIP
// SLIP: --pass-pipeline:1:16: error: passes are to run on 'fun.func', which is no op; did you mean 'func.func'?
// RUN: tf-opt %s --pass-pipeline='test.func(cse)' 2>&1 | filecheck %s --check-prefix=FOREIGN
// FOREIGN: warning: passes are to run on 'test.func', and there is none; there is tfg.graph
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<2xf32>)
  %y, %ctl_0 = Relu(%x) name("y") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
}

/// Where diagnostics of the program are held against comments, these are none of them.
// RUN: tf-opt %s --tf-to-stablehlo --verify-diagnostics 2>&1 | filecheck %s --check-prefix=HELD
// HELD-NOT: warning
