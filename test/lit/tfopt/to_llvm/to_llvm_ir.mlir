// RUN: tf-opt --lower-affine --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts %s | tf-translate --mlir-to-llvmir | filecheck %s

/// What is expected is what mlir-opt's passes of these names, and mlir-translate, print. Compiled by LLVM it gives the interpreter's numbers.

// A product of matrices, a call in a loop with a condition, a constant of the module.
memref.global "private" constant @weights : memref<3xf32> = dense<[1.0, 2.0, 4.0]>
func.func private @clamp(%x: i32, %low: i32) -> i32 {
  %c = arith.cmpi slt, %x, %low : i32
  %r = scf.if %c -> i32 {
    scf.yield %low : i32
  } else {
    %d = arith.addi %x, %low : i32
    scf.yield %d : i32
  }
  return %r : i32
}
func.func @clamp_all(%x: memref<?xi32>, %low: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %0 = affine.load %x[%i] : memref<?xi32>
    %1 = func.call @clamp(%0, %low) : (i32, i32) -> i32
    affine.store %1, %x[%i] : memref<?xi32>
  }
  return
}
func.func @product(%a: memref<4x3xf32>, %c: memref<4xf32>) {
  %w = memref.get_global @weights : memref<3xf32>
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 3 {
      %0 = affine.load %a[%i, %k] : memref<4x3xf32>
      %1 = memref.load %w[%k] : memref<3xf32>
      %2 = affine.load %c[%i] : memref<4xf32>
      %3 = math.fma %0, %1, %2 : f32
      affine.store %3, %c[%i] : memref<4xf32>
    }
  }
  return
}
func.func @dot(%x: memref<8xf64>, %y: memref<8xf64>) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] : memref<8xf64>, vector<8xf64>
  %w = vector.load %y[%c0] : memref<8xf64>, vector<8xf64>
  %p = arith.mulf %v, %w : vector<8xf64>
  %s = vector.reduction <add>, %p : vector<8xf64> into f64
  %n = index.sizeof
  return %s, %n : f64, index
}

