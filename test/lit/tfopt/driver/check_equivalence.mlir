/// Every stage of the lowering answers as the one before it, from the graph's function to kernels in a sequence.

// RUN: tf-opt %s --pipeline=vulkan --check-equivalence=seed=4 2>&1 | filecheck %s
// CHECK: remark: equivalence holds across {{[0-9]+}} passes

// RUN: not tf-opt %s --cse --check-equivalence=sead=1 2>&1 | filecheck %s --check-prefix=SETTING
// SETTING: error: Invalid value for '--check-equivalence': 'sead=1': expected SETTINGS: 'sead=1' is none of seed=.., inputs=.., rtol=.., atol=..
tfg.graph #tf_type.version<producer = 1882, min_consumer = 12> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2x3>} : () -> (tensor<2x3xf32>)
  %e, %ctl_0 = Exp(%x) name("e") {T = f32} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  %m, %ctl_1 = MatMul(%e, %x) name("m") {T = f32, transpose_a = false, transpose_b = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x2xf32>)
  %s, %ctl_2 = Softmax(%m) name("s") {T = f32} : (tensor<2x2xf32>) -> (tensor<2x2xf32>)
}

/// Passes on graphs are compared as well.
// RUN: tf-opt %s --tfg-strip-default-attrs --tfg-toposort --check-equivalence 2>&1 | filecheck %s --check-prefix=GRAPH
// GRAPH: remark: equivalence holds across 2 passes{{$}}
