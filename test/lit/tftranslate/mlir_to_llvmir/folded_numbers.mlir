// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Floats that are infinite or no numbers, choices between what is not defined, casts to the same type: as mlir-translate 22 writes them.
// CHECK: define { float, float, float, float, float, float, double, half } @floats() {
// CHECK-NEXT: call void @g(float 0x7FF8000000000000, float 0xFFF0000000000000, float 0x7FF0000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000, double 0x7FF8000000000000, half 0xH7E00, float 0x7FF8000000000000, float 0x7FF8000020000000, float 0xFFF8000020000000, float 0xFFF0000000000000, float 1.000000e+00, float 0x7FF8000020000000, double 0x7FF8000020000000, float 0x7FF8000020000000, double 0x7FF0000000000000, float 0x7FF8000020000000)
// CHECK-NEXT: ret { float, float, float, float, float, float, double, half } undef
// CHECK-NEXT: }
// CHECK: declare void @g(float, float, float, float, float, float, double, half, float, float, float, float, float, float, double, float, double, float)
// CHECK: declare void @two(i32, i32, i32, <2 x i32>, <2 x i32>, <2 x i32>, <2 x i32>)
// CHECK: define void @choices(i1 %0, <2 x i1> %1) {
// CHECK-NEXT: call void @two(i32 4, i32 undef, i32 poison, <2 x i32> <i32 1, i32 4>, <2 x i32> <i32 3, i32 4>, <2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>)
// CHECK-NEXT: %3 = select i1 %0, i32 3, i32 3
// CHECK-NEXT: %4 = select i1 %0, i32 3, i32 undef
// CHECK-NEXT: call void @h(i32 %3, i32 %4)
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: declare void @h(i32, i32)
// CHECK: define ptr @casts(ptr %0) {
// CHECK-NEXT: %2 = getelementptr i8, ptr %0, i32 1
// CHECK-NEXT: br label %3
// CHECK: 3:
// CHECK-NEXT: %4 = phi ptr [ %2, %1 ]
// CHECK-NEXT: ret ptr %4
// CHECK-NEXT: }
// CHECK: define double @of_nothing() {
// CHECK-NEXT: ret double 0.000000e+00
// CHECK-NEXT: }
llvm.func @floats() -> !llvm.struct<(f32,f32,f32,f32,f32,f32,f64,f16)> {
  %z = llvm.mlir.constant(0.0 : f32) : f32
  %nz = llvm.mlir.constant(-0.0 : f32) : f32
  %o = llvm.mlir.constant(1.0 : f32) : f32
  %h = llvm.mlir.constant(3.0e38 : f32) : f32
  %i = llvm.mlir.constant(0x7F800000 : f32) : f32
  %n = llvm.mlir.constant(0x7FC00001 : f32) : f32
  %zd = llvm.mlir.constant(0.0 : f64) : f64
  %zh = llvm.mlir.constant(0.0 : f16) : f16
  %0 = llvm.fdiv %z, %z : f32
  %1 = llvm.fdiv %o, %nz : f32
  %2 = llvm.fadd %h, %h : f32
  %3 = llvm.fsub %i, %i : f32
  %4 = llvm.frem %i, %o : f32
  %5 = llvm.frem %o, %z : f32
  %6 = llvm.fdiv %zd, %zd : f64
  %7 = llvm.fdiv %zh, %zh : f16
  %8 = llvm.fmul %i, %z : f32
  %9 = llvm.fadd %n, %o : f32
  %10 = llvm.fneg %n : f32
  %11 = llvm.fneg %i : f32
  %12 = llvm.frem %o, %i : f32
  %13 = llvm.fadd %o, %n : f32
  %14 = llvm.fpext %n : f32 to f64
  %15 = llvm.fptrunc %14 : f64 to f32
  %16 = llvm.fpext %i : f32 to f64
  %17 = llvm.fsub %n, %10 : f32
  llvm.call @g(%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17) : (f32,f32,f32,f32,f32,f32,f64,f16,f32,f32,f32,f32,f32,f32,f64,f32,f64,f32) -> ()
  %u = llvm.mlir.undef : !llvm.struct<(f32,f32,f32,f32,f32,f32,f64,f16)>
  llvm.return %u : !llvm.struct<(f32,f32,f32,f32,f32,f32,f64,f16)>
}
llvm.func @g(f32,f32,f32,f32,f32,f32,f64,f16,f32,f32,f32,f32,f32,f32,f64,f32,f64,f32)
llvm.func @two(i32,i32,i32,vector<2xi32>,vector<2xi32>,vector<2xi32>,vector<2xi32>)
llvm.func @choices(%c : i1, %cv: vector<2xi1>) {
  %u1 = llvm.mlir.undef : i1
  %p1 = llvm.mlir.poison : i1
  %u = llvm.mlir.undef : i32
  %p = llvm.mlir.poison : i32
  %a = llvm.mlir.constant(3 : i32) : i32
  %b = llvm.mlir.constant(4 : i32) : i32
  %0 = llvm.select %u1, %a, %b : i1, i32
  %1 = llvm.select %u1, %u, %b : i1, i32
  %2 = llvm.select %p1, %a, %b : i1, i32
  %vm = llvm.mlir.constant(dense<[true, false]> : vector<2xi1>) : vector<2xi1>
  %va = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xi32>
  %vb = llvm.mlir.constant(dense<[3, 4]> : vector<2xi32>) : vector<2xi32>
  %vz = llvm.mlir.constant(dense<false> : vector<2xi1>) : vector<2xi1>
  %vo = llvm.mlir.constant(dense<true> : vector<2xi1>) : vector<2xi1>
  %vu = llvm.mlir.undef : vector<2xi1>
  %8 = llvm.select %vm, %va, %vb : vector<2xi1>, vector<2xi32>
  %9 = llvm.select %vz, %va, %vb : vector<2xi1>, vector<2xi32>
  %10 = llvm.select %vo, %va, %vb : vector<2xi1>, vector<2xi32>
  %11 = llvm.select %vu, %va, %vb : vector<2xi1>, vector<2xi32>
  llvm.call @two(%0,%1,%2,%8,%9,%10,%11) : (i32,i32,i32,vector<2xi32>,vector<2xi32>,vector<2xi32>,vector<2xi32>) -> ()
  %12 = llvm.select %c, %a, %a : i1, i32
  %13 = llvm.select %c, %a, %u : i1, i32
  llvm.call @h(%12, %13): (i32, i32) -> ()
  llvm.return
}
llvm.func @h(i32, i32)
llvm.func @casts(%p: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.bitcast %p : !llvm.ptr to !llvm.ptr
  %1 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %2 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
  %3 = llvm.bitcast %2 : !llvm.ptr to !llvm.ptr
  llvm.br ^bb1(%3 : !llvm.ptr)
^bb1(%4: !llvm.ptr):
  llvm.return %4 : !llvm.ptr
}
llvm.func @of_nothing() -> f64 {
  %0 = llvm.mlir.undef : i32
  %1 = llvm.sitofp %0 : i32 to f64
  llvm.return %1 : f64
}
