module {
  iree.multi_arch_executable @sum_ex_dispatch_0[0]() {
    iree.executable(SPIRV) {
      spv.module "Logical" "GLSL450" {
        spv.globalVariable @id built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
        spv.globalVariable @in bind(0, 0) : !spv.ptr<!spv.struct<!spv.array<6 x f32 [4]> [0]>, StorageBuffer>
        spv.globalVariable @out bind(0, 1) : !spv.ptr<!spv.struct<!spv.array<6 x f32 [4]> [0]>, StorageBuffer>
        func @twice() {
          %0 = spv._address_of @id : !spv.ptr<vector<3xi32>, Input>
          %1 = spv.Load "Input" %0 : vector<3xi32>
          %2 = spv.CompositeExtract %1[0 : i32] : vector<3xi32>
          %3 = spv._address_of @in : !spv.ptr<!spv.struct<!spv.array<6 x f32 [4]> [0]>, StorageBuffer>
          %4 = spv.constant 0 : i32
          %5 = spv.AccessChain %3[%4, %2] : !spv.ptr<!spv.struct<!spv.array<6 x f32 [4]> [0]>, StorageBuffer>
          %6 = spv.Load "StorageBuffer" %5 : f32
          %7 = spv.FAdd %6, %6 : f32
          %8 = spv._address_of @out : !spv.ptr<!spv.struct<!spv.array<6 x f32 [4]> [0]>, StorageBuffer>
          %9 = spv.AccessChain %8[%4, %2] : !spv.ptr<!spv.struct<!spv.array<6 x f32 [4]> [0]>, StorageBuffer>
          spv.Store "StorageBuffer" %9, %7 : f32
          spv.Return
        }
        spv.EntryPoint "GLCompute" @twice, @id
        spv.ExecutionMode @twice "LocalSize", 2, 1, 1
      } attributes {capabilities = ["Shader"], extensions = ["SPV_KHR_storage_buffer_storage_class"]}
    }
  }
  func @sum(%arg0: memref<6xf32>) -> memref<6xf32>
    attributes {iree.module.export, iree.ordinal = 0 : i32} {
    %0 = "iree_ll_seq.alloc_heap"() : () -> memref<6xf32>
    iree_ll_seq.static_dispatch sum_ex_dispatch_0::twice[dense<[6, 1, 1]> : tensor<3xi32>](%arg0, %0) : (memref<6xf32>, memref<6xf32>) -> ()
    iree_ll_seq.return %0 : memref<6xf32>
  }
}
