// RUN: tf-opt %s --split-input-file --convert-vector-to-llvm | filecheck %s

/// What is expected is what upstream's pass prints: vectors of rows whose size only the machine knows, those of no dimension, and rows of others.
// CHECK: func.func @cm_0d(%arg0: index) -> vector<i1> {
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<i32>
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: %1 = llvm.mlir.poison : vector<1xi32>
// CHECK-NEXT: %2 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %3 = llvm.insertelement %0, %1[%2 : i32] : vector<1xi32>
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : vector<1xi32> to vector<i32>
// CHECK-NEXT: %5 = arith.cmpi sgt, %4, %cst : vector<i32>
// CHECK-NEXT: return %5 : vector<i1>
// CHECK-NEXT: }
func.func @cm_0d(%a: index) -> vector<i1> {
  %0 = vector.create_mask %a : vector<i1>
  return %0 : vector<i1>
}
// -----
// CHECK: func.func @cm_scal(%arg0: index) -> vector<[4]xi1> {
// CHECK-NEXT: %0 = llvm.intr.stepvector : vector<[4]xi32>
// CHECK-NEXT: %1 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: %2 = llvm.mlir.poison : vector<[4]xi32>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %4 = llvm.insertelement %1, %2[%3 : i32] : vector<[4]xi32>
// CHECK-NEXT: %5 = llvm.shufflevector %4, %2 [0, 0, 0, 0] : vector<[4]xi32>
// CHECK-NEXT: %6 = arith.cmpi slt, %0, %5 : vector<[4]xi32>
// CHECK-NEXT: return %6 : vector<[4]xi1>
// CHECK-NEXT: }
func.func @cm_scal(%a: index) -> vector<[4]xi1> {
  %0 = vector.create_mask %a : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}
