// Operations on constants, as mlir-translate 22 folds them: one bit with a sign, numbers rounded once, what is poison, addresses within globals.

// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

llvm.mlir.global external @g() : !llvm.array<4 x i32>
llvm.func @numbers(i32, i1, i32, f32, f16, i1, i1, f32, f32, i32)
llvm.func @addresses(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)

// CHECK-LABEL: define void @computed()
// CHECK: call void @numbers(i32 -1, i1 true, i32 poison, float 0x4350000020000000, half 0xHFC00, i1 true, i1 false, float 3.500000e+00, float 1.000000e+00, i32 1065353216)
llvm.func @computed() {
  %t = llvm.mlir.constant(true) : i1
  %z = llvm.mlir.constant(false) : i1
  %least = llvm.mlir.constant(-2147483648 : i32) : i32
  %minus = llvm.mlir.constant(-1 : i32) : i32
  %long = llvm.mlir.constant(18014399583223809 : i64) : i64
  %far = llvm.mlir.constant(-9223372036854775807 : i64) : i64
  %x = llvm.mlir.constant(7.0 : f32) : f32
  %y = llvm.mlir.constant(2.0 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %0 = llvm.sext %t : i1 to i32
  %1 = llvm.icmp "slt" %t, %z : i1
  %2 = llvm.sdiv %least, %minus : i32
  %3 = llvm.sitofp %long : i64 to f32
  %4 = llvm.sitofp %far : i64 to f16
  %5 = llvm.fcmp "ueq" %x, %x : f32
  %6 = llvm.fcmp "one" %x, %x : f32
  %7 = llvm.fdiv %x, %y : f32
  %8 = llvm.frem %x, %y : f32
  %9 = llvm.bitcast %one : f32 to i32
  llvm.call @numbers(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9) : (i32, i1, i32, f32, f16, i1, i1, f32, f32, i32) -> ()
  llvm.return
}

// Within the 16 bytes of the global, behind them, back and forth, and from nowhere.
// CHECK-LABEL: define void @placed()
// CHECK: call void @addresses(ptr getelementptr inbounds nuw (i8, ptr @g, i64 16), ptr getelementptr (i8, ptr @g, i64 20), ptr getelementptr inbounds nuw (i8, ptr @g, i64 12), ptr inttoptr (i64 8 to ptr))
llvm.func @placed() {
  %g = llvm.mlir.addressof @g : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.getelementptr %g[4] : (!llvm.ptr) -> !llvm.ptr, i32
  %1 = llvm.getelementptr %g[5] : (!llvm.ptr) -> !llvm.ptr, i32
  %2 = llvm.getelementptr %0[-1] : (!llvm.ptr) -> !llvm.ptr, i32
  %3 = llvm.getelementptr %null[2] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.call @addresses(%0, %1, %2, %3) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
