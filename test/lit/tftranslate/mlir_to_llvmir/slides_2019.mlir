// RUN: tf-opt %s | filecheck %s --check-prefix=TODAY
// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s
// RUN: tf-opt %s | tf-translate --mlir-to-llvmir | filecheck %s

/// "Code lowered to LLVM dialect" of the slides of 2019, in its own spelling, in today's, and as LLVM IR.

llvm.func @listing(%arg2: !llvm<"{ float* }">, %2: !llvm.i64, %6: !llvm.i64, %8: !llvm.float) -> !llvm<"{ i32, double, i32 }"> {
  llvm.br ^bb2
^bb2: // pred: ^bb1
  %9 = llvm.constant(10) : !llvm.i64
  %11 = llvm.mul %2, %9 : !llvm.i64
  %12 = llvm.add %11, %6 : !llvm.i64
  %13 = llvm.extractvalue %arg2[0] : !llvm<"{ float* }">
  %14 = llvm.getelementptr %13[%12] :
    (!llvm<"float*">, !llvm.i64) -> !llvm<"float*">
  llvm.store %8, %14 : !llvm<"float*">
  %15 = llvm.mlir.zero : !llvm<"{ i32, double, i32 }">
  llvm.return %15 : !llvm<"{ i32, double, i32 }">
}

// TODAY: llvm.func @listing(%arg0: !llvm.struct<(ptr)>, %arg1: i64, %arg2: i64, %arg3: f32) -> !llvm.struct<(i32, f64, i32)> {
// TODAY: %0 = llvm.mlir.constant(10 : i64) : i64
// TODAY-NEXT: %1 = llvm.mul %arg1, %0 : i64
// TODAY-NEXT: %2 = llvm.add %1, %arg2 : i64
// TODAY-NEXT: %3 = llvm.extractvalue %arg0[0] : !llvm.struct<(ptr)>
// TODAY-NEXT: %4 = llvm.getelementptr %3[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// TODAY-NEXT: llvm.store %arg3, %4 : f32, !llvm.ptr

// CHECK: define { i32, double, i32 } @listing({ ptr } %0, i64 %1, i64 %2, float %3) {
// CHECK-NEXT: br label %5
// CHECK: %6 = mul i64 %1, 10
// CHECK-NEXT: %7 = add i64 %6, %2
// CHECK-NEXT: %8 = extractvalue { ptr } %0, 0
// CHECK-NEXT: %9 = getelementptr float, ptr %8, i64 %7
// CHECK-NEXT: store float %3, ptr %9, align 4
// CHECK-NEXT: ret { i32, double, i32 } zeroinitializer
