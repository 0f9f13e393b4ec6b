// RUN: tf-opt %s --spirv-style=plain --pipeline=vulkan | filecheck %s
// RUN: tf-opt %s --iree-set-target=target=lavapipe,gpu --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-choose-schedules=style=plain | filecheck %s --check-prefix=CHOICE
// RUN: not tf-opt %s --iree-choose-schedules=style=baroque 2>&1 | filecheck %s --check-prefix=UNKNOWN

// The kernel of IREE's walkthrough of 2019: an invocation for each element, each a workgroup of its own, buffers read and written as they are;
// it is one for all targets.
// CHECK: iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 1, loads = storage>
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
// CHECK: spirv.GlobalVariable @simple_mul_rgn_dispatch_0_arg_0 bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
// CHECK: spirv.func @simple_mul_rgn_dispatch_0() "None" attributes {iree.workgroups = dense<[4, 1, 1]> : tensor<3xi32>} {
// CHECK-NEXT: %[[ID:.*]] = spirv.mlir.addressof @__builtin__GlobalInvocationId__
// CHECK-NEXT: %[[ALL:.*]] = spirv.Load "Input" %[[ID]] : vector<3xi32>
// CHECK-NEXT: %[[X:.*]] = spirv.CompositeExtract %[[ALL]][0 : i32] : vector<3xi32>
// CHECK: %[[A:.*]] = spirv.AccessChain %{{.*}}[%{{.*}}, %[[X]]]
// CHECK-NEXT: %[[LEFT:.*]] = spirv.Load "StorageBuffer" %[[A]] : f32
// CHECK: %[[RIGHT:.*]] = spirv.Load "StorageBuffer"
// CHECK-NEXT: %[[PRODUCT:.*]] = spirv.FMul %[[LEFT]], %[[RIGHT]] {no_contraction} : f32
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %[[PRODUCT]] : f32
// CHECK-NEXT: spirv.Return
// CHECK: spirv.ExecutionMode @simple_mul_rgn_dispatch_0 "LocalSize", 1, 1, 1
// CHECK-NOT: iree.executable
// CHECK: func.func @simple_mul

// CHOICE: #iree.schedule<elementwise, lanes = 1, invocations = 1, loads = storage>
// UNKNOWN: error: unknown style 'baroque'; there is plain
func.func @simple_mul(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
