// RUN: tf-opt %s --convert-vector-to-scf --split-input-file | filecheck %s
// RUN: tf-opt %s --pass-pipeline='builtin.module(convert-vector-to-scf{full-unroll=true})' --split-input-file | filecheck %s --check-prefix=UNROLLED
// RUN: tf-opt %s --pass-pipeline='builtin.module(convert-vector-to-scf{lower-tensors=true})' --split-input-file | filecheck %s --check-prefix=TENSORS
// What mlir-opt 22 makes of them.

/// Rows are read in a loop, into memory on the stack; one that is outside is padding.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @r(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) -> vector<4x8xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %alloca = memref.alloca() : memref<vector<4x8xf32>>
// CHECK-NEXT:     %0 = vector.type_cast %alloca : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
// CHECK-NEXT:     scf.for %arg3 = %c0 to %c4 step %c1 {
// CHECK-NEXT:       %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:       %2 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:       %3 = arith.cmpi sgt, %dim, %2 : index
// CHECK-NEXT:       scf.if %3 {
// CHECK-NEXT:         %4 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:         %5 = vector.transfer_read %arg0[%4, %arg2], %cst_0 : memref<?x?xf32>, vector<8xf32>
// CHECK-NEXT:         memref.store %5, %0[%arg3] : memref<4xvector<8xf32>>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         memref.store %cst, %0[%arg3] : memref<4xvector<8xf32>>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = memref.load %alloca[] : memref<vector<4x8xf32>>
// CHECK-NEXT:     return %1 : vector<4x8xf32>
// CHECK-NEXT:   }
func.func @r(%m: memref<?x?xf32>, %i: index, %j: index) -> vector<4x8xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

// -----

