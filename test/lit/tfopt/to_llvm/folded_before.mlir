// Conversions to LLVM fold before they convert, as in mlir-opt 22: into constants that they convert, and by what operands were before.
// RUN: tf-opt --convert-arith-to-llvm %s | filecheck %s --check-prefix=ARITH
// RUN: tf-opt --convert-func-to-llvm %s | filecheck %s --check-prefix=FUNC
// RUN: tf-opt --convert-index-to-llvm %s | filecheck %s --check-prefix=INDEX
// RUN: tf-opt --convert-math-to-llvm %s | filecheck %s --check-prefix=MATH

// ARITH: module {
// ARITH-NEXT: func.func private @u(index, i32, f32, i32, index, index, f32)
// ARITH-NEXT: func.func @f(%arg0: memref<2x3xf32>, %arg1: i32) {
// ARITH-NEXT: %0 = llvm.mlir.constant(0 : index) : i64
// ARITH-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
// ARITH-NEXT: %2 = llvm.mlir.constant(1 : index) : i64
// ARITH-NEXT: %3 = builtin.unrealized_conversion_cast %2 : i64 to index
// ARITH-NEXT: %4 = llvm.mlir.constant(0 : i32) : i32
// ARITH-NEXT: %5 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xi32>
// ARITH-NEXT: %6 = llvm.mlir.constant(1.000000e+00 : f32) : f32
// ARITH-NEXT: %cst = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// ARITH-NEXT: %7 = llvm.mlir.constant(3 : index) : i64
// ARITH-NEXT: %8 = builtin.unrealized_conversion_cast %7 : i64 to index
// ARITH-NEXT: %9 = llvm.mlir.constant(2.71828175 : f32) : f32
// ARITH-NEXT: %10 = llvm.mlir.constant(2 : i32) : i32
// ARITH-NEXT: %11 = index.add %1, %3
// ARITH-NEXT: %12 = llvm.mlir.constant(2 : index) : i64
// ARITH-NEXT: %13 = builtin.unrealized_conversion_cast %12 : i64 to index
// ARITH-NEXT: %14 = llvm.mlir.constant(2.000000e+00 : f32) : f32
// ARITH-NEXT: call @u(%8, %arg1, %9, %10, %11, %13, %14) : (index, i32, f32, i32, index, index, f32) -> ()
// ARITH-NEXT: return
// ARITH-NEXT: }
// ARITH-NEXT: }

// FUNC: #map = affine_map<(d0) -> (d0 + 1)>
// FUNC-NEXT: module {
// FUNC-NEXT: llvm.func @u(i64, i32, f32, i32, i64, i64, f32) attributes {sym_visibility = "private"}
// FUNC-NEXT: llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: i32) {
// FUNC-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %3 = llvm.insertvalue %arg2, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %4 = llvm.insertvalue %arg3, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %5 = llvm.insertvalue %arg5, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %6 = llvm.insertvalue %arg4, %5[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %7 = llvm.insertvalue %arg6, %6[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// FUNC-NEXT: %8 = builtin.unrealized_conversion_cast %7 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<2x3xf32>
// FUNC-NEXT: %c0 = arith.constant 0 : index
// FUNC-NEXT: %c1 = arith.constant 1 : index
// FUNC-NEXT: %c0_i32 = arith.constant 0 : i32
// FUNC-NEXT: %cst = arith.constant dense<[1, 2]> : vector<2xi32>
// FUNC-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// FUNC-NEXT: %cst_1 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// FUNC-NEXT: %dim = memref.dim %8, %c1 : memref<2x3xf32>
// FUNC-NEXT: %9 = builtin.unrealized_conversion_cast %dim : index to i64
// FUNC-NEXT: %10 = math.exp %cst_0 : f32
// FUNC-NEXT: %11 = vector.extract %cst[1] : i32 from vector<2xi32>
// FUNC-NEXT: %12 = index.add %c0, %c1
// FUNC-NEXT: %13 = builtin.unrealized_conversion_cast %12 : index to i64
// FUNC-NEXT: %14 = affine.apply #map(%c1)
// FUNC-NEXT: %15 = builtin.unrealized_conversion_cast %14 : index to i64
// FUNC-NEXT: %extracted = tensor.extract %cst_1[%c1] : tensor<2xf32>
// FUNC-NEXT: llvm.call @u(%9, %arg7, %10, %11, %13, %15, %extracted) : (i64, i32, f32, i32, i64, i64, f32) -> ()
// FUNC-NEXT: llvm.return
// FUNC-NEXT: }
// FUNC-NEXT: }

