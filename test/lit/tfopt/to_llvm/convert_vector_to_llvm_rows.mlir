// RUN: tf-opt --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @fma(%v: vector<4xf32>, %m: vector<2x3xf32>) {
  %0 = vector.fma %v, %v, %v : vector<4xf32>
  %1 = vector.fma %m, %m, %m : vector<2x3xf32>
  "test.use"(%0,%1) : (vector<4xf32>, vector<2x3xf32>) -> ()
  return
}
// -----
func.func @ga2(%m: memref<?xf32>, %i: index, %x: vector<2x2xi32>, %k: vector<2x2xi1>, %p: vector<2x2xf32>) {
  %0 = vector.gather %m[%i][%x], %k, %p : memref<?xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
  "test.use"(%0) : (vector<2x2xf32>) -> ()
  return
}
// -----
func.func @bcst(%v: vector<4xf32>, %m: vector<2x4xf32>, %z: vector<f32>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %1 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %2 = vector.bitcast %m : vector<2x4xf32> to vector<2x8xi16>
  %3 = vector.bitcast %z : vector<f32> to vector<i32>
  "test.use"(%0,%1,%2,%3) : (vector<4xi32>, vector<8xi16>, vector<2x8xi16>, vector<i32>) -> ()
  return
}
// -----
func.func @mask(%i: index, %j: index) {
  %0 = vector.constant_mask [2] : vector<4xi1>
  %1 = vector.constant_mask [1, 2] : vector<2x3xi1>
  %2 = vector.create_mask %i : vector<4xi1>
  "test.use"(%0,%1,%2) : (vector<4xi1>, vector<2x3xi1>, vector<4xi1>) -> ()
  return
}
// -----
func.func @mask2(%i: index, %j: index) {
  %0 = vector.create_mask %i, %j : vector<2x3xi1>
  "test.use"(%0) : (vector<2x3xi1>) -> ()
  return
}
// -----
func.func @shc2(%o: vector<1x6xf32>, %z: vector<f32>, %w: vector<1xf32>) {
  %3 = vector.shape_cast %o : vector<1x6xf32> to vector<6xf32>
  %4 = vector.shape_cast %z : vector<f32> to vector<1xf32>
  %5 = vector.shape_cast %w : vector<1xf32> to vector<f32>
  %6 = vector.shape_cast %o : vector<1x6xf32> to vector<1x1x6xf32>
  "test.use"(%3,%4,%5,%6) : (vector<6xf32>, vector<1xf32>, vector<f32>, vector<1x1x6xf32>) -> ()
  return
}
// -----
func.func @op(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>) {
  %0 = vector.outerproduct %a, %b : vector<2xf32>, vector<3xf32>
  %1 = vector.outerproduct %a, %b, %c : vector<2xf32>, vector<3xf32>
  "test.use"(%0,%1) : (vector<2x3xf32>, vector<2x3xf32>) -> ()
  return
}
// -----
func.func @op2(%a: vector<2xf32>, %b: f32, %c: vector<2xf32>, %i: vector<2xi32>, %j: vector<3xi32>, %k: vector<2x3xi32>) {
  %0 = vector.outerproduct %a, %b : vector<2xf32>, f32
  %1 = vector.outerproduct %a, %b, %c : vector<2xf32>, f32
  %2 = vector.outerproduct %i, %j, %k {kind = #vector.kind<maxsi>} : vector<2xi32>, vector<3xi32>
  %3 = vector.outerproduct %i, %j, %k : vector<2xi32>, vector<3xi32>
  "test.use"(%0,%1,%2,%3) : (vector<2xf32>, vector<2xf32>, vector<2x3xi32>, vector<2x3xi32>) -> ()
  return
}
// -----
func.func @tr(%m: vector<2x3xf32>) {
  %0 = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  "test.use"(%0) : (vector<3x2xf32>) -> ()
  return
}
// -----
func.func @tr3(%m: vector<2x3x4xf32>, %n: vector<1x4xf32>) {
  %0 = vector.transpose %m, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %1 = vector.transpose %n, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  "test.use"(%0, %1) : (vector<3x2x4xf32>, vector<4x1xf32>) -> ()
  return
}
// -----
#A = affine_map<(i) -> (i)>
#C = affine_map<(i) -> ()>
func.func @co1(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) {
  %0 = vector.contract {indexing_maps = [#A, #A, #C], iterator_types = ["reduction"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  "test.use"(%0) : (f32) -> ()
  return
}
// -----
#A = affine_map<(i, k) -> (i, k)>
#B = affine_map<(i, k) -> (k)>
#C = affine_map<(i, k) -> (i)>
func.func @cov(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) {
  %0 = vector.contract {indexing_maps = [#A, #B, #C], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  "test.use"(%0) : (vector<2xf32>) -> ()
  return
}
// -----
func.func @ss(%v: vector<8xf32>, %w: vector<4xf32>, %m: vector<4x8xf32>, %n: vector<2x4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %1 = vector.insert_strided_slice %w, %v {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  "test.use"(%0, %1) : (vector<4xf32>, vector<8xf32>) -> ()
  return
}
// -----
func.func @ss2(%m: vector<4x8xf32>, %n: vector<2x4xf32>) {
  %2 = vector.extract_strided_slice %m {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %3 = vector.insert_strided_slice %n, %m {offsets = [1, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  "test.use"(%2, %3) : (vector<2x4xf32>, vector<4x8xf32>) -> ()
  return
}
// -----
func.func @fe2(%a: f32, %b: f32, %z: vector<f32>) {
  %0 = vector.from_elements %a, %b, %a, %b : vector<2x2xf32>
  %1 = vector.from_elements %a : vector<f32>
  "test.use"(%0, %1) : (vector<2x2xf32>, vector<f32>) -> ()
  return
}
// -----
func.func @trr(%m: memref<8xf32>, %i: index) {
  %c = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %c {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  return
}
// -----
func.func @trr2(%m: memref<8xf32>, %i: index) {
  %c = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %c : memref<8xf32>, vector<4xf32>
  "test.use"(%0) : (vector<4xf32>) -> ()
  return
}

// CHECK: module {
// CHECK: func.func @fma(%arg0: vector<4xf32>, %arg1: vector<2x3xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %cst : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %2 = llvm.intr.fmuladd(%arg0, %arg0, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %3 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %4 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %5 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %6 = llvm.intr.fmuladd(%3, %4, %5) : (vector<3xf32>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
// CHECK-NEXT: %7 = llvm.insertvalue %6, %1[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %8 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %9 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %10 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %11 = llvm.intr.fmuladd(%8, %9, %10) : (vector<3xf32>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
// CHECK-NEXT: %12 = llvm.insertvalue %11, %7[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %13 = builtin.unrealized_conversion_cast %12 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: "test.use"(%2, %13) : (vector<4xf32>, vector<2x3xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ga2(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<2x2xi32>, %arg3: vector<2x2xi1>, %arg4: vector<2x2xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg4 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %arg3 : vector<2x2xi1> to !llvm.array<2 x vector<2xi1>>
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %arg2 : vector<2x2xi32> to !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %5 = ub.poison : vector<2x2xf32>
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %7 = llvm.extractvalue %4[0] : !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %8 = llvm.extractvalue %3[0] : !llvm.array<2 x vector<2xi1>>
// CHECK-NEXT: %9 = llvm.extractvalue %2[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %10 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %11 = llvm.getelementptr %10[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %12 = llvm.getelementptr %11[%7] : (!llvm.ptr, vector<2xi32>) -> vector<2x!llvm.ptr>, f32
// CHECK-NEXT: %13 = llvm.intr.masked.gather %12, %8, %9 {alignment = 4 : i32} : (vector<2x!llvm.ptr>, vector<2xi1>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %14 = llvm.insertvalue %13, %6[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %15 = llvm.extractvalue %4[1] : !llvm.array<2 x vector<2xi32>>
// CHECK-NEXT: %16 = llvm.extractvalue %3[1] : !llvm.array<2 x vector<2xi1>>
// CHECK-NEXT: %17 = llvm.extractvalue %2[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %18 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %19 = llvm.getelementptr %18[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %20 = llvm.getelementptr %19[%15] : (!llvm.ptr, vector<2xi32>) -> vector<2x!llvm.ptr>, f32
// CHECK-NEXT: %21 = llvm.intr.masked.gather %20, %16, %17 {alignment = 4 : i32} : (vector<2x!llvm.ptr>, vector<2xi1>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %22 = llvm.insertvalue %21, %14[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %23 = builtin.unrealized_conversion_cast %22 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: "test.use"(%23) : (vector<2x2xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @bcst(%arg0: vector<4xf32>, %arg1: vector<2x4xf32>, %arg2: vector<f32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg2 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg1 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %2 = ub.poison : vector<2x8xi16>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : vector<2x8xi16> to !llvm.array<2 x vector<8xi16>>
// CHECK-NEXT: %4 = llvm.bitcast %arg0 : vector<4xf32> to vector<4xi32>
// CHECK-NEXT: %5 = llvm.bitcast %arg0 : vector<4xf32> to vector<8xi16>
// CHECK-NEXT: %6 = llvm.extractvalue %1[0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %7 = llvm.bitcast %6 : vector<4xf32> to vector<8xi16>
// CHECK-NEXT: %8 = llvm.insertvalue %7, %3[0] : !llvm.array<2 x vector<8xi16>>
// CHECK-NEXT: %9 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %10 = llvm.bitcast %9 : vector<4xf32> to vector<8xi16>
// CHECK-NEXT: %11 = llvm.insertvalue %10, %8[1] : !llvm.array<2 x vector<8xi16>>
// CHECK-NEXT: %12 = builtin.unrealized_conversion_cast %11 : !llvm.array<2 x vector<8xi16>> to vector<2x8xi16>
// CHECK-NEXT: %13 = llvm.bitcast %0 : vector<1xf32> to vector<1xi32>
// CHECK-NEXT: %14 = builtin.unrealized_conversion_cast %13 : vector<1xi32> to vector<i32>
// CHECK-NEXT: "test.use"(%4, %5, %12, %14) : (vector<4xi32>, vector<8xi16>, vector<2x8xi16>, vector<i32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @mask(%arg0: index, %arg1: index) {
// CHECK-NEXT: %cst = arith.constant dense<[true, true, false, false]> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}true, true, false], [false, false, false]]> : vector<2x3xi1>
// CHECK-NEXT: %cst_1 = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: %1 = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %2 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %3 = llvm.insertelement %0, %1[%2 : i32] : vector<4xi32>
// CHECK-NEXT: %4 = llvm.shufflevector %3, %1 [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %5 = arith.cmpi sgt, %4, %cst_1 : vector<4xi32>
// CHECK-NEXT: "test.use"(%cst, %cst_0, %5) : (vector<4xi1>, vector<2x3xi1>, vector<4xi1>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @mask2(%arg0: index, %arg1: index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<2x3xi1>
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %cst : vector<2x3xi1> to !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<3xi1>
// CHECK-NEXT: %cst_1 = arith.constant dense<[0, 1, 2]> : vector<3xi32>
// CHECK-NEXT: %1 = arith.index_cast %arg1 : index to i32
// CHECK-NEXT: %2 = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %4 = llvm.insertelement %1, %2[%3 : i32] : vector<3xi32>
// CHECK-NEXT: %5 = llvm.shufflevector %4, %2 [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %6 = arith.cmpi sgt, %5, %cst_1 : vector<3xi32>
// CHECK-NEXT: %7 = arith.cmpi sgt, %arg0, %c0 : index
// CHECK-NEXT: %8 = arith.select %7, %6, %cst_0 : vector<3xi1>
// CHECK-NEXT: %9 = llvm.insertvalue %8, %0[0] : !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %10 = arith.cmpi sgt, %arg0, %c1 : index
// CHECK-NEXT: %11 = arith.select %10, %6, %cst_0 : vector<3xi1>
// CHECK-NEXT: %12 = llvm.insertvalue %11, %9[1] : !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %13 = builtin.unrealized_conversion_cast %12 : !llvm.array<2 x vector<3xi1>> to vector<2x3xi1>
// CHECK-NEXT: "test.use"(%13) : (vector<2x3xi1>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @shc2(%arg0: vector<1x6xf32>, %arg1: vector<f32>, %arg2: vector<1xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : vector<1x6xf32> to !llvm.array<1 x vector<6xf32>>
// CHECK-NEXT: %2 = ub.poison : vector<1x1x6xf32>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : vector<1x1x6xf32> to !llvm.array<1 x array<1 x vector<6xf32>>>
// CHECK-NEXT: %4 = ub.poison : vector<f32>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %6 = ub.poison : vector<1xf32>
// CHECK-NEXT: %7 = llvm.extractvalue %1[0] : !llvm.array<1 x vector<6xf32>>
// CHECK-NEXT: %8 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %9 = llvm.extractelement %0[%8 : i64] : vector<1xf32>
// CHECK-NEXT: %10 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %11 = llvm.insertelement %9, %6[%10 : i64] : vector<1xf32>
// CHECK-NEXT: %12 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %13 = llvm.extractelement %arg2[%12 : i64] : vector<1xf32>
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %15 = llvm.insertelement %13, %5[%14 : i64] : vector<1xf32>
// CHECK-NEXT: %16 = builtin.unrealized_conversion_cast %15 : vector<1xf32> to vector<f32>
// CHECK-NEXT: %17 = llvm.insertvalue %1, %3[0] : !llvm.array<1 x array<1 x vector<6xf32>>>
// CHECK-NEXT: %18 = builtin.unrealized_conversion_cast %17 : !llvm.array<1 x array<1 x vector<6xf32>>> to vector<1x1x6xf32>
// CHECK-NEXT: "test.use"(%7, %11, %16, %18) : (vector<6xf32>, vector<1xf32>, vector<f32>, vector<1x1x6xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @op(%arg0: vector<2xf32>, %arg1: vector<3xf32>, %arg2: vector<2x3xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg2 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %cst : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %2 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %3 = llvm.extractelement %arg0[%2 : i64] : vector<2xf32>
// CHECK-NEXT: %4 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %6 = llvm.insertelement %3, %4[%5 : i32] : vector<3xf32>
// CHECK-NEXT: %7 = llvm.shufflevector %6, %4 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %8 = arith.mulf %7, %arg1 : vector<3xf32>
// CHECK-NEXT: %9 = llvm.insertvalue %8, %1[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %10 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %11 = llvm.extractelement %arg0[%10 : i64] : vector<2xf32>
// CHECK-NEXT: %12 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %13 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %14 = llvm.insertelement %11, %12[%13 : i32] : vector<3xf32>
// CHECK-NEXT: %15 = llvm.shufflevector %14, %12 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %16 = arith.mulf %15, %arg1 : vector<3xf32>
// CHECK-NEXT: %17 = llvm.insertvalue %16, %9[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %18 = builtin.unrealized_conversion_cast %17 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %19 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %20 = llvm.extractelement %arg0[%19 : i64] : vector<2xf32>
// CHECK-NEXT: %21 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %22 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %23 = llvm.insertelement %20, %21[%22 : i32] : vector<3xf32>
// CHECK-NEXT: %24 = llvm.shufflevector %23, %21 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %25 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %26 = llvm.intr.fmuladd(%24, %arg1, %25) : (vector<3xf32>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
// CHECK-NEXT: %27 = llvm.insertvalue %26, %1[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %28 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %29 = llvm.extractelement %arg0[%28 : i64] : vector<2xf32>
// CHECK-NEXT: %30 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %31 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %32 = llvm.insertelement %29, %30[%31 : i32] : vector<3xf32>
// CHECK-NEXT: %33 = llvm.shufflevector %32, %30 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %34 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %35 = llvm.intr.fmuladd(%33, %arg1, %34) : (vector<3xf32>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
// CHECK-NEXT: %36 = llvm.insertvalue %35, %27[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %37 = builtin.unrealized_conversion_cast %36 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: "test.use"(%18, %37) : (vector<2x3xf32>, vector<2x3xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @op2(%arg0: vector<2xf32>, %arg1: f32, %arg2: vector<2xf32>, %arg3: vector<2xi32>, %arg4: vector<3xi32>, %arg5: vector<2x3xi32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg5 : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<2x3xi32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %cst : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %2 = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %4 = llvm.insertelement %arg1, %2[%3 : i32] : vector<2xf32>
// CHECK-NEXT: %5 = llvm.shufflevector %4, %2 [0, 0] : vector<2xf32>
// CHECK-NEXT: %6 = arith.mulf %arg0, %5 : vector<2xf32>
// CHECK-NEXT: %7 = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %8 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %9 = llvm.insertelement %arg1, %7[%8 : i32] : vector<2xf32>
// CHECK-NEXT: %10 = llvm.shufflevector %9, %7 [0, 0] : vector<2xf32>
// CHECK-NEXT: %11 = llvm.intr.fmuladd(%arg0, %10, %arg2) : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>
// CHECK-NEXT: %12 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %13 = llvm.extractelement %arg3[%12 : i64] : vector<2xi32>
// CHECK-NEXT: %14 = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %15 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %16 = llvm.insertelement %13, %14[%15 : i32] : vector<3xi32>
// CHECK-NEXT: %17 = llvm.shufflevector %16, %14 [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %18 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %19 = arith.muli %17, %arg4 : vector<3xi32>
// CHECK-NEXT: %20 = arith.maxsi %19, %18 : vector<3xi32>
// CHECK-NEXT: %21 = llvm.insertvalue %20, %1[0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %22 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %23 = llvm.extractelement %arg3[%22 : i64] : vector<2xi32>
// CHECK-NEXT: %24 = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %25 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %26 = llvm.insertelement %23, %24[%25 : i32] : vector<3xi32>
// CHECK-NEXT: %27 = llvm.shufflevector %26, %24 [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %28 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %29 = arith.muli %27, %arg4 : vector<3xi32>
// CHECK-NEXT: %30 = arith.maxsi %29, %28 : vector<3xi32>
// CHECK-NEXT: %31 = llvm.insertvalue %30, %21[1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %32 = builtin.unrealized_conversion_cast %31 : !llvm.array<2 x vector<3xi32>> to vector<2x3xi32>
// CHECK-NEXT: %33 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %34 = llvm.extractelement %arg3[%33 : i64] : vector<2xi32>
// CHECK-NEXT: %35 = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %36 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %37 = llvm.insertelement %34, %35[%36 : i32] : vector<3xi32>
// CHECK-NEXT: %38 = llvm.shufflevector %37, %35 [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %39 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %40 = arith.muli %38, %arg4 : vector<3xi32>
// CHECK-NEXT: %41 = arith.addi %40, %39 : vector<3xi32>
// CHECK-NEXT: %42 = llvm.insertvalue %41, %1[0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %43 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %44 = llvm.extractelement %arg3[%43 : i64] : vector<2xi32>
// CHECK-NEXT: %45 = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %46 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %47 = llvm.insertelement %44, %45[%46 : i32] : vector<3xi32>
// CHECK-NEXT: %48 = llvm.shufflevector %47, %45 [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %49 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %50 = arith.muli %48, %arg4 : vector<3xi32>
// CHECK-NEXT: %51 = arith.addi %50, %49 : vector<3xi32>
// CHECK-NEXT: %52 = llvm.insertvalue %51, %42[1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %53 = builtin.unrealized_conversion_cast %52 : !llvm.array<2 x vector<3xi32>> to vector<2x3xi32>
// CHECK-NEXT: "test.use"(%6, %11, %32, %53) : (vector<2xf32>, vector<2xf32>, vector<2x3xi32>, vector<2x3xi32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @tr(%arg0: vector<2x3xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %1 = ub.poison : vector<3x2xf32>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %1 : vector<3x2xf32> to !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %3 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %4 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %5 = llvm.extractelement %3[%4 : i64] : vector<3xf32>
// CHECK-NEXT: %6 = llvm.extractvalue %2[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %7 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %8 = llvm.insertelement %5, %6[%7 : i64] : vector<2xf32>
// CHECK-NEXT: %9 = llvm.insertvalue %8, %2[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %10 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %12 = llvm.extractelement %10[%11 : i64] : vector<3xf32>
// CHECK-NEXT: %13 = llvm.extractvalue %9[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %15 = llvm.insertelement %12, %13[%14 : i64] : vector<2xf32>
// CHECK-NEXT: %16 = llvm.insertvalue %15, %9[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %17 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %18 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %19 = llvm.extractelement %17[%18 : i64] : vector<3xf32>
// CHECK-NEXT: %20 = llvm.extractvalue %16[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %21 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %22 = llvm.insertelement %19, %20[%21 : i64] : vector<2xf32>
// CHECK-NEXT: %23 = llvm.insertvalue %22, %16[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %24 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %25 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %26 = llvm.extractelement %24[%25 : i64] : vector<3xf32>
// CHECK-NEXT: %27 = llvm.extractvalue %23[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %28 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %29 = llvm.insertelement %26, %27[%28 : i64] : vector<2xf32>
// CHECK-NEXT: %30 = llvm.insertvalue %29, %23[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %31 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %32 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %33 = llvm.extractelement %31[%32 : i64] : vector<3xf32>
// CHECK-NEXT: %34 = llvm.extractvalue %30[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %35 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %36 = llvm.insertelement %33, %34[%35 : i64] : vector<2xf32>
// CHECK-NEXT: %37 = llvm.insertvalue %36, %30[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %38 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %39 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %40 = llvm.extractelement %38[%39 : i64] : vector<3xf32>
// CHECK-NEXT: %41 = llvm.extractvalue %37[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %42 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %43 = llvm.insertelement %40, %41[%42 : i64] : vector<2xf32>
// CHECK-NEXT: %44 = llvm.insertvalue %43, %37[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %45 = builtin.unrealized_conversion_cast %44 : !llvm.array<3 x vector<2xf32>> to vector<3x2xf32>
// CHECK-NEXT: "test.use"(%45) : (vector<3x2xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @tr3(%arg0: vector<2x3x4xf32>, %arg1: vector<1x4xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<1x4xf32> to !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : vector<2x3x4xf32> to !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %2 = ub.poison : vector<4x1xf32>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : vector<4x1xf32> to !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %4 = ub.poison : vector<3x2x4xf32>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : vector<3x2x4xf32> to !llvm.array<3 x array<2 x vector<4xf32>>>
// CHECK-NEXT: %6 = llvm.extractvalue %1[0, 0] : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %7 = llvm.insertvalue %6, %5[0, 0] : !llvm.array<3 x array<2 x vector<4xf32>>>
// CHECK-NEXT: %8 = llvm.extractvalue %1[0, 1] : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %9 = llvm.insertvalue %8, %7[1, 0] : !llvm.array<3 x array<2 x vector<4xf32>>>
// CHECK-NEXT: %10 = llvm.extractvalue %1[0, 2] : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %11 = llvm.insertvalue %10, %9[2, 0] : !llvm.array<3 x array<2 x vector<4xf32>>>
// CHECK-NEXT: %12 = llvm.extractvalue %1[1, 0] : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %13 = llvm.insertvalue %12, %11[0, 1] : !llvm.array<3 x array<2 x vector<4xf32>>>
// CHECK-NEXT: %14 = llvm.extractvalue %1[1, 1] : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %15 = llvm.insertvalue %14, %13[1, 1] : !llvm.array<3 x array<2 x vector<4xf32>>>
// CHECK-NEXT: %16 = llvm.extractvalue %1[1, 2] : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %17 = llvm.insertvalue %16, %15[2, 1] : !llvm.array<3 x array<2 x vector<4xf32>>>
// CHECK-NEXT: %18 = builtin.unrealized_conversion_cast %17 : !llvm.array<3 x array<2 x vector<4xf32>>> to vector<3x2x4xf32>
// CHECK-NEXT: %19 = llvm.extractvalue %0[0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %20 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %21 = llvm.extractelement %19[%20 : i64] : vector<4xf32>
// CHECK-NEXT: %22 = llvm.extractvalue %3[0] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %23 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %24 = llvm.insertelement %21, %22[%23 : i64] : vector<1xf32>
// CHECK-NEXT: %25 = llvm.insertvalue %24, %3[0] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %26 = llvm.extractvalue %0[0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %27 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %28 = llvm.extractelement %26[%27 : i64] : vector<4xf32>
// CHECK-NEXT: %29 = llvm.extractvalue %25[1] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %30 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %31 = llvm.insertelement %28, %29[%30 : i64] : vector<1xf32>
// CHECK-NEXT: %32 = llvm.insertvalue %31, %25[1] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %33 = llvm.extractvalue %0[0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %34 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %35 = llvm.extractelement %33[%34 : i64] : vector<4xf32>
// CHECK-NEXT: %36 = llvm.extractvalue %32[2] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %37 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %38 = llvm.insertelement %35, %36[%37 : i64] : vector<1xf32>
// CHECK-NEXT: %39 = llvm.insertvalue %38, %32[2] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %40 = llvm.extractvalue %0[0] : !llvm.array<1 x vector<4xf32>>
// CHECK-NEXT: %41 = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT: %42 = llvm.extractelement %40[%41 : i64] : vector<4xf32>
// CHECK-NEXT: %43 = llvm.extractvalue %39[3] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %44 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %45 = llvm.insertelement %42, %43[%44 : i64] : vector<1xf32>
// CHECK-NEXT: %46 = llvm.insertvalue %45, %39[3] : !llvm.array<4 x vector<1xf32>>
// CHECK-NEXT: %47 = builtin.unrealized_conversion_cast %46 : !llvm.array<4 x vector<1xf32>> to vector<4x1xf32>
// CHECK-NEXT: "test.use"(%18, %47) : (vector<3x2x4xf32>, vector<4x1xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @co1(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: f32) {
// CHECK-NEXT: %0 = arith.mulf %arg0, %arg1 : vector<4xf32>
// CHECK-NEXT: %1 = "llvm.intr.vector.reduce.fadd"(%arg2, %0) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: "test.use"(%1) : (f32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @cov(%arg0: vector<2x3xf32>, %arg1: vector<3xf32>, %arg2: vector<2xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %2 = arith.mulf %1, %arg1 : vector<3xf32>
// CHECK-NEXT: %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %4 = "llvm.intr.vector.reduce.fadd"(%3, %2) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %6 = llvm.insertelement %4, %cst[%5 : i64] : vector<2xf32>
// CHECK-NEXT: %7 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %8 = arith.mulf %7, %arg1 : vector<3xf32>
// CHECK-NEXT: %9 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %10 = "llvm.intr.vector.reduce.fadd"(%9, %8) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %12 = llvm.insertelement %10, %6[%11 : i64] : vector<2xf32>
// CHECK-NEXT: %13 = arith.addf %12, %arg2 : vector<2xf32>
// CHECK-NEXT: "test.use"(%13) : (vector<2xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ss(%arg0: vector<8xf32>, %arg1: vector<4xf32>, %arg2: vector<4x8xf32>, %arg3: vector<2x4xf32>) {
// CHECK-NEXT: %0 = llvm.shufflevector %arg0, %arg0 [2, 3, 4, 5] : vector<8xf32>
// CHECK-NEXT: %1 = llvm.shufflevector %arg1, %arg1 [0, 1, 2, 3, 0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %2 = llvm.shufflevector %1, %arg0 [8, 9, 0, 1, 2, 3, 14, 15] : vector<8xf32>
// CHECK-NEXT: "test.use"(%0, %2) : (vector<4xf32>, vector<8xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ss2(%arg0: vector<4x8xf32>, %arg1: vector<2x4xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : vector<4x8xf32> to !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %cst : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %3 = llvm.extractvalue %1[1] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %4 = llvm.shufflevector %3, %3 [2, 3, 4, 5] : vector<8xf32>
// CHECK-NEXT: %5 = llvm.insertvalue %4, %2[0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %6 = llvm.extractvalue %1[2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %7 = llvm.shufflevector %6, %6 [2, 3, 4, 5] : vector<8xf32>
// CHECK-NEXT: %8 = llvm.insertvalue %7, %5[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %9 = builtin.unrealized_conversion_cast %8 : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT: %10 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %11 = llvm.extractvalue %1[1] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %12 = llvm.shufflevector %10, %10 [0, 1, 2, 3, 0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %13 = llvm.shufflevector %12, %11 [8, 9, 0, 1, 2, 3, 14, 15] : vector<8xf32>
// CHECK-NEXT: %14 = llvm.insertvalue %13, %1[1] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %15 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %16 = llvm.extractvalue %1[2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %17 = llvm.shufflevector %15, %15 [0, 1, 2, 3, 0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %18 = llvm.shufflevector %17, %16 [8, 9, 0, 1, 2, 3, 14, 15] : vector<8xf32>
// CHECK-NEXT: %19 = llvm.insertvalue %18, %14[2] : !llvm.array<4 x vector<8xf32>>
// CHECK-NEXT: %20 = builtin.unrealized_conversion_cast %19 : !llvm.array<4 x vector<8xf32>> to vector<4x8xf32>
// CHECK-NEXT: "test.use"(%9, %20) : (vector<2x4xf32>, vector<4x8xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @fe2(%arg0: f32, %arg1: f32, %arg2: vector<f32>) {
// CHECK-NEXT: %0 = ub.poison : vector<2x2xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %2 = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %4 = llvm.insertelement %arg0, %2[%3 : i64] : vector<2xf32>
// CHECK-NEXT: %5 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %6 = llvm.insertelement %arg1, %4[%5 : i64] : vector<2xf32>
// CHECK-NEXT: %7 = llvm.insertvalue %6, %1[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %8 = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %9 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %10 = llvm.insertelement %arg0, %8[%9 : i64] : vector<2xf32>
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %12 = llvm.insertelement %arg1, %10[%11 : i64] : vector<2xf32>
// CHECK-NEXT: %13 = llvm.insertvalue %12, %7[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %14 = builtin.unrealized_conversion_cast %13 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: %15 = llvm.mlir.poison : vector<1xf32>
// CHECK-NEXT: %16 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %17 = llvm.insertelement %arg0, %15[%16 : i64] : vector<1xf32>
// CHECK-NEXT: %18 = builtin.unrealized_conversion_cast %17 : vector<1xf32> to vector<f32>
// CHECK-NEXT: "test.use"(%14, %18) : (vector<2x2xf32>, vector<f32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @trr(%arg0: memref<8xf32>, %arg1: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.getelementptr %2[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %4 = llvm.load %3 {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: %5 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.getelementptr %5[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %4, %6 {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @trr2(%arg0: memref<8xf32>, %arg1: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %2 = arith.subi %c8, %arg1 : index
// CHECK-NEXT: %3 = arith.index_cast %2 : index to i32
// CHECK-NEXT: %4 = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %6 = llvm.insertelement %3, %4[%5 : i32] : vector<4xi32>
// CHECK-NEXT: %7 = llvm.shufflevector %6, %4 [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %8 = arith.cmpi sgt, %7, %cst_0 : vector<4xi32>
// CHECK-NEXT: %9 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.getelementptr %9[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %11 = llvm.intr.masked.load %10, %8, %cst {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: "test.use"(%11) : (vector<4xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// -----
/// All or nothing is one number.
// CHECK-LABEL: func.func @whole_masks()
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<2x3xi1>
func.func @whole_masks() -> (vector<4xi1>, vector<2x3xi1>) {
  %0 = vector.constant_mask [0] : vector<4xi1>
  %1 = vector.constant_mask [2, 3] : vector<2x3xi1>
  return %0, %1 : vector<4xi1>, vector<2x3xi1>
}
