// RUN: tf-opt %s --split-input-file --grappler-autoparallel='fetches=train' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-autoparallel='fetches=train' --grappler-autoparallel='fetches=train' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-autoparallel='fetches=train devices=/gpu:0,/gpu:1' | filecheck %s --check-prefix=PLACED
// RUN: not tf-opt %s --split-input-file --grappler-autoparallel='fetches=train replicas=0' 2>&1 | filecheck %s --check-prefix=NONE

// NONE: error: there is at least one replica, not 0

/// Each replica takes an element from the queue and reads the variable; the variable, the queue and the update are one for all.
// CHECK-LABEL: tfg.graph
// CHECK: %[[Q:.*]], %{{.*}} = FIFOQueueV2 name("queue")
// CHECK: %[[V:.*]], %{{.*}} = VariableV2 name("v")
// CHECK: %[[READ:.*]], %{{.*}} = Identity(%[[V]]) name("AutoParallel-Replica-0/read") {T = f32, _class = ["loc:@v"]}
// CHECK: %[[NEXT:.*]], %{{.*}} = QueueDequeueV2(%[[Q]]) name("AutoParallel-Replica-0/next")
// CHECK: %[[GRADIENT:.*]], %{{.*}} = Mul(%[[READ]], %[[NEXT]]) name("AutoParallel-Replica-0/gradient") {T = f32, _class = ["loc:@AutoParallel-Replica-0/next"]}
// CHECK: Const name("rate")
// CHECK: %[[SUM:.*]], %{{.*}} = AddN(%[[GRADIENT]], %[[OTHER:.*]]) name("AutoParallel-Div-train/sum") {N = 2 : i64, T = f32}
// CHECK: %[[TWO:.*]], %{{.*}} = Const name("AutoParallel-Div-train/Const") {dtype = f32, value = dense<2.000000e+00> : tensor<f32>}
// CHECK: %[[MEAN:.*]], %{{.*}} = RealDiv(%[[SUM]], %[[TWO]]) name("AutoParallel-Div-train")
// CHECK: ApplyGradientDescent(%[[V]], %{{.*}}, %[[MEAN]]) name("train")
// CHECK: Identity(%[[V]]) name("AutoParallel-Replica-1/read") {T = f32, _class = ["loc:@v"]}
// CHECK: QueueDequeueV2(%[[Q]]) name("AutoParallel-Replica-1/next")
// CHECK: %[[OTHER]], %{{.*}} = Mul({{.*}}) name("AutoParallel-Replica-1/gradient") {T = f32, _class = ["loc:@AutoParallel-Replica-1/next"]}
// CHECK-NOT: Replica
// PLACED: device("/gpu:0") name("AutoParallel-Replica-0/gradient")
// PLACED: ApplyGradientDescent({{.*}}) name("train")
// PLACED: device("/gpu:1") name("AutoParallel-Replica-1/gradient")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %q, %q_c = FIFOQueueV2 name("queue") {capacity = -1 : i64, component_types = [f32], container = "", shapes = [#tf_type.shape<8>], shared_name = ""} : () -> (tensor<!tf_type.resource>)
  %v, %v_c = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<8>, shared_name = ""} : () -> (tensor<8xf32>)
  %r, %r_c = Identity(%v) name("read") {T = f32, _class = ["loc:@v"]} : (tensor<8xf32>) -> (tensor<8xf32>)
  %n, %n_c = QueueDequeueV2(%q) name("next") {component_types = [f32], timeout_ms = -1 : i64} : (tensor<!tf_type.resource>) -> (tensor<*xf32>)
  %g, %g_c = Mul(%r, %n) name("gradient") {T = f32, _class = ["loc:@next"]} : (tensor<8xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %k, %k_c = Const name("rate") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %a, %a_c = ApplyGradientDescent(%v, %k, %g) name("train") {T = f32, use_locking = false} : (tensor<8xf32>, tensor<f32>, tensor<*xf32>) -> (tensor<8xf32>)
}

// -----

/// What is fed is one for all and keeps its name, and so does a fetch, which is the first replica's.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: Exp(%[[X]]) name("AutoParallel-Replica-0/e")
// CHECK: Exp(%[[X]]) name("AutoParallel-Replica-1/e")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %x_c = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<8>} : () -> (tensor<*xf32>)
  %v, %v_c = VarHandleOp name("v") {container = "", debug_name = "", dtype = f32, shape = #tf_type.shape<8>, shared_name = "v", allowed_devices = []} : () -> (tensor<!tf_type.resource>)
  %e, %e_c = Exp(%x) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %k, %k_c = Const name("rate") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %a_c = ResourceApplyGradientDescent(%v, %k, %e) name("train") {T = f32, use_locking = false} : tensor<!tf_type.resource>, tensor<f32>, tensor<*xf32>
}

// -----

/// A table outlives a step, whichever op makes it: both replicas look up in one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[TABLE:.*]], %{{.*}} = AnonymousMutableHashTable name("table")
// CHECK: LookupTableFindV2(%[[TABLE]], {{.*}}) name("AutoParallel-Replica-0/found")
// CHECK: LookupTableFindV2(%[[TABLE]], {{.*}}) name("AutoParallel-Replica-1/found")
// CHECK-NOT: HashTable
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %x_c = Placeholder name("x") {dtype = i64, shape = #tf_type.shape<8>} : () -> (tensor<8xi64>)
  %t, %t_c = AnonymousMutableHashTable name("table") {key_dtype = i64, value_dtype = f32} : () -> (tensor<!tf_type.resource>)
  %z, %z_c = Const name("default") {dtype = f32, value = dense<0.0> : tensor<f32>} : () -> (tensor<f32>)
  %f, %f_c = LookupTableFindV2(%t, %x, %z) name("found") {Tin = i64, Tout = f32} : (tensor<!tf_type.resource>, tensor<8xi64>, tensor<f32>) -> (tensor<8xf32>)
  %v, %v_c = VarHandleOp name("v") {container = "", debug_name = "", dtype = f32, shape = #tf_type.shape<8>, shared_name = "v", allowed_devices = []} : () -> (tensor<!tf_type.resource>)
  %k, %k_c = Const name("rate") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %a_c = ResourceApplyGradientDescent(%v, %k, %f) name("train") {T = f32, use_locking = false} : tensor<!tf_type.resource>, tensor<f32>, tensor<8xf32>
}

// -----

/// A gradient of some elements has no average of this kind.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: AutoParallel
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %v, %v_c = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<8>, shared_name = ""} : () -> (tensor<8xf32>)
  %k, %k_c = Const name("rate") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %i, %i_c = Const name("indices") {dtype = i32, value = dense<1> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %x_c = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %a, %a_c = ScatterSub(%v, %i, %x) name("some") {T = f32, Tindices = i32, use_locking = false} : (tensor<8xf32>, tensor<2xi32>, tensor<*xf32>) -> (tensor<8xf32>)
  %e, %e_c = Exp(%v) [%a_c] name("e") {T = f32} : (tensor<8xf32>) -> (tensor<*xf32>)
  %t, %t_c = ApplyGradientDescent(%v, %k, %e) name("train") {T = f32, use_locking = false} : (tensor<8xf32>, tensor<f32>, tensor<*xf32>) -> (tensor<8xf32>)
}

// -----

/// What trains nothing needs no replicas.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: AutoParallel
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %x_c = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %e, %e_c = Exp(%x) name("train") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
