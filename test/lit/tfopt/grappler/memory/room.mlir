// RUN: tf-opt %s --cost-report='cluster=v100 fetches=o file=%t.before' --grappler-memory='fetches=o cluster=v100 memory-limit=18000000 mode=swapping_heuristics' --cost-report='cluster=v100 fetches=o file=%t.after' | filecheck %s
// RUN: filecheck %s --input-file %t.before --check-prefix=BEFORE
// RUN: filecheck %s --input-file %t.after --check-prefix=AFTER
// RUN: tf-opt %s --grappler-memory='fetches=o cluster=v100 memory-limit=20000000' | filecheck %s --check-prefix=ROOM
// RUN: tf-opt %s --grappler-memory='fetches=o' | filecheck %s --check-prefix=ROOM

/// What is read again long after there was too little room lies on the host meanwhile.
// BEFORE: /device:GPU:0 {{.*}} 20 MB 4 MB
// AFTER: /device:GPU:0 {{.*}} 16 MB 4 MB
// CHECK: %[[THERE:.*]], %{{.*}} = _CopyFromGpuToHost(%{{.*}}) name("swap_out_o_1")
// CHECK: _CopyFromHostToGpu(%[[THERE]]) [%{{.*}}] name("swap_in_o_1")
// ROOM-NOT: _CopyFrom
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const name("k") {dtype = f32, value = dense<1.0> : tensor<1000x1000xf32>} : () -> (tensor<1000x1000xf32>)
  %a, %a_c = MatMul(%k, %k) name("a") {T = f32, transpose_a = false, transpose_b = false} : (tensor<1000x1000xf32>, tensor<1000x1000xf32>) -> (tensor<*xf32>)
  %b, %b_c = MatMul(%a, %k) name("b") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<1000x1000xf32>) -> (tensor<*xf32>)
  %c, %c_c = MatMul(%b, %k) name("c") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<1000x1000xf32>) -> (tensor<*xf32>)
  %d, %d_c = MatMul(%c, %k) name("d") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<1000x1000xf32>) -> (tensor<*xf32>)
  %e, %e_c = MatMul(%d, %c) name("e") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %f, %f_c = MatMul(%e, %k) name("f") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<1000x1000xf32>) -> (tensor<*xf32>)
  %g, %g_c = MatMul(%f, %k) name("g") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<1000x1000xf32>) -> (tensor<*xf32>)
  %h, %h_c = MatMul(%g, %k) name("h") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<1000x1000xf32>) -> (tensor<*xf32>)
  %o, %o_c = MatMul(%h, %a) name("o") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
