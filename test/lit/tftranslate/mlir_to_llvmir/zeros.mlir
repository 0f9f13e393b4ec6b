// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Aggregates of zeros of any type are one word, those of -0.0 are not; as mlir-translate 22 writes them.
// CHECK: @a = global <2 x half> zeroinitializer
// CHECK-NEXT: @b = global <2 x bfloat> zeroinitializer
// CHECK-NEXT: @c = global <2 x float> splat (float -0.000000e+00)
// CHECK-NEXT: @d = global [2 x half] zeroinitializer
// CHECK-NEXT: @e = global <2 x double> zeroinitializer
// CHECK-NEXT: @f = global half 0xH0000
// CHECK-NEXT: @g = global x86_fp80 0xK00000000000000000000
// CHECK-NEXT: @h = global { half, i32 } zeroinitializer
llvm.mlir.global external @a(dense<0.0> : vector<2xf16>) : vector<2xf16>
llvm.mlir.global external @b(dense<0.0> : vector<2xbf16>) : vector<2xbf16>
llvm.mlir.global external @c(dense<-0.0> : vector<2xf32>) : vector<2xf32>
llvm.mlir.global external @d(dense<0.0> : tensor<2xf16>) : !llvm.array<2 x f16>
llvm.mlir.global external @e(dense<0.0> : vector<2xf64>) : vector<2xf64>
llvm.mlir.global external @f(0.0 : f16) : f16
llvm.mlir.global external @g(0.0 : f80) : f80
llvm.mlir.global external @h() : !llvm.struct<(f16, i32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(f16, i32)>
  %1 = llvm.mlir.constant(0.0 : f16) : f16
  %2 = llvm.mlir.constant(0 : i32) : i32
  %3 = llvm.insertvalue %1, %0[0] : !llvm.struct<(f16, i32)>
  %4 = llvm.insertvalue %2, %3[1] : !llvm.struct<(f16, i32)>
  llvm.return %4 : !llvm.struct<(f16, i32)>
}
