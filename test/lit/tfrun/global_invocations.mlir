// REQUIRES: vulkan
/// Two workgroups of two invocations, told apart by their numbers among all of them: also on processors, where a loop counts invocations of a workgroup. The kernel multiplies twice, at last by 4, 1, 1 and 2.
// RUN: tf-run %s --device=vulkan --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-opt %s --iree-convert-to-llvm | tf-run - --device=cpu --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-opt %S/Inputs/simple_mul.mlir --iree-convert-to-llvm | tf-run - --device=cpu --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// CHECK: 4xf32=20 12 21 64
module {
  iree.multi_arch_executable @ex[0]() {
    iree.executable(Unspecified) {
      module {
        func.func @mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = iree.load_input(%arg1 : memref<4xf32>) : tensor<4xf32>
          %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
          iree.store_output(%2 : tensor<4xf32>, %arg2 : memref<4xf32>)
          iree.return
        }
      }
    }
    iree.executable(SPIRV) {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
        spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
        spirv.GlobalVariable @b bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
        spirv.GlobalVariable @c bind(0, 2) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
        spirv.func @mul() "None" attributes {iree.workgroups = dense<[2, 1, 1]> : tensor<3xi32>} {
          %0 = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
          %1 = spirv.Load "Input" %0 : vector<3xi32>
          %2 = spirv.CompositeExtract %1[0 : i32] : vector<3xi32>
          %3 = spirv.Constant 0 : i32
          %4 = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
          %5 = spirv.AccessChain %4[%3, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
          %6 = spirv.Load "StorageBuffer" %5 : f32
          %7 = spirv.mlir.addressof @b : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
          %8 = spirv.AccessChain %7[%3, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
          %9 = spirv.Load "StorageBuffer" %8 : f32
          %10 = spirv.FMul %6, %9 : f32
          %11 = spirv.mlir.addressof @c : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
          %12 = spirv.AccessChain %11[%3, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
          spirv.Store "StorageBuffer" %12, %10 : f32
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @mul, @id
        spirv.ExecutionMode @mul "LocalSize", 2, 1, 1
      }
    }
  }
  func.func @simple_mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32> attributes {iree.module.export, tf.entry_function = {control_outputs = "", inputs = "a/x,b", outputs = "r"}} {
    %0 = "iree_ll_seq.alloc_heap"() : () -> memref<1024xi8>
    %1 = iree_ll_seq.static_slice %0[256, 16] : memref<1024xi8> -> memref<4xf32>
    %2 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %3 = iree_ll_seq.constant dense<[4.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<4xf32>
    iree_ll_seq.static_dispatch ex::mul[dense<[4, 1, 1]> : tensor<3xi32>](%arg0, %arg1, %1) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::mul[dense<[4, 1, 1]> : tensor<3xi32>](%1, %3, %2) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.return %2 : memref<4xf32>
  }
}