/// Rows are stored there first, and written in a loop. Without loops they are taken out of the vector.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @w(%arg0: memref<?x?xf32>, %arg1: vector<4x8xf32>, %arg2: index, %arg3: index) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %alloca = memref.alloca() : memref<vector<4x8xf32>>
// CHECK-NEXT:     memref.store %arg1, %alloca[] : memref<vector<4x8xf32>>
// CHECK-NEXT:     %0 = vector.type_cast %alloca : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
// CHECK-NEXT:     scf.for %arg4 = %c0 to %c4 step %c1 {
// CHECK-NEXT:       %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:       %1 = affine.apply #map(%arg4)[%arg2]
// CHECK-NEXT:       %2 = arith.cmpi sgt, %dim, %1 : index
// CHECK-NEXT:       scf.if %2 {
// CHECK-NEXT:         %3 = affine.apply #map(%arg4)[%arg2]
// CHECK-NEXT:         %4 = memref.load %0[%arg4] : memref<4xvector<8xf32>>
// CHECK-NEXT:         vector.transfer_write %4, %arg0[%3, %arg3] : vector<8xf32>, memref<?x?xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// UNROLLED: #map = affine_map<()[s0] -> (s0 + 1)>
// UNROLLED: #map1 = affine_map<()[s0] -> (s0 + 2)>
// UNROLLED: #map2 = affine_map<()[s0] -> (s0 + 3)>
// UNROLLED:   func.func @w(%arg0: memref<?x?xf32>, %arg1: vector<4x8xf32>, %arg2: index, %arg3: index) {
// UNROLLED-NEXT:     %c0 = arith.constant 0 : index
// UNROLLED-NEXT:     %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// UNROLLED-NEXT:     %0 = arith.cmpi sgt, %dim, %arg2 : index
// UNROLLED-NEXT:     scf.if %0 {
// UNROLLED-NEXT:       %7 = vector.extract %arg1[0] : vector<8xf32> from vector<4x8xf32>
// UNROLLED-NEXT:       vector.transfer_write %7, %arg0[%arg2, %arg3] : vector<8xf32>, memref<?x?xf32>
// UNROLLED-NEXT:     } else {
// UNROLLED-NEXT:     }
// UNROLLED-NEXT:     %dim_0 = memref.dim %arg0, %c0 : memref<?x?xf32>
// UNROLLED-NEXT:     %1 = affine.apply #map()[%arg2]
// UNROLLED-NEXT:     %2 = arith.cmpi sgt, %dim_0, %1 : index
// UNROLLED-NEXT:     scf.if %2 {
// UNROLLED-NEXT:       %7 = affine.apply #map()[%arg2]
// UNROLLED-NEXT:       %8 = vector.extract %arg1[1] : vector<8xf32> from vector<4x8xf32>
// UNROLLED-NEXT:       vector.transfer_write %8, %arg0[%7, %arg3] : vector<8xf32>, memref<?x?xf32>
// UNROLLED-NEXT:     } else {
// UNROLLED-NEXT:     }
// UNROLLED-NEXT:     %dim_1 = memref.dim %arg0, %c0 : memref<?x?xf32>
// UNROLLED-NEXT:     %3 = affine.apply #map1()[%arg2]
// UNROLLED-NEXT:     %4 = arith.cmpi sgt, %dim_1, %3 : index
// UNROLLED-NEXT:     scf.if %4 {
// UNROLLED-NEXT:       %7 = affine.apply #map1()[%arg2]
// UNROLLED-NEXT:       %8 = vector.extract %arg1[2] : vector<8xf32> from vector<4x8xf32>
// UNROLLED-NEXT:       vector.transfer_write %8, %arg0[%7, %arg3] : vector<8xf32>, memref<?x?xf32>
// UNROLLED-NEXT:     } else {
// UNROLLED-NEXT:     }
// UNROLLED-NEXT:     %dim_2 = memref.dim %arg0, %c0 : memref<?x?xf32>
// UNROLLED-NEXT:     %5 = affine.apply #map2()[%arg2]
// UNROLLED-NEXT:     %6 = arith.cmpi sgt, %dim_2, %5 : index
// UNROLLED-NEXT:     scf.if %6 {
// UNROLLED-NEXT:       %7 = affine.apply #map2()[%arg2]
// UNROLLED-NEXT:       %8 = vector.extract %arg1[3] : vector<8xf32> from vector<4x8xf32>
// UNROLLED-NEXT:       vector.transfer_write %8, %arg0[%7, %arg3] : vector<8xf32>, memref<?x?xf32>
// UNROLLED-NEXT:     } else {
// UNROLLED-NEXT:     }
// UNROLLED-NEXT:     return
// UNROLLED-NEXT:   }
func.func @w(%m: memref<?x?xf32>, %v: vector<4x8xf32>, %i: index, %j: index) {
  vector.transfer_write %v, %m[%i, %j] : vector<4x8xf32>, memref<?x?xf32>
  return
}

// -----

/// Elements that are a row apart are read one by one.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @s(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) -> vector<4xf32> {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %c4 step %c1 iter_args(%arg4 = %cst) -> (vector<4xf32>) {
// CHECK-NEXT:       %1 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:       %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:       %2 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:       %3 = arith.cmpi sgt, %dim, %2 : index
// CHECK-NEXT:       %4 = scf.if %3 -> (vector<4xf32>) {
// CHECK-NEXT:         %5 = memref.load %arg0[%1, %arg2] : memref<?x?xf32>
// CHECK-NEXT:         %6 = vector.insert %5, %arg4 [%arg3] : f32 into vector<4xf32>
// CHECK-NEXT:         scf.yield %6 : vector<4xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %arg4 : vector<4xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %4 : vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : vector<4xf32>
// CHECK-NEXT:   }
func.func @s(%m: memref<?x?xf32>, %i: index, %j: index) -> vector<4xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

