/// Each mistake in the command line ends in one error that says what would have been right, and exit code 2.

// RUN: not tf-opt %s --pass-pipeline='builtin.module(func.func(csee))' 2>&1 | filecheck %s --check-prefix=PASS
// PASS: --pass-pipeline:1:26: error: unknown pass 'csee'; did you mean 'cse'?
// PASS-NEXT: builtin.module(func.func(csee))
// PASS-NEXT: ^

// RUN: not tf-opt %s --pass-pipeline='builtin.modul(cse)' 2>&1 | filecheck %s --check-prefix=ANCHOR
// ANCHOR: --pass-pipeline:1:1: error: passes are to run on 'builtin.modul', which is no op; did you mean 'builtin.module'?

// RUN: tf-opt %s --pass-pipeline='any(cse)' -o %t

// RUN: not tf-opt %s --pass-pipeline= 2>&1 | filecheck %s --check-prefix=EMPTY
// EMPTY: tf-opt: error: --pass-pipeline is empty

// RUN: not tf-opt %s --cse --mlir-print-ir-after=csee 2>&1 | filecheck %s --check-prefix=SHOWN
// SHOWN: tf-opt: error: no pass is called 'csee'; did you mean 'cse'?

// RUN: not tf-opt %s --split-input-file= 2>&1 | filecheck %s --check-prefix=MARKER
// MARKER: tf-opt: error: Invalid value for '--split-input-file': '': expected MARKER: some text that begins the lines between parts

// RUN: not tf-opt %s --pass-pipeline='canonicalize{max-iteration=3}' 2>&1 | filecheck %s --check-prefix=OPTION
// OPTION: --pass-pipeline:1:14: error: no such option max-iteration: pass 'canonicalize' has cse-between-iterations, max-iterations, max-num-rewrites, region-simplify, test-convergence, top-down; did you mean 'max-iterations'?

/// Options that upstream's canonicalizer has.
// RUN: tf-opt %s --canonicalize='region-simplify=normal max-num-rewrites=-1 top-down=true test-convergence=false' -o %t
// RUN: not tf-opt %s --canonicalize='top-down=maybe' 2>&1 | filecheck %s --check-prefix=TRUTH
// TRUTH: error: option 'top-down' of pass 'canonicalize': 'maybe' is invalid value for boolean argument! Try 0 or 1
// RUN: not tf-opt %s --canonicalize='region-simplify=much' 2>&1 | filecheck %s --check-prefix=CHOICE
// CHOICE: error: option 'region-simplify' of pass 'canonicalize': Cannot find option named 'much'! There are disabled, normal, aggressive

// RUN: not tf-opt %s --canonicalize=max-iterations=many 2>&1 | filecheck %s --check-prefix=VALUE
// VALUE: error: option 'max-iterations' of pass 'canonicalize': 'many' value invalid for integer argument!

// RUN: not tf-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | filecheck %s --check-prefix=UNCLOSED
// UNCLOSED: --pass-pipeline:1:19: error: encountered unbalanced parentheses while parsing pipeline: ')' must end the passes of 'builtin.module'

// RUN: not tf-opt %s --canonicalise 2>&1 | filecheck %s --check-prefix=FLAG
// FLAG: tf-opt: error: No such option{{:? '?}}--canonicalise{{'?.?}} Did you mean {{'?}}--canonicalize
// FLAG-NEXT: Try 'tf-opt --help'.

// RUN: not tf-opt %s --pipeline=vulcan 2>&1 | filecheck %s --check-prefix=PIPELINE
// PIPELINE: error: unknown pipeline 'vulcan'{{.*}}; did you mean 'vulkan'?

// RUN: not tf-opt %s --input-shapes=x=1xq --cse 2>&1 | filecheck %s --check-prefix=SHAPE
// SHAPE: error: Invalid value for '--input-shapes': 'x=1xq': expected NAME=SIZES,..: 'q' in 'x=1xq' is not a size

// RUN: not tf-opt %s --input-shapes=x=1 --cse 2>&1 | filecheck %s --check-prefix=UNUSED
// UNUSED: error: --input-shapes is given, but no pass of this pipeline looks at shapes of feeds

// RUN: not tf-opt %s %s 2>&1 | filecheck %s --check-prefix=FILES
// FILES: error: unexpected argument

// RUN: not tf-opt %s --verify-each=maybe 2>&1 | filecheck %s --check-prefix=SWITCH
// SWITCH: error: Invalid value for '--verify-each': 'maybe' is neither true nor false
module {}
