// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=o mode=manual' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-memory='fetches=o mode=manual' --grappler-memory='fetches=o mode=manual' | filecheck %s

/// A marked operand lies on the host until it is read: whoever else reads it waits until it is there, and it is copied back when what runs before
/// its reader has.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Neg(
// CHECK: Exp(%[[A]]) [%[[OUT:.*]]] device("/device:GPU:0") name("b")
// CHECK: %{{.*}}, %[[C:.*]] = Abs(
// CHECK: %[[THERE:.*]], %[[OUT]] = _CopyFromGpuToHost(%[[A]]) device("/device:GPU:0") name("swap_out_o_0") {T = f32, _class = ["loc:@o"]}
// CHECK: %[[BACK:.*]], %{{.*}} = _CopyFromHostToGpu(%[[THERE]]) [%[[C]]] device("/device:GPU:0") name("swap_in_o_0") {T = f32, _class = ["loc:@o"]}
// CHECK: Mul(%[[BACK]], %{{.*}}) device("/device:GPU:0") name("o")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const device("/device:GPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<1000xf32>} : () -> (tensor<1000xf32>)
  %a, %a_c = Neg(%k) device("/device:GPU:0") name("a") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %b, %b_c = Exp(%a) device("/device:GPU:0") name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %c_c = Abs(%b) device("/device:GPU:0") name("c") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %o_c = Mul(%a, %c) device("/device:GPU:0") name("o") {T = f32, _swap_to_host = [0]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// There is nothing to gain between neighbours, with constants, or where memory is the host's anyway.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _CopyFrom
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const device("/device:GPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<1000xf32>} : () -> (tensor<1000xf32>)
  %a, %a_c = Neg(%k) device("/device:GPU:0") name("a") {T = f32} : (tensor<1000xf32>) -> (tensor<*xf32>)
  %b, %b_c = Exp(%a) device("/device:GPU:0") name("b") {T = f32, _swap_to_host = 0 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %c_c = Mul(%k, %b) device("/device:GPU:0") name("c") {T = f32, _swap_to_host = 0 : i64} : (tensor<1000xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %d, %d_c = Neg(%c) device("/device:CPU:0") name("d") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %e_c = Exp(%d) device("/device:CPU:0") name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %o_c = Mul(%d, %e) device("/device:CPU:0") name("o") {T = f32, _swap_to_host = [0, 7]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
