// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=o cluster=v100 memory-limit=18000' --cost-report='cluster=v100 fetches=o file=%t' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=o cluster=v100 memory-limit=18000 fp=strict mode=scheduling_heuristics' | filecheck %s --check-prefix=STRICT
// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=o cluster=v100 memory-limit=40000' | filecheck %s --check-prefix=ROOM

/// Where holding all operands of a sum is what takes more than there is, each is added when it is made, and made when the one before is added.
// CHECK-LABEL: tfg.graph
// CHECK: Neg(%{{.*}}) device
// CHECK: Exp(%{{.*}}) [%[[FIRST:.*]]] device
// CHECK: Abs(%{{.*}}) [%[[SECOND:.*]]] device
// CHECK: Sin(%{{.*}}) [%[[THIRD:.*]]] device
// CHECK: %[[V:.*]], %{{.*}} = TemporaryVariable [%{{.*}}] device("/device:GPU:0") name("s/tmp_var") {dtype = f32, shape = #tf_type.shape<1000>, var_name = "s/tmp_var"}
// CHECK: %[[SUM:.*]], %[[FIRST]] = Assign(%[[V]], %{{.*}}) device("/device:GPU:0") name("s/tmp_var_initializer")
// CHECK: %{{.*}}, %[[SECOND]] = AssignAdd(%[[SUM]], %{{.*}}) device("/device:GPU:0") name("s/tmp_var_accum_1")
// CHECK: %{{.*}}, %[[THIRD]] = AssignAdd(%[[SUM]], %{{.*}}) device("/device:GPU:0") name("s/tmp_var_accum_2")
// CHECK: %{{.*}}, %[[LAST:.*]] = AssignAdd(%[[SUM]], %{{.*}}) device("/device:GPU:0") name("s/tmp_var_accum_3")
// CHECK: DestroyTemporaryVariable(%[[SUM]]) [%[[SECOND]], %[[THIRD]], %[[LAST]]] device("/device:GPU:0") name("s") {T = f32, var_name = "s/tmp_var"}
// STRICT-NOT: TemporaryVariable
// ROOM-NOT: TemporaryVariable
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const device("/device:GPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<1000xf32>} : () -> (tensor<1000xf32>)
  %a, %a_c = Neg(%k) device("/device:GPU:0") name("a") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %b, %b_c = Exp(%k) device("/device:GPU:0") name("b") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %c, %c_c = Abs(%k) device("/device:GPU:0") name("c") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %d, %d_c = Sin(%k) device("/device:GPU:0") name("d") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %s, %s_c = AddN(%a, %b, %c, %d) device("/device:GPU:0") name("s") {N = 4 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %o_c = Neg(%s) device("/device:GPU:0") name("o") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A sum of two needs no more than the two; a shape that is not known gives no variable.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: TemporaryVariable
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %x_c = Placeholder device("/device:GPU:0") name("x") {dtype = f32, shape = #tf_type.shape<3000>} : () -> (tensor<*xf32>)
  %a, %a_c = Neg(%x) device("/device:GPU:0") name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %b_c = Exp(%x) device("/device:GPU:0") name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %c_c = Abs(%x) device("/device:GPU:0") name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %s_c = AddN(%a, %b) device("/device:GPU:0") name("s") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %t, %t_c = AddN(%a, %b, %c) device("/device:GPU:0") name("t") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %o_c = Mul(%s, %t) device("/device:GPU:0") name("o") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
