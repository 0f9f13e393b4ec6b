// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --memref-expand | filecheck %s

/// Reshapes whose rank is known. Upstream prints the same.
// CHECK: func.func @r(%arg0: memref<4xf32>, %arg1: f32, %arg2: index, %arg3: i32, %arg4: memref<4xi32>) {
// CHECK-NEXT: %0 = memref.atomic_rmw maximumf %arg1, %arg0[%arg2] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: %1 = memref.atomic_rmw minimumf %arg1, %arg0[%arg2] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: %2 = memref.atomic_rmw addf %arg1, %arg0[%arg2] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: %3 = memref.atomic_rmw maxs %arg3, %arg4[%arg2] : (i32, memref<4xi32>) -> i32
// CHECK-NEXT: %4 = memref.atomic_rmw mulf %arg1, %arg0[%arg2] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: %5 = memref.atomic_rmw muli %arg3, %arg4[%arg2] : (i32, memref<4xi32>) -> i32
// CHECK-NEXT: %6 = memref.atomic_rmw maxnumf %arg1, %arg0[%arg2] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: %7 = memref.atomic_rmw minnumf %arg1, %arg0[%arg2] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: %8 = memref.atomic_rmw xori %arg3, %arg4[%arg2] : (i32, memref<4xi32>) -> i32
// CHECK-NEXT: "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (f32, f32, f32, i32, f32, i32, f32, f32, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @s(%arg0: memref<4x4xf32>, %arg1: memref<3xi32>, %arg2: memref<2xindex>, %arg3: memref<*xf32>, %arg4: memref<?xindex>) -> (memref<?x?x?xf32>, memref<2x8xf32>, memref<*xf32>) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c2] : memref<3xi32>
// CHECK-NEXT: %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %2 = arith.muli %c1, %1 : index
// CHECK-NEXT: %c1_0 = arith.constant 1 : index
// CHECK-NEXT: %3 = memref.load %arg1[%c1_0] : memref<3xi32>
// CHECK-NEXT: %4 = arith.index_cast %3 : i32 to index
// CHECK-NEXT: %5 = arith.muli %2, %4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %6 = memref.load %arg1[%c0] : memref<3xi32>
// CHECK-NEXT: %7 = arith.index_cast %6 : i32 to index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%7, %4, %1], strides: [%5, %2, 1] : memref<4x4xf32> to memref<?x?x?xf32>
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c2_1 = arith.constant 2 : index
// CHECK-NEXT: %reinterpret_cast_2 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [2, 8], strides: [8, 1] : memref<4x4xf32> to memref<2x8xf32>
// CHECK-NEXT: %c1_3 = arith.constant 1 : index
// CHECK-NEXT: %8 = memref.load %arg2[%c1_3] : memref<2xindex>
// CHECK-NEXT: %c1_4 = arith.constant 1 : index
// CHECK-NEXT: %9 = arith.muli %c1_4, %8 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %10 = memref.load %arg2[%c0_5] : memref<2xindex>
// CHECK-NEXT: %reinterpret_cast_6 = memref.reinterpret_cast %arg3 to offset: [0], sizes: [%10, %8], strides: [%9, 1] : memref<*xf32> to memref<?x?xf32>
// CHECK-NEXT: %reshape = memref.reshape %arg0(%arg4) : (memref<4x4xf32>, memref<?xindex>) -> memref<*xf32>
// CHECK-NEXT: "test.use"(%reinterpret_cast_6) : (memref<?x?xf32>) -> ()
// CHECK-NEXT: return %reinterpret_cast, %reinterpret_cast_2, %reshape : memref<?x?x?xf32>, memref<2x8xf32>, memref<*xf32>
// CHECK-NEXT: }
func.func @r(%m: memref<4xf32>, %v: f32, %i: index, %k: i32, %n: memref<4xi32>) {
  %0 = memref.atomic_rmw maximumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %1 = memref.atomic_rmw minimumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %2 = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %3 = memref.atomic_rmw maxs %k, %n[%i] : (i32, memref<4xi32>) -> i32
  %4 = memref.atomic_rmw mulf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %5 = memref.atomic_rmw muli %k, %n[%i] : (i32, memref<4xi32>) -> i32
  %6 = memref.atomic_rmw maxnumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %7 = memref.atomic_rmw minnumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %8 = memref.atomic_rmw xori %k, %n[%i] : (i32, memref<4xi32>) -> i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (f32, f32, f32, i32, f32, i32, f32, f32, i32) -> ()
  return
}
func.func @s(%m: memref<4x4xf32>, %sh: memref<3xi32>, %sx: memref<2xindex>, %u: memref<*xf32>, %d: memref<?xindex>) -> (memref<?x?x?xf32>, memref<2x8xf32>, memref<*xf32>) {
  %0 = memref.reshape %m(%sh) : (memref<4x4xf32>, memref<3xi32>) -> memref<?x?x?xf32>
  %1 = memref.reshape %m(%sx) : (memref<4x4xf32>, memref<2xindex>) -> memref<2x8xf32>
  %2 = memref.reshape %u(%sx) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %3 = memref.reshape %m(%d) : (memref<4x4xf32>, memref<?xindex>) -> memref<*xf32>
  "test.use"(%2) : (memref<?x?xf32>) -> ()
  return %0, %1, %3 : memref<?x?x?xf32>, memref<2x8xf32>, memref<*xf32>
}
// -----
// CHECK: func.func @s(%arg0: memref<4x4xf32>, %arg1: memref<4xi32>) -> memref<?x4x?x2xf32> {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c2_0 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c2_0] : memref<4xi32>
// CHECK-NEXT: %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT: %c2_1 = arith.constant 2 : index
// CHECK-NEXT: %2 = arith.muli %c2_1, %1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %3 = arith.muli %2, %c4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %4 = memref.load %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: %5 = arith.index_cast %4 : i32 to index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%5, 4, %1, 2], strides: [%3, %2, 2, 1] : memref<4x4xf32> to memref<?x4x?x2xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<?x4x?x2xf32>
// CHECK-NEXT: }
func.func @s(%m: memref<4x4xf32>, %sh: memref<4xi32>) -> (memref<?x4x?x2xf32>) {
  %0 = memref.reshape %m(%sh) : (memref<4x4xf32>, memref<4xi32>) -> memref<?x4x?x2xf32>
  return %0 : memref<?x4x?x2xf32>
}
// -----
// CHECK: func.func @t(%arg0: memref<4x4xf32>, %arg1: memref<3xi64>) -> memref<?x4x3xf32> {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c0] : memref<3xi64>
// CHECK-NEXT: %1 = arith.index_cast %0 : i64 to index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%1, 4, 3], strides: [12, 3, 1] : memref<4x4xf32> to memref<?x4x3xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<?x4x3xf32>
// CHECK-NEXT: }
func.func @t(%m: memref<4x4xf32>, %sh: memref<3xi64>) -> (memref<?x4x3xf32>) {
  %0 = memref.reshape %m(%sh) : (memref<4x4xf32>, memref<3xi64>) -> memref<?x4x3xf32>
  return %0 : memref<?x4x3xf32>
}
// -----
// CHECK: func.func @z(%arg0: memref<1x1xf32>, %arg1: memref<0xi64>) -> memref<f32> {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [], strides: [] : memref<1x1xf32> to memref<f32>
// CHECK-NEXT: return %reinterpret_cast : memref<f32>
// CHECK-NEXT: }
func.func @z(%m: memref<1x1xf32>, %sh: memref<0xi64>) -> (memref<f32>) {
  %0 = memref.reshape %m(%sh) : (memref<1x1xf32>, memref<0xi64>) -> memref<f32>
  return %0 : memref<f32>
}
