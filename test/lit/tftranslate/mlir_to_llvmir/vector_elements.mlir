// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s
// RUN: tf-run %s --device=interpreter --entry=main --input=i64=1 | filecheck %s --check-prefix=VALUE

/// Elements of a vector lie side by side, whatever their alignment; those of an array do not. As mlir-translate 22 writes them.
// CHECK: store i8 0, ptr getelementptr inbounds nuw (i8, ptr @g, i64 2), align 1
// CHECK-NEXT: store i8 0, ptr getelementptr inbounds nuw (i8, ptr @g, i64 4), align 1
// VALUE: i64=24
module attributes {llvm.data_layout = "e-f16:32"} {
llvm.mlir.global external @g() {addr_space = 0 : i32} : !llvm.array<10 x i8>
llvm.func @f() {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  %1 = llvm.mlir.constant(0 : i8) : i8
  %2 = llvm.getelementptr %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, vector<2xf16>
  llvm.store %1, %2 {alignment = 1 : i64} : i8, !llvm.ptr
  %3 = llvm.getelementptr %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f16>
  llvm.store %1, %3 {alignment = 1 : i64} : i8, !llvm.ptr
  llvm.return
}
/// 2 bytes and 4 bytes on, as one number.
llvm.func @main(%n: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %ten = llvm.mlir.constant(10 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %0 = llvm.alloca %one x !llvm.array<4 x f16> : (i64) -> !llvm.ptr
  %1 = llvm.getelementptr %0[%zero, %n] : (!llvm.ptr, i64, i64) -> !llvm.ptr, vector<2xf16>
  %2 = llvm.getelementptr %0[%zero, %n] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<2 x f16>
  %3 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %4 = llvm.ptrtoint %1 : !llvm.ptr to i64
  %5 = llvm.ptrtoint %2 : !llvm.ptr to i64
  %6 = llvm.sub %4, %3 : i64
  %7 = llvm.sub %5, %3 : i64
  %8 = llvm.mul %6, %ten : i64
  %9 = llvm.add %8, %7 : i64
  llvm.return %9 : i64
}
}
