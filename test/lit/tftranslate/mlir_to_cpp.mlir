// RUN: tf-opt %s --pipeline=vulkan --spirv-style=plain -o %t.mlir
// RUN: tf-translate --mlir-to-cpp %t.mlir | filecheck %s
// RUN: tf-translate --mlir-to-cpp %t.mlir -o %t.dir-net.cpp && filecheck %s --input-file=%t.dir-net.cpp --check-prefix=NAMED
// RUN: tf-translate --mlir-to-cpp %t.mlir --constants-output=%t.bin | filecheck %s --check-prefix=FILE
// RUN: tf-translate --hal-header | filecheck %s --check-prefix=HEADER
// RUN: not tf-translate --mlir-to-cpp %s 2>&1 | filecheck %s --check-prefix=REFUSED

// The listing of IREE's walkthrough of 2019, section "runtimeless".
// CHECK: #include "tfir_hal.h"
// CHECK: inline void [[KERNEL:.*]](const unsigned char *a0, const unsigned char *a1, unsigned char *a2, uint32_t n0
// CHECK: inline constexpr uint32_t kSpirv0[] = {0x7230203,
// CHECK: {"simple_mul_rgn_dispatch_0", kSpirv0,
// CHECK: [[KERNEL]](a[0], a[1], a[2], n[0], n[1], n[2]);
// CHECK: class SimpleMulModule : public iree::vm::Module {
// CHECK-NEXT: public:
// CHECK: static iree::StatusOr<std::unique_ptr<SimpleMulModule>> Create(
// CHECK-NEXT: iree::vm::Context* context) {
// CHECK: // Matches IR:
// CHECK-NEXT: //   func @simple_mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT: iree::StatusOr<iree::hal::BufferView> simple_mul(
// CHECK-NEXT: iree::hal::BufferView arg0,
// CHECK-NEXT: iree::hal::BufferView arg1) {
// CHECK-NEXT: iree::hal::Device* device = select_device(0);
// CHECK-NEXT: ASSIGN_OR_RETURN(auto result, device->allocator()->Allocate(
// CHECK-NEXT: iree::hal::MemoryType::kHostLocal |
// CHECK-NEXT: iree::hal::MemoryType::kDeviceVisible,
// CHECK-NEXT: iree::hal::BufferUsage::kDispatch |
// CHECK-NEXT: iree::hal::BufferUsage::kMapping, 16));
// CHECK-NEXT: auto result_view = iree::hal::BufferView(
// CHECK-NEXT: std::move(result), {4}, sizeof(float));
// CHECK-NEXT: ASSIGN_OR_RETURN(auto fence, device->CreateFence(0u));
// CHECK-NEXT: auto completed_fence_value = iree::hal::FenceValue{add_ref(fence), 1u};
// CHECK-NEXT: RETURN_IF_ERROR(simple_mul(
// CHECK-NEXT: device,
// CHECK-NEXT: /*wait_semaphore=*/{},
// CHECK-NEXT: arg0,
// CHECK-NEXT: arg1,
// CHECK-NEXT: result_view,
// CHECK-NEXT: /*signal_semaphore=*/{},
// CHECK-NEXT: completed_fence_value));
// CHECK-NEXT: RETURN_IF_ERROR(device->WaitAllFences(
// CHECK-NEXT: {completed_fence_value}, iree::InfiniteDuration()));
// CHECK-NEXT: return result_view;
// CHECK: iree::Status simple_mul(
// CHECK-NEXT: iree::hal::Device* device,
// CHECK-NEXT: iree::hal::SemaphoreValue wait_semaphore,
// CHECK-NEXT: iree::hal::BufferView arg0,
// CHECK-NEXT: iree::hal::BufferView arg1,
// CHECK-NEXT: iree::hal::BufferView out0,
// CHECK-NEXT: iree::hal::SemaphoreValue signal_semaphore,
// CHECK-NEXT: iree::hal::FenceValue signal_fence) {
// CHECK: ASSIGN_OR_RETURN(auto cmd, device->CreateCommandBuffer(
// CHECK-NEXT: iree::hal::CommandBufferMode::kOneShot,
// CHECK-NEXT: iree::hal::CommandCategory::kDispatch));
// CHECK-NEXT: RETURN_IF_ERROR(cmd->Begin());
// CHECK: iree_ll_seq.static_dispatch
// CHECK-NEXT: iree::hal::DispatchRequest dispatch_request;
// CHECK-NEXT: dispatch_request.executable = device_executable(device, 0);
// CHECK-NEXT: dispatch_request.workload = {4, 1, 1};
// CHECK-NEXT: dispatch_request.bindings = {
// CHECK-NEXT: {arg0.buffer, arg0.shape, arg0.element_size},
// CHECK-NEXT: {arg1.buffer, arg1.shape, arg1.element_size},
// CHECK-NEXT: {out0.buffer, out0.shape, out0.element_size},
// CHECK-NEXT: };
// CHECK-NEXT: RETURN_IF_ERROR(cmd->Dispatch(dispatch_request));
// CHECK-NOT: ExecutionBarrier
// CHECK: RETURN_IF_ERROR(cmd->End());
// CHECK-NEXT: auto* command_queue = device->command_queues()[0];
// CHECK-NEXT: return command_queue->Submit({
// CHECK-NEXT: iree::hal::SubmissionBatch{
// CHECK-NEXT: {wait_semaphore},
// CHECK-NEXT: {cmd},
// CHECK-NEXT: {signal_semaphore},
// CHECK-NEXT: },
// CHECK-NEXT: }, signal_fence);
// The second function: what one dispatch writes another reads, and two that do not meet need no barrier.
// CHECK: iree::Status in_turn(
// CHECK: RETURN_IF_ERROR(cmd->Dispatch(dispatch_request));
// CHECK: RETURN_IF_ERROR(cmd->ExecutionBarrier());
// CHECK: RETURN_IF_ERROR(cmd->Dispatch(dispatch_request));
// CHECK: iree::Status beside(
// CHECK: RETURN_IF_ERROR(cmd->Dispatch(dispatch_request));
// CHECK-NOT: ExecutionBarrier
// CHECK: RETURN_IF_ERROR(cmd->Dispatch(dispatch_request));
// NAMED: class {{.*}}NetModule : public iree::vm::Module {
// FILE: const char* constants = "{{.*}}.bin") {
// HEADER: class Module {
// HEADER: inline StatusOr<ref_ptr<Device>> CreateHostDevice()
// HEADER: inline StatusOr<ref_ptr<Device>> CreateVulkanDevice(uint32_t ordinal = 0)
// REFUSED: error: @simple_mul has not been lowered to dispatches
func.func @simple_mul(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @in_turn(%x: tensor<3x3xf32>, %y: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}
func.func @beside(%x: tensor<3x3xf32>, %y: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.dot_general %y, %x, contracting_dims = [1] x [1] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}
