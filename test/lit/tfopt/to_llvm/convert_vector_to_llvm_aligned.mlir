// RUN: tf-opt --convert-vector-to-llvm=use-vector-alignment %s | filecheck %s

func.func @rows(%from: memref<4x6xf16>, %i: index, %mask: vector<6xi1>) {
  %0 = vector.load %from[%i, %i] : memref<4x6xf16>, vector<6xf16>
  vector.store %0, %from[%i, %i] {alignment = 2} : memref<4x6xf16>, vector<6xf16>
  vector.maskedstore %from[%i, %i], %mask, %0 : memref<4x6xf16>, vector<6xi1>, vector<6xf16>
  return
}
func.func @elements(%from: memref<?xf64>, %at: vector<4xi32>, %mask: vector<4xi1>, %other: vector<4xf64>, %i: index) -> vector<4xf64> {
  %0 = vector.gather %from[%i][%at], %mask, %other : memref<?xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64> into vector<4xf64>
  vector.scatter %from[%i][%at], %mask, %0 : memref<?xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64>
  vector.compressstore %from[%i], %mask, %0 : memref<?xf64>, vector<4xi1>, vector<4xf64>
  return %0 : vector<4xf64>
}

// CHECK: func.func @rows(%arg0: memref<4x6xf16>, %arg1: index, %arg2: vector<6xi1>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<4x6xf16> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.mlir.constant(6 : index) : i64
// CHECK-NEXT: %4 = llvm.mul %0, %3 : i64
// CHECK-NEXT: %5 = llvm.add %4, %0 : i64
// CHECK-NEXT: %6 = llvm.getelementptr %2[%5] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-NEXT: %7 = llvm.load %6 {alignment = 16 : i64} : !llvm.ptr -> vector<6xf16>
// CHECK-NEXT: %8 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %9 = llvm.mlir.constant(6 : index) : i64
// CHECK-NEXT: %10 = llvm.mul %0, %9 : i64
// CHECK-NEXT: %11 = llvm.add %10, %0 : i64
// CHECK-NEXT: %12 = llvm.getelementptr %8[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-NEXT: llvm.store %7, %12 {alignment = 2 : i64} : vector<6xf16>, !llvm.ptr
// CHECK-NEXT: %13 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %14 = llvm.mlir.constant(6 : index) : i64
// CHECK-NEXT: %15 = llvm.mul %0, %14 : i64
// CHECK-NEXT: %16 = llvm.add %15, %0 : i64
// CHECK-NEXT: %17 = llvm.getelementptr %13[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-NEXT: llvm.intr.masked.store %7, %17, %arg2 {alignment = 16 : i32} : vector<6xf16>, vector<6xi1> into !llvm.ptr
// CHECK-NEXT: return
// CHECK: func.func @elements(%arg0: memref<?xf64>, %arg1: vector<4xi32>, %arg2: vector<4xi1>, %arg3: vector<4xf64>, %arg4: index) -> vector<4xf64> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg4 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf64> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.getelementptr %2[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: %4 = llvm.getelementptr %3[%arg1] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, f64
// CHECK-NEXT: %5 = llvm.intr.masked.gather %4, %arg2, %arg3 {alignment = 32 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf64>) -> vector<4xf64>
// CHECK-NEXT: %6 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.getelementptr %6[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: %8 = llvm.getelementptr %7[%arg1] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, f64
// CHECK-NEXT: llvm.intr.masked.scatter %5, %8, %arg2 {alignment = 32 : i32} : vector<4xf64>, vector<4xi1> into vector<4x!llvm.ptr>
// CHECK-NEXT: %9 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.getelementptr %9[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: "llvm.intr.masked.compressstore"(%5, %10, %arg2) : (vector<4xf64>, !llvm.ptr, vector<4xi1>) -> ()
// CHECK-NEXT: return %5 : vector<4xf64>
