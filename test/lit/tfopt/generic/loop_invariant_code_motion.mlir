// RUN: tf-opt %s --allow-unregistered-dialect '--loop-invariant-code-motion' | filecheck %s

/// Inner loops first; what uses what has moved follows it.

// CHECK-LABEL: func.func @nested(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT: %1 = arith.muli %0, %arg1 : i32
// CHECK-NEXT: scf.for %arg4 = %c0 to %arg0 step %c1 {
// CHECK-NEXT: %2 = arith.index_cast %arg4 : index to i32
// CHECK-NEXT: %3 = arith.addi %1, %2 : i32
// CHECK-NEXT: affine.for %arg5 = 0 to 8 {
// CHECK-NEXT: memref.store %3, %arg3[%arg5] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @nested(%n: index, %x: i32, %y: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.addi %x, %y : i32
    affine.for %j = 0 to 8 {
      %t = arith.muli %s, %x : i32
      %k = arith.index_cast %i : index to i32
      %u = arith.addi %t, %k : i32
      memref.store %u, %m[%j] : memref<?xi32>
    }
  }
  return
}

/// Divisions by what may be 0 or -1 stay, as do loads, and sizes that there may be none of.

// CHECK-LABEL: func.func @may_go_wrong(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT: %0 = arith.divsi %arg1, %c3_i32 : i32
// CHECK-NEXT: %1 = arith.divui %arg1, %c-1_i32 : i32
// CHECK-NEXT: %dim = tensor.dim %arg4, %c0 : tensor<?xi32>
// CHECK-NEXT: scf.for %arg6 = %c0 to %arg0 step %c1 {
// CHECK-NEXT: %2 = arith.divsi %arg1, %c-1_i32 : i32
// CHECK-NEXT: %3 = arith.divui %arg1, %arg2 : i32
// CHECK-NEXT: %4 = memref.load %arg3[%c0] : memref<?xi32>
// CHECK-NEXT: %dim_0 = tensor.dim %arg4, %arg5 : tensor<?xi32>
// CHECK-NEXT: "some.use"(%0, %2, %1, %3, %4, %dim, %dim_0) : (i32, i32, i32, i32, i32, index, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @may_go_wrong(%n: index, %x: i32, %y: i32, %m: memref<?xi32>, %t: tensor<?xi32>, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.divsi %x, %c3 : i32
    %1 = arith.divsi %x, %minus : i32
    %2 = arith.divui %x, %minus : i32
    %3 = arith.divui %x, %y : i32
    %4 = memref.load %m[%c0] : memref<?xi32>
    %5 = tensor.dim %t, %c0 : tensor<?xi32>
    %6 = tensor.dim %t, %d : tensor<?xi32>
    "some.use"(%0, %1, %2, %3, %4, %5, %6) : (i32, i32, i32, i32, i32, index, index) -> ()
  }
  return
}

/// Whole conditions and loops, where these surely end.

// CHECK-LABEL: func.func @regions(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = scf.if %arg2 -> (i32) {
// CHECK-NEXT: %2 = arith.addi %arg3, %arg3 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %0) -> (i32) {
// CHECK-NEXT: %2 = arith.muli %arg5, %arg5 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg4 = 0 to 10 {
// CHECK-NEXT: %2 = scf.for %arg5 = %c0 to %arg0 step %arg1 iter_args(%arg6 = %0) -> (i32) {
// CHECK-NEXT: %4 = arith.muli %arg6, %arg6 : i32
// CHECK-NEXT: scf.yield %4 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %3 = affine.for %arg5 = 0 to 7 step 2 iter_args(%arg6 = %0) -> (i32) {
// CHECK-NEXT: %4 = arith.muli %arg6, %arg6 : i32
// CHECK-NEXT: affine.yield %4 : i32
// CHECK-NEXT: }
// CHECK-NEXT: "some.use"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @regions(%n: index, %k: index, %p: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 10 {
    %0 = scf.if %p -> i32 {
      %a = arith.addi %x, %x : i32
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%s = %0) -> i32 {
      %b = arith.muli %s, %s : i32
      scf.yield %b : i32
    }
    %2 = scf.for %j = %c0 to %n step %k iter_args(%s = %0) -> i32 {
      %b = arith.muli %s, %s : i32
      scf.yield %b : i32
    }
    %3 = affine.for %j = 0 to 7 step 2 iter_args(%s = %0) -> i32 {
      %b = arith.muli %s, %s : i32
      affine.yield %b : i32
    }
    "some.use"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @whiles(
// CHECK-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: %1 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT: %2 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %3 = arith.cmpi slt, %arg2, %0 : i32
// CHECK-NEXT: scf.condition(%3) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %3 = arith.addi %arg2, %1 : i32
// CHECK-NEXT: scf.yield %3 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %2 : i32
// CHECK-NEXT: }
func.func @whiles(%x: i32, %y: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %s = arith.addi %y, %y : i32
    %p = arith.cmpi slt, %a, %s : i32
    scf.condition(%p) %a : i32
  } do {
  ^bb0(%a: i32):
    %s = arith.muli %y, %y : i32
    %t = arith.addi %a, %s : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @threads(
// CHECK-NEXT: %0 = arith.addf %arg1, %arg1 : tensor<4xf32>
// CHECK-NEXT: %1 = scf.forall (%arg3) in (8) shared_outs(%arg4 = %arg2) -> (tensor<8x4xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %0 into %arg4[%arg3, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : tensor<8x4xf32>
// CHECK-NEXT: }
func.func @threads(%n: index, %x: tensor<4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%s = %o) -> tensor<8x4xf32> {
    %y = arith.addf %x, %x : tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %s[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    }
  }
  return %r : tensor<8x4xf32>
}
