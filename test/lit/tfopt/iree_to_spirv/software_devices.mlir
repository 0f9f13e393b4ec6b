// RUN: tf-opt %s --iree-choose-schedules=target=lavapipe --iree-convert-to-spirv | filecheck %s
// RUN: tf-opt %s --iree-choose-schedules=target=gpu --iree-convert-to-spirv | filecheck %s --check-prefix=GPU
// RUN: tf-opt %s --iree-choose-schedules='target=lavapipe style=plain' --iree-convert-to-spirv | filecheck %s --check-prefix=PLAIN

/// Mesa's software device goes through the part behind a loop's body at the beginning of the next round, and chooses between what stood before the loop
/// and what comes from there, lane by lane. What is in a variable it needs not choose. Other devices, and people who read kernels, get values.
// CHECK: spirv.func @rows
// CHECK-NEXT: %[[SUM:.*]] = spirv.Variable : !spirv.ptr<vector<4xf32>, Function>
// CHECK: spirv.mlir.loop {
// CHECK: spirv.Load "Function" %[[SUM]]
// CHECK: spirv.Store "Function" %[[SUM]]
// CHECK: spirv.mlir.merge
// CHECK: spirv.Load "Function" %[[SUM]]

/// What it is stored as are its numbers. As words of 64 bits they would be in registers of 512, from which a lane is slow to come by.
// CHECK-NOT: i64
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : vector<4xf32>

// GPU: spirv.func @rows
// GPU-NOT: spirv.Variable
// GPU: spirv.mlir.loop -> vector<4xf32>

// PLAIN: spirv.func @rows
// PLAIN-NOT: spirv.Variable
// PLAIN: spirv.mlir.loop -> f32
module {
  iree.multi_arch_executable @ex0() {
    iree.executable(Unspecified) {
      module {
        func.func @rows(%arg0: memref<1x64xf32>, %arg1: memref<64x32xf32>, %arg2: memref<1x32xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<1x64xf32>) : tensor<1x64xf32>
          %1 = iree.load_input(%arg1 : memref<64x32xf32>) : tensor<64x32xf32>
          %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x32xf32>) -> tensor<1x32xf32>
          iree.store_output(%2 : tensor<1x32xf32>, %arg2 : memref<1x32xf32>)
          iree.return
        }
      }
    }
  }
}
