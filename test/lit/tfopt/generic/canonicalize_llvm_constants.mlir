// RUN: tf-opt %s --canonicalize | filecheck %s
// Parts of constants, wider numbers and bits are computed; what is not a number alone, or not told, stays.

llvm.func @use(i32, i32, i64)
llvm.func @usea(!llvm.array<2 x f64>, f64, !llvm.ptr)
llvm.func @merge() {
  %0 = llvm.mlir.zero : i32
  %1 = llvm.mlir.constant(0 : i32) : i32
  %2 = llvm.mlir.zero : i64
  llvm.call @use(%0, %1, %2) : (i32, i32, i64) -> ()
  llvm.call @use(%1, %0, %2) : (i32, i32, i64) -> ()
  llvm.return
}
llvm.func @nested(%p: !llvm.ptr) {
  %0 = llvm.mlir.constant(dense<[[1.0, 2.0],[3.0,4.0]]> : tensor<2x2xf64>) : !llvm.array<2 x array<2 x f64>>
  %1 = llvm.extractvalue %0[1] : !llvm.array<2 x array<2 x f64>>
  %2 = llvm.extractvalue %0[1, 0] : !llvm.array<2 x array<2 x f64>>
  llvm.call @usea(%1, %2, %p) : (!llvm.array<2 x f64>, f64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @nestedsplat(%p: !llvm.ptr) {
  %0 = llvm.mlir.constant(dense<1.0> : tensor<2x2xf64>) : !llvm.array<2 x array<2 x f64>>
  %1 = llvm.extractvalue %0[1] : !llvm.array<2 x array<2 x f64>>
  %2 = llvm.extractvalue %0[1, 0] : !llvm.array<2 x array<2 x f64>>
  llvm.call @usea(%1, %2, %p) : (!llvm.array<2 x f64>, f64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @vec(%p: !llvm.ptr) -> vector<2xf32> {
  %0 = llvm.mlir.constant(dense<[[1.0, 2.0],[3.0,4.0]]> : vector<2x2xf32>) : !llvm.array<2 x vector<2xf32>>
  %1 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
  llvm.return %1 : vector<2xf32>
}
llvm.func @vecs(%p: !llvm.ptr) -> vector<2xf32> {
  %0 = llvm.mlir.constant(dense<1.0> : vector<2x2xf32>) : !llvm.array<2 x vector<2xf32>>
  %1 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
  llvm.return %1 : vector<2xf32>
}
llvm.func @inner(%a: !llvm.struct<(i32, array<2 x i32>)>, %v: !llvm.array<2 x i32>) -> i32 {
  %0 = llvm.insertvalue %v, %a[1] : !llvm.struct<(i32, array<2 x i32>)>
  %1 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, array<2 x i32>)>
  llvm.return %1 : i32
}
llvm.func @ints(%x: i32) -> (i32) {
  %0 = llvm.mlir.constant(5 : i32) : i32
  %1 = llvm.mlir.constant(40 : i32) : i32
  %2 = llvm.shl %0, %1 : i32
  %3 = llvm.add %0, %1 : i32
  %4 = llvm.or %0, %x : i32
  %z = llvm.mlir.zero : i32
  %5 = llvm.or %z, %x : i32
  %6 = llvm.or %z, %0 : i32
  %7 = llvm.shl %x, %z : i32
  %c = arith.constant 3 : i32
  %8 = llvm.or %c, %0 : i32
  %9 = llvm.or %c, %c : i32
  %10 = llvm.and %c, %c : i32
  %11 = llvm.call @use2(%2, %3, %4, %5, %6, %7, %8, %9, %10) : (i32,i32,i32,i32,i32,i32,i32,i32,i32) -> i32
  llvm.return %11 : i32
}
llvm.func @use2(i32,i32,i32,i32,i32,i32,i32,i32,i32) -> i32
llvm.func @zext(%x: i8) -> i64 {
  %0 = llvm.mlir.constant(-5 : i8) : i8
  %1 = llvm.zext %0 : i8 to i64
  %2 = llvm.zext nneg %0 : i8 to i64
  %3 = llvm.sext %0 : i8 to i64
  %c = arith.constant 3 : i8
  %4 = llvm.zext %c : i8 to i64
  %t = llvm.mlir.constant(true) : i1
  %5 = llvm.zext %t : i1 to i64
  %i = llvm.mlir.constant(7 : index) : i64
  %q = llvm.mlir.constant(8 : index) : i32
  %6 = llvm.or %i, %4 : i64
  %7 = llvm.zext %q : i32 to i64
  %8 = llvm.call @use3(%1, %2, %3, %4, %5, %6, %7) : (i64,i64,i64,i64,i64,i64,i64) -> i64
  llvm.return %8 : i64
}
llvm.func @use3(i64,i64,i64,i64,i64,i64,i64) -> i64
llvm.func @vecz() -> vector<2xi64> {
  %0 = llvm.mlir.constant(dense<[1,-1]> : vector<2xi32>) : vector<2xi32>
  %1 = llvm.zext %0 : vector<2xi32> to vector<2xi64>
  llvm.return %1 : vector<2xi64>
}
llvm.func @past_other(%a: !llvm.struct<(i32, array<2 x i32>)>, %v: !llvm.array<2 x i32>, %x: i32) -> i32 {
  %0 = llvm.insertvalue %v, %a[1] : !llvm.struct<(i32, array<2 x i32>)>
  %1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(i32, array<2 x i32>)>
  %2 = llvm.extractvalue %1[1, 1] : !llvm.struct<(i32, array<2 x i32>)>
  llvm.return %2 : i32
}
llvm.func @within_inserted(%a: !llvm.struct<(i32, array<2 x i32>)>, %v: !llvm.array<2 x i32>, %x: i32) -> i32 {
  %i = llvm.insertvalue %x, %v[0] : !llvm.array<2 x i32>
  %0 = llvm.insertvalue %i, %a[1] : !llvm.struct<(i32, array<2 x i32>)>
  %2 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, array<2 x i32>)>
  llvm.return %2 : i32
}
llvm.func @around_inserted(%a: !llvm.struct<(i32, array<2 x i32>)>, %x: i32) -> !llvm.array<2 x i32> {
  %0 = llvm.insertvalue %x, %a[1, 0] : !llvm.struct<(i32, array<2 x i32>)>
  %1 = llvm.insertvalue %x, %0[0] : !llvm.struct<(i32, array<2 x i32>)>
  %2 = llvm.extractvalue %1[1] : !llvm.struct<(i32, array<2 x i32>)>
  llvm.return %2 : !llvm.array<2 x i32>
}
llvm.func @zero_below(%x: i32) -> i32 {
  %a = llvm.mlir.zero : !llvm.struct<(i32, array<2 x i32>)>
  %0 = llvm.insertvalue %x, %a[1, 0] : !llvm.struct<(i32, array<2 x i32>)>
  %2 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, array<2 x i32>)>
  llvm.return %2 : i32
}
llvm.func @constant_inserted() -> i32 {
  %a = llvm.mlir.constant([1 : i16, 2 : i32]) : !llvm.struct<(i16, i32)>
  %b = llvm.mlir.undef : !llvm.struct<(struct<(i16, i32)>, i1)>
  %c = llvm.insertvalue %a, %b[0] : !llvm.struct<(struct<(i16, i32)>, i1)>
  %d = llvm.extractvalue %c[0, 1] : !llvm.struct<(struct<(i16, i32)>, i1)>
  llvm.return %d : i32
}
llvm.func @argument_inserted(%v: !llvm.array<2 x i32>) -> i32 {
  %b = llvm.mlir.undef : !llvm.struct<(array<2 x i32>, i1)>
  %c = llvm.insertvalue %v, %b[0] : !llvm.struct<(array<2 x i32>, i1)>
  %d = llvm.extractvalue %c[0, 1] : !llvm.struct<(array<2 x i32>, i1)>
  llvm.return %d : i32
}
llvm.func @text() -> i8 {
  %a = llvm.mlir.constant("ab") : !llvm.array<2 x i8>
  %d = llvm.extractvalue %a[0] : !llvm.array<2 x i8>
  llvm.return %d : i8
}
llvm.func @zeros() -> !llvm.ptr {
  %a = llvm.mlir.constant([1 : i16, 2 : i32]) : !llvm.struct<(i16, i32)>
  %z = llvm.mlir.zero : !llvm.struct<(ptr, f32)>
  %d = llvm.extractvalue %z[0] : !llvm.struct<(ptr, f32)>
  %e = llvm.extractvalue %z[1] : !llvm.struct<(ptr, f32)>
  llvm.store %e, %d : f32, !llvm.ptr
  llvm.return %d : !llvm.ptr
}

// CHECK: llvm.func @use(i32, i32, i64)
// CHECK-NEXT: llvm.func @usea(!llvm.array<2 x f64>, f64, !llvm.ptr)
// CHECK-NEXT: llvm.func @merge() {
// CHECK-NEXT: %0 = llvm.mlir.zero : i32
// CHECK-NEXT: %1 = llvm.mlir.zero : i64
// CHECK-NEXT: llvm.call @use(%0, %0, %1) : (i32, i32, i64) -> ()
// CHECK-NEXT: llvm.call @use(%0, %0, %1) : (i32, i32, i64) -> ()
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @nested(%arg0: !llvm.ptr) {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf64>) : !llvm.array<2 x array<2 x f64>>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1] : !llvm.array<2 x array<2 x f64>>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1, 0] : !llvm.array<2 x array<2 x f64>>
// CHECK-NEXT: llvm.call @usea(%1, %2, %arg0) : (!llvm.array<2 x f64>, f64, !llvm.ptr) -> ()
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @nestedsplat(%arg0: !llvm.ptr) {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<1.000000e+00> : tensor<2x2xf64>) : !llvm.array<2 x array<2 x f64>>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1] : !llvm.array<2 x array<2 x f64>>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1, 0] : !llvm.array<2 x array<2 x f64>>
// CHECK-NEXT: llvm.call @usea(%1, %2, %arg0) : (!llvm.array<2 x f64>, f64, !llvm.ptr) -> ()
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @vec(%arg0: !llvm.ptr) -> vector<2xf32> {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : vector<2x2xf32>) : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: llvm.return %1 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @vecs(%arg0: !llvm.ptr) -> vector<2xf32> {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<2x2xf32>) : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: llvm.return %1 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @inner(%arg0: !llvm.struct<(i32, array<2 x i32>)>, %arg1: !llvm.array<2 x i32>) -> i32 {
// CHECK-NEXT: %0 = llvm.insertvalue %arg1, %arg0[1] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: llvm.return %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @ints(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT: %1 = llvm.mlir.constant(7 : i32) : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %2 = llvm.mlir.zero : i32
// CHECK-NEXT: %3 = llvm.mlir.constant(5 : i32) : i32
// CHECK-NEXT: %4 = llvm.mlir.constant(40 : i32) : i32
// CHECK-NEXT: %5 = llvm.shl %3, %4 : i32
// CHECK-NEXT: %6 = llvm.add %3, %4 : i32
// CHECK-NEXT: %7 = llvm.or %3, %arg0 : i32
// CHECK-NEXT: %8 = llvm.or %2, %arg0 : i32
// CHECK-NEXT: %9 = llvm.shl %arg0, %2 : i32
// CHECK-NEXT: %10 = llvm.and %c3_i32, %c3_i32 : i32
// CHECK-NEXT: %11 = llvm.call @use2(%5, %6, %7, %8, %3, %9, %1, %0, %10) : (i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
// CHECK-NEXT: llvm.return %11 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @use2(i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
// CHECK-NEXT: llvm.func @zext(%arg0: i8) -> i64 {
// CHECK-NEXT: %0 = llvm.mlir.constant(8 : i64) : i64
// CHECK-NEXT: %1 = llvm.mlir.constant(7 : i64) : i64
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %3 = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT: %4 = llvm.mlir.constant(-5 : i8) : i8
// CHECK-NEXT: %5 = llvm.mlir.constant(251 : i64) : i64
// CHECK-NEXT: %6 = llvm.sext %4 : i8 to i64
// CHECK-NEXT: %7 = llvm.call @use3(%5, %5, %6, %3, %2, %1, %0) : (i64, i64, i64, i64, i64, i64, i64) -> i64
// CHECK-NEXT: llvm.return %7 : i64
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @use3(i64, i64, i64, i64, i64, i64, i64) -> i64
// CHECK-NEXT: llvm.func @vecz() -> vector<2xi64> {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<[1, -1]> : vector<2xi32>) : vector<2xi32>
// CHECK-NEXT: %1 = llvm.zext %0 : vector<2xi32> to vector<2xi64>
// CHECK-NEXT: llvm.return %1 : vector<2xi64>
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @past_other(%arg0: !llvm.struct<(i32, array<2 x i32>)>, %arg1: !llvm.array<2 x i32>, %arg2: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.insertvalue %arg1, %arg0[1] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: llvm.return %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @within_inserted(%arg0: !llvm.struct<(i32, array<2 x i32>)>, %arg1: !llvm.array<2 x i32>, %arg2: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.insertvalue %arg2, %arg1[0] : !llvm.array<2 x i32>
// CHECK-NEXT: %1 = llvm.insertvalue %0, %arg0[1] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1, 1] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: llvm.return %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @around_inserted(%arg0: !llvm.struct<(i32, array<2 x i32>)>, %arg1: i32) -> !llvm.array<2 x i32> {
// CHECK-NEXT: %0 = llvm.insertvalue %arg1, %arg0[1, 0] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32, array<2 x i32>)>
// CHECK-NEXT: llvm.return %1 : !llvm.array<2 x i32>
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @zero_below(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.zero : i32
// CHECK-NEXT: llvm.return %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @constant_inserted() -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(2 : i32) : i32
// CHECK-NEXT: llvm.return %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @argument_inserted(%arg0: !llvm.array<2 x i32>) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.undef : !llvm.struct<(array<2 x i32>, i1)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(array<2 x i32>, i1)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[0, 1] : !llvm.struct<(array<2 x i32>, i1)>
// CHECK-NEXT: llvm.return %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @text() -> i8 {
// CHECK-NEXT: %0 = llvm.mlir.constant("ab") : !llvm.array<2 x i8>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.array<2 x i8>
// CHECK-NEXT: llvm.return %1 : i8
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @zeros() -> !llvm.ptr {
// CHECK-NEXT: %0 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %1 = llvm.mlir.zero : f32
// CHECK-NEXT: llvm.store %1, %0 : f32, !llvm.ptr
// CHECK-NEXT: llvm.return %0 : !llvm.ptr
// CHECK-NEXT: }