/// A mask lies on the stack as well, and loses a dimension with each loop.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @mask(%arg0: memref<?x?x?xf32>, %arg1: vector<3x4x8xi1>, %arg2: index, %arg3: index) -> vector<3x4x8xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %alloca = memref.alloca() : memref<vector<3x4x8xf32>>
// CHECK-NEXT:     %alloca_1 = memref.alloca() : memref<vector<3x4x8xi1>>
// CHECK-NEXT:     memref.store %arg1, %alloca_1[] : memref<vector<3x4x8xi1>>
// CHECK-NEXT:     %0 = vector.type_cast %alloca : memref<vector<3x4x8xf32>> to memref<3xvector<4x8xf32>>
// CHECK-NEXT:     %1 = vector.type_cast %alloca_1 : memref<vector<3x4x8xi1>> to memref<3xvector<4x8xi1>>
// CHECK-NEXT:     scf.for %arg4 = %c0 to %c3 step %c1 {
// CHECK-NEXT:       %3 = affine.apply #map(%arg4)[%arg2]
// CHECK-NEXT:       %4 = vector.type_cast %0 : memref<3xvector<4x8xf32>> to memref<3x4xvector<8xf32>>
// CHECK-NEXT:       %5 = vector.type_cast %1 : memref<3xvector<4x8xi1>> to memref<3x4xvector<8xi1>>
// CHECK-NEXT:       scf.for %arg5 = %c0 to %c4 step %c1 {
// CHECK-NEXT:         %dim = memref.dim %arg0, %c1 : memref<?x?x?xf32>
// CHECK-NEXT:         %6 = affine.apply #map(%arg5)[%arg3]
// CHECK-NEXT:         %7 = arith.cmpi sgt, %dim, %6 : index
// CHECK-NEXT:         scf.if %7 {
// CHECK-NEXT:           %8 = affine.apply #map(%arg5)[%arg3]
// CHECK-NEXT:           %9 = memref.load %5[%arg4, %arg5] : memref<3x4xvector<8xi1>>
// CHECK-NEXT:           %10 = vector.transfer_read %arg0[%3, %8, %arg2], %cst_0, %9 : memref<?x?x?xf32>, vector<8xf32>
// CHECK-NEXT:           memref.store %10, %4[%arg4, %arg5] : memref<3x4xvector<8xf32>>
// CHECK-NEXT:         } else {
// CHECK-NEXT:           memref.store %cst, %4[%arg4, %arg5] : memref<3x4xvector<8xf32>>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %2 = memref.load %alloca[] : memref<vector<3x4x8xf32>>
// CHECK-NEXT:     return %2 : vector<3x4x8xf32>
// CHECK-NEXT:   }
func.func @mask(%m: memref<?x?x?xf32>, %k: vector<3x4x8xi1>, %i: index, %j: index) -> vector<3x4x8xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j, %i], %p, %k {in_bounds = [true, false, false]} : memref<?x?x?xf32>, vector<3x4x8xf32>
  return %0 : vector<3x4x8xf32>
}

// -----

/// What is repeated is read once, and transposed where it is not the first dimension.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @bc(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) -> vector<4x3x8xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %alloca = memref.alloca() : memref<vector<4x8xf32>>
// CHECK-NEXT:     %0 = vector.type_cast %alloca : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
// CHECK-NEXT:     scf.for %arg3 = %c0 to %c4 step %c1 {
// CHECK-NEXT:       %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:       %4 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:       %5 = arith.cmpi sgt, %dim, %4 : index
// CHECK-NEXT:       scf.if %5 {
// CHECK-NEXT:         %6 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:         %7 = vector.transfer_read %arg0[%6, %arg2], %cst_0 : memref<?x?xf32>, vector<8xf32>
// CHECK-NEXT:         memref.store %7, %0[%arg3] : memref<4xvector<8xf32>>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         memref.store %cst, %0[%arg3] : memref<4xvector<8xf32>>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = memref.load %alloca[] : memref<vector<4x8xf32>>
// CHECK-NEXT:     %2 = vector.broadcast %1 : vector<4x8xf32> to vector<3x4x8xf32>
// CHECK-NEXT:     %3 = vector.transpose %2, [1, 0, 2] : vector<3x4x8xf32> to vector<4x3x8xf32>
// CHECK-NEXT:     return %3 : vector<4x3x8xf32>
// CHECK-NEXT:   }
func.func @bc(%m: memref<?x?xf32>, %i: index, %j: index) -> vector<4x3x8xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d0, 0, d1)>, in_bounds = [false, true, false]} : memref<?x?xf32>, vector<4x3x8xf32>
  return %0 : vector<4x3x8xf32>
}

