// RUN: tf-opt %s --iree-convert-to-spirv --split-input-file | filecheck %s

/// The portable executable stays, and one for SPIR-V stands beside it: buffers bound in the order of the arguments, the
/// schedule's loads and lanes, as many workgroups as there are elements for.
// CHECK: iree.executable(Unspecified)
// CHECK: iree.executable(SPIRV)
// CHECK: spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>
// CHECK: spirv.GlobalVariable @simple_mul_arg_0 bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
// CHECK: spirv.GlobalVariable @simple_mul_arg_1 bind(0, 1)
// CHECK: spirv.GlobalVariable @simple_mul_arg_2 bind(0, 2)
// CHECK: spirv.func @simple_mul() "None" attributes {iree.workgroups = dense<1> : tensor<3xi32>}
// CHECK: %[[A:.*]] = spirv.AccessChain
// CHECK: %[[X:.*]] = spirv.Load "StorageBuffer" %[[A]] : f32
// CHECK: %[[Y:.*]] = spirv.Load "StorageBuffer"
// CHECK: %[[Z:.*]] = spirv.FMul %[[X]], %[[Y]] {no_contraction} : f32
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %[[Z]] : f32
// CHECK: spirv.Return
// CHECK: spirv.EntryPoint "GLCompute" @simple_mul, @__builtin__LocalInvocationId__
// CHECK: spirv.ExecutionMode @simple_mul "LocalSize", 4, 1, 1
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @simple_mul(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 4, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = iree.load_input(%arg1 : memref<4xf32>) : tensor<4xf32>
          %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
          iree.store_output(%2 : tensor<4xf32>, %arg2 : memref<4xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// Four lanes take four elements at once, through a texel buffer where the schedule says so; outputs are storage.
// CHECK: !spirv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, UniformConstant>
// CHECK: !spirv.array<2 x vector<4xf32>, stride=16>
// CHECK: %[[X:.*]] = spirv.ImageFetch
// CHECK: %[[Y:.*]] = spirv.GL.Floor %[[X]] : vector<4xf32>
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %[[Y]] : vector<4xf32>
// CHECK: LocalSize", 2, 1, 1
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 4, invocations = 2, loads = texel>} {
          %0 = iree.load_input(%arg0 : memref<8xf32>) : tensor<8xf32>
          %1 = stablehlo.floor %0 : tensor<8xf32>
          iree.store_output(%1 : tensor<8xf32>, %arg1 : memref<8xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// A buffer with more elements than any device takes as texels is loaded from storage all the same.
// CHECK-NOT: UniformConstant
// CHECK: spirv.Load "StorageBuffer"
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @f(%arg0: memref<65537xf32>, %arg1: memref<65537xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<elementwise, lanes = 1, invocations = 64, loads = texel>} {
          %0 = iree.load_input(%arg0 : memref<65537xf32>) : tensor<65537xf32>
          %1 = stablehlo.floor %0 : tensor<65537xf32>
          iree.store_output(%1 : tensor<65537xf32>, %arg1 : memref<65537xf32>)
          iree.return
        }
      }
    }
  }
}

// -----

/// The rows of a tile are carried around the loop over the contraction; past the last row nothing is stored.
// CHECK: spirv.mlir.loop -> vector<4xf32>, vector<4xf32>
// CHECK: spirv.VectorTimesScalar
// CHECK-NOT: GroupNonUniformShuffle
// CHECK: spirv.mlir.merge %{{.*}}, %{{.*}} : vector<4xf32>, vector<4xf32>
// CHECK: spirv.mlir.selection
// CHECK: spirv.Store "StorageBuffer"
module {
  iree.multi_arch_executable @ex() {
    iree.executable(Unspecified) {
      module {
        func.func @f(%arg0: memref<3x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<3x32xf32>) attributes {iree.executable.export, iree.schedule = #iree.schedule<contraction, rows = 2, columns = 4, lanes = 8, share = none, loads = storage>} {
          %0 = iree.load_input(%arg0 : memref<3x8xf32>) : tensor<3x8xf32>
          %1 = iree.load_input(%arg1 : memref<8x32xf32>) : tensor<8x32xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x32xf32>) -> tensor<3x32xf32>
          iree.store_output(%2 : tensor<3x32xf32>, %arg2 : memref<3x32xf32>)
          iree.return
        }
      }
    }
  }
}
