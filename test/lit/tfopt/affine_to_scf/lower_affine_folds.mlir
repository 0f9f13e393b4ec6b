// RUN: tf-opt %s --lower-affine | filecheck %s

/// What is of other dialects than those that are made is folded, and what affine loads of constant memory; arith, memref, scf and vector stay.
/// The text is mlir-opt 22's.
// CHECK: func.func @f(%arg0: i32, %arg1: index, %arg2: tensor<4xf32>) -> (i32, f32, index, f32, i32, vector<4xf32>, index, tensor<4xf32>, i1) {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %0 = arith.addi %c2_i32, %c3_i32 : i32
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %idx3 = index.constant 3
// CHECK-NEXT: %1 = index.add %idx3, %idx3
// CHECK-NEXT: %cst_1 = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
// CHECK-NEXT: %cst_2 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %cst_3 = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: %2 = vector.shape_cast %cst_3 : vector<4xf32> to vector<2x2xf32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %4 = arith.xori %true, %true : i1
// CHECK-NEXT: cf.cond_br %true, ^bb1, ^bb2
// CHECK: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %5 = arith.select %true, %c2_i32, %c3_i32 : i32
// CHECK-NEXT: return %0, %cst_0, %1, %cst_2, %5, %3, %c4, %arg2, %4 : i32, f32, index, f32, i32, vector<4xf32>, index, tensor<4xf32>, i1
// CHECK: ^bb2:  // pred: ^bb0
// CHECK-NEXT: return %0, %cst_0, %1, %cst_2, %0, %3, %c4, %arg2, %4 : i32, f32, index, f32, i32, vector<4xf32>, index, tensor<4xf32>, i1
// CHECK-NEXT: }
// CHECK-NEXT: memref.global "private" constant @table : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK: func.func @elements(%arg0: memref<4xf32>) -> (f32, f32, tensor<4xi32>) {
// CHECK-NEXT: %0 = memref.get_global @table : memref<2xf32>
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = memref.load %0[%c0] : memref<2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT: return %cst, %1, %cst_1 : f32, f32, tensor<4xi32>
// CHECK-NEXT: }
func.func @f(%a: i32, %b: index, %t: tensor<4xf32>) -> (i32, f32, index, f32, i32, vector<4xf32>, index, tensor<4xf32>, i1) {
  %c = arith.constant 2 : i32
  %d = arith.constant 3 : i32
  %0 = arith.addi %c, %d : i32
  %x = arith.constant 1.0 : f32
  %1 = math.sqrt %x : f32
  %i1 = index.constant 3
  %2 = index.add %i1, %i1
  %3 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %4 = complex.re %3 : complex<f32>
  %v = arith.constant dense<1.0> : vector<4xf32>
  %5 = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %6 = vector.shape_cast %5 : vector<2x2xf32> to vector<4xf32>
  %7 = tensor.cast %t : tensor<4xf32> to tensor<4xf32>
  %c0 = arith.constant 0 : index
  %8 = tensor.dim %t, %c0 : tensor<4xf32>
  %tr = arith.constant true
  %9 = arith.xori %tr, %tr : i1
  cf.cond_br %tr, ^bb1, ^bb2
^bb1:
  %10 = arith.select %tr, %c, %d : i32
  return %0, %1, %2, %4, %10, %6, %8, %7, %9 : i32, f32, index, f32, i32, vector<4xf32>, index, tensor<4xf32>, i1
^bb2:
  return %0, %1, %2, %4, %0, %6, %8, %7, %9 : i32, f32, index, f32, i32, vector<4xf32>, index, tensor<4xf32>, i1
}
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @elements(%m: memref<4xf32>) -> (f32, f32, tensor<4xi32>) {
  %table = memref.get_global @table : memref<2xf32>
  %0 = affine.load %table[1] : memref<2xf32>
  %c0 = arith.constant 0 : index
  %1 = memref.load %table[%c0] : memref<2xf32>
  %2 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  return %0, %1, %3 : f32, f32, tensor<4xi32>
}
