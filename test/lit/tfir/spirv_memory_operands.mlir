// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s
// RUN: tf-opt %s --cse --canonicalize | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-translate --serialize-spirv %s -o %t.spv && tf-translate --deserialize-spirv %t.spv | filecheck %s
// RUN: tf-translate --deserialize-spirv %t.spv | tf-translate --serialize-spirv -o %t.again.spv && cmp %t.spv %t.again.spv

/// Loads and stores with memory operands, as mlir-opt prints them. Volatile ones are neither merged nor dropped. Who sees what is made visible or available upstream
/// has no word for; its words lack it.
// CHECK: spirv.module Logical Vulkan requires #spirv.vce<v1.5, [Shader, VulkanMemoryModel, VulkanMemoryModelDeviceScope], []>
// CHECK: %[[P:.*]] = spirv.AccessChain
// CHECK-NEXT: %[[V:.*]] = spirv.Load "StorageBuffer" %[[P]] ["Volatile"] : f32
// CHECK-NEXT: spirv.Load "StorageBuffer" %[[P]] ["Volatile"] : f32
// CHECK-NEXT: spirv.Load "StorageBuffer" %[[P]] ["Volatile|Aligned", 16] : f32
// CHECK-NEXT: %[[W:.*]] = spirv.Load "StorageBuffer" %[[P]] ["MakePointerVisible|NonPrivatePointer"] {memory_scope = #spirv.scope<Workgroup>} : f32
// CHECK-NEXT: spirv.Store "StorageBuffer" %[[P]], %[[V]] ["Nontemporal"] : f32
// CHECK-NEXT: spirv.Store "StorageBuffer" %[[P]], %[[V]] ["Aligned|MakePointerAvailable|NonPrivatePointer", 4] {memory_scope = #spirv.scope<Device>} : f32
// CHECK-NEXT: spirv.Store "StorageBuffer" %[[P]], %[[W]] ["None"] : f32
// CHECK-NEXT: spirv.Return
// GENERIC: "spirv.Load"(%{{.*}}) <{memory_access = #spirv.memory_access<Volatile>}> : (!spirv.ptr<f32, StorageBuffer>) -> f32
// GENERIC: "spirv.Load"(%{{.*}}) <{alignment = 16 : i32, memory_access = #spirv.memory_access<Volatile|Aligned>}> : (!spirv.ptr<f32, StorageBuffer>) -> f32
// GENERIC: "spirv.Store"(%{{.*}}) <{memory_access = #spirv.memory_access<None>}> : (!spirv.ptr<f32, StorageBuffer>, f32) -> ()
spirv.module Logical Vulkan requires #spirv.vce<v1.5, [Shader, VulkanMemoryModel, VulkanMemoryModelDeviceScope], []> {
  spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  spirv.func @f() "None" {
    %a = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
    %c = spirv.Constant 0 : i32
    %p = spirv.AccessChain %a[%c, %c] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p ["Volatile"] : f32
    %u = spirv.Load "StorageBuffer" %p ["Volatile"] : f32
    %t = spirv.Load "StorageBuffer" %p ["Volatile|Aligned", 16] : f32
    %w = spirv.Load "StorageBuffer" %p ["MakePointerVisible|NonPrivatePointer"] {memory_scope = #spirv.scope<Workgroup>} : f32
    spirv.Store "StorageBuffer" %p, %v ["Nontemporal"] : f32
    spirv.Store "StorageBuffer" %p, %v ["Aligned|MakePointerAvailable|NonPrivatePointer", 4] {memory_scope = #spirv.scope<Device>} : f32
    spirv.Store "StorageBuffer" %p, %w ["None"] : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @f, @a
  spirv.ExecutionMode @f "LocalSize", 1, 1, 1
}