// -----

/// Sizes that are known are compared with. The mask of a row is loaded.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @wmask(%arg0: memref<5x7xf32>, %arg1: vector<4x8xi1>, %arg2: vector<4x8xf32>, %arg3: index) {
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %alloca = memref.alloca() : memref<vector<4x8xf32>>
// CHECK-NEXT:     %alloca_0 = memref.alloca() : memref<vector<4x8xi1>>
// CHECK-NEXT:     memref.store %arg1, %alloca_0[] : memref<vector<4x8xi1>>
// CHECK-NEXT:     memref.store %arg2, %alloca[] : memref<vector<4x8xf32>>
// CHECK-NEXT:     %0 = vector.type_cast %alloca : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
// CHECK-NEXT:     %1 = vector.type_cast %alloca_0 : memref<vector<4x8xi1>> to memref<4xvector<8xi1>>
// CHECK-NEXT:     scf.for %arg4 = %c0 to %c4 step %c1 {
// CHECK-NEXT:       %2 = affine.apply #map(%arg4)[%arg3]
// CHECK-NEXT:       %3 = arith.cmpi slt, %2, %c5 : index
// CHECK-NEXT:       scf.if %3 {
// CHECK-NEXT:         %4 = affine.apply #map(%arg4)[%arg3]
// CHECK-NEXT:         %5 = memref.load %0[%arg4] : memref<4xvector<8xf32>>
// CHECK-NEXT:         %6 = memref.load %1[%arg4] : memref<4xvector<8xi1>>
// CHECK-NEXT:         vector.transfer_write %5, %arg0[%4, %arg3], %6 : vector<8xf32>, memref<5x7xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @wmask(%m: memref<5x7xf32>, %k: vector<4x8xi1>, %v: vector<4x8xf32>, %i: index) {
  vector.transfer_write %v, %m[%i, %i], %k : vector<4x8xf32>, memref<5x7xf32>
  return
}

// -----

/// Memory on the stack is made in the nearest loop.
// CHECK: #map = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK:   func.func @inloop(%arg0: memref<5x7xf32>, %arg1: vector<4x8xf32>, %arg2: index) {
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg3 = %c0 to %arg2 step %c1 {
// CHECK-NEXT:       %alloca = memref.alloca() : memref<vector<4x8xf32>>
// CHECK-NEXT:       memref.store %arg1, %alloca[] : memref<vector<4x8xf32>>
// CHECK-NEXT:       %0 = vector.type_cast %alloca : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
// CHECK-NEXT:       scf.for %arg4 = %c0 to %c4 step %c1 {
// CHECK-NEXT:         %1 = affine.apply #map(%arg3, %arg4)
// CHECK-NEXT:         %2 = arith.cmpi slt, %1, %c5 : index
// CHECK-NEXT:         scf.if %2 {
// CHECK-NEXT:           %3 = affine.apply #map(%arg3, %arg4)
// CHECK-NEXT:           %4 = memref.load %0[%arg4] : memref<4xvector<8xf32>>
// CHECK-NEXT:           vector.transfer_write %4, %arg0[%3, %arg3] : vector<8xf32>, memref<5x7xf32>
// CHECK-NEXT:         } else {
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @inloop(%m: memref<5x7xf32>, %v: vector<4x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    vector.transfer_write %v, %m[%i, %i] : vector<4x8xf32>, memref<5x7xf32>
  }
  return
}

// -----