// CHECK: source_filename = "LLVMDialectModule"
// CHECK: @weights = private constant [3 x float] [float 1.000000e+00, float 2.000000e+00, float 4.000000e+00]
// CHECK: define i32 @clamp(i32 %0, i32 %1) {
// CHECK-NEXT: %3 = icmp slt i32 %0, %1
// CHECK-NEXT: br i1 %3, label %4, label %5
// CHECK: 4:
// CHECK-NEXT: br label %7
// CHECK: 5:
// CHECK-NEXT: %6 = add i32 %0, %1
// CHECK-NEXT: br label %7
// CHECK: 7:
// CHECK-NEXT: %8 = phi i32 [ %6, %5 ], [ %1, %4 ]
// CHECK-NEXT: br label %9
// CHECK: 9:
// CHECK-NEXT: ret i32 %8
// CHECK-NEXT: }
// CHECK: define void @clamp_all(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i32 %5) {
// CHECK-NEXT: %7 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } poison, ptr %0, 0
// CHECK-NEXT: %8 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %7, ptr %1, 1
// CHECK-NEXT: %9 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %8, i64 %2, 2
// CHECK-NEXT: %10 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %9, i64 %3, 3, 0
// CHECK-NEXT: %11 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %10, i64 %4, 4, 0
// CHECK-NEXT: %12 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 3, 0
// CHECK-NEXT: br label %13
// CHECK: 13:
// CHECK-NEXT: %14 = phi i64 [ %23, %16 ], [ 0, %6 ]
// CHECK-NEXT: %15 = icmp slt i64 %14, %12
// CHECK-NEXT: br i1 %15, label %16, label %24
// CHECK: 16:
// CHECK-NEXT: %17 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 1
// CHECK-NEXT: %18 = getelementptr inbounds nuw i32, ptr %17, i64 %14
// CHECK-NEXT: %19 = load i32, ptr %18, align 4
// CHECK-NEXT: %20 = call i32 @clamp(i32 %19, i32 %5)
// CHECK-NEXT: %21 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 1
// CHECK-NEXT: %22 = getelementptr inbounds nuw i32, ptr %21, i64 %14
// CHECK-NEXT: store i32 %20, ptr %22, align 4
// CHECK-NEXT: %23 = add i64 %14, 1
// CHECK-NEXT: br label %13
// CHECK: 24:
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define void @product(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, ptr %7, ptr %8, i64 %9, i64 %10, i64 %11) {
// CHECK-NEXT: %13 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } poison, ptr %7, 0
// CHECK-NEXT: %14 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %13, ptr %8, 1
// CHECK-NEXT: %15 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %14, i64 %9, 2
// CHECK-NEXT: %16 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %15, i64 %10, 3, 0
// CHECK-NEXT: %17 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %16, i64 %11, 4, 0
// CHECK-NEXT: %18 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } poison, ptr %0, 0
// CHECK-NEXT: %19 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %18, ptr %1, 1
// CHECK-NEXT: %20 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %19, i64 %2, 2
// CHECK-NEXT: %21 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %20, i64 %3, 3, 0
// CHECK-NEXT: %22 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %21, i64 %5, 4, 0
// CHECK-NEXT: %23 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %22, i64 %4, 3, 1
// CHECK-NEXT: %24 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %23, i64 %6, 4, 1
// CHECK-NEXT: br label %25
// CHECK: 25:
// CHECK-NEXT: %26 = phi i64 [ %48, %47 ], [ 0, %12 ]
// CHECK-NEXT: %27 = icmp slt i64 %26, 4
// CHECK-NEXT: br i1 %27, label %28, label %49
// CHECK: 28:
// CHECK-NEXT: br label %29
// CHECK: 29:
// CHECK-NEXT: %30 = phi i64 [ %46, %32 ], [ 0, %28 ]
// CHECK-NEXT: %31 = icmp slt i64 %30, 3
// CHECK-NEXT: br i1 %31, label %32, label %47
// CHECK: 32:
// CHECK-NEXT: %33 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %24, 1
// CHECK-NEXT: %34 = mul nuw nsw i64 %26, 3
// CHECK-NEXT: %35 = add nuw nsw i64 %34, %30
// CHECK-NEXT: %36 = getelementptr inbounds nuw float, ptr %33, i64 %35
// CHECK-NEXT: %37 = load float, ptr %36, align 4
// CHECK-NEXT: %38 = getelementptr inbounds nuw float, ptr @weights, i64 %30
// CHECK-NEXT: %39 = load float, ptr %38, align 4
// CHECK-NEXT: %40 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %17, 1
// CHECK-NEXT: %41 = getelementptr inbounds nuw float, ptr %40, i64 %26
// CHECK-NEXT: %42 = load float, ptr %41, align 4
// CHECK-NEXT: %43 = call float @llvm.fma.f32(float %37, float %39, float %42)
// CHECK-NEXT: %44 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %17, 1
// CHECK-NEXT: %45 = getelementptr inbounds nuw float, ptr %44, i64 %26
// CHECK-NEXT: store float %43, ptr %45, align 4
// CHECK-NEXT: %46 = add i64 %30, 1
// CHECK-NEXT: br label %29
// CHECK: 47:
// CHECK-NEXT: %48 = add i64 %26, 1
// CHECK-NEXT: br label %25
// CHECK: 49:
// CHECK-NEXT: ret void
// CHECK-NEXT: }
// CHECK: define { double, i64 } @dot(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr %5, ptr %6, i64 %7, i64 %8, i64 %9) {
// CHECK-NEXT: %11 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } poison, ptr %5, 0
// CHECK-NEXT: %12 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, ptr %6, 1
// CHECK-NEXT: %13 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %12, i64 %7, 2
// CHECK-NEXT: %14 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %13, i64 %8, 3, 0
// CHECK-NEXT: %15 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %14, i64 %9, 4, 0
// CHECK-NEXT: %16 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } poison, ptr %0, 0
// CHECK-NEXT: %17 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %16, ptr %1, 1
// CHECK-NEXT: %18 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %17, i64 %2, 2
// CHECK-NEXT: %19 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %18, i64 %3, 3, 0
// CHECK-NEXT: %20 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %19, i64 %4, 4, 0
// CHECK-NEXT: %21 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %20, 1
// CHECK-NEXT: %22 = getelementptr double, ptr %21, i64 0
// CHECK-NEXT: %23 = load <8 x double>, ptr %22, align 8
// CHECK-NEXT: %24 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %15, 1
// CHECK-NEXT: %25 = getelementptr double, ptr %24, i64 0
// CHECK-NEXT: %26 = load <8 x double>, ptr %25, align 8
// CHECK-NEXT: %27 = fmul <8 x double> %23, %26
// CHECK-NEXT: %28 = call double @llvm.vector.reduce.fadd.v8f64(double 0.000000e+00, <8 x double> %27)
// CHECK-NEXT: %29 = insertvalue { double, i64 } poison, double %28, 0
// CHECK-NEXT: %30 = insertvalue { double, i64 } %29, i64 64, 1
// CHECK-NEXT: ret { double, i64 } %30
// CHECK-NEXT: }
// CHECK: declare float @llvm.fma.f32(float, float, float)
// CHECK: declare double @llvm.vector.reduce.fadd.v8f64(double, <8 x double>)
// CHECK: !llvm.module.flags = !{!0}
// CHECK: !0 = !{i32 2, !"Debug Info Version", i32 3}
