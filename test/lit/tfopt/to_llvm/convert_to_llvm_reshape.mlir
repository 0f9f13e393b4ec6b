// RUN: tf-opt %s --split-input-file --convert-to-llvm | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @without_rank(%m: memref<?xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
// -----
func.func @of_one_without_rank(%c: i1, %m: memref<*xf32, 2>, %s: memref<?xi64>) -> index {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = memref.reshape %m(%s) : (memref<*xf32, 2>, memref<?xi64>) -> memref<*xf32, 2>
  %1 = memref.rank %0 : memref<*xf32, 2>
  return %1 : index
^b:
  %2 = memref.rank %m : memref<*xf32, 2>
  return %2 : index
}

// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK-NEXT: llvm.func @without_rank(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: !llvm.ptr, %arg6: !llvm.ptr, %arg7: i64, %arg8: i64, %arg9: i64) -> !llvm.struct<(i64, ptr)> {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg5, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg6, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg7, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg8, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg9, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.insertvalue %arg0, %6[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %8 = llvm.insertvalue %arg1, %7[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %9 = llvm.insertvalue %arg2, %8[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.insertvalue %arg3, %9[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %11 = llvm.insertvalue %arg4, %10[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %12 = llvm.extractvalue %5[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %13 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %14 = llvm.insertvalue %12, %13[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %15 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %16 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %17 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %18 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %19 = llvm.mul %16, %18 : i64
// CHECK-NEXT: %20 = llvm.extractvalue %14[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %21 = llvm.mul %16, %20 : i64
// CHECK-NEXT: %22 = llvm.add %21, %15 : i64
// CHECK-NEXT: %23 = llvm.mul %22, %17 : i64
// CHECK-NEXT: %24 = llvm.add %19, %23 : i64
// CHECK-NEXT: %25 = llvm.alloca %24 x i8 : (i64) -> !llvm.ptr
// CHECK-NEXT: %26 = llvm.insertvalue %25, %14[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %27 = llvm.extractvalue %11[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %28 = llvm.extractvalue %11[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %29 = llvm.extractvalue %11[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: llvm.store %27, %25 : !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %30 = llvm.getelementptr %25[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: llvm.store %28, %30 : !llvm.ptr, !llvm.ptr
// CHECK-NEXT: %31 = llvm.getelementptr %25[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK-NEXT: llvm.store %29, %31 : i64, !llvm.ptr
// CHECK-NEXT: %32 = llvm.getelementptr %25[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64)>
// CHECK-NEXT: %33 = llvm.getelementptr %32[%12] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %34 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %35 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %36 = llvm.sub %12, %35 : i64
// CHECK-NEXT: llvm.br ^bb1(%36, %35 : i64, i64)
// CHECK-NEXT: ^bb1(%37: i64, %38: i64):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %39 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %40 = llvm.icmp "sge" %37, %39 : i64
// CHECK-NEXT: llvm.cond_br %40, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: %41 = llvm.getelementptr %34[%37] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %42 = llvm.load %41 : !llvm.ptr -> i64
// CHECK-NEXT: %43 = llvm.getelementptr %32[%37] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %42, %43 : i64, !llvm.ptr
// CHECK-NEXT: %44 = llvm.getelementptr %33[%37] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %38, %44 : i64, !llvm.ptr
// CHECK-NEXT: %45 = llvm.mul %38, %42 : i64
// CHECK-NEXT: %46 = llvm.sub %37, %35 : i64
// CHECK-NEXT: llvm.br ^bb1(%46, %45 : i64, i64)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: %47 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %48 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %49 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %50 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %51 = llvm.mul %48, %50 : i64
// CHECK-NEXT: %52 = llvm.extractvalue %26[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %53 = llvm.mul %48, %52 : i64
// CHECK-NEXT: %54 = llvm.add %53, %47 : i64
// CHECK-NEXT: %55 = llvm.mul %54, %49 : i64
// CHECK-NEXT: %56 = llvm.add %51, %55 : i64
// CHECK-NEXT: %57 = llvm.call @malloc(%56) : (i64) -> !llvm.ptr
// CHECK-NEXT: %58 = llvm.extractvalue %26[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: "llvm.intr.memcpy"(%57, %58, %56) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: %59 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %60 = llvm.extractvalue %26[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %61 = llvm.insertvalue %60, %59[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %62 = llvm.insertvalue %57, %61[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: llvm.return %62 : !llvm.struct<(i64, ptr)>
// CHECK: llvm.func @of_one_without_rank(%arg0: i1, %arg1: i64, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr, %arg5: i64, %arg6: i64, %arg7: i64) -> i64 {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg3, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg4, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg5, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg6, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg7, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %7 = llvm.insertvalue %arg1, %6[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %8 = llvm.insertvalue %arg2, %7[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: llvm.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %9 = llvm.extractvalue %5[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %11 = llvm.insertvalue %9, %10[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %12 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %13 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %14 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %15 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %16 = llvm.mul %13, %15 : i64
// CHECK-NEXT: %17 = llvm.extractvalue %11[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %18 = llvm.mul %13, %17 : i64
// CHECK-NEXT: %19 = llvm.add %18, %12 : i64
// CHECK-NEXT: %20 = llvm.mul %19, %14 : i64
// CHECK-NEXT: %21 = llvm.add %16, %20 : i64
// CHECK-NEXT: %22 = llvm.alloca %21 x i8 : (i64) -> !llvm.ptr
// CHECK-NEXT: %23 = llvm.insertvalue %22, %11[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %24 = llvm.extractvalue %8[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %25 = llvm.load %24 : !llvm.ptr -> !llvm.ptr<2>
// CHECK-NEXT: %26 = llvm.getelementptr %24[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr<2>
// CHECK-NEXT: %27 = llvm.load %26 : !llvm.ptr -> !llvm.ptr<2>
// CHECK-NEXT: %28 = llvm.getelementptr %24[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr<2>
// CHECK-NEXT: %29 = llvm.load %28 : !llvm.ptr -> i64
// CHECK-NEXT: llvm.store %25, %22 : !llvm.ptr<2>, !llvm.ptr
// CHECK-NEXT: %30 = llvm.getelementptr %22[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr<2>
// CHECK-NEXT: llvm.store %27, %30 : !llvm.ptr<2>, !llvm.ptr
// CHECK-NEXT: %31 = llvm.getelementptr %22[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr<2>
// CHECK-NEXT: llvm.store %29, %31 : i64, !llvm.ptr
// CHECK-NEXT: %32 = llvm.getelementptr %22[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr<2>, ptr<2>, i64, i64)>
// CHECK-NEXT: %33 = llvm.getelementptr %32[%9] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %34 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %35 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %36 = llvm.sub %9, %35 : i64
// CHECK-NEXT: llvm.br ^bb3(%36, %35 : i64, i64)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %37 = llvm.extractvalue %8[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: llvm.return %37 : i64
// CHECK-NEXT: ^bb3(%38: i64, %39: i64):  // 2 preds: ^bb1, ^bb4
// CHECK-NEXT: %40 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %41 = llvm.icmp "sge" %38, %40 : i64
// CHECK-NEXT: llvm.cond_br %41, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT: %42 = llvm.getelementptr %34[%38] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %43 = llvm.load %42 : !llvm.ptr -> i64
// CHECK-NEXT: %44 = llvm.getelementptr %32[%38] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %43, %44 : i64, !llvm.ptr
// CHECK-NEXT: %45 = llvm.getelementptr %33[%38] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %39, %45 : i64, !llvm.ptr
// CHECK-NEXT: %46 = llvm.mul %39, %43 : i64
// CHECK-NEXT: %47 = llvm.sub %38, %35 : i64
// CHECK-NEXT: llvm.br ^bb3(%47, %46 : i64, i64)
// CHECK-NEXT: ^bb5:  // pred: ^bb3
// CHECK-NEXT: %48 = llvm.extractvalue %23[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: llvm.return %48 : i64
