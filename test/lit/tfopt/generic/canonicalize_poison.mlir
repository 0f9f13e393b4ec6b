// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of poison, of chosen constants, and of whole numbers compared as floats.

// CHECK: func.func @select_vectors() -> (vector<4xi32>, vector<4xi32>, tensor<2xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[1, 6, 3, 4]> : vector<4xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[2.500000e+00, 1.500000e+00]> : tensor<2xf32>
// CHECK-NEXT: return %cst_0, %cst, %cst_1 : vector<4xi32>, vector<4xi32>, tensor<2xf32>
// CHECK-NEXT: }
func.func @select_vectors() -> (vector<4xi32>, vector<4xi32>, tensor<2xf32>) {
  %m = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %a = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %b = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>
  %t = arith.constant dense<true> : vector<4xi1>
  %n = arith.constant dense<[false, true]> : tensor<2xi1>
  %p = arith.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %q = arith.constant dense<2.5> : tensor<2xf32>
  %0 = arith.select %m, %a, %b : vector<4xi1>, vector<4xi32>
  %1 = arith.select %t, %a, %b : vector<4xi1>, vector<4xi32>
  %2 = arith.select %n, %p, %q : tensor<2xi1>, tensor<2xf32>
  return %0, %1, %2 : vector<4xi32>, vector<4xi32>, tensor<2xf32>
}

// -----

// CHECK: func.func @compare_converted(%arg0: i32, %arg1: i16) -> (i1, i1, i1, i1) {
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %c2_i16 = arith.constant 2 : i16
// CHECK-NEXT: %0 = arith.cmpi sle, %arg1, %c2_i16 : i16
// CHECK-NEXT: %1 = arith.cmpi sgt, %arg0, %c2_i32 : i32
// CHECK-NEXT: return %0, %false, %false, %1 : i1, i1, i1, i1
// CHECK-NEXT: }
func.func @compare_converted(%a: i32, %b: i16) -> (i1, i1, i1, i1) {
  %h = arith.constant 2.5 : f32
  %big = arith.constant 1.0e30 : f64
  %0 = arith.sitofp %b : i16 to f32
  %1 = arith.cmpf olt, %0, %h : f32
  %2 = arith.cmpf oeq, %0, %h : f32
  %3 = arith.uitofp %a : i32 to f64
  %4 = arith.cmpf oge, %3, %big : f64
  %5 = arith.sitofp %a : i32 to f32
  %6 = arith.cmpf ogt, %5, %h : f32
  return %1, %2, %4, %6 : i1, i1, i1, i1
}

// -----

// CHECK: func.func @poison(%arg0: i32, %arg1: i1) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %0 = ub.poison : i32
// CHECK-NEXT: %1 = arith.shli %arg0, %0 : i32
// CHECK-NEXT: return %0, %arg0, %0, %1 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @poison(%a: i32, %c: i1) -> (i32, i32, i32, i32) {
  %p = ub.poison : i32
  %0 = arith.addi %a, %p : i32
  %1 = arith.select %c, %a, %p : i32
  %2 = arith.divui %p, %a : i32
  %3 = arith.shli %a, %p : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
