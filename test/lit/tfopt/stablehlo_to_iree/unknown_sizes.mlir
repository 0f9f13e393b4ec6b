// RUN: tf-opt %s --iree-identify-dispatch-regions | filecheck %s --check-prefix=REGIONS
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect | filecheck %s --check-prefix=LOW
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers | filecheck %s --check-prefix=PLAN
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers --iree-choose-schedules --iree-convert-to-spirv | filecheck %s --check-prefix=KERNELS
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers | tf-run - --device=interpreter --input=1x4xf32=1,2,3,4 | filecheck %s --check-prefix=ONE
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers | tf-run - --device=interpreter --input=3x4xf32=1,2,3,4,0,0,0,0,1,1,1,1 | filecheck %s --check-prefix=THREE

/// The batch is told when a call comes. A region has its shape as its workload and asks what it reads anyway for sizes.
// REGIONS: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// REGIONS: stablehlo.concatenate
// REGIONS: %[[SHAPE:.*]] = stablehlo.concatenate
// REGIONS: iree.dispatch_region[%{{.*}} : tensor<1xi32>](%arg1 = %arg0 : tensor<?x4xf32>) : tensor<?xf32>
// REGIONS: iree.dispatch_region[%[[SHAPE]] : tensor<2xi32>]
// REGIONS: stablehlo.get_dimension_size %arg1, dim = 0

/// The host computes sizes in front of all else, and buffers are allocated by them.
// LOW: %[[C:.*]] = arith.constant 0 : index
// LOW-NEXT: %[[D:.*]] = memref.dim %arg0, %[[C]] : memref<?x4xf32>
// LOW: "iree_ll_seq.alloc_heap"(%[[D]]) : (index) -> memref<?xf32>
// LOW-NEXT: iree_ll_seq.dynamic_dispatch {{.*}} : (memref<?x4xf32>, memref<?xf32>) -> ()
// LOW: iree_ll_seq.reshape %{{.*}}[%[[D]]] : memref<?xf32> -> memref<?x1xf32>

/// Buffers of one size share an arena of so many bytes for each of it. One that is alone there begins with it, so that no number of them has to be
/// rounded up. What is returned has memory of its own.
// PLAN: %[[ARENA:.*]] = "iree_ll_seq.alloc_heap"(%dim) : (index) -> memref<?x4xi8>
// PLAN-NEXT: "iree_ll_seq.dynamic_slice"(%[[ARENA]], %dim) <{length = 4 : i64, offset = 0 : i64}> : (memref<?x4xi8>, index) -> memref<?xf32>
// PLAN: "iree_ll_seq.alloc_heap"(%dim) : (index) -> memref<?x4xf32>

/// A kernel has the sizes of its buffers as push constants, and the number of workgroups is a map of them.
// KERNELS: affine_map<()[s0, s1] ->
// KERNELS: spirv.GlobalVariable @__push_constant_var__ : !spirv.ptr<!spirv.struct<(!spirv.array<2 x i32, stride=4> [0])>, PushConstant>
// KERNELS: iree.workgroups = #map
// KERNELS: spirv.Load "PushConstant"

// ONE: 1x4xf32=[0.1 0.2 0.3 0.4]
// THREE: 3x4xf32=[0.1 0.2 0.3 0.4][nan nan nan nan][0.25 0.25 0.25 0.25]
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %sum, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %column = stablehlo.concatenate %rows, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %whole = stablehlo.concatenate %rows, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %sums = stablehlo.dynamic_reshape %sum, %column : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  %each = stablehlo.dynamic_broadcast_in_dim %sums, %whole, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %y = stablehlo.divide %x, %each : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