/// Dimensions that are missing have one place.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @w1n(%arg0: memref<?x?xf32>, %arg1: vector<4xf32>, %arg2: index, %arg3: index) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %alloca = memref.alloca() : memref<vector<4x1xf32>>
// CHECK-NEXT:     %0 = vector.broadcast %arg1 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:     %1 = vector.transpose %0, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
// CHECK-NEXT:     memref.store %1, %alloca[] : memref<vector<4x1xf32>>
// CHECK-NEXT:     %2 = vector.type_cast %alloca : memref<vector<4x1xf32>> to memref<4xvector<1xf32>>
// CHECK-NEXT:     scf.for %arg4 = %c0 to %c4 step %c1 {
// CHECK-NEXT:       %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:       %3 = affine.apply #map(%arg4)[%arg2]
// CHECK-NEXT:       %4 = arith.cmpi sgt, %dim, %3 : index
// CHECK-NEXT:       scf.if %4 {
// CHECK-NEXT:         %5 = affine.apply #map(%arg4)[%arg2]
// CHECK-NEXT:         %6 = memref.load %2[%arg4] : memref<4xvector<1xf32>>
// CHECK-NEXT:         vector.transfer_write %6, %arg0[%5, %arg3] {in_bounds = [true]} : vector<1xf32>, memref<?x?xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @w1n(%m: memref<?x?xf32>, %v: vector<4xf32>, %i: index, %j: index) {
  vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

/// What is permuted is transposed.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK:   func.func @rt(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) -> vector<4x8xf32> {
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c8 = arith.constant 8 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %alloca = memref.alloca() : memref<vector<8x4xf32>>
// CHECK-NEXT:     %0 = vector.type_cast %alloca : memref<vector<8x4xf32>> to memref<8xvector<4xf32>>
// CHECK-NEXT:     scf.for %arg3 = %c0 to %c8 step %c1 {
// CHECK-NEXT:       %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK-NEXT:       %3 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:       %4 = arith.cmpi sgt, %dim, %3 : index
// CHECK-NEXT:       scf.if %4 {
// CHECK-NEXT:         %5 = affine.apply #map(%arg3)[%arg1]
// CHECK-NEXT:         %6 = vector.transfer_read %arg0[%5, %arg2], %cst_0 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT:         memref.store %6, %0[%arg3] : memref<8xvector<4xf32>>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         memref.store %cst, %0[%arg3] : memref<8xvector<4xf32>>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = memref.load %alloca[] : memref<vector<8x4xf32>>
// CHECK-NEXT:     %2 = vector.transpose %1, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
// CHECK-NEXT:     return %2 : vector<4x8xf32>
// CHECK-NEXT:   }
func.func @rt(%m: memref<?x?xf32>, %i: index, %j: index) -> vector<4x8xf32> {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, false]} : memref<?x?xf32>, vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

// -----

/// A loop for each dimension prints commas between elements.
// CHECK:   func.func @print(%arg0: vector<2x3xf32>, %arg1: vector<4xi1>, %arg2: vector<3xi5>) {
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c3 = arith.constant 3 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c2 = arith.constant 2 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = vector.shape_cast %arg0 : vector<2x3xf32> to vector<6xf32>
// CHECK-NEXT:     vector.print punctuation <open>
// CHECK-NEXT:     scf.for %arg3 = %c0 to %c2 step %c1 {
// CHECK-NEXT:       vector.print punctuation <open>
// CHECK-NEXT:       scf.for %arg4 = %c0 to %c3 step %c1 {
// CHECK-NEXT:         %4 = arith.muli %arg3, %c3 : index
// CHECK-NEXT:         %5 = arith.addi %arg4, %4 : index
// CHECK-NEXT:         %6 = vector.extract %0[%5] : f32 from vector<6xf32>
// CHECK-NEXT:         vector.print %6 : f32 punctuation <no_punctuation>
// CHECK-NEXT:         %7 = arith.cmpi ult, %arg4, %c2 : index
// CHECK-NEXT:         scf.if %7 {
// CHECK-NEXT:           vector.print punctuation <comma>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:       vector.print punctuation <close>
// CHECK-NEXT:       %3 = arith.cmpi ult, %arg3, %c1 : index
// CHECK-NEXT:       scf.if %3 {
// CHECK-NEXT:         vector.print punctuation <comma>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     vector.print punctuation <close>
// CHECK-NEXT:     vector.print
// CHECK-NEXT:     %1 = arith.extui %arg1 : vector<4xi1> to vector<4xi8>
// CHECK-NEXT:     vector.print punctuation <open>
// CHECK-NEXT:     scf.for %arg3 = %c0 to %c4 step %c1 {
// CHECK-NEXT:       %3 = vector.extract %1[%arg3] : i8 from vector<4xi8>
// CHECK-NEXT:       vector.print %3 : i8 punctuation <no_punctuation>
// CHECK-NEXT:       %4 = arith.cmpi ult, %arg3, %c3 : index
// CHECK-NEXT:       scf.if %4 {
// CHECK-NEXT:         vector.print punctuation <comma>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     vector.print punctuation <close>
// CHECK-NEXT:     vector.print
// CHECK-NEXT:     %2 = arith.extsi %arg2 : vector<3xi5> to vector<3xi8>
// CHECK-NEXT:     vector.print punctuation <open>
// CHECK-NEXT:     scf.for %arg3 = %c0 to %c3 step %c1 {
// CHECK-NEXT:       %3 = vector.extract %2[%arg3] : i8 from vector<3xi8>
// CHECK-NEXT:       vector.print %3 : i8 punctuation <no_punctuation>
// CHECK-NEXT:       %4 = arith.cmpi ult, %arg3, %c2 : index
// CHECK-NEXT:       scf.if %4 {
// CHECK-NEXT:         vector.print punctuation <comma>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     vector.print punctuation <close>
// CHECK-NEXT:     vector.print
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @print(%v: vector<2x3xf32>, %m: vector<4xi1>, %u: vector<3xi5>) {
  vector.print %v : vector<2x3xf32>
  vector.print %m : vector<4xi1>
  vector.print %u : vector<3xi5>
  return
}

