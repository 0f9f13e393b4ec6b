// RUN: tf-opt %s | filecheck %s

/// The spelling of 2019 is read and prints as today's: names, types, what a module requires, where an access chain leads.
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
// CHECK-NEXT: spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
// CHECK-NEXT: spirv.GlobalVariable @a bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
// CHECK-NEXT: spirv.func @double() "None" {
// CHECK-NEXT: %[[IDS:.*]] = spirv.mlir.addressof @id
// CHECK-NEXT: %[[ID3:.*]] = spirv.Load "Input" %[[IDS]] : vector<3xi32>
// CHECK-NEXT: %[[ID:.*]] = spirv.CompositeExtract %[[ID3]][0 : i32] : vector<3xi32>
// CHECK-NEXT: %[[A:.*]] = spirv.mlir.addressof @a
// CHECK-NEXT: %[[ZERO:.*]] = spirv.Constant 0 : i32
// CHECK-NEXT: spirv.AccessChain %[[A]][%[[ZERO]], %[[ID]]] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
// CHECK: spirv.FAdd
// CHECK: spirv.EntryPoint "GLCompute" @double, @id
spv.module "Logical" "GLSL450" {
  spv.globalVariable @id built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
  spv.globalVariable @a bind(0, 1) : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
  func @double() {
    %0 = spv._address_of @id : !spv.ptr<vector<3xi32>, Input>
    %1 = spv.Load "Input" %0 : vector<3xi32>
    %2 = spv.CompositeExtract %1[0 : i32] : vector<3xi32>
    %3 = spv._address_of @a : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
    %4 = spv.constant 0 : i32
    %5 = spv.AccessChain %3[%4, %2] : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
    %6 = spv.Load "StorageBuffer" %5 : f32
    %7 = spv.FAdd %6, %6 : f32
    spv.Store "StorageBuffer" %5, %7 : f32
    spv.Return
  }
  spv.EntryPoint "GLCompute" @double, @id
  spv.ExecutionMode @double "LocalSize", 1, 1, 1
} attributes {capabilities = ["Shader"], extensions = ["SPV_KHR_storage_buffer_storage_class"]}
