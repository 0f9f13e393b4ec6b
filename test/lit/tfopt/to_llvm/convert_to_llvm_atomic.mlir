// RUN: tf-opt %s --split-input-file --convert-to-llvm | filecheck %s
// RUN: tf-opt %s --split-input-file --finalize-memref-to-llvm | filecheck %s --check-prefix=ALONE

/// What is expected is what upstream's pass prints. While the computation stays, so does the operation around it.

// ALONE: memref.generic_atomic_rmw
// ALONE: memref.generic_atomic_rmw
func.func @one(%m: memref<4x?xi32>, %i: index, %c: i32) -> i32 {
  %0 = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xi32> {
  ^bb0(%old: i32):
    %n = arith.muli %old, %c : i32
    %q = arith.xori %n, %old : i32
    memref.atomic_yield %q : i32
  }
  return %0 : i32
}
// -----
func.func @branches(%b: i1, %m: memref<4xi64>, %i: index, %c: i64) -> i64 {
  cf.cond_br %b, ^yes, ^no
^yes:
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xi64> {
  ^bb0(%old: i64):
    %n = arith.ori %old, %c : i64
    memref.atomic_yield %n : i64
  }
  %1 = arith.addi %0, %c : i64
  cf.br ^end(%1 : i64)
^no:
  cf.br ^end(%c : i64)
^end(%r: i64):
  return %r : i64
}

// CHECK: llvm.func @one(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: i64, %arg8: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg2, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg3, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg5, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %6 = llvm.insertvalue %arg4, %5[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %7 = llvm.insertvalue %arg6, %6[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %8 = llvm.extractvalue %7[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %9 = llvm.extractvalue %7[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %10 = llvm.mul %arg7, %9 : i64
// CHECK-NEXT: %11 = llvm.add %10, %arg7 : i64
// CHECK-NEXT: %12 = llvm.getelementptr %8[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %13 = llvm.load %12 : !llvm.ptr -> i32
// CHECK-NEXT: llvm.br ^bb1(%13 : i32)
// CHECK-NEXT: ^bb1(%14: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %15 = llvm.mul %14, %arg8 : i32
// CHECK-NEXT: %16 = llvm.xor %15, %14 : i32
// CHECK-NEXT: %17 = llvm.cmpxchg %12, %14, %16 acq_rel monotonic : !llvm.ptr, i32
// CHECK-NEXT: %18 = llvm.extractvalue %17[0] : !llvm.struct<(i32, i1)>
// CHECK-NEXT: %19 = llvm.extractvalue %17[1] : !llvm.struct<(i32, i1)>
// CHECK-NEXT: llvm.cond_br %19, ^bb2, ^bb1(%18 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: llvm.return %18 : i32
// CHECK: llvm.func @branches(%arg0: i1, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: i64) -> i64 {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg1, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg2, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg3, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg4, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg5, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: llvm.cond_br %arg0, ^bb1, ^bb4
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %6 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.getelementptr %6[%arg6] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %8 = llvm.load %7 : !llvm.ptr -> i64
// CHECK-NEXT: llvm.br ^bb2(%8 : i64)
// CHECK-NEXT: ^bb2(%9: i64):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: %10 = llvm.or %9, %arg7 : i64
// CHECK-NEXT: %11 = llvm.cmpxchg %7, %9, %10 acq_rel monotonic : !llvm.ptr, i64
// CHECK-NEXT: %12 = llvm.extractvalue %11[0] : !llvm.struct<(i64, i1)>
// CHECK-NEXT: %13 = llvm.extractvalue %11[1] : !llvm.struct<(i64, i1)>
// CHECK-NEXT: llvm.cond_br %13, ^bb3, ^bb2(%12 : i64)
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT: %14 = llvm.add %12, %arg7 : i64
// CHECK-NEXT: llvm.br ^bb5(%14 : i64)
// CHECK-NEXT: ^bb4:  // pred: ^bb0
// CHECK-NEXT: llvm.br ^bb5(%arg7 : i64)
// CHECK-NEXT: ^bb5(%15: i64):  // 2 preds: ^bb3, ^bb4
// CHECK-NEXT: llvm.return %15 : i64