// INDEX: #map = affine_map<(d0) -> (d0 + 1)>
// INDEX-NEXT: module {
// INDEX-NEXT: func.func private @u(index, i32, f32, i32, index, index, f32)
// INDEX-NEXT: func.func @f(%arg0: memref<2x3xf32>, %arg1: i32) {
// INDEX-NEXT: %c0 = arith.constant 0 : index
// INDEX-NEXT: %c1 = arith.constant 1 : index
// INDEX-NEXT: %c0_i32 = arith.constant 0 : i32
// INDEX-NEXT: %cst = arith.constant dense<[1, 2]> : vector<2xi32>
// INDEX-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// INDEX-NEXT: %cst_1 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// INDEX-NEXT: %dim = memref.dim %arg0, %c1 : memref<2x3xf32>
// INDEX-NEXT: %0 = math.exp %cst_0 : f32
// INDEX-NEXT: %1 = vector.extract %cst[1] : i32 from vector<2xi32>
// INDEX-NEXT: %2 = llvm.mlir.constant(1 : i64) : i64
// INDEX-NEXT: %3 = builtin.unrealized_conversion_cast %2 : i64 to index
// INDEX-NEXT: %4 = affine.apply #map(%c1)
// INDEX-NEXT: %extracted = tensor.extract %cst_1[%c1] : tensor<2xf32>
// INDEX-NEXT: call @u(%dim, %arg1, %0, %1, %3, %4, %extracted) : (index, i32, f32, i32, index, index, f32) -> ()
// INDEX-NEXT: return
// INDEX-NEXT: }
// INDEX-NEXT: }

// MATH: #map = affine_map<(d0) -> (d0 + 1)>
// MATH-NEXT: module {
// MATH-NEXT: func.func private @u(index, i32, f32, i32, index, index, f32)
// MATH-NEXT: func.func @f(%arg0: memref<2x3xf32>, %arg1: i32) {
// MATH-NEXT: %c0 = arith.constant 0 : index
// MATH-NEXT: %c1 = arith.constant 1 : index
// MATH-NEXT: %c0_i32 = arith.constant 0 : i32
// MATH-NEXT: %cst = arith.constant dense<[1, 2]> : vector<2xi32>
// MATH-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// MATH-NEXT: %cst_1 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// MATH-NEXT: %dim = memref.dim %arg0, %c1 : memref<2x3xf32>
// MATH-NEXT: %0 = llvm.intr.exp(%cst_0) : (f32) -> f32
// MATH-NEXT: %1 = vector.extract %cst[1] : i32 from vector<2xi32>
// MATH-NEXT: %2 = index.add %c0, %c1
// MATH-NEXT: %3 = affine.apply #map(%c1)
// MATH-NEXT: %extracted = tensor.extract %cst_1[%c1] : tensor<2xf32>
// MATH-NEXT: call @u(%dim, %arg1, %0, %1, %2, %3, %extracted) : (index, i32, f32, i32, index, index, f32) -> ()
// MATH-NEXT: return
// MATH-NEXT: }
// MATH-NEXT: }
func.func private @u(index, i32, f32, i32, index, index, f32)
func.func @f(%m: memref<2x3xf32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %cst = arith.constant dense<[1, 2]> : vector<2xi32>
  %one = arith.constant 1.0 : f32
  %tc = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = memref.dim %m, %c1 : memref<2x3xf32>
  %1 = arith.addi %x, %z : i32
  %2 = math.exp %one : f32
  %3 = vector.extract %cst[1] : i32 from vector<2xi32>
  %4 = index.add %c0, %c1
  %5 = affine.apply affine_map<(d0) -> (d0 + 1)>(%c1)
  %6 = tensor.extract %tc[%c1] : tensor<2xf32>
  "func.call"(%0, %1, %2, %3, %4, %5, %6) {callee = @u} : (index, i32, f32, i32, index, index, f32) -> ()
  return
}
