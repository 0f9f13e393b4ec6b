// RUN: tf-opt %s --split-input-file --convert-vector-to-scf='lower-scalable=1 lower-tensors=1 target-rank=2' | filecheck %s
// RUN: tf-opt %s --split-input-file --convert-vector-to-scf='lower-tensors=1 target-rank=2' | filecheck %s --check-prefix=WITHOUT

/// A transposed vector of unknown length is written column by column, each of them an element of every row. The text is mlir-opt 22's. Without the option such vectors stay, as do those
/// that may lie outside of memory, or whose mask is not told by sizes.

// WITHOUT-NOT: scf.for

// CHECK-LABEL: func.func @plain(%arg0: vector<4x[4]xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c4 = arith.constant 4 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[1] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %2 = vector.extract %arg0[2] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %3 = vector.extract %arg0[3] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT:     %vscale = vector.vscale
// CHECK-NEXT:     %c4_vscale = arith.muli %vscale, %c4 : index
// CHECK-NEXT:     scf.for %arg4 = %c0 to %c4_vscale step %c1 {
// CHECK-NEXT:       %4 = affine.apply #map(%arg4)[%arg2]
// CHECK-NEXT:       %5 = vector.extract %0[%arg4] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %6 = vector.extract %1[%arg4] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %7 = vector.extract %2[%arg4] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %8 = vector.extract %3[%arg4] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %9 = vector.from_elements %5, %6, %7, %8 : vector<4xf32>
// CHECK-NEXT:       vector.transfer_write %9, %arg1[%4, %arg3] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @plain(%v: vector<4x[4]xf32>, %m: memref<?x?xf32>, %i: index, %j: index) {
  %t = vector.transpose %v, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
  vector.transfer_write %t, %m[%i, %j] {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @mask(%arg0: vector<2x[4]xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index) {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[1] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:     %2 = vector.create_mask %arg5 : vector<2xi1>
// CHECK-NEXT:     scf.for %arg6 = %c0 to %arg4 step %c1 {
// CHECK-NEXT:       %3 = affine.apply #map(%arg6)[%arg2]
// CHECK-NEXT:       %4 = vector.extract %0[%arg6] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %5 = vector.extract %1[%arg6] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %6 = vector.from_elements %4, %5 : vector<2xf32>
// CHECK-NEXT:       vector.transfer_write %6, %arg1[%3, %arg3], %2 {in_bounds = [true]} : vector<2xf32>, memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @mask(%v: vector<2x[4]xf32>, %m: memref<?x?xf32>, %i: index, %j: index, %a: index, %b: index) {
  %t = vector.transpose %v, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  %k = vector.create_mask %a, %b : vector<[4]x2xi1>
  vector.transfer_write %t, %m[%i, %j], %k {in_bounds = [true, true]} : vector<[4]x2xf32>, memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @constant_mask(%arg0: vector<2x[4]xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index, %arg4: vector<[4]x2xi1>) {
// CHECK-NEXT:     %0 = vector.transpose %arg0, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
// CHECK-NEXT:     vector.transfer_write %0, %arg1[%arg2, %arg3], %arg4 {in_bounds = [true, true]} : vector<[4]x2xf32>, memref<?x?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @constant_mask(%v: vector<2x[4]xf32>, %m: memref<?x?xf32>, %i: index, %j: index, %k: vector<[4]x2xi1>) {
  %t = vector.transpose %v, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  vector.transfer_write %t, %m[%i, %j], %k {in_bounds = [true, true]} : vector<[4]x2xf32>, memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @outside(%arg0: vector<2x[4]xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index) {
// CHECK-NEXT:     %0 = vector.transpose %arg0, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
// CHECK-NEXT:     vector.transfer_write %0, %arg1[%arg2, %arg3] : vector<[4]x2xf32>, memref<?x?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @outside(%v: vector<2x[4]xf32>, %m: memref<?x?xf32>, %i: index, %j: index) {
  %t = vector.transpose %v, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  vector.transfer_write %t, %m[%i, %j] : vector<[4]x2xf32>, memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @mask_tensor(%arg0: vector<2x[4]xf32>, %arg1: tensor<?x?xf32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index) -> tensor<?x?xf32> {
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0 = vector.extract %arg0[0] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:     %1 = vector.extract %arg0[1] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:     %2 = vector.create_mask %arg5 : vector<2xi1>
// CHECK-NEXT:     %3 = scf.for %arg6 = %c0 to %arg4 step %c1 iter_args(%arg7 = %arg1) -> (tensor<?x?xf32>) {
// CHECK-NEXT:       %4 = affine.apply #map(%arg6)[%arg2]
// CHECK-NEXT:       %5 = vector.extract %0[%arg6] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %6 = vector.extract %1[%arg6] : f32 from vector<[4]xf32>
// CHECK-NEXT:       %7 = vector.from_elements %5, %6 : vector<2xf32>
// CHECK-NEXT:       %8 = vector.transfer_write %7, %arg7[%4, %arg3], %2 {in_bounds = [true]} : vector<2xf32>, tensor<?x?xf32>
// CHECK-NEXT:       scf.yield %8 : tensor<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return %3 : tensor<?x?xf32>
// CHECK-NEXT:   }
func.func @mask_tensor(%v: vector<2x[4]xf32>, %m: tensor<?x?xf32>, %i: index, %j: index, %a: index, %b: index) -> tensor<?x?xf32> {
  %t = vector.transpose %v, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  %k = vector.create_mask %a, %b : vector<[4]x2xi1>
  %r = vector.transfer_write %t, %m[%i, %j], %k {in_bounds = [true, true]} : vector<[4]x2xf32>, tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