// -----
// CHECK: func.func @step_scal() -> vector<[4]xindex> {
// CHECK-NEXT: %0 = llvm.intr.stepvector : vector<[4]xi64>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : vector<[4]xi64> to vector<[4]xindex>
// CHECK-NEXT: return %1 : vector<[4]xindex>
// CHECK-NEXT: }
func.func @step_scal() -> vector<[4]xindex> {
  %0 = vector.step : vector<[4]xindex>
  return %0 : vector<[4]xindex>
}
// -----
// CHECK: func.func @bcast_scal2(%arg0: vector<[4]xf32>) -> vector<2x[4]xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<2x[4]xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %2 = llvm.insertvalue %arg0, %1[0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %3 = llvm.insertvalue %arg0, %2[1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : !llvm.array<2 x vector<[4]xf32>> to vector<2x[4]xf32>
// CHECK-NEXT: return %4 : vector<2x[4]xf32>
// CHECK-NEXT: }
func.func @bcast_scal2(%a: vector<[4]xf32>) -> vector<2x[4]xf32> {
  %0 = vector.broadcast %a : vector<[4]xf32> to vector<2x[4]xf32>
  return %0 : vector<2x[4]xf32>
}
// -----
// CHECK: func.func @ess_scal(%arg0: vector<4x[8]xf32>) -> vector<2x[8]xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<4x[8]xf32> to !llvm.array<4 x vector<[8]xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x[8]xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %cst : vector<2x[8]xf32> to !llvm.array<2 x vector<[8]xf32>>
// CHECK-NEXT: %2 = llvm.extractvalue %0[2] : !llvm.array<4 x vector<[8]xf32>>
// CHECK-NEXT: %3 = llvm.extractvalue %0[3] : !llvm.array<4 x vector<[8]xf32>>
// CHECK-NEXT: %4 = llvm.insertvalue %2, %1[0] : !llvm.array<2 x vector<[8]xf32>>
// CHECK-NEXT: %5 = llvm.insertvalue %3, %4[1] : !llvm.array<2 x vector<[8]xf32>>
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : !llvm.array<2 x vector<[8]xf32>> to vector<2x[8]xf32>
// CHECK-NEXT: return %6 : vector<2x[8]xf32>
// CHECK-NEXT: }
func.func @ess_scal(%a: vector<4x[8]xf32>) -> vector<2x[8]xf32> {
  %0 = vector.extract_strided_slice %a {offsets=[2], sizes=[2], strides=[1]} : vector<4x[8]xf32> to vector<2x[8]xf32>
  return %0 : vector<2x[8]xf32>
}
// -----
// CHECK: func.func @ess_2d_1(%arg0: vector<4x8x2xf32>) -> vector<2x8x2xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<4x8x2xf32> to !llvm.array<4 x array<8 x vector<2xf32>>>
// CHECK-NEXT: %1 = llvm.mlir.poison : !llvm.array<2 x array<8 x vector<2xf32>>>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.array<4 x array<8 x vector<2xf32>>>
// CHECK-NEXT: %3 = llvm.insertvalue %2, %1[0] : !llvm.array<2 x array<8 x vector<2xf32>>>
// CHECK-NEXT: %4 = llvm.extractvalue %0[2] : !llvm.array<4 x array<8 x vector<2xf32>>>
// CHECK-NEXT: %5 = llvm.insertvalue %4, %3[1] : !llvm.array<2 x array<8 x vector<2xf32>>>
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : !llvm.array<2 x array<8 x vector<2xf32>>> to vector<2x8x2xf32>
// CHECK-NEXT: return %6 : vector<2x8x2xf32>
// CHECK-NEXT: }
func.func @ess_2d_1(%a: vector<4x8x2xf32>) -> vector<2x8x2xf32> {
  %0 = vector.extract_strided_slice %a {offsets=[1], sizes=[2], strides=[1]} : vector<4x8x2xf32> to vector<2x8x2xf32>
  return %0 : vector<2x8x2xf32>
}
// -----
// CHECK: func.func @sc_scal(%arg0: vector<1x[4]xf32>) -> vector<[4]xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<1x[4]xf32> to !llvm.array<1 x vector<[4]xf32>>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.array<1 x vector<[4]xf32>>
// CHECK-NEXT: return %1 : vector<[4]xf32>
// CHECK-NEXT: }
func.func @sc_scal(%a: vector<1x[4]xf32>) -> vector<[4]xf32> {
  %0 = vector.shape_cast %a : vector<1x[4]xf32> to vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
// -----
// CHECK: func.func @outer_scal(%arg0: vector<2xf32>, %arg1: vector<[4]xf32>, %arg2: vector<2x[4]xf32>) -> vector<2x[4]xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg2 : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x[4]xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %cst : vector<2x[4]xf32> to !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %2 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %3 = llvm.extractelement %arg0[%2 : i64] : vector<2xf32>
// CHECK-NEXT: %4 = llvm.mlir.poison : vector<[4]xf32>
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %6 = llvm.insertelement %3, %4[%5 : i32] : vector<[4]xf32>
// CHECK-NEXT: %7 = llvm.shufflevector %6, %4 [0, 0, 0, 0] : vector<[4]xf32>
// CHECK-NEXT: %8 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %9 = llvm.intr.fmuladd(%7, %arg1, %8) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT: %10 = llvm.insertvalue %9, %1[0] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %12 = llvm.extractelement %arg0[%11 : i64] : vector<2xf32>
// CHECK-NEXT: %13 = llvm.mlir.poison : vector<[4]xf32>
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %15 = llvm.insertelement %12, %13[%14 : i32] : vector<[4]xf32>
// CHECK-NEXT: %16 = llvm.shufflevector %15, %13 [0, 0, 0, 0] : vector<[4]xf32>
// CHECK-NEXT: %17 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %18 = llvm.intr.fmuladd(%16, %arg1, %17) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT: %19 = llvm.insertvalue %18, %10[1] : !llvm.array<2 x vector<[4]xf32>>
// CHECK-NEXT: %20 = builtin.unrealized_conversion_cast %19 : !llvm.array<2 x vector<[4]xf32>> to vector<2x[4]xf32>
// CHECK-NEXT: return %20 : vector<2x[4]xf32>
// CHECK-NEXT: }
func.func @outer_scal(%a: vector<2xf32>, %b: vector<[4]xf32>, %c: vector<2x[4]xf32>) -> vector<2x[4]xf32> {
  %0 = vector.outerproduct %a, %b, %c : vector<2xf32>, vector<[4]xf32>
  return %0 : vector<2x[4]xf32>
}
// -----
// CHECK: func.func @dl_2d(%arg0: vector<2x4xf32>) -> (vector<2x2xf32>, vector<2x2xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %cst : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %2 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %3 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %4 = llvm.shufflevector %2, %3 [0, 2] : vector<4xf32>
// CHECK-NEXT: %5 = llvm.shufflevector %2, %3 [1, 3] : vector<4xf32>
// CHECK-NEXT: %6 = llvm.insertvalue %4, %1[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %7 = llvm.insertvalue %5, %1[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %8 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %9 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %10 = llvm.shufflevector %8, %9 [0, 2] : vector<4xf32>
// CHECK-NEXT: %11 = llvm.shufflevector %8, %9 [1, 3] : vector<4xf32>
// CHECK-NEXT: %12 = llvm.insertvalue %10, %6[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %13 = builtin.unrealized_conversion_cast %12 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: %14 = llvm.insertvalue %11, %7[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %15 = builtin.unrealized_conversion_cast %14 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: return %13, %15 : vector<2x2xf32>, vector<2x2xf32>
// CHECK-NEXT: }
func.func @dl_2d(%a: vector<2x4xf32>) -> (vector<2x2xf32>, vector<2x2xf32>) {
  %0, %1 = vector.deinterleave %a : vector<2x4xf32> -> vector<2x2xf32>
  return %0, %1 : vector<2x2xf32>, vector<2x2xf32>
}
// -----
// CHECK: func.func @dl_scal(%arg0: vector<[4]xf32>) -> (vector<[2]xf32>, vector<[2]xf32>) {
// CHECK-NEXT: %0 = "llvm.intr.vector.deinterleave2"(%arg0) : (vector<[4]xf32>) -> !llvm.struct<(vector<[2]xf32>, vector<[2]xf32>)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.struct<(vector<[2]xf32>, vector<[2]xf32>)>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.struct<(vector<[2]xf32>, vector<[2]xf32>)>
// CHECK-NEXT: return %1, %2 : vector<[2]xf32>, vector<[2]xf32>
// CHECK-NEXT: }
func.func @dl_scal(%a: vector<[4]xf32>) -> (vector<[2]xf32>, vector<[2]xf32>) {
  %0, %1 = vector.deinterleave %a : vector<[4]xf32> -> vector<[2]xf32>
  return %0, %1 : vector<[2]xf32>, vector<[2]xf32>
}
// -----
// CHECK: func.func @il_2d(%arg0: vector<2x4xf32>) -> vector<2x8xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x8xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %cst : vector<2x8xf32> to !llvm.array<2 x vector<8xf32>>
// CHECK-NEXT: %2 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %3 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %4 = llvm.shufflevector %2, %3 [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>
// CHECK-NEXT: %5 = llvm.insertvalue %4, %1[0] : !llvm.array<2 x vector<8xf32>>
// CHECK-NEXT: %6 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %7 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %8 = llvm.shufflevector %6, %7 [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>
// CHECK-NEXT: %9 = llvm.insertvalue %8, %5[1] : !llvm.array<2 x vector<8xf32>>
// CHECK-NEXT: %10 = builtin.unrealized_conversion_cast %9 : !llvm.array<2 x vector<8xf32>> to vector<2x8xf32>
// CHECK-NEXT: return %10 : vector<2x8xf32>
// CHECK-NEXT: }
func.func @il_2d(%a: vector<2x4xf32>) -> vector<2x8xf32> {
  %0 = vector.interleave %a, %a : vector<2x4xf32> -> vector<2x8xf32>
  return %0 : vector<2x8xf32>
}
// -----
// CHECK: func.func @te_2d(%arg0: vector<2x2xf32>) -> (f32, f32) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %3 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %4 = llvm.extractelement %1[%3 : i64] : vector<2xf32>
// CHECK-NEXT: %5 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %6 = llvm.extractelement %2[%5 : i64] : vector<2xf32>
// CHECK-NEXT: return %4, %6 : f32, f32
// CHECK-NEXT: }
func.func @te_2d(%a: vector<2x2xf32>) -> (f32, f32) {
  %0:4 = vector.to_elements %a : vector<2x2xf32>
  return %0#0, %0#3 : f32, f32
}
// -----
// CHECK: func.func @load_0d(%arg0: memref<?x?xf32>, %arg1: index) -> vector<f32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.extractvalue %1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = llvm.mul %0, %3 : i64
// CHECK-NEXT: %5 = llvm.add %4, %0 : i64
// CHECK-NEXT: %6 = llvm.getelementptr %2[%5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %7 = llvm.load %6 {alignment = 4 : i64} : !llvm.ptr -> vector<1xf32>
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %7 : vector<1xf32> to vector<f32>
// CHECK-NEXT: return %8 : vector<f32>
// CHECK-NEXT: }
func.func @load_0d(%b: memref<?x?xf32>, %i: index) -> vector<f32> {
  %0 = vector.load %b[%i,%i] : memref<?x?xf32>, vector<f32>
  return %0 : vector<f32>
}
// -----
// CHECK: func.func @store_0d(%arg0: memref<?x?xf32>, %arg1: index, %arg2: vector<f32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg2 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %3 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = llvm.extractvalue %1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %5 = llvm.mul %0, %4 : i64
// CHECK-NEXT: %6 = llvm.add %5, %0 : i64
// CHECK-NEXT: %7 = llvm.getelementptr %3[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %2, %7 {alignment = 4 : i64} : vector<1xf32>, !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @store_0d(%b: memref<?x?xf32>, %i: index, %v: vector<f32>) {
  vector.store %v, %b[%i,%i] : memref<?x?xf32>, vector<f32>
  return
}
// -----
// CHECK: func.func @tp_scal(%arg0: vector<2x[4]xf32>) -> vector<[4]x2xf32> {
// CHECK-NEXT: %0 = vector.transpose %arg0, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
// CHECK-NEXT: return %0 : vector<[4]x2xf32>
// CHECK-NEXT: }
func.func @tp_scal(%a: vector<2x[4]xf32>) -> vector<[4]x2xf32> {
  %0 = vector.transpose %a, [1,0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  return %0 : vector<[4]x2xf32>
}
// -----
// CHECK: func.func @cst_mask_scal() -> vector<[4]xi1> {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT: return %cst : vector<[4]xi1>
// CHECK-NEXT: }
func.func @cst_mask_scal() -> vector<[4]xi1> {
  %0 = vector.constant_mask [4] : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}
// -----
// CHECK: func.func @cst_mask_scal0() -> vector<[4]xi1> {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<[4]xi1>
// CHECK-NEXT: return %cst : vector<[4]xi1>
// CHECK-NEXT: }
func.func @cst_mask_scal0() -> vector<[4]xi1> {
  %0 = vector.constant_mask [0] : vector<[4]xi1>
  return %0 : vector<[4]xi1>
}
// -----
// CHECK: func.func @cst_mask_scal2() -> vector<2x[4]xi1> {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<2x[4]xi1>
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %cst_0 : vector<2x[4]xi1> to !llvm.array<2 x vector<[4]xi1>>
// CHECK-NEXT: %1 = llvm.insertvalue %cst, %0[0] : !llvm.array<2 x vector<[4]xi1>>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %1 : !llvm.array<2 x vector<[4]xi1>> to vector<2x[4]xi1>
// CHECK-NEXT: return %2 : vector<2x[4]xi1>
// CHECK-NEXT: }
func.func @cst_mask_scal2() -> vector<2x[4]xi1> {
  %0 = vector.constant_mask [1, 4] : vector<2x[4]xi1>
  return %0 : vector<2x[4]xi1>
}
// -----
// CHECK: func.func @scalable_extract(%arg0: vector<[8]xf32>) -> vector<[4]xf32> {
// CHECK-NEXT: %0 = llvm.intr.vector.extract %arg0[4] : vector<[4]xf32> from vector<[8]xf32>
// CHECK-NEXT: return %0 : vector<[4]xf32>
// CHECK-NEXT: }
func.func @scalable_extract(%a: vector<[8]xf32>) -> vector<[4]xf32> {
  %0 = vector.scalable.extract %a[4] : vector<[4]xf32> from vector<[8]xf32>
  return %0 : vector<[4]xf32>
}
// -----
// CHECK: func.func @scalable_insert(%arg0: vector<[8]xf32>, %arg1: vector<4xf32>) -> vector<[8]xf32> {
// CHECK-NEXT: %0 = llvm.intr.vector.insert %arg1, %arg0[0] : vector<4xf32> into vector<[8]xf32>
// CHECK-NEXT: return %0 : vector<[8]xf32>
// CHECK-NEXT: }
func.func @scalable_insert(%a: vector<[8]xf32>, %b: vector<4xf32>) -> vector<[8]xf32> {
  %0 = vector.scalable.insert %b, %a[0] : vector<4xf32> into vector<[8]xf32>
  return %0 : vector<[8]xf32>
}
