// RUN: tf-opt --allow-unregistered-dialect --split-input-file --finalize-memref-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @alloc(%n: index, %k: index) {
  %0 = memref.alloc() : memref<4x8xf32>
  %1 = memref.alloc(%n) : memref<?x8xf32>
  %2 = memref.alloc(%n, %k) {alignment = 64} : memref<?x?xf64>
  %3 = memref.alloc() : memref<i1>
  memref.dealloc %0 : memref<4x8xf32>
  memref.dealloc %1 : memref<?x8xf32>
  memref.dealloc %2 : memref<?x?xf64>
  memref.dealloc %3 : memref<i1>
  return
}
// -----
func.func @alloca(%n: index, %k: index) {
  %0 = memref.alloca() : memref<4x8xf32>
  %1 = memref.alloca(%n) : memref<?x8xf32>
  %2 = memref.alloca(%n, %k) {alignment = 64} : memref<?x?xf64>
  %3 = memref.alloca() : memref<i1>
  %4 = memref.alloca() : memref<4xindex>
  %5 = memref.alloca() : memref<4xf32, 3>
  "test.use"(%0,%1,%2,%3,%4,%5) : (memref<4x8xf32>, memref<?x8xf32>, memref<?x?xf64>, memref<i1>, memref<4xindex>, memref<4xf32, 3>) -> ()
  return
}
// -----
func.func @unr(%u: memref<*xf32>, %i: index) {
  memref.dealloc %u : memref<*xf32>
  %0 = memref.rank %u : memref<*xf32>
  %1 = memref.dim %u, %i : memref<*xf32>
  %2 = memref.cast %u : memref<*xf32> to memref<4xf32>
  %3 = memref.cast %2 : memref<4xf32> to memref<*xf32>
  %4 = memref.cast %2 : memref<4xf32> to memref<?xf32>
  %5 = memref.cast %u : memref<*xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  "test.use"(%0,%1,%2,%3,%4,%5) : (index, index, memref<4xf32>, memref<*xf32>, memref<?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  return
}
// -----
memref.global "private" constant @c : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global @u : memref<4xi32> = uninitialized
memref.global "private" @e : memref<4xi32>
memref.global @z : memref<f32> = dense<1.0> {alignment = 64}
memref.global @s : memref<4xindex, 2> = dense<7>
func.func @globals() {
  %0 = memref.get_global @c : memref<2x2xf32>
  %1 = memref.get_global @u : memref<4xi32>
  %2 = memref.get_global @z : memref<f32>
  %3 = memref.get_global @s : memref<4xindex, 2>
  "test.use"(%0,%1,%2,%3) : (memref<2x2xf32>, memref<4xi32>, memref<f32>, memref<4xindex, 2>) -> ()
  return
}
// -----
func.func @scope(%n: index) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %0 = memref.alloca(%n) : memref<?xf32>
    %c = arith.constant 0 : index
    %1 = memref.load %0[%c] : memref<?xf32>
    memref.alloca_scope.return %1 : f32
  }
  memref.alloca_scope {
    %0 = memref.alloca(%n) : memref<?xf32>
    "test.use"(%0) : (memref<?xf32>) -> ()
  }
  return %r : f32
}

