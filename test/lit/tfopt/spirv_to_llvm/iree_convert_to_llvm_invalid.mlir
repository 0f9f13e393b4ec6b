// RUN: tf-opt %s --iree-convert-to-llvm --split-input-file --verify-diagnostics

module {
  iree.multi_arch_executable @ex() {
    iree.executable(SPIRV) {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
        spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
        spirv.func @visible() "None" attributes {iree.workgroups = dense<[2, 1, 1]> : tensor<3xi32>} {
          %0 = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
          %1 = spirv.Load "Input" %0 : vector<3xi32>
          %2 = spirv.CompositeExtract %1[0 : i32] : vector<3xi32>
          %zero = spirv.Constant 0 : i32
          %3 = spirv.mlir.addressof @in : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
          %4 = spirv.AccessChain %3[%zero, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
          // expected-error @+1 {{'spirv.Load' op has the memory access MakePointerVisible|NonPrivatePointer, of which LLVM's loads and stores know no more than Volatile, Nontemporal and Aligned}}
          %5 = spirv.Load "StorageBuffer" %4 ["MakePointerVisible|NonPrivatePointer"] {memory_scope = #spirv.scope<Device>} : f32
          %6 = spirv.FAdd %5, %5 : f32
          %7 = spirv.FMul %6, %5 {no_contraction} : f32
          spirv.Store "StorageBuffer" %4, %7 ["Nontemporal"] : f32
          spirv.Store "StorageBuffer" %4, %7 ["None"] : f32
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @visible, @__builtin__LocalInvocationId__
        spirv.ExecutionMode @visible "LocalSize", 4, 1, 1
      }
    }
  }
}

// -----

module {
  iree.multi_arch_executable @ex() {
    iree.executable(SPIRV) {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
        spirv.GlobalVariable @__builtin__LocalInvocationIndex__ built_in("LocalInvocationIndex") : !spirv.ptr<vector<3xi32>, Input>
        spirv.func @index() "None" attributes {iree.workgroups = dense<[2, 1, 1]> : tensor<3xi32>} {
          %0 = spirv.mlir.addressof @__builtin__LocalInvocationIndex__ : !spirv.ptr<vector<3xi32>, Input>
          %1 = spirv.Load "Input" %0 : vector<3xi32>
          // expected-error @+1 {{'spirv.CompositeExtract' op reads the built-in LocalInvocationIndex, which processors do not have}}
          %2 = spirv.CompositeExtract %1[0 : i32] : vector<3xi32>
          %zero = spirv.Constant 0 : i32
          %3 = spirv.mlir.addressof @in : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
          %4 = spirv.AccessChain %3[%zero, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
          %5 = spirv.Load "StorageBuffer" %4 : f32
          %6 = spirv.FAdd %5, %5 : f32
          %7 = spirv.FMul %6, %5 {no_contraction} : f32
          spirv.Store "StorageBuffer" %4, %7 ["Nontemporal"] : f32
          spirv.Store "StorageBuffer" %4, %7 ["None"] : f32
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @index, @__builtin__LocalInvocationIndex__
        spirv.ExecutionMode @index "LocalSize", 4, 1, 1
      }
    }
  }
}
