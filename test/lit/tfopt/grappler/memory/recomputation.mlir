// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=gradients/b mode=recomputation_heuristics' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=gradients/b mode=recomputation_heuristics' --grappler-memory='fetches=gradients/b mode=recomputation_heuristics' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=gradients/b mode=manual' | filecheck %s --check-prefix=MANUAL

/// What gradients read is computed again from what they read anyway, when they are about to need it.
// CHECK-LABEL: tfg.graph
// MANUAL-LABEL: tfg.graph
// CHECK: %[[B:.*]], %{{.*}} = Relu(%[[A:.*]]) name("b")
// CHECK: %[[COPY:.*]], %{{.*}} = Relu(%[[A]]) [%[[WAIT:.*]]] name("Recomputed/b")
// CHECK: %[[WAIT]] = NoOp [%[[G:.*]]] name("RecomputeTrigger/b")
// CHECK: Sin(%[[B]]) name("c")
// CHECK: %{{.*}}, %[[G]] = Cos({{.*}}) name("gradients/c")
// CHECK: Mul(%[[COPY]], {{.*}}) name("gradients/h")
// MANUAL-NOT: Recomputed/
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const name("k") {dtype = f32, value = dense<2.0> : tensor<8xf32>} : () -> (tensor<8xf32>)
  %a, %a_c = Exp(%k) name("a") {T = f32} : (tensor<8xf32>) -> (tensor<*xf32>)
  %b, %b_c = Relu(%a) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %c_c = Sin(%b) name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g, %g_c = Cos(%c) name("gradients/c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %h, %h_c = Mul(%b, %g) name("gradients/h") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %r_c = AddN(%a, %h, %g) name("gradients/b") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Nothing is gained where what it is computed from would have to be kept in its place.
// CHECK-LABEL: tfg.graph
// MANUAL-LABEL: tfg.graph
// CHECK-NOT: Recomputed/
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const name("k") {dtype = f32, value = dense<2.0> : tensor<8xf32>} : () -> (tensor<8xf32>)
  %a, %a_c = Exp(%k) name("a") {T = f32} : (tensor<8xf32>) -> (tensor<*xf32>)
  %b, %b_c = Relu(%a) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %c_c = Sin(%b) name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g, %g_c = Cos(%c) name("gradients/c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %h, %h_c = Mul(%b, %g) name("gradients/b") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What takes long is not cheap, unless it is marked.
// CHECK-LABEL: tfg.graph
// MANUAL-LABEL: tfg.graph
// CHECK: Exp({{.*}}) [{{.*}}] name("Recomputed/b")
// MANUAL: %[[COPY:.*]], %{{.*}} = Exp({{.*}}) [%[[WAIT:.*]]] name("Recomputed/b")
// MANUAL: %[[WAIT]] = NoOp [%[[G:.*]]] name("RecomputeTrigger/b")
// MANUAL: Mul(%[[COPY]], {{.*}}) name("gradients/b")
// MANUAL-NOT: Recomputed/
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const name("k") {dtype = f32, value = dense<2.0> : tensor<8xf32>} : () -> (tensor<8xf32>)
  %b, %b_c = Exp(%k) name("b") {T = f32, _recompute_hint = 1 : i64} : (tensor<8xf32>) -> (tensor<*xf32>)
  %c, %c_c = Sin(%b) name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %e_c = Exp(%c) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g, %g_c = Cos(%e) name("gradients/c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %h, %h_c = Mul(%b, %g) name("gradients/b") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A variable may have changed until then; random numbers would be others; what is fed would be computed.
// CHECK-LABEL: tfg.graph
// MANUAL-LABEL: tfg.graph
// CHECK-NOT: Recomputed/
// MANUAL-NOT: Recomputed/
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %p_c = Placeholder name("p") {dtype = f32, shape = #tf_type.shape<8>, _recompute_hint = 1 : i64} : () -> (tensor<*xf32>)
  %v, %v_c = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<8>, shared_name = ""} : () -> (tensor<8xf32>)
  %k, %k_c = Const name("k") {dtype = i32, value = dense<8> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %b, %b_c = Relu(%v) name("b0") {T = f32, _recompute_hint = 1 : i64} : (tensor<8xf32>) -> (tensor<*xf32>)
  %d, %d_c = RandomUniform(%k) name("d") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64, _recompute_hint = 1 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %c, %c_c = Sin(%b) name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g, %g_c = Cos(%c) name("gradients/c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %h, %h_c = AddN(%b, %d, %g, %p) name("gradients/b") {N = 4 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What reads a copy comes behind it anyway.
// CHECK-LABEL: tfg.graph
// CHECK: Relu(%{{.*}}) [%{{.*}}] name("Recomputed/b1")
// CHECK: Neg(%{{[^)]*}}) name("Recomputed/b2")
// MANUAL-LABEL: tfg.graph
// MANUAL-NOT: Recomputed/
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const name("k") {dtype = f32, value = dense<2.0> : tensor<8xf32>} : () -> (tensor<8xf32>)
  %a, %a_c = Relu(%k) name("b1") {T = f32} : (tensor<8xf32>) -> (tensor<*xf32>)
  %b, %b_c = Neg(%a) name("b2") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %c_c = Sin(%b) name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %e_c = Exp(%c) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %g, %g_c = Cos(%e) name("gradients/c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %h, %h_c = Mul(%b, %g) name("gradients/b") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