// CHECK: module {
// CHECK: llvm.func @free(!llvm.ptr)
// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK: func.func @alloc(%arg0: index, %arg1: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %2 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %3 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %4 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %5 = llvm.mlir.constant(32 : index) : i64
// CHECK-NEXT: %6 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %7 = llvm.getelementptr %6[%5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %8 = llvm.ptrtoint %7 : !llvm.ptr to i64
// CHECK-NEXT: %9 = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
// CHECK-NEXT: %10 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %11 = llvm.insertvalue %9, %10[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %12 = llvm.insertvalue %9, %11[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %13 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %14 = llvm.insertvalue %13, %12[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %15 = llvm.insertvalue %2, %14[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %16 = llvm.insertvalue %3, %15[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %17 = llvm.insertvalue %3, %16[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %18 = llvm.insertvalue %4, %17[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %19 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %20 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %21 = llvm.mul %19, %1 : i64
// CHECK-NEXT: %22 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %23 = llvm.getelementptr %22[%21] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %24 = llvm.ptrtoint %23 : !llvm.ptr to i64
// CHECK-NEXT: %25 = llvm.call @malloc(%24) : (i64) -> !llvm.ptr
// CHECK-NEXT: %26 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %27 = llvm.insertvalue %25, %26[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %28 = llvm.insertvalue %25, %27[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %29 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %30 = llvm.insertvalue %29, %28[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %31 = llvm.insertvalue %1, %30[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %32 = llvm.insertvalue %19, %31[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %33 = llvm.insertvalue %19, %32[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %34 = llvm.insertvalue %20, %33[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %35 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %36 = llvm.mul %0, %1 : i64
// CHECK-NEXT: %37 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %38 = llvm.getelementptr %37[%36] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: %39 = llvm.ptrtoint %38 : !llvm.ptr to i64
// CHECK-NEXT: %40 = llvm.mlir.constant(64 : index) : i64
// CHECK-NEXT: %41 = llvm.add %39, %40 : i64
// CHECK-NEXT: %42 = llvm.call @malloc(%41) : (i64) -> !llvm.ptr
// CHECK-NEXT: %43 = llvm.ptrtoint %42 : !llvm.ptr to i64
// CHECK-NEXT: %44 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %45 = llvm.sub %40, %44 : i64
// CHECK-NEXT: %46 = llvm.add %43, %45 : i64
// CHECK-NEXT: %47 = llvm.urem %46, %40 : i64
// CHECK-NEXT: %48 = llvm.sub %46, %47 : i64
// CHECK-NEXT: %49 = llvm.inttoptr %48 : i64 to !llvm.ptr
// CHECK-NEXT: %50 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %51 = llvm.insertvalue %42, %50[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %52 = llvm.insertvalue %49, %51[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %53 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %54 = llvm.insertvalue %53, %52[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %55 = llvm.insertvalue %1, %54[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %56 = llvm.insertvalue %0, %55[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %57 = llvm.insertvalue %0, %56[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %58 = llvm.insertvalue %35, %57[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %59 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %60 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %61 = llvm.getelementptr %60[%59] : (!llvm.ptr, i64) -> !llvm.ptr, i1
// CHECK-NEXT: %62 = llvm.ptrtoint %61 : !llvm.ptr to i64
// CHECK-NEXT: %63 = llvm.call @malloc(%62) : (i64) -> !llvm.ptr
// CHECK-NEXT: %64 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %65 = llvm.insertvalue %63, %64[0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %66 = llvm.insertvalue %63, %65[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %67 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %68 = llvm.insertvalue %67, %66[2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %69 = llvm.extractvalue %18[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: llvm.call @free(%69) : (!llvm.ptr) -> ()
// CHECK-NEXT: %70 = llvm.extractvalue %34[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: llvm.call @free(%70) : (!llvm.ptr) -> ()
// CHECK-NEXT: %71 = llvm.extractvalue %58[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: llvm.call @free(%71) : (!llvm.ptr) -> ()
// CHECK-NEXT: %72 = llvm.extractvalue %68[0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: llvm.call @free(%72) : (!llvm.ptr) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @alloca(%arg0: index, %arg1: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %2 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %3 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %4 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %5 = llvm.mlir.constant(32 : index) : i64
// CHECK-NEXT: %6 = llvm.alloca %5 x f32 : (i64) -> !llvm.ptr
// CHECK-NEXT: %7 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %8 = llvm.insertvalue %6, %7[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %9 = llvm.insertvalue %6, %8[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %10 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %11 = llvm.insertvalue %10, %9[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %12 = llvm.insertvalue %2, %11[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %13 = llvm.insertvalue %3, %12[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %14 = llvm.insertvalue %3, %13[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %15 = llvm.insertvalue %4, %14[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %16 = builtin.unrealized_conversion_cast %15 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<4x8xf32>
// CHECK-NEXT: %17 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %18 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %19 = llvm.mul %17, %1 : i64
// CHECK-NEXT: %20 = llvm.alloca %19 x f32 : (i64) -> !llvm.ptr
// CHECK-NEXT: %21 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %22 = llvm.insertvalue %20, %21[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %23 = llvm.insertvalue %20, %22[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %24 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %25 = llvm.insertvalue %24, %23[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %26 = llvm.insertvalue %1, %25[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %27 = llvm.insertvalue %17, %26[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %28 = llvm.insertvalue %17, %27[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %29 = llvm.insertvalue %18, %28[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %30 = builtin.unrealized_conversion_cast %29 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x8xf32>
// CHECK-NEXT: %31 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %32 = llvm.mul %0, %1 : i64
// CHECK-NEXT: %33 = llvm.alloca %32 x f64 {alignment = 64 : i64} : (i64) -> !llvm.ptr
// CHECK-NEXT: %34 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %35 = llvm.insertvalue %33, %34[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %36 = llvm.insertvalue %33, %35[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %37 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %38 = llvm.insertvalue %37, %36[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %39 = llvm.insertvalue %1, %38[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %40 = llvm.insertvalue %0, %39[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %41 = llvm.insertvalue %0, %40[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %42 = llvm.insertvalue %31, %41[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %43 = builtin.unrealized_conversion_cast %42 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x?xf64>
// CHECK-NEXT: %44 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %45 = llvm.alloca %44 x i1 : (i64) -> !llvm.ptr
// CHECK-NEXT: %46 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %47 = llvm.insertvalue %45, %46[0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %48 = llvm.insertvalue %45, %47[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %49 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %50 = llvm.insertvalue %49, %48[2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %51 = builtin.unrealized_conversion_cast %50 : !llvm.struct<(ptr, ptr, i64)> to memref<i1>
// CHECK-NEXT: %52 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %53 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %54 = llvm.alloca %52 x i64 : (i64) -> !llvm.ptr
// CHECK-NEXT: %55 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %56 = llvm.insertvalue %54, %55[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %57 = llvm.insertvalue %54, %56[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %58 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %59 = llvm.insertvalue %58, %57[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %60 = llvm.insertvalue %52, %59[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %61 = llvm.insertvalue %53, %60[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %62 = builtin.unrealized_conversion_cast %61 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xindex>
// CHECK-NEXT: %63 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %64 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %65 = llvm.alloca %63 x f32 : (i64) -> !llvm.ptr<3>
// CHECK-NEXT: %66 = llvm.mlir.poison : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %67 = llvm.insertvalue %65, %66[0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %68 = llvm.insertvalue %65, %67[1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %69 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %70 = llvm.insertvalue %69, %68[2] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %71 = llvm.insertvalue %63, %70[3, 0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %72 = llvm.insertvalue %64, %71[4, 0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %73 = builtin.unrealized_conversion_cast %72 : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32, 3>
// CHECK-NEXT: "test.use"(%16, %30, %43, %51, %62, %73) : (memref<4x8xf32>, memref<?x8xf32>, memref<?x?xf64>, memref<i1>, memref<4xindex>, memref<4xf32, 3>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: llvm.func @free(!llvm.ptr)
// CHECK: func.func @unr(%arg0: memref<*xf32>, %arg1: index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<*xf32> to !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %3 = llvm.load %2 : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.call @free(%3) : (!llvm.ptr) -> ()
// CHECK-NEXT: %4 = llvm.extractvalue %1[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : i64 to index
// CHECK-NEXT: %6 = llvm.extractvalue %1[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %7 = llvm.getelementptr %6[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %8 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %9 = llvm.add %8, %0 : i64
// CHECK-NEXT: %10 = llvm.getelementptr %7[%9] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %11 = llvm.load %10 : !llvm.ptr -> i64
// CHECK-NEXT: %12 = builtin.unrealized_conversion_cast %11 : i64 to index
// CHECK-NEXT: %13 = llvm.extractvalue %1[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %14 = llvm.load %13 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %15 = builtin.unrealized_conversion_cast %14 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32>
// CHECK-NEXT: %16 = builtin.unrealized_conversion_cast %15 : memref<4xf32> to memref<?xf32>
// CHECK-NEXT: %17 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %18 = llvm.alloca %17 x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %14, %18 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT: %19 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %20 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %21 = llvm.insertvalue %19, %20[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %22 = llvm.insertvalue %18, %21[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %23 = builtin.unrealized_conversion_cast %22 : !llvm.struct<(i64, ptr)> to memref<*xf32>
// CHECK-NEXT: %24 = llvm.extractvalue %1[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %25 = llvm.load %24 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %26 = builtin.unrealized_conversion_cast %25 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: "test.use"(%5, %12, %15, %23, %16, %26) : (index, index, memref<4xf32>, memref<*xf32>, memref<?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: llvm.mlir.global private constant @c(dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>) {addr_space = 0 : i32} : !llvm.array<2 x array<2 x f32>>
// CHECK: llvm.mlir.global external @u() {addr_space = 0 : i32} : !llvm.array<4 x i32> {
// CHECK-NEXT: %0 = llvm.mlir.undef : !llvm.array<4 x i32>
// CHECK-NEXT: llvm.return %0 : !llvm.array<4 x i32>
// CHECK-NEXT: }
// CHECK: llvm.mlir.global private @e() {addr_space = 0 : i32} : !llvm.array<4 x i32>
// CHECK: llvm.mlir.global external @z(1.000000e+00 : f32) {addr_space = 0 : i32, alignment = 64 : i64} : f32
// CHECK: llvm.mlir.global external @s(dense<7> : tensor<4xindex>) {addr_space = 2 : i32} : !llvm.array<4 x i64>
// CHECK: func.func @globals() {
// CHECK-NEXT: %0 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %1 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %3 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %4 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %5 = llvm.getelementptr %4[%3] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %6 = llvm.ptrtoint %5 : !llvm.ptr to i64
// CHECK-NEXT: %7 = llvm.mlir.addressof @c : !llvm.ptr
// CHECK-NEXT: %8 = llvm.getelementptr %7[0, 0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<2 x f32>>
// CHECK-NEXT: %9 = llvm.mlir.constant(3735928559 : index) : i64
// CHECK-NEXT: %10 = llvm.inttoptr %9 : i64 to !llvm.ptr
// CHECK-NEXT: %11 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %12 = llvm.insertvalue %10, %11[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %13 = llvm.insertvalue %8, %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %15 = llvm.insertvalue %14, %13[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %16 = llvm.insertvalue %0, %15[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %17 = llvm.insertvalue %1, %16[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %18 = llvm.insertvalue %1, %17[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %19 = llvm.insertvalue %2, %18[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %20 = builtin.unrealized_conversion_cast %19 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<2x2xf32>
// CHECK-NEXT: %21 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %22 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %23 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %24 = llvm.getelementptr %23[%21] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-NEXT: %25 = llvm.ptrtoint %24 : !llvm.ptr to i64
// CHECK-NEXT: %26 = llvm.mlir.addressof @u : !llvm.ptr
// CHECK-NEXT: %27 = llvm.getelementptr %26[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i32>
// CHECK-NEXT: %28 = llvm.mlir.constant(3735928559 : index) : i64
// CHECK-NEXT: %29 = llvm.inttoptr %28 : i64 to !llvm.ptr
// CHECK-NEXT: %30 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %31 = llvm.insertvalue %29, %30[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %32 = llvm.insertvalue %27, %31[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %33 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %34 = llvm.insertvalue %33, %32[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %35 = llvm.insertvalue %21, %34[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %36 = llvm.insertvalue %22, %35[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %37 = builtin.unrealized_conversion_cast %36 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xi32>
// CHECK-NEXT: %38 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %39 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %40 = llvm.getelementptr %39[%38] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %41 = llvm.ptrtoint %40 : !llvm.ptr to i64
// CHECK-NEXT: %42 = llvm.mlir.addressof @z : !llvm.ptr
// CHECK-NEXT: %43 = llvm.getelementptr %42[0] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT: %44 = llvm.mlir.constant(3735928559 : index) : i64
// CHECK-NEXT: %45 = llvm.inttoptr %44 : i64 to !llvm.ptr
// CHECK-NEXT: %46 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %47 = llvm.insertvalue %45, %46[0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %48 = llvm.insertvalue %43, %47[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %49 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %50 = llvm.insertvalue %49, %48[2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %51 = builtin.unrealized_conversion_cast %50 : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
// CHECK-NEXT: %52 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %53 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %54 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %55 = llvm.getelementptr %54[%52] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %56 = llvm.ptrtoint %55 : !llvm.ptr to i64
// CHECK-NEXT: %57 = llvm.mlir.addressof @s : !llvm.ptr<2>
// CHECK-NEXT: %58 = llvm.getelementptr %57[0, 0] : (!llvm.ptr<2>) -> !llvm.ptr<2>, !llvm.array<4 x i64>
// CHECK-NEXT: %59 = llvm.mlir.constant(3735928559 : index) : i64
// CHECK-NEXT: %60 = llvm.inttoptr %59 : i64 to !llvm.ptr<2>
// CHECK-NEXT: %61 = llvm.mlir.poison : !llvm.struct<(ptr<2>, ptr<2>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %62 = llvm.insertvalue %60, %61[0] : !llvm.struct<(ptr<2>, ptr<2>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %63 = llvm.insertvalue %58, %62[1] : !llvm.struct<(ptr<2>, ptr<2>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %64 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %65 = llvm.insertvalue %64, %63[2] : !llvm.struct<(ptr<2>, ptr<2>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %66 = llvm.insertvalue %52, %65[3, 0] : !llvm.struct<(ptr<2>, ptr<2>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %67 = llvm.insertvalue %53, %66[4, 0] : !llvm.struct<(ptr<2>, ptr<2>, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %68 = builtin.unrealized_conversion_cast %67 : !llvm.struct<(ptr<2>, ptr<2>, i64, array<1 x i64>, array<1 x i64>)> to memref<4xindex, 2>
// CHECK-NEXT: "test.use"(%20, %37, %51, %68) : (memref<2x2xf32>, memref<4xi32>, memref<f32>, memref<4xindex, 2>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @scope(%arg0: index) -> f32 {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %1 = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %2 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %3 = llvm.alloca %0 x f32 : (i64) -> !llvm.ptr
// CHECK-NEXT: %4 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %3, %4[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.insertvalue %3, %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %8 = llvm.insertvalue %7, %6[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %9 = llvm.insertvalue %0, %8[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.insertvalue %2, %9[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %11 = builtin.unrealized_conversion_cast %c0 : index to i64
// CHECK-NEXT: %12 = llvm.extractvalue %10[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %13 = llvm.getelementptr inbounds|nuw %12[%11] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %14 = llvm.load %13 : !llvm.ptr -> f32
// CHECK-NEXT: llvm.intr.stackrestore %1 : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb2(%14 : f32)
// CHECK-NEXT: ^bb2(%15: f32):
// CHECK-NEXT: llvm.br ^bb3
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %16 = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %17 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %18 = llvm.alloca %0 x f32 : (i64) -> !llvm.ptr
// CHECK-NEXT: %19 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %20 = llvm.insertvalue %18, %19[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %21 = llvm.insertvalue %18, %20[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %22 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %23 = llvm.insertvalue %22, %21[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %24 = llvm.insertvalue %0, %23[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %25 = llvm.insertvalue %17, %24[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %26 = builtin.unrealized_conversion_cast %25 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?xf32>
// CHECK-NEXT: "test.use"(%26) : (memref<?xf32>) -> ()
// CHECK-NEXT: llvm.intr.stackrestore %16 : !llvm.ptr
// CHECK-NEXT: llvm.br ^bb5
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: return %15 : f32
// CHECK-NEXT: }