// -----

/// Tensors stay, unless it is asked for: each trip of the loop gives the tensor with one more row.
// CHECK: vector.transfer_write %{{.*}} : vector<4x8xf32>, tensor<?x?xf32>
// TENSORS: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// TENSORS:   func.func @tensor(%arg0: tensor<?x?xf32>, %arg1: vector<4x8xf32>, %arg2: index, %arg3: index) -> tensor<?x?xf32> {
// TENSORS-NEXT:     %c1 = arith.constant 1 : index
// TENSORS-NEXT:     %c4 = arith.constant 4 : index
// TENSORS-NEXT:     %c0 = arith.constant 0 : index
// TENSORS-NEXT:     %alloca = memref.alloca() : memref<vector<4x8xf32>>
// TENSORS-NEXT:     memref.store %arg1, %alloca[] : memref<vector<4x8xf32>>
// TENSORS-NEXT:     %0 = vector.type_cast %alloca : memref<vector<4x8xf32>> to memref<4xvector<8xf32>>
// TENSORS-NEXT:     %1 = scf.for %arg4 = %c0 to %c4 step %c1 iter_args(%arg5 = %arg0) -> (tensor<?x?xf32>) {
// TENSORS-NEXT:       %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
// TENSORS-NEXT:       %2 = affine.apply #map(%arg4)[%arg2]
// TENSORS-NEXT:       %3 = arith.cmpi sgt, %dim, %2 : index
// TENSORS-NEXT:       %4 = scf.if %3 -> (tensor<?x?xf32>) {
// TENSORS-NEXT:         %5 = affine.apply #map(%arg4)[%arg2]
// TENSORS-NEXT:         %6 = memref.load %0[%arg4] : memref<4xvector<8xf32>>
// TENSORS-NEXT:         %7 = vector.transfer_write %6, %arg5[%5, %arg3] : vector<8xf32>, tensor<?x?xf32>
// TENSORS-NEXT:         scf.yield %7 : tensor<?x?xf32>
// TENSORS-NEXT:       } else {
// TENSORS-NEXT:         scf.yield %arg5 : tensor<?x?xf32>
// TENSORS-NEXT:       }
// TENSORS-NEXT:       scf.yield %4 : tensor<?x?xf32>
// TENSORS-NEXT:     }
// TENSORS-NEXT:     return %1 : tensor<?x?xf32>
// TENSORS-NEXT:   }
func.func @tensor(%m: tensor<?x?xf32>, %v: vector<4x8xf32>, %i: index, %j: index) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j] : vector<4x8xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
