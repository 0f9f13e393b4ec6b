// RUN: tf-opt --allow-unregistered-dialect --split-input-file --finalize-memref-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @ls(%m: memref<4x8xf32>, %d: memref<?x?xf32>, %s: memref<4x8xf32, strided<[16, 2], offset: 3>>, %t: memref<?x?xf32, strided<[?, ?], offset: ?>>, %z: memref<f32>, %i: index, %j: index) {
  %0 = memref.load %m[%i, %j] : memref<4x8xf32>
  %1 = memref.load %d[%i, %j] : memref<?x?xf32>
  %2 = memref.load %s[%i, %j] : memref<4x8xf32, strided<[16, 2], offset: 3>>
  %3 = memref.load %t[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %4 = memref.load %z[] : memref<f32>
  memref.store %0, %m[%i, %j] : memref<4x8xf32>
  memref.store %1, %d[%i, %j] : memref<?x?xf32>
  memref.store %2, %s[%i, %j] : memref<4x8xf32, strided<[16, 2], offset: 3>>
  memref.store %3, %t[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  memref.store %4, %z[] : memref<f32>
  return
}
// -----
func.func @rmw(%m: memref<4xi32>, %f: memref<?xf32>, %v: i32, %w: f32, %i: index) {
  %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %1 = memref.atomic_rmw assign %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %2 = memref.atomic_rmw maxs %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %3 = memref.atomic_rmw maxu %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %4 = memref.atomic_rmw mins %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %5 = memref.atomic_rmw minu %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %6 = memref.atomic_rmw ori %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %7 = memref.atomic_rmw andi %v, %m[%i] : (i32, memref<4xi32>) -> i32
  %8 = memref.atomic_rmw addf %w, %f[%i] : (f32, memref<?xf32>) -> f32
  %9 = memref.atomic_rmw assign %w, %f[%i] : (f32, memref<?xf32>) -> f32
  %10 = memref.atomic_rmw maximumf %w, %f[%i] : (f32, memref<?xf32>) -> f32
  %11 = memref.atomic_rmw minimumf %w, %f[%i] : (f32, memref<?xf32>) -> f32
  %12 = memref.atomic_rmw maxnumf %w, %f[%i] : (f32, memref<?xf32>) -> f32
  %13 = memref.atomic_rmw minnumf %w, %f[%i] : (f32, memref<?xf32>) -> f32
  %14 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}
// -----
func.func @pf(%f: memref<4x?xf32>, %i: index) {
  memref.prefetch %f[%i, %i], write, locality<1>, data : memref<4x?xf32>
  memref.prefetch %f[%i, %i], read, locality<3>, instr : memref<4x?xf32>
  return
}
// -----
func.func @ls2(%m: memref<4xindex>, %n: memref<4xvector<4xf32>>, %o: memref<4xf32, 3>, %p: memref<1x1xi1>, %q: memref<4xf8E4M3FN>, %i: index, %c: memref<4xcomplex<f32>>, %mm: memref<4xmemref<4xf32>>, %l: memref<4xf32, affine_map<(d0) -> (d0 * 2 + 1)>>) {
  %0 = memref.load %m[%i] : memref<4xindex>
  memref.store %0, %m[%i] {nontemporal = true} : memref<4xindex>
  %1 = memref.load %n[%i] {nontemporal = true} : memref<4xvector<4xf32>>
  memref.store %1, %n[%i] {alignment = 16} : memref<4xvector<4xf32>>
  %2 = memref.load %o[%i] {alignment = 8} : memref<4xf32, 3>
  %3 = memref.load %p[%i, %i] : memref<1x1xi1>
  %4 = memref.load %q[%i] : memref<4xf8E4M3FN>
  memref.store %4, %q[%i] : memref<4xf8E4M3FN>
  %5 = memref.load %c[%i] : memref<4xcomplex<f32>>
  %6 = memref.load %mm[%i] : memref<4xmemref<4xf32>>
  %7 = memref.load %l[%i] : memref<4xf32, affine_map<(d0) -> (d0 * 2 + 1)>>
  memref.store %5, %c[%i] : memref<4xcomplex<f32>>
  "test.use"(%0,%1,%2,%3,%4,%5,%6,%7) : (index, vector<4xf32>, f32, i1, f8E4M3FN, complex<f32>, memref<4xf32>, f32) -> ()
  return
}

// CHECK: module {
// CHECK: func.func @ls(%arg0: memref<4x8xf32>, %arg1: memref<?x?xf32>, %arg2: memref<4x8xf32, strided<[16, 2], offset: 3>>, %arg3: memref<?x?xf32, strided<[?, ?], offset: ?>>, %arg4: memref<f32>, %arg5: index, %arg6: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg4 : memref<f32> to !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg3 : memref<?x?xf32, strided<[?, ?], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg2 : memref<4x8xf32, strided<[16, 2], offset: 3>> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %arg1 : memref<?x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %arg6 : index to i64
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %arg5 : index to i64
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %arg0 : memref<4x8xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %7 = llvm.extractvalue %6[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %8 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %9 = llvm.mul %5, %8 overflow<nsw, nuw> : i64
// CHECK-NEXT: %10 = llvm.add %9, %4 overflow<nsw, nuw> : i64
// CHECK-NEXT: %11 = llvm.getelementptr inbounds|nuw %7[%10] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %12 = llvm.load %11 : !llvm.ptr -> f32
// CHECK-NEXT: %13 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %14 = llvm.extractvalue %3[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %15 = llvm.mul %5, %14 overflow<nsw, nuw> : i64
// CHECK-NEXT: %16 = llvm.add %15, %4 overflow<nsw, nuw> : i64
// CHECK-NEXT: %17 = llvm.getelementptr inbounds|nuw %13[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %18 = llvm.load %17 : !llvm.ptr -> f32
// CHECK-NEXT: %19 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %20 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %21 = llvm.getelementptr %19[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %22 = llvm.mlir.constant(16 : index) : i64
// CHECK-NEXT: %23 = llvm.mul %5, %22 overflow<nsw, nuw> : i64
// CHECK-NEXT: %24 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %25 = llvm.mul %4, %24 overflow<nsw, nuw> : i64
// CHECK-NEXT: %26 = llvm.add %23, %25 overflow<nsw, nuw> : i64
// CHECK-NEXT: %27 = llvm.getelementptr inbounds|nuw %21[%26] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %28 = llvm.load %27 : !llvm.ptr -> f32
// CHECK-NEXT: %29 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %30 = llvm.extractvalue %1[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %31 = llvm.getelementptr %29[%30] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %32 = llvm.extractvalue %1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %33 = llvm.mul %5, %32 overflow<nsw, nuw> : i64
// CHECK-NEXT: %34 = llvm.extractvalue %1[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %35 = llvm.mul %4, %34 overflow<nsw, nuw> : i64
// CHECK-NEXT: %36 = llvm.add %33, %35 overflow<nsw, nuw> : i64
// CHECK-NEXT: %37 = llvm.getelementptr inbounds|nuw %31[%36] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %38 = llvm.load %37 : !llvm.ptr -> f32
// CHECK-NEXT: %39 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %40 = llvm.load %39 : !llvm.ptr -> f32
// CHECK-NEXT: %41 = llvm.extractvalue %6[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %42 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %43 = llvm.mul %5, %42 overflow<nsw, nuw> : i64
// CHECK-NEXT: %44 = llvm.add %43, %4 overflow<nsw, nuw> : i64
// CHECK-NEXT: %45 = llvm.getelementptr inbounds|nuw %41[%44] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %12, %45 : f32, !llvm.ptr
// CHECK-NEXT: %46 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %47 = llvm.extractvalue %3[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %48 = llvm.mul %5, %47 overflow<nsw, nuw> : i64
// CHECK-NEXT: %49 = llvm.add %48, %4 overflow<nsw, nuw> : i64
// CHECK-NEXT: %50 = llvm.getelementptr inbounds|nuw %46[%49] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %18, %50 : f32, !llvm.ptr
// CHECK-NEXT: %51 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %52 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %53 = llvm.getelementptr %51[%52] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %54 = llvm.mlir.constant(16 : index) : i64
// CHECK-NEXT: %55 = llvm.mul %5, %54 overflow<nsw, nuw> : i64
// CHECK-NEXT: %56 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %57 = llvm.mul %4, %56 overflow<nsw, nuw> : i64
// CHECK-NEXT: %58 = llvm.add %55, %57 overflow<nsw, nuw> : i64
// CHECK-NEXT: %59 = llvm.getelementptr inbounds|nuw %53[%58] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %28, %59 : f32, !llvm.ptr
// CHECK-NEXT: %60 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %61 = llvm.extractvalue %1[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %62 = llvm.getelementptr %60[%61] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %63 = llvm.extractvalue %1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %64 = llvm.mul %5, %63 overflow<nsw, nuw> : i64
// CHECK-NEXT: %65 = llvm.extractvalue %1[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %66 = llvm.mul %4, %65 overflow<nsw, nuw> : i64
// CHECK-NEXT: %67 = llvm.add %64, %66 overflow<nsw, nuw> : i64
// CHECK-NEXT: %68 = llvm.getelementptr inbounds|nuw %62[%67] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %38, %68 : f32, !llvm.ptr
// CHECK-NEXT: %69 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: llvm.store %40, %69 : f32, !llvm.ptr
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @rmw(%arg0: memref<4xi32>, %arg1: memref<?xf32>, %arg2: i32, %arg3: f32, %arg4: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg4 : index to i64
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg0 : memref<4xi32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.getelementptr %3[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %5 = llvm.atomicrmw add %4, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %6 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.getelementptr %6[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %8 = llvm.atomicrmw xchg %7, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %9 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.getelementptr %9[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %11 = llvm.atomicrmw max %10, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %12 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %13 = llvm.getelementptr %12[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %14 = llvm.atomicrmw umax %13, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %15 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %16 = llvm.getelementptr %15[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %17 = llvm.atomicrmw min %16, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %18 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %19 = llvm.getelementptr %18[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %20 = llvm.atomicrmw umin %19, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %21 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %22 = llvm.getelementptr %21[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %23 = llvm.atomicrmw _or %22, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %24 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %25 = llvm.getelementptr %24[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %26 = llvm.atomicrmw _and %25, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: %27 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %28 = llvm.getelementptr %27[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %29 = llvm.atomicrmw fadd %28, %arg3 acq_rel : !llvm.ptr, f32
// CHECK-NEXT: %30 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %31 = llvm.getelementptr %30[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %32 = llvm.atomicrmw xchg %31, %arg3 acq_rel : !llvm.ptr, f32
// CHECK-NEXT: %33 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %34 = llvm.getelementptr %33[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %35 = llvm.atomicrmw fmaximum %34, %arg3 acq_rel : !llvm.ptr, f32
// CHECK-NEXT: %36 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %37 = llvm.getelementptr %36[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %38 = llvm.atomicrmw fminimum %37, %arg3 acq_rel : !llvm.ptr, f32
// CHECK-NEXT: %39 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %40 = llvm.getelementptr %39[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %41 = llvm.atomicrmw fmax %40, %arg3 acq_rel : !llvm.ptr, f32
// CHECK-NEXT: %42 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %43 = llvm.getelementptr %42[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %44 = llvm.atomicrmw fmin %43, %arg3 acq_rel : !llvm.ptr, f32
// CHECK-NEXT: %45 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %46 = llvm.getelementptr %45[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %47 = llvm.atomicrmw add %46, %arg2 acq_rel : !llvm.ptr, i32
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @pf(%arg0: memref<4x?xf32>, %arg1: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<4x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.extractvalue %1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = llvm.mul %0, %3 : i64
// CHECK-NEXT: %5 = llvm.add %4, %0 : i64
// CHECK-NEXT: %6 = llvm.getelementptr %2[%5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: "llvm.intr.prefetch"(%6) <{cache = 1 : i32, hint = 1 : i32, rw = 1 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT: %7 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %8 = llvm.extractvalue %1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %9 = llvm.mul %0, %8 : i64
// CHECK-NEXT: %10 = llvm.add %9, %0 : i64
// CHECK-NEXT: %11 = llvm.getelementptr %7[%10] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: "llvm.intr.prefetch"(%11) <{cache = 0 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: #map = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK: module {
// CHECK: func.func @ls2(%arg0: memref<4xindex>, %arg1: memref<4xvector<4xf32>>, %arg2: memref<4xf32, 3>, %arg3: memref<1x1xi1>, %arg4: memref<4xf8E4M3FN>, %arg5: index, %arg6: memref<4xcomplex<f32>>, %arg7: memref<4xmemref<4xf32>>, %arg8: memref<4xf32, #map>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg8 : memref<4xf32, #map> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg7 : memref<4xmemref<4xf32>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg6 : memref<4xcomplex<f32>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %arg4 : memref<4xf8E4M3FN> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %arg3 : memref<1x1xi1> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %arg2 : memref<4xf32, 3> to !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %arg1 : memref<4xvector<4xf32>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = builtin.unrealized_conversion_cast %arg5 : index to i64
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %arg0 : memref<4xindex> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %9 = llvm.extractvalue %8[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.getelementptr inbounds|nuw %9[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %11 = llvm.load %10 : !llvm.ptr -> i64
// CHECK-NEXT: %12 = builtin.unrealized_conversion_cast %11 : i64 to index
// CHECK-NEXT: %13 = llvm.extractvalue %8[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %14 = llvm.getelementptr inbounds|nuw %13[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %11, %14 {nontemporal} : i64, !llvm.ptr
// CHECK-NEXT: %15 = llvm.extractvalue %6[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %16 = llvm.getelementptr inbounds|nuw %15[%7] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
// CHECK-NEXT: %17 = llvm.load %16 {nontemporal} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: %18 = llvm.extractvalue %6[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %19 = llvm.getelementptr inbounds|nuw %18[%7] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
// CHECK-NEXT: llvm.store %17, %19 {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
// CHECK-NEXT: %20 = llvm.extractvalue %5[1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %21 = llvm.getelementptr inbounds|nuw %20[%7] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
// CHECK-NEXT: %22 = llvm.load %21 {alignment = 8 : i64} : !llvm.ptr<3> -> f32
// CHECK-NEXT: %23 = llvm.extractvalue %4[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %24 = llvm.add %7, %7 overflow<nsw, nuw> : i64
// CHECK-NEXT: %25 = llvm.getelementptr inbounds|nuw %23[%24] : (!llvm.ptr, i64) -> !llvm.ptr, i1
// CHECK-NEXT: %26 = llvm.load %25 : !llvm.ptr -> i1
// CHECK-NEXT: %27 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %28 = llvm.getelementptr inbounds|nuw %27[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %29 = llvm.load %28 : !llvm.ptr -> i8
// CHECK-NEXT: %30 = builtin.unrealized_conversion_cast %29 : i8 to f8E4M3FN
// CHECK-NEXT: %31 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %32 = llvm.getelementptr inbounds|nuw %31[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.store %29, %32 : i8, !llvm.ptr
// CHECK-NEXT: %33 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %34 = llvm.getelementptr inbounds|nuw %33[%7] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
// CHECK-NEXT: %35 = llvm.load %34 : !llvm.ptr -> !llvm.struct<(f32, f32)>
// CHECK-NEXT: %36 = builtin.unrealized_conversion_cast %35 : !llvm.struct<(f32, f32)> to complex<f32>
// CHECK-NEXT: %37 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %38 = llvm.getelementptr inbounds|nuw %37[%7] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %39 = llvm.load %38 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %40 = builtin.unrealized_conversion_cast %39 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32>
// CHECK-NEXT: %41 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %42 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %43 = llvm.getelementptr %41[%42] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %44 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %45 = llvm.mul %7, %44 overflow<nsw, nuw> : i64
// CHECK-NEXT: %46 = llvm.getelementptr inbounds|nuw %43[%45] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %47 = llvm.load %46 : !llvm.ptr -> f32
// CHECK-NEXT: %48 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %49 = llvm.getelementptr inbounds|nuw %48[%7] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(f32, f32)>
// CHECK-NEXT: llvm.store %35, %49 : !llvm.struct<(f32, f32)>, !llvm.ptr
// CHECK-NEXT: "test.use"(%12, %17, %22, %26, %30, %36, %40, %47) : (index, vector<4xf32>, f32, i1, f8E4M3FN, complex<f32>, memref<4xf32>, f32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
