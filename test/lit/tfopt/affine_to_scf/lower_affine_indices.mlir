// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --lower-affine | filecheck %s

/// Digits of numbers put together and taken apart, and transfers.
// CHECK: func.func @split(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index, index) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.muli %arg2, %c4 overflow<nsw, nuw> : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.floordivsi %arg0, %0 : index
// CHECK-NEXT: %2 = arith.remsi %arg0, %0 : index
// CHECK-NEXT: %3 = arith.cmpi slt, %2, %c0 : index
// CHECK-NEXT: %4 = arith.addi %2, %0 overflow<nsw> : index
// CHECK-NEXT: %5 = arith.select %3, %4, %2 : index
// CHECK-NEXT: %6 = arith.divsi %5, %arg2 : index
// CHECK-NEXT: %7 = arith.remsi %arg0, %arg2 : index
// CHECK-NEXT: %8 = arith.cmpi slt, %7, %c0 : index
// CHECK-NEXT: %9 = arith.addi %7, %arg2 overflow<nsw> : index
// CHECK-NEXT: %10 = arith.select %8, %9, %7 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %11 = arith.floordivsi %arg0, %c8 : index
// CHECK-NEXT: %12 = arith.remsi %arg0, %c8 : index
// CHECK-NEXT: %13 = arith.cmpi slt, %12, %c0_0 : index
// CHECK-NEXT: %14 = arith.addi %12, %c8 overflow<nsw> : index
// CHECK-NEXT: %15 = arith.select %13, %14, %12 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c5_1 = arith.constant 5 : index
// CHECK-NEXT: %16 = arith.muli %arg1, %c5_1 overflow<nsw> : index
// CHECK-NEXT: %17 = arith.muli %arg0, %16 overflow<nsw> : index
// CHECK-NEXT: %18 = arith.muli %arg1, %c5 overflow<nsw> : index
// CHECK-NEXT: %19 = arith.addi %17, %18 overflow<nsw> : index
// CHECK-NEXT: %20 = arith.addi %19, %arg2 overflow<nsw> : index
// CHECK-NEXT: %21 = arith.muli %arg0, %arg2 overflow<nsw> : index
// CHECK-NEXT: %22 = arith.addi %21, %arg1 overflow<nsw> : index
// CHECK-NEXT: %23 = arith.addi %1, %6 : index
// CHECK-NEXT: %24 = arith.addi %10, %11 : index
// CHECK-NEXT: %25 = arith.addi %24, %15 : index
// CHECK-NEXT: return %23, %25, %20, %22 : index, index, index, index
// CHECK-NEXT: }
func.func @split(%i: index, %n: index, %k: index) -> (index, index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 4, %k) : index, index, index
  %1:2 = affine.delinearize_index %i into (8) : index, index
  %2 = affine.linearize_index [%i, %n, %k] by (3, %n, 5) : index
  %3 = affine.linearize_index disjoint [%i, %n] by (%k) : index
  %s = arith.addi %0#0, %0#1 : index
  %t = arith.addi %0#2, %1#0 : index
  %u = arith.addi %t, %1#1 : index
  return %s, %u, %2, %3 : index, index, index, index
}

// -----

// CHECK: func.func @in_loops(%arg0: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg1 = %c0 to %c4 step %c1 {
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c1_1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg2 = %c0_0 to %c5 step %c1_1 {
// CHECK-NEXT: %c5_2 = arith.constant 5 : index
// CHECK-NEXT: %c20 = arith.constant 20 : index
// CHECK-NEXT: %0 = arith.muli %arg2, %c20 overflow<nsw> : index
// CHECK-NEXT: %1 = arith.muli %arg0, %c5_2 overflow<nsw> : index
// CHECK-NEXT: %2 = arith.addi %1, %arg1 overflow<nsw> : index
// CHECK-NEXT: %3 = arith.addi %2, %0 overflow<nsw> : index
// CHECK-NEXT: "use"(%3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @in_loops(%n: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %2 = affine.linearize_index [%j, %n, %i] by (3, 4, 5) : index
      "use"(%2) : (index) -> ()
    }
  }
  return
}

// -----

// CHECK: func.func @transfers(%arg0: memref<40x128xf32>, %arg1: memref<2x1024xf32, 2>, %arg2: memref<1xi32>, %arg3: index, %arg4: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg5 = %c0 to %c4 step %c1 {
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %0 = arith.addi %arg5, %c7 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: memref.dma_start %arg0[%0, %arg4], %arg1[%arg5, %c3], %arg3, %arg2[%c0_0], %arg3, %arg4 : memref<40x128xf32>, memref<2x1024xf32, 2>, memref<1xi32>
// CHECK-NEXT: memref.dma_wait %arg2[%arg5], %arg3 : memref<1xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @transfers(%s: memref<40x128xf32>, %d: memref<2x1024xf32, 2>, %t: memref<1xi32>, %n: index, %k: index) {
  affine.for %i = 0 to 4 {
    affine.dma_start %s[%i + 7, %k], %d[%i, 3], %t[0], %n, %n, %k : memref<40x128xf32>, memref<2x1024xf32, 2>, memref<1xi32>
    affine.dma_wait %t[%i], %n : memref<1xi32>
  }
  return
}
