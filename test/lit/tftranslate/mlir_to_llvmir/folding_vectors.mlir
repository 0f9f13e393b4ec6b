// Constants of vectors as LLVM's builder folds them, as mlir-translate 22 prints them: bits regrouped, addresses by vectors of indices; and
// what stands in quotes.
// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s
// RUN: tf-translate --mlir-to-llvmir %s | tf-translate --llvmir-to-mlir - | tf-translate --mlir-to-llvmir - | filecheck %s

// CHECK: @g = internal global [8 x i32] zeroinitializer
// CHECK: @s = internal constant [6 x i8] c"a\\b\22c\0A"
// CHECK: call void @use(<4 x float> <float 0x36A0000000000000, float 0x36B0000000000000, float 0xFFFFFFFFA0000000, float 1.000000e+00>, <2 x i64> <i64 8589934593, i64 4575657225703391229>, i64 4620693218747482112, <8 x i8> <i8 8, i8 7, i8 6, i8 5, i8 4, i8 3, i8 2, i8 1>, double 0x402000003F800000, <2 x float> <float 0x38A0C0E100000000, float 0x3820406080000000>, <16 x i8> <i8 1, i8 0, i8 0, i8 0, i8 2, i8 0, i8 0, i8 0, i8 -3, i8 -1, i8 -1, i8 -1, i8 0, i8 0, i8 -128, i8 63>, <4 x half> <half 0xH0708, half 0xH0506, half 0xH0304, half 0xH0102>)
// CHECK: call void @ptrs(<2 x ptr> getelementptr (i32, ptr @g, <2 x i64> <i64 1, i64 -2>))
// CHECK: call void @ptrs(<2 x ptr> getelementptr inbounds (i64, ptr @g, <2 x i64> splat (i64 3)))
// CHECK: call void @ptrs(<2 x ptr> <ptr @g, ptr @g>)
// CHECK: call void @ptrs(<2 x ptr> getelementptr (i16, ptr getelementptr inbounds nuw (i8, ptr @g, i64 8), <2 x i64> <i64 1, i64 -2>))
// CHECK: call void @ptrs(<2 x ptr> getelementptr (i32, ptr null, <2 x i64> <i64 1, i64 -2>))
// CHECK: store i32 1, ptr getelementptr (i8, ptr @g, i64 -8), align 4
llvm.mlir.global internal @g(dense<0> : tensor<8xi32>) : !llvm.array<8 x i32>
llvm.mlir.global internal constant @s("a\\b\22c\0A") : !llvm.array<6 x i8>
llvm.func @use(vector<4xf32>, vector<2xi64>, i64, vector<8xi8>, f64, vector<2xf32>, vector<16xi8>, vector<4xf16>)
llvm.func @ptrs(vector<2x!llvm.ptr>)
llvm.func @f() {
  %a = llvm.mlir.constant(dense<[1, 2, -3, 1065353216]> : vector<4xi32>) : vector<4xi32>
  %b = llvm.mlir.constant(dense<[1.0, 2.5]> : vector<2xf32>) : vector<2xf32>
  %l = llvm.mlir.constant(72623859790382856 : i64) : i64
  %0 = llvm.bitcast %a : vector<4xi32> to vector<4xf32>
  %1 = llvm.bitcast %a : vector<4xi32> to vector<2xi64>
  %2 = llvm.bitcast %b : vector<2xf32> to i64
  %3 = llvm.bitcast %l : i64 to vector<8xi8>
  %4 = llvm.bitcast %b : vector<2xf32> to f64
  %5 = llvm.bitcast %l : i64 to vector<2xf32>
  %6 = llvm.bitcast %a : vector<4xi32> to vector<16xi8>
  %7 = llvm.bitcast %l : i64 to vector<4xf16>
  llvm.call @use(%0, %1, %2, %3, %4, %5, %6, %7) : (vector<4xf32>, vector<2xi64>, i64, vector<8xi8>, f64, vector<2xf32>, vector<16xi8>, vector<4xf16>) -> ()
  %g = llvm.mlir.addressof @g : !llvm.ptr
  %i = llvm.mlir.constant(dense<[1, -2]> : vector<2xi32>) : vector<2xi32>
  %j = llvm.mlir.constant(dense<[3, 3]> : vector<2xi64>) : vector<2xi64>
  %z = llvm.mlir.constant(dense<0> : vector<2xi32>) : vector<2xi32>
  %p = llvm.getelementptr %g[%i] : (!llvm.ptr, vector<2xi32>) -> vector<2x!llvm.ptr>, i32
  %q = llvm.getelementptr inbounds %g[%j] : (!llvm.ptr, vector<2xi64>) -> vector<2x!llvm.ptr>, i64
  %r = llvm.getelementptr %g[%z] : (!llvm.ptr, vector<2xi32>) -> vector<2x!llvm.ptr>, i32
  %one = llvm.getelementptr %g[2] : (!llvm.ptr) -> !llvm.ptr, i32
  %s = llvm.getelementptr %one[%i] : (!llvm.ptr, vector<2xi32>) -> vector<2x!llvm.ptr>, i16
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %e = llvm.extractelement %p[%c1 : i32] : vector<2x!llvm.ptr>
  %n = llvm.mlir.zero : !llvm.ptr
  %t = llvm.getelementptr %n[%i] : (!llvm.ptr, vector<2xi32>) -> vector<2x!llvm.ptr>, i32
  llvm.call @ptrs(%p) : (vector<2x!llvm.ptr>) -> ()
  llvm.call @ptrs(%q) : (vector<2x!llvm.ptr>) -> ()
  llvm.call @ptrs(%r) : (vector<2x!llvm.ptr>) -> ()
  llvm.call @ptrs(%s) : (vector<2x!llvm.ptr>) -> ()
  llvm.call @ptrs(%t) : (vector<2x!llvm.ptr>) -> ()
  llvm.store %c1, %e : i32, !llvm.ptr
  llvm.return
}
