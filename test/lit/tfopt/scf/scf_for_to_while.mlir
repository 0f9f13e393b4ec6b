// RUN: tf-opt %s --allow-unregistered-dialect '--scf-for-to-while' | filecheck %s

/// The index is carried first, and is not among the results that are used.

// CHECK-LABEL: func.func @loops(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0:2 = scf.while (%arg3 = %c0, %arg4 = %arg2) : (index, f32) -> (index, f32) {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg3, %arg0 : index
// CHECK-NEXT: scf.condition(%1) %arg3, %arg4 : index, f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: index, %arg4: f32):
// CHECK-NEXT: %1 = arith.addi %arg3, %c1 : index
// CHECK-NEXT: %2 = arith.mulf %arg4, %arg4 : f32
// CHECK-NEXT: %3 = scf.while (%arg5 = %c0) : (index) -> index {
// CHECK-NEXT: %4 = arith.cmpi ult, %arg5, %arg3 : index
// CHECK-NEXT: scf.condition(%4) %arg5 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg5: index):
// CHECK-NEXT: %4 = arith.addi %arg5, %c1 : index
// CHECK-NEXT: memref.store %2, %arg1[%arg3, %arg5] : memref<8x8xf32>
// CHECK-NEXT: scf.yield %4 : index
// CHECK-NEXT: } attributes {some, unsignedCmp}
// CHECK-NEXT: scf.yield %1, %2 : index, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#1 : f32
// CHECK-NEXT: }
func.func @loops(%n: index, %m: memref<8x8xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    %t = arith.mulf %a, %a : f32
    scf.for unsigned %j = %c0 to %i step %c1 {
      memref.store %t, %m[%i, %j] : memref<8x8xf32>
    } {some}
    scf.yield %t : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @of_i32(
// CHECK-NEXT: %0 = scf.while (%arg4 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg4, %arg1 : i32
// CHECK-NEXT: scf.condition(%1) %arg4 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg4: i32):
// CHECK-NEXT: %1 = arith.addi %arg4, %arg2 : i32
// CHECK-NEXT: memref.store %arg4, %arg3[] : memref<i32>
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @of_i32(%low: i32, %high: i32, %step: i32, %m: memref<i32>) {
  scf.for %i = %low to %high step %step : i32 {
    memref.store %i, %m[] : memref<i32>
  }
  return
}
