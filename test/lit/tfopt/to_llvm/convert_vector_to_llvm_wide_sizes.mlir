// RUN: tf-opt --convert-vector-to-llvm=force-32bit-vector-indices=0 %s | filecheck %s

func.func @below(%count: index) -> vector<5xi1> {
  %0 = vector.create_mask %count : vector<5xi1>
  return %0 : vector<5xi1>
}
func.func @read(%from: memref<?xi8>, %i: index, %none: i8) -> vector<4xi8> {
  %0 = vector.transfer_read %from[%i], %none : memref<?xi8>, vector<4xi8>
  return %0 : vector<4xi8>
}

// CHECK: func.func @below(%arg0: index) -> vector<5xi1> {
// CHECK-NEXT: %cst = arith.constant dense<[0, 1, 2, 3, 4]> : vector<5xi64>
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i64
// CHECK-NEXT: %1 = llvm.mlir.poison : vector<5xi64>
// CHECK-NEXT: %2 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %3 = llvm.insertelement %0, %1[%2 : i32] : vector<5xi64>
// CHECK-NEXT: %4 = llvm.shufflevector %3, %1 [0, 0, 0, 0, 0] : vector<5xi64>
// CHECK-NEXT: %5 = arith.cmpi sgt, %4, %cst : vector<5xi64>
// CHECK-NEXT: return %5 : vector<5xi1>
// CHECK: func.func @read(%arg0: memref<?xi8>, %arg1: index, %arg2: i8) -> vector<4xi8> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %cst = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c0 : memref<?xi8>
// CHECK-NEXT: %2 = arith.subi %dim, %arg1 : index
// CHECK-NEXT: %3 = arith.index_cast %2 : index to i64
// CHECK-NEXT: %4 = llvm.mlir.poison : vector<4xi64>
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %6 = llvm.insertelement %3, %4[%5 : i32] : vector<4xi64>
// CHECK-NEXT: %7 = llvm.shufflevector %6, %4 [0, 0, 0, 0] : vector<4xi64>
// CHECK-NEXT: %8 = arith.cmpi sgt, %7, %cst : vector<4xi64>
// CHECK-NEXT: %9 = llvm.mlir.poison : vector<4xi8>
// CHECK-NEXT: %10 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %11 = llvm.insertelement %arg2, %9[%10 : i32] : vector<4xi8>
// CHECK-NEXT: %12 = llvm.shufflevector %11, %9 [0, 0, 0, 0] : vector<4xi8>
// CHECK-NEXT: %13 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %14 = llvm.getelementptr %13[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %15 = llvm.intr.masked.load %14, %8, %12 {alignment = 1 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xi8>) -> vector<4xi8>
// CHECK-NEXT: return %15 : vector<4xi8>
