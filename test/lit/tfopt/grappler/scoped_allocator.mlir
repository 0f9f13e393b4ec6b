// RUN: tf-opt %s --split-input-file --grappler-scoped-allocator='fetches=o,p' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-scoped-allocator='fetches=o,p' --grappler-scoped-allocator='fetches=o,p' | filecheck %s
// RUN: tf-opt %s --split-input-file --grappler-scoped-allocator='fetches=o,p ops=Abs' | filecheck %s --check-prefix=OTHER
// OTHER-NOT: _ScopedAllocator

/// Two sums over all machines are one over what lies in 64 and 64 bytes of one piece of memory, in the order of their keys. The memory is reserved
/// when the first operand can be made. A constant lies elsewhere and is copied.
// CHECK-LABEL: tfg.graph
// CHECK: %[[K:.*]], %{{.*}} = Const device("/device:CPU:0") name("k")
// CHECK: %[[L:.*]], %[[READY:.*]] = Const device("/device:CPU:0") name("l")
// CHECK: %[[B:.*]], %{{.*}} = Neg(%[[L]]) [%[[MEMORY:.*]]] device("/device:CPU:0") name("b") {T = f32, _scoped_allocator = [0, 2]}
// CHECK: %[[A:.*]], %{{.*}} = Identity(%[[K]]) [%[[MEMORY]]] device("/device:CPU:0") name("scoped_allocator_identity_2_1") {T = f32, _scoped_allocator = [0, 3]}
// CHECK: %[[WHOLE:.*]], %[[MEMORY]] = _ScopedAllocator [%[[READY]]] device("/device:CPU:0") name("scoped_allocator_1_1") {T = f32, expected_call_count = 2 : i64, id = 1 : i64, sa_name = "scoped_allocator_1_1", shape = #tf_type.shape<32>, shapes = [#tf_type.shape<3x4>, #tf_type.shape<5>]}
// CHECK: %[[BOTH:.*]], %{{.*}} = _ScopedAllocatorConcat(%[[WHOLE]], %[[B]], %[[A]]) device("/device:CPU:0") name("scoped_allocator_concat_1_1")
// CHECK: %[[SUM:.*]], %{{.*}} = CollectiveReduce(%[[BOTH]]) device("/device:CPU:0") name("scoped_allocator_1_1_CollectiveReduce") {{.*}}_forward_input = [0, 0]{{.*}}instance_key = 1 : i64
// CHECK: %[[PARTS:.*]]:2, %{{.*}} = _ScopedAllocatorSplit(%[[SUM]], %[[B]], %[[A]]) device("/device:CPU:0") name("scoped_allocator_split_1_1")
// CHECK: Abs(%[[PARTS]]#1) device("/device:CPU:0") name("o")
// CHECK: Abs(%[[PARTS]]#0) device("/device:CPU:0") name("p")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const device("/device:CPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<5xf32>} : () -> (tensor<5xf32>)
  %l, %l_c = Const device("/device:CPU:0") name("l") {dtype = f32, value = dense<2.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %b, %b_c = Neg(%l) device("/device:CPU:0") name("b") {T = f32} : (tensor<3x4xf32>) -> (tensor<*xf32>)
  %r, %r_c = CollectiveReduce(%k) device("/device:CPU:0") name("s/r") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 2 : i64, merge_op = "Add", subdiv_offsets = [0]} : (tensor<5xf32>) -> (tensor<*xf32>)
  %q, %q_c = CollectiveReduce(%b) [%r_c] device("/device:CPU:0") name("s/q") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 1 : i64, merge_op = "Add", subdiv_offsets = [0]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %o_c = Abs(%r) device("/device:CPU:0") name("o") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %p, %p_c = Abs(%q) [%r_c] device("/device:CPU:0") name("p") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// One of which the other's operand is made stays alone.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _ScopedAllocator
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const device("/device:CPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<5xf32>} : () -> (tensor<5xf32>)
  %r, %r_c = CollectiveReduce(%k) device("/device:CPU:0") name("s/r") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 2 : i64, merge_op = "Add", subdiv_offsets = [0]} : (tensor<5xf32>) -> (tensor<5xf32>)
  %n, %n_c = Neg(%r) device("/device:CPU:0") name("n") {T = f32} : (tensor<5xf32>) -> (tensor<5xf32>)
  %q, %q_c = CollectiveReduce(%n) device("/device:CPU:0") name("s/q") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 1 : i64, merge_op = "Add", subdiv_offsets = [0]} : (tensor<5xf32>) -> (tensor<5xf32>)
  %o, %o_c = Abs(%r) device("/device:CPU:0") name("o") {T = f32} : (tensor<5xf32>) -> (tensor<*xf32>)
  %p, %p_c = Abs(%q) device("/device:CPU:0") name("p") {T = f32} : (tensor<5xf32>) -> (tensor<*xf32>)
}

// -----

/// Others are of another scope, do something else, or have a size that nobody knows.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: _ScopedAllocator
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %k, %k_c = Const device("/device:CPU:0") name("k") {dtype = f32, value = dense<1.0> : tensor<5xf32>} : () -> (tensor<5xf32>)
  %x, %x_c = Placeholder device("/device:CPU:0") name("x") {dtype = f32, shape = #tf_type.shape<?>} : () -> (tensor<*xf32>)
  %r, %r_c = CollectiveReduce(%k) device("/device:CPU:0") name("s/r") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 2 : i64, merge_op = "Add", subdiv_offsets = [0]} : (tensor<5xf32>) -> (tensor<5xf32>)
  %t, %t_c = CollectiveReduce(%k) device("/device:CPU:0") name("t/r") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 3 : i64, merge_op = "Add", subdiv_offsets = [0]} : (tensor<5xf32>) -> (tensor<5xf32>)
  %q, %q_c = CollectiveReduce(%k) device("/device:CPU:0") name("s/q") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 4 : i64, merge_op = "Max", subdiv_offsets = [0]} : (tensor<5xf32>) -> (tensor<5xf32>)
  %u, %u_c = CollectiveReduce(%x) device("/device:CPU:0") name("s/u") {T = f32, final_op = "Id", group_key = 1 : i64, group_size = 2 : i64, instance_key = 5 : i64, merge_op = "Add", subdiv_offsets = [0]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %o_c = AddN(%r, %t, %q, %u) device("/device:CPU:0") name("o") {N = 4 : i64, T = f32} : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %p, %p_c = Abs(%q) device("/device:CPU:0") name("p") {T = f32} : (tensor<5xf32>) -> (tensor<*xf32>)
}
