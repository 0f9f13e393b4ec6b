// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-concatenate-in-place --split-input-file | filecheck %s
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-concatenate-in-place --iree-plan-buffers --iree-set-target=target=x86-64-v3 --iree-choose-schedules --split-input-file | filecheck %s --check-prefix=PLAN

/// Both parts are written to where they will be; nothing is concatenated.
// CHECK-NOT: stablehlo.concatenate
// CHECK-LABEL: func.func @main_rgn_dispatch_0
// CHECK-SAME: (%{{.*}}: memref<4x8xf32>, %[[BOTH:[a-z0-9]+]]: memref<4x24xf32>)
// CHECK: %[[PART:.*]] = stablehlo.tanh
// CHECK: %[[BEFORE:.*]] = iree.load_input(%[[BOTH]] : memref<4x24xf32>)
// CHECK: %[[AFTER:.*]] = stablehlo.dynamic_update_slice %[[BEFORE]], %[[PART]]
// CHECK: iree.store_output(%[[AFTER]] : tensor<4x24xf32>, %[[BOTH]] : memref<4x24xf32>)
// CHECK-LABEL: func.func @main(
// CHECK: %[[WHOLE:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4x24xf32>
// CHECK-NEXT: static_dispatch main_ex_dispatch_0_part{{.*}}, %[[WHOLE]])
// CHECK: static_dispatch main_ex_dispatch_1_part{{.*}}, %[[WHOLE]])
// CHECK-NEXT: iree_ll_seq.return %[[WHOLE]]
/// Rows of a part lie apart, so that they are not swept as one.
// PLAN: iree.schedule<sweep, lanes = 8, rows = 512,
// PLAN: iree.schedule<sweep, lanes = 8, rows = 256,
// PLAN-LABEL: func.func @main(
// PLAN-COUNT-1: alloc_heap
// PLAN-NOT: alloc_heap
// PLAN: iree_ll_seq.return
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x16xf32>) -> tensor<4x24xf32> {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  %1 = stablehlo.negate %y : tensor<4x16xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<4x8xf32>, tensor<4x16xf32>) -> tensor<4x24xf32>
  return %2 : tensor<4x24xf32>
}

// -----

/// What something else reads is copied, as an argument is.
// CHECK-LABEL: func.func @main(
// CHECK: %[[TANH:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4x8xf32>
// CHECK: static_dispatch main_ex_dispatch_0::{{.*}}, %[[TANH]])
// CHECK: static_dispatch main_ex_dispatch_1_part{{.*}}, %[[WHOLE:[0-9]+]])
// CHECK: static_dispatch copy{{.*}}_entry{{.*}}(%[[TANH]], %[[WHOLE]])
// CHECK: static_dispatch copy{{.*}}_entry{{.*}}(%arg1, %[[WHOLE]])
// CHECK: iree_ll_seq.return %[[TANH]], %[[WHOLE]]
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x16xf32>) -> (tensor<4x8xf32>, tensor<4x40xf32>) {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  %1 = stablehlo.negate %y : tensor<4x16xf32>
  %2 = stablehlo.concatenate %0, %1, %y, dim = 1 : (tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x40xf32>
  return %0, %2 : tensor<4x8xf32>, tensor<4x40xf32>
}

// -----

/// Results that are stored along something else than their last dimension, and arguments, are concatenated as before.
// CHECK-LABEL: func.func @main(
// CHECK: iree_ll_seq.static_dispatch main_ex_dispatch_0::
// CHECK: iree_ll_seq.static_dispatch main_ex_dispatch_1::
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.concatenate %0, %y, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
