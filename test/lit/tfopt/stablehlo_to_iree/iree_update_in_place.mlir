// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-update-in-place --split-input-file | filecheck %s
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-update-in-place --iree-plan-buffers --split-input-file | filecheck %s --check-prefix=PLAN

/// The kernel that updates takes one buffer for what there is and what there will be. The product is needed no more, so that the copy goes.
// CHECK-LABEL: func.func @main_rgn_dispatch_1
// CHECK-SAME: (%[[UPDATE:[a-z0-9]+]]: memref<1x8xf32>, %[[START:[a-z0-9]+]]: memref<i32>, %[[BOTH:[a-z0-9]+]]: memref<4x8xf32>)
// CHECK: %[[BEFORE:.*]] = iree.load_input(%[[BOTH]] : memref<4x8xf32>)
// CHECK: %[[AFTER:.*]] = stablehlo.dynamic_update_slice %[[BEFORE]]
// CHECK: iree.store_output(%[[AFTER]] : tensor<4x8xf32>, %[[BOTH]] : memref<4x8xf32>)
// CHECK-LABEL: func.func @main(
// CHECK: iree_ll_seq.static_copy
// CHECK-NEXT: iree_ll_seq.static_dispatch {{.*}}main_rgn_dispatch_1
// PLAN-LABEL: func.func @main(
// PLAN-NOT: iree_ll_seq.static_copy
// PLAN: iree_ll_seq.return
func.func @main(%x: tensor<4x8xf32>, %m: tensor<4x4xf32>, %u: tensor<1x8xf32>, %s: tensor<i32>) -> tensor<4x8xf32> {
  %1 = stablehlo.dot_general %m, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.dynamic_update_slice %1, %u, %s, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

/// An argument is not written over: it is copied.
// PLAN-LABEL: func.func @main(
// PLAN: iree_ll_seq.static_copy
// PLAN: iree_ll_seq.static_dispatch
func.func @main(%x: tensor<4x8xf32>, %u: tensor<1x8xf32>, %s: tensor<i32>) -> tensor<4x8xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %s, %c : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

/// Rows of an unknown number that a loop writes one by one: neither the copy before an update nor that to the next trip is left.
// CHECK-LABEL: func.func @main(
// CHECK: ^bb2:
// CHECK: iree_ll_seq.dynamic_copy {{.*}} : memref<4x?xf32>, memref<4x?xf32>
// CHECK-NEXT: iree_ll_seq.dynamic_dispatch
// PLAN-LABEL: func.func @main(
// PLAN-NOT: iree_ll_seq.dynamic_copy
// PLAN: iree_ll_seq.return
func.func @main(%x: tensor<?xf32>) -> tensor<4x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %columns = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %sizes = stablehlo.concatenate %four, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %row = stablehlo.concatenate %one, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %first = stablehlo.dynamic_broadcast_in_dim %0, %sizes, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<4x?xf32>
  cf.br ^loop(%zero, %first : tensor<i32>, tensor<4x?xf32>)
^loop(%i: tensor<i32>, %all: tensor<4x?xf32>):
  %last = stablehlo.constant dense<4> : tensor<i32>
  %less = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %again = tensor.extract %less[] : tensor<i1>
  cf.cond_br %again, ^body, ^end
^body:
  %y = stablehlo.dynamic_reshape %x, %row : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x?xf32>
  %next = stablehlo.dynamic_update_slice %all, %y, %i, %zero : (tensor<4x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<4x?xf32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %step : tensor<i32>
  cf.br ^loop(%j, %next : tensor<i32>, tensor<4x?xf32>)
^end:
  return %all : tensor<4x?xf32>
}
