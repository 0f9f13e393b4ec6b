// RUN: tf-opt %s --cost-report='cluster=v100 fetches=o file=%t.before' --grappler-memory='fetches=o cluster=v100 memory-limit=18000 mode=scheduling_heuristics' --cost-report='cluster=v100 fetches=o file=%t.after' -o %t
// RUN: filecheck %s --input-file %t.before --check-prefix=BEFORE
// RUN: filecheck %s --input-file %t.after --check-prefix=AFTER
// RUN: tf-opt %s --grappler-memory='fetches=o cluster=v100 memory-limit=18000' --check-equivalence -o %t 2>&1 | filecheck %s --check-prefix=SAME
// RUN: filecheck %s --input-file %t --check-prefix=SPLIT
// SAME: equivalence holds across 1 pass
// SPLIT: DestroyTemporaryVariable

/// Five results of 4 kB and a constant at once; in place, the constant, the sum and one of what it is made of.
// BEFORE: /device:GPU:0 {{.*}} 24 kB 4 kB
// AFTER: /device:GPU:0 {{.*}} 12 kB 4 kB
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const name("k") {dtype = f32, value = dense<1.0> : tensor<1000xf32>} : () -> (tensor<1000xf32>)
  %a, %a_c = Neg(%k) name("a") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %b, %b_c = Exp(%k) name("b") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %c, %c_c = Abs(%k) name("c") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %d, %d_c = Sin(%k) name("d") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %s, %s_c = AddN(%a, %b, %c, %d) name("s") {N = 4 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %o_c = Neg(%s) name("o") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
