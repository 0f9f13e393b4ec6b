// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=o' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler='fetches=o toggles=memory min-nodes=0' | filecheck %s

/// Any memory of the device will do for a variable that only it reads.
// CHECK-LABEL: tfg.graph
// CHECK: Assign({{.*}}) {{.*}}_grappler_relax_allocator_constraints = true
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %v, %v_c = VariableV2 device("/device:GPU:0") name("v") {container = "", dtype = f32, shape = #tf_type.shape<8>, shared_name = ""} : () -> (tensor<8xf32>)
  %k, %k_c = Const device("/device:GPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<8xf32>)
  %a, %a_c = Assign(%v, %k) device("/device:GPU:0") name("o") {T = f32, use_locking = true, validate_shape = true} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>)
}

// -----

/// But not for one that is read elsewhere, however far below.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _grappler_relax_allocator_constraints
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %v, %v_c = VariableV2 device("/device:GPU:0") name("v") {container = "", dtype = f32, shape = #tf_type.shape<8>, shared_name = ""} : () -> (tensor<8xf32>)
  %k, %k_c = Const device("/device:GPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<8xf32>} : () -> (tensor<8xf32>)
  %a, %a_c = Assign(%v, %k) device("/device:GPU:0") name("a") {T = f32, use_locking = true, validate_shape = true} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>)
  %n, %n_c = Neg(%a) device("/device:GPU:0") name("n") {T = f32} : (tensor<8xf32>) -> (tensor<*xf32>)
  %o, %o_c = Exp(%n) device("/device:CPU:0") name("o") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
