// RUN: tf-opt %s --canonicalize | filecheck %s

/// How often a loop runs is known of bounds at a distance, too. What is expected is what upstream's pass prints, but of unsigned loops to a bound
/// that may have any distance.

func.func @may_wrap(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %u = arith.addi %a, %c3 : index
  scf.for %i = %a to %u step %c4 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @once(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %u = arith.addi %a, %c3 overflow<nsw> : index
  scf.for %i = %a to %u step %c4 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @once_either_way(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %u = arith.addi %c3, %a overflow<nsw> : index
  scf.for %i = %a to %u step %c4 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @below(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c4 = arith.constant 4 : index
  %cm2 = arith.constant -2 : index
  %u = arith.addi %a, %cm2 overflow<nsw> : index
  scf.for %i = %a to %u step %c4 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @twice(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %u = arith.addi %a, %c8 overflow<nsw> : index
  scf.for %i = %a to %u step %c4 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @parallel_of_none(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%a) to (%a) step (%c4) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
func.func @parallel_once(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %u = arith.addi %a, %c3 overflow<nsw> : index
  scf.parallel (%i) = (%a) to (%u) step (%c4) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
func.func @parallel_unsigned(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %u = arith.addi %a, %c3 overflow<nuw> : index
  scf.parallel (%i) = (%a) to (%u) step (%c4) {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
func.func @forall_of_none(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c4 = arith.constant 4 : index
  scf.forall (%i) = (%a) to (%a) step (%c4) {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @forall_once(%m: memref<?xf32>, %a: index, %b: index, %v: f32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %u = arith.addi %a, %c3 overflow<nsw> : index
  scf.forall (%i) = (%a) to (%u) step (%c4) {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK: func.func @may_wrap(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.addi %arg1, %c3 : index
// CHECK-NEXT: scf.for %arg4 = %arg1 to %0 step %c4 {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg4] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @once(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg1] : memref<?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @once_either_way(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg1] : memref<?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @below(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @twice(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.addi %arg1, %c8 overflow<nsw> : index
// CHECK-NEXT: scf.for %arg4 = %arg1 to %0 step %c4 {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg4] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @parallel_of_none(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @parallel_once(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg1] : memref<?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @parallel_unsigned(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.addi %arg1, %c3 overflow<nuw> : index
// CHECK-NEXT: scf.parallel (%arg4) = (%arg1) to (%0) step (%c4) {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg4] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @forall_of_none(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @forall_once(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// CHECK-NEXT: memref.store %arg3, %arg0[%arg1] : memref<?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

/// Once: from 0 to the greatest number, in a step as large. Not known: a + (2^64 - 1), which is only not to wrap around where a is 0.
// CHECK: func.func @unsigned_once
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: memref.store %arg1, %arg0[%c0]
// CHECK: func.func @unsigned_any
// CHECK: scf.for unsigned
func.func @unsigned_once(%m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  scf.for unsigned %i = %c0 to %c-1 step %c-1 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
func.func @unsigned_any(%m: memref<?xf32>, %a: index, %v: f32) {
  %c4 = arith.constant 4 : index
  %c-1 = arith.constant -1 : index
  %u = arith.addi %a, %c-1 overflow<nuw> : index
  scf.for unsigned %i = %a to %u step %c4 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
