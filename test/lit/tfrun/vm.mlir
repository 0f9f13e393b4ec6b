// REQUIRES: vulkan
/// The walkthrough's last listing, bytecode and SPIR-V side by side: the machine and the interpreter run the one, Vulkan the other.
// RUN: tf-run %s --device=vm --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-run %s --device=interpreter --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// CHECK: 4xf32=5 12 21 32

/// What is lowered for a device has no bytecode, until it is added; programs that are not lowered at all are lowered first.
// RUN: tf-opt %S/Inputs/mul.mlir --pipeline=vulkan -o %t.mlir
// RUN: not tf-run %t.mlir --device=vm --input=4xf32=1 --input=4xf32=1 2>&1 | filecheck %s --check-prefix=NONE
// NONE: error: 'iree.multi_arch_executable' op holds no bytecode: lower with tf-opt --pipeline=vm, or add it with --iree-legalize-interpreter-ops
// RUN: tf-opt %t.mlir --iree-legalize-interpreter-ops --iree-lower-interpreter-dialect | tf-run - --device=vm --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-opt %t.mlir --iree-legalize-interpreter-ops --iree-lower-interpreter-dialect | tf-translate --mlir-to-module -o %t.tfm
// RUN: tf-run %t.tfm --device=vm --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-run %t.tfm --device=vulkan --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-translate --mlir-to-module %t.mlir | not tf-run - --device=vm --input=4xf32=1 --input=4xf32=1 2>&1 | filecheck %s --check-prefix=NONE
// RUN: tf-opt %S/Inputs/mul.mlir --pipeline=vm | tf-translate --mlir-to-module | tf-run - --device=vm --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-opt %S/Inputs/mul.mlir --pipeline=vm | tf-run - --device=vm --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
// RUN: tf-run %S/Inputs/mul.mlir --device=vm --input=4xf32=1,2,3,4 --input=4xf32=5,6,7,8 | filecheck %s
module {
  iree.multi_arch_executable @simple_mul_ex_dispatch_0[0]() {
    iree.executable(IreeBytecode) {
      module {
        func @simple_mul_rgn_dispatch_0(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[4, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = "iree_ll_interp.alloc_heap"() : () -> memref<4xf32>
          "iree_ll_interp.mul_f"(%arg0, %arg1, %0) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
          %1 = "iree_ll_interp.constant"() {value = dense<0> : tensor<1xi32>} : () -> memref<1xi32>
          %2 = "iree_ll_interp.constant"() {value = dense<4> : tensor<1xi32>} : () -> memref<1xi32>
          "iree_ll_interp.dynamic_copy"(%0, %1, %arg2, %1, %2) : (memref<4xf32>, memref<1xi32>, memref<4xf32>, memref<1xi32>, memref<1xi32>) -> ()
          iree.return
        }
      }
    }
    iree.executable(SPIRV) {
      spv.module "Logical" "GLSL450" {
        spv.globalVariable @globalInvocationID built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
        spv.globalVariable @simple_mul_rgn_dispatch_0_arg_0 bind(0, 0) : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
        spv.globalVariable @simple_mul_rgn_dispatch_0_arg_1 bind(0, 1) : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
        spv.globalVariable @simple_mul_rgn_dispatch_0_arg_2 bind(0, 2) : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
        func @simple_mul_rgn_dispatch_0() {
          %0 = spv._address_of @globalInvocationID : !spv.ptr<vector<3xi32>, Input>
          %1 = spv.Load "Input" %0 : vector<3xi32>
          %2 = spv.CompositeExtract %1[0 : i32] : vector<3xi32>
          %5 = spv._address_of @simple_mul_rgn_dispatch_0_arg_0 : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
          %6 = spv.constant 0 : i32
          %7 = spv.AccessChain %5[%6, %2] : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
          %8 = spv.Load "StorageBuffer" %7 : f32
          %9 = spv._address_of @simple_mul_rgn_dispatch_0_arg_1 : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
          %11 = spv.AccessChain %9[%6, %2] : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
          %12 = spv.Load "StorageBuffer" %11 : f32
          %13 = spv.FMul %8, %12 : f32
          %14 = spv._address_of @simple_mul_rgn_dispatch_0_arg_2 : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
          %16 = spv.AccessChain %14[%6, %2] : !spv.ptr<!spv.struct<!spv.array<4 x f32 [4]> [0]>, StorageBuffer>
          spv.Store "StorageBuffer" %16, %13 : f32
          spv.Return
        }
        spv.EntryPoint "GLCompute" @simple_mul_rgn_dispatch_0, @globalInvocationID
        spv.ExecutionMode @simple_mul_rgn_dispatch_0 "LocalSize", 1, 1, 1
      } attributes {capabilities = ["Shader"], extensions = ["SPV_KHR_storage_buffer_storage_class"]}
    }
  }
  func @simple_mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32>
      attributes {iree.module.export, iree.ordinal = 0 : i32} {
    %0 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch simple_mul_ex_dispatch_0::simple_mul_rgn_dispatch_0[dense<[4, 1, 1]> : tensor<3xi32>](%arg0, %arg1, %0) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.return %0 : memref<4xf32>
  }
}
