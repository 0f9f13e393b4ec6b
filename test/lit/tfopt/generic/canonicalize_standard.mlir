// RUN: tf-opt %s --split-input-file --canonicalize | filecheck %s

/// Functions of constants, as the C library computes them.
// CHECK: func.func @functions() -> (f32, f32, f64, vector<2xf64>, f32) {
// CHECK-NEXT: %cst = arith.constant 1.58113885 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.37340081 : f32
// CHECK-NEXT: %cst_1 = arith.constant 1.1051709180756477 : f64
// CHECK-NEXT: %cst_2 = arith.constant dense<[0.25541281188299536, 0x7FF0000000000000]> : vector<2xf64>
// CHECK-NEXT: %cst_3 = arith.constant 0.520499885 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2, %cst_3 : f32, f32, f64, vector<2xf64>, f32
// CHECK-NEXT: }
func.func @functions() -> (f32, f32, f64, vector<2xf64>, f32) {
  %c = arith.constant 0.5 : f32
  %d = arith.constant 2.5 : f32
  %e = arith.constant 0.1 : f64
  %v = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %0 = math.powf %d, %c : f32
  %1 = math.atan2 %d, %c : f32
  %2 = math.exp %e : f64
  %3 = math.atanh %v : vector<2xf64>
  %4 = math.erf %c : f32
  return %0, %1, %2, %3, %4 : f32, f32, f64, vector<2xf64>, f32
}

// -----

/// Equal results are one number; those of other types are left.
// CHECK: func.func @others(%arg0: f32) -> (vector<2xf64>, f16) {
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f16
// CHECK-NEXT: %cst_0 = arith.constant dense<1.000000e+00> : vector<2xf64>
// CHECK-NEXT: %0 = math.exp %cst : f16
// CHECK-NEXT: return %cst_0, %0 : vector<2xf64>, f16
// CHECK-NEXT: }
func.func @others(%s: f32) -> (vector<2xf64>, f16) {
  %v = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %h = arith.constant 3.0 : f16
  %0 = math.ceil %v : vector<2xf64>
  %1 = math.exp %h : f16
  return %0, %1 : vector<2xf64>, f16
}

// -----

/// A number is the greater of itself and itself, whatever the shape.
// CHECK: func.func @itself(%arg0: tensor<2x?xi16>) -> tensor<2x?xi16> {
// CHECK-NEXT: return %arg0 : tensor<2x?xi16>
// CHECK-NEXT: }
func.func @itself(%a: tensor<2x?xi16>) -> tensor<2x?xi16> {
  %0 = arith.maxui %a, %a : tensor<2x?xi16>
  return %0 : tensor<2x?xi16>
}

// -----

/// Where one way leads where nothing comes the other is taken, and cases have no sign.
// CHECK: func.func @ways(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: cf.switch %arg1 : i32, [
// CHECK-NEXT: default: ^bb1(%arg2 : i32),
// CHECK-NEXT: 4294967295: ^bb1(%c1_i32 : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @ways(%c: i1, %k: i32, %a: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  ub.unreachable
^b:
  cf.switch %k : i32, [
    default: ^c(%a : i32),
    -1: ^d
  ]
^c(%x: i32):
  return %x : i32
^d:
  %one = arith.constant 1 : i32
  cf.br ^c(%one : i32)
}

// -----

/// What a buffer's type tells of where it lies, and a buffer's memory under another type.
// CHECK: func.func @layout(%arg0: memref<4x?xf32>, %arg1: index) -> (index, index, index, index, memref<2x?xf32, strided<[?, 1], offset: ?>>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [2, %arg1], strides: [%arg1, 1] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: return %c0, %c4, %sizes#1, %c1, %reinterpret_cast : index, index, index, index, memref<2x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: }
func.func @layout(%m: memref<4x?xf32>, %n: index) -> (index, index, index, index, memref<2x?xf32, strided<[?, 1], offset: ?>>) {
  %base, %off, %sz:2, %st:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %c = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %r = memref.reinterpret_cast %c to offset: [%n], sizes: [2, %n], strides: [%n, 1] : memref<?x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  return %off, %sz#0, %sz#1, %st#1, %r : index, index, index, index, memref<2x?xf32, strided<[?, 1], offset: ?>>
}
