// RUN: tf-opt %s --split-input-file --convert-vector-to-llvm | filecheck %s

/// What is expected is what upstream's pass prints: masked rows, where what is masked has a conversion, and what stays.
// CHECK: func.func @tr_mask_operand(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: f32) -> vector<4xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %4 = llvm.insertelement %arg3, %2[%3 : i32] : vector<4xf32>
// CHECK-NEXT: %5 = llvm.shufflevector %4, %2 [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %6 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.getelementptr %6[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %8 = llvm.intr.masked.load %7, %arg2, %5 {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: return %8 : vector<4xf32>
// CHECK-NEXT: }
func.func @tr_mask_operand(%b: memref<?xf32>, %i: index, %m: vector<4xi1>, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %b[%i], %p, %m {in_bounds=[true]} : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
// CHECK: func.func @tr_mask_operand_oob(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: f32) -> vector<4xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %cst = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = arith.subi %dim, %arg1 : index
// CHECK-NEXT: %3 = arith.index_cast %2 : index to i32
// CHECK-NEXT: %4 = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %6 = llvm.insertelement %3, %4[%5 : i32] : vector<4xi32>
// CHECK-NEXT: %7 = llvm.shufflevector %6, %4 [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %8 = arith.cmpi sgt, %7, %cst : vector<4xi32>
// CHECK-NEXT: %9 = arith.andi %8, %arg2 : vector<4xi1>
// CHECK-NEXT: %10 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %11 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %12 = llvm.insertelement %arg3, %10[%11 : i32] : vector<4xf32>
// CHECK-NEXT: %13 = llvm.shufflevector %12, %10 [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %14 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %15 = llvm.getelementptr %14[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %16 = llvm.intr.masked.load %15, %9, %13 {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: return %16 : vector<4xf32>
// CHECK-NEXT: }
func.func @tr_mask_operand_oob(%b: memref<?xf32>, %i: index, %m: vector<4xi1>, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %b[%i], %p, %m : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
// CHECK: func.func @tw_mask_operand(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.getelementptr %2[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.intr.masked.store %arg3, %3, %arg2 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @tw_mask_operand(%b: memref<?xf32>, %i: index, %m: vector<4xi1>, %v: vector<4xf32>) {
  vector.transfer_write %v, %b[%i], %m {in_bounds=[true]} : vector<4xf32>, memref<?xf32>
  return
}
// -----
// CHECK: func.func @tw_mask_operand_oob(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %cst = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = arith.subi %dim, %arg1 : index
// CHECK-NEXT: %3 = arith.index_cast %2 : index to i32
// CHECK-NEXT: %4 = llvm.mlir.poison : vector<4xi32>
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %6 = llvm.insertelement %3, %4[%5 : i32] : vector<4xi32>
// CHECK-NEXT: %7 = llvm.shufflevector %6, %4 [0, 0, 0, 0] : vector<4xi32>
// CHECK-NEXT: %8 = arith.cmpi sgt, %7, %cst : vector<4xi32>
// CHECK-NEXT: %9 = arith.andi %8, %arg2 : vector<4xi1>
// CHECK-NEXT: %10 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %11 = llvm.getelementptr %10[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.intr.masked.store %arg3, %11, %9 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @tw_mask_operand_oob(%b: memref<?xf32>, %i: index, %m: vector<4xi1>, %v: vector<4xf32>) {
  vector.transfer_write %v, %b[%i], %m : vector<4xf32>, memref<?xf32>
  return
}
// -----
// CHECK: func.func @tr_0d(%arg0: memref<f32>, %arg1: f32) -> vector<f32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %2 = llvm.load %1 {alignment = 4 : i64} : !llvm.ptr -> vector<1xf32>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : vector<1xf32> to vector<f32>
// CHECK-NEXT: return %3 : vector<f32>
// CHECK-NEXT: }
func.func @tr_0d(%b: memref<f32>, %p: f32) -> vector<f32> {
  %0 = vector.transfer_read %b[], %p : memref<f32>, vector<f32>
  return %0 : vector<f32>
}
// -----
// CHECK: func.func @tw_0d(%arg0: memref<f32>, %arg1: vector<f32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg1 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: llvm.store %1, %2 {alignment = 4 : i64} : vector<1xf32>, !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @tw_0d(%b: memref<f32>, %v: vector<f32>) {
  vector.transfer_write %v, %b[] : vector<f32>, memref<f32>
  return
}
// -----
// CHECK: func.func @tr_scal(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) -> vector<[4]xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = arith.subi %dim, %arg1 : index
// CHECK-NEXT: %3 = llvm.intr.stepvector : vector<[4]xi32>
// CHECK-NEXT: %4 = arith.index_cast %2 : index to i32
// CHECK-NEXT: %5 = llvm.mlir.poison : vector<[4]xi32>
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %7 = llvm.insertelement %4, %5[%6 : i32] : vector<[4]xi32>
// CHECK-NEXT: %8 = llvm.shufflevector %7, %5 [0, 0, 0, 0] : vector<[4]xi32>
// CHECK-NEXT: %9 = arith.cmpi slt, %3, %8 : vector<[4]xi32>
// CHECK-NEXT: %10 = llvm.mlir.poison : vector<[4]xf32>
// CHECK-NEXT: %11 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %12 = llvm.insertelement %arg2, %10[%11 : i32] : vector<[4]xf32>
// CHECK-NEXT: %13 = llvm.shufflevector %12, %10 [0, 0, 0, 0] : vector<[4]xf32>
// CHECK-NEXT: %14 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %15 = llvm.getelementptr %14[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %16 = llvm.intr.masked.load %15, %9, %13 {alignment = 4 : i32} : (!llvm.ptr, vector<[4]xi1>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT: return %16 : vector<[4]xf32>
// CHECK-NEXT: }
func.func @tr_scal(%b: memref<?xf32>, %i: index, %p: f32) -> vector<[4]xf32> {
  %0 = vector.transfer_read %b[%i], %p : memref<?xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
// -----
// CHECK: func.func @tw_scal_mask(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<[4]xf32>, %arg3: vector<[4]xi1>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = arith.subi %dim, %arg1 : index
// CHECK-NEXT: %3 = llvm.intr.stepvector : vector<[4]xi32>
// CHECK-NEXT: %4 = arith.index_cast %2 : index to i32
// CHECK-NEXT: %5 = llvm.mlir.poison : vector<[4]xi32>
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %7 = llvm.insertelement %4, %5[%6 : i32] : vector<[4]xi32>
// CHECK-NEXT: %8 = llvm.shufflevector %7, %5 [0, 0, 0, 0] : vector<[4]xi32>
// CHECK-NEXT: %9 = arith.cmpi slt, %3, %8 : vector<[4]xi32>
// CHECK-NEXT: %10 = arith.andi %9, %arg3 : vector<[4]xi1>
// CHECK-NEXT: %11 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %12 = llvm.getelementptr %11[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.intr.masked.store %arg2, %12, %10 {alignment = 4 : i32} : vector<[4]xf32>, vector<[4]xi1> into !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @tw_scal_mask(%b: memref<?xf32>, %i: index, %v: vector<[4]xf32>, %m: vector<[4]xi1>) {
  vector.transfer_write %v, %b[%i], %m : vector<[4]xf32>, memref<?xf32>
  return
}
// -----
// CHECK: func.func @tr_strided(%arg0: memref<?xf32, strided<[2]>>, %arg1: index, %arg2: f32) -> vector<4xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1], %arg2 {in_bounds = [true]} : memref<?xf32, strided<[2]>>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
// CHECK-NEXT: }
func.func @tr_strided(%b: memref<?xf32, strided<[2]>>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %b[%i], %p {in_bounds=[true]} : memref<?xf32, strided<[2]>>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
// CHECK: func.func @outer_masked(%arg0: vector<2xf32>, %arg1: vector<3xf32>, %arg2: vector<2x3xf32>, %arg3: vector<2x3xi1>) -> vector<2x3xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg3 : vector<2x3xi1> to !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg2 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %cst : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %4 = llvm.extractelement %arg0[%3 : i64] : vector<2xf32>
// CHECK-NEXT: %5 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %7 = llvm.insertelement %4, %5[%6 : i32] : vector<3xf32>
// CHECK-NEXT: %8 = llvm.shufflevector %7, %5 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %9 = llvm.extractvalue %1[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %10 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %11 = llvm.intr.fmuladd(%8, %arg1, %9) : (vector<3xf32>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
// CHECK-NEXT: %12 = arith.select %10, %11, %9 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT: %13 = llvm.insertvalue %12, %2[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %14 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %15 = llvm.extractelement %arg0[%14 : i64] : vector<2xf32>
// CHECK-NEXT: %16 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %17 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %18 = llvm.insertelement %15, %16[%17 : i32] : vector<3xf32>
// CHECK-NEXT: %19 = llvm.shufflevector %18, %16 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %20 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %21 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %22 = llvm.intr.fmuladd(%19, %arg1, %20) : (vector<3xf32>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
// CHECK-NEXT: %23 = arith.select %21, %22, %20 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT: %24 = llvm.insertvalue %23, %13[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %25 = builtin.unrealized_conversion_cast %24 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: return %25 : vector<2x3xf32>
// CHECK-NEXT: }
func.func @outer_masked(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %m: vector<2x3xi1>) -> vector<2x3xf32> {
  %0 = vector.mask %m { vector.outerproduct %a, %b, %c : vector<2xf32>, vector<3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
// -----
// CHECK: func.func @outer_masked_max(%arg0: vector<2xi32>, %arg1: vector<3xi32>, %arg2: vector<2x3xi32>, %arg3: vector<2x3xi1>) -> vector<2x3xi32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg3 : vector<2x3xi1> to !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg2 : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<2x3xi32>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %cst : vector<2x3xi32> to !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %4 = llvm.extractelement %arg0[%3 : i64] : vector<2xi32>
// CHECK-NEXT: %5 = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %7 = llvm.insertelement %4, %5[%6 : i32] : vector<3xi32>
// CHECK-NEXT: %8 = llvm.shufflevector %7, %5 [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %9 = llvm.extractvalue %1[0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %10 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %11 = arith.muli %8, %arg1 : vector<3xi32>
// CHECK-NEXT: %12 = arith.maxsi %11, %9 : vector<3xi32>
// CHECK-NEXT: %13 = arith.select %10, %12, %9 : vector<3xi1>, vector<3xi32>
// CHECK-NEXT: %14 = llvm.insertvalue %13, %2[0] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %15 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %16 = llvm.extractelement %arg0[%15 : i64] : vector<2xi32>
// CHECK-NEXT: %17 = llvm.mlir.poison : vector<3xi32>
// CHECK-NEXT: %18 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %19 = llvm.insertelement %16, %17[%18 : i32] : vector<3xi32>
// CHECK-NEXT: %20 = llvm.shufflevector %19, %17 [0, 0, 0] : vector<3xi32>
// CHECK-NEXT: %21 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %22 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xi1>>
// CHECK-NEXT: %23 = arith.muli %20, %arg1 : vector<3xi32>
// CHECK-NEXT: %24 = arith.maxsi %23, %21 : vector<3xi32>
// CHECK-NEXT: %25 = arith.select %22, %24, %21 : vector<3xi1>, vector<3xi32>
// CHECK-NEXT: %26 = llvm.insertvalue %25, %14[1] : !llvm.array<2 x vector<3xi32>>
// CHECK-NEXT: %27 = builtin.unrealized_conversion_cast %26 : !llvm.array<2 x vector<3xi32>> to vector<2x3xi32>
// CHECK-NEXT: return %27 : vector<2x3xi32>
// CHECK-NEXT: }
func.func @outer_masked_max(%a: vector<2xi32>, %b: vector<3xi32>, %c: vector<2x3xi32>, %m: vector<2x3xi1>) -> vector<2x3xi32> {
  %0 = vector.mask %m { vector.outerproduct %a, %b, %c {kind=#vector.kind<maxsi>} : vector<2xi32>, vector<3xi32> } : vector<2x3xi1> -> vector<2x3xi32>
  return %0 : vector<2x3xi32>
}
// -----
// CHECK: func.func @outer_masked_noacc(%arg0: vector<2xf32>, %arg1: vector<3xf32>, %arg2: vector<2x3xi1>) -> vector<2x3xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %cst : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %1 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %2 = llvm.extractelement %arg0[%1 : i64] : vector<2xf32>
// CHECK-NEXT: %3 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %4 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %5 = llvm.insertelement %2, %3[%4 : i32] : vector<3xf32>
// CHECK-NEXT: %6 = llvm.shufflevector %5, %3 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %7 = arith.mulf %6, %arg1 : vector<3xf32>
// CHECK-NEXT: %8 = llvm.insertvalue %7, %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %9 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %10 = llvm.extractelement %arg0[%9 : i64] : vector<2xf32>
// CHECK-NEXT: %11 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %12 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %13 = llvm.insertelement %10, %11[%12 : i32] : vector<3xf32>
// CHECK-NEXT: %14 = llvm.shufflevector %13, %11 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %15 = arith.mulf %14, %arg1 : vector<3xf32>
// CHECK-NEXT: %16 = llvm.insertvalue %15, %8[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %17 = builtin.unrealized_conversion_cast %16 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: return %17 : vector<2x3xf32>
// CHECK-NEXT: }
func.func @outer_masked_noacc(%a: vector<2xf32>, %b: vector<3xf32>, %m: vector<2x3xi1>) -> vector<2x3xf32> {
  %0 = vector.mask %m { vector.outerproduct %a, %b : vector<2xf32>, vector<3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
// -----
// CHECK: func.func @mask_empty(%arg0: vector<4xf32>, %arg1: vector<4xi1>) -> vector<4xf32> {
// CHECK-NEXT: return %arg0 : vector<4xf32>
// CHECK-NEXT: }
func.func @mask_empty(%a: vector<4xf32>, %m: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.mask %m { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
// CHECK: func.func @mask_read1(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: f32) -> vector<4xf32> {
// CHECK-NEXT: %0 = vector.mask %arg2 { vector.transfer_read %arg0[%arg1], %arg3 {in_bounds = [true]} : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
// CHECK-NEXT: }
func.func @mask_read1(%b: memref<?xf32>, %i: index, %m: vector<4xi1>, %p: f32) -> vector<4xf32> {
  %0 = vector.mask %m { vector.transfer_read %b[%i], %p {in_bounds=[true]} : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
// CHECK: func.func @red_mask_minnumf(%arg0: vector<4xf32>, %arg1: vector<4xi1>) -> f32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(0xFFC00000 : f32) : f32
// CHECK-NEXT: %1 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %2 = "llvm.intr.vp.reduce.fmin"(%0, %arg0, %arg1, %1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
// CHECK-NEXT: return %2 : f32
// CHECK-NEXT: }
func.func @red_mask_minnumf(%a: vector<4xf32>, %m: vector<4xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <minnumf>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
// -----
// CHECK: func.func @red_mask_maxnumf_acc(%arg0: vector<4xf32>, %arg1: f32, %arg2: vector<4xi1>) -> f32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %1 = "llvm.intr.vp.reduce.fmax"(%arg1, %arg0, %arg2, %0) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
func.func @red_mask_maxnumf_acc(%a: vector<4xf32>, %b: f32, %m: vector<4xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <maxnumf>, %a, %b : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
// -----
// CHECK: func.func @red_mask_scal(%arg0: vector<[4]xf32>, %arg1: vector<[4]xi1>) -> f32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %1 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %2 = "llvm.intr.vscale"() : () -> i64
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : i64 to index
// CHECK-NEXT: %4 = arith.index_cast %3 : index to i32
// CHECK-NEXT: %5 = arith.muli %1, %4 : i32
// CHECK-NEXT: %6 = "llvm.intr.vp.reduce.fadd"(%0, %arg0, %arg1, %5) : (f32, vector<[4]xf32>, vector<[4]xi1>, i32) -> f32
// CHECK-NEXT: return %6 : f32
// CHECK-NEXT: }
func.func @red_mask_scal(%a: vector<[4]xf32>, %m: vector<[4]xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<[4]xf32> into f32 } : vector<[4]xi1> -> f32
  return %0 : f32
}
// -----
// CHECK: func.func @mr_masked(%arg0: vector<2x4xf32>, %arg1: vector<2xf32>, %arg2: vector<2x4xi1>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.mask %arg2 { vector.multi_reduction <add>, %arg0, %arg1 [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @mr_masked(%a: vector<2x4xf32>, %b: vector<2xf32>, %m: vector<2x4xi1>) -> vector<2xf32> {
  %0 = vector.mask %m { vector.multi_reduction <add>, %a, %b [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}
