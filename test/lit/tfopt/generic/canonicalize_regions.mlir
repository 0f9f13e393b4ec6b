// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of loops and regions of scf.

// CHECK: func.func @for_of_casts(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<4x?xf32> {
// CHECK-NEXT: %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0) -> (tensor<4x?xf32>) {
// CHECK-NEXT: %cast = tensor.cast %arg5 : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %1 = "step"(%cast) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %1 : tensor<?x?xf32> to tensor<4x?xf32>
// CHECK-NEXT: scf.yield %cast_0 : tensor<4x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<4x?xf32>
// CHECK-NEXT: }
func.func @for_of_casts(%t: tensor<4x?xf32>, %lb: index, %ub: index, %s: index) -> tensor<4x?xf32> {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = scf.for %i = %lb to %ub step %s iter_args(%x = %0) -> (tensor<?x?xf32>) {
    %2 = "step"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %2 : tensor<?x?xf32>
  }
  %3 = tensor.cast %1 : tensor<?x?xf32> to tensor<4x?xf32>
  return %3 : tensor<4x?xf32>
}

// -----

// CHECK: func.func @while_condition_arguments(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg1, %0 : i32, i32
// CHECK-NEXT: }
func.func @while_condition_arguments(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %1 = arith.cmpi slt, %x, %b : i32
    scf.condition(%1) %y, %x : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %2 = arith.addi %p, %q : i32
    scf.yield %2, %p : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// -----

// CHECK: func.func @while_unused_results(%arg0: i32) -> i32 {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = "go"(%arg1) : (i32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg1 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg1: i32):
// CHECK-NEXT: "see"(%true) : (i1) -> ()
// CHECK-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @while_unused_results(%a: i32) -> i32 {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i1) {
    %1 = "go"(%x) : (i32) -> i1
    scf.condition(%1) %x, %1 : i32, i1
  } do {
  ^bb0(%p: i32, %q: i1):
    "see"(%q) : (i1) -> ()
    %2 = arith.addi %p, %p : i32
    scf.yield %2 : i32
  }
  return %0#0 : i32
}

// -----

// CHECK: func.func @while_invariant(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = "go"(%arg2, %arg1) : (i32, i32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = "next"(%arg2) : (i32) -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg1 : i32, i32
// CHECK-NEXT: }
func.func @while_invariant(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %1 = "go"(%x, %y) : (i32, i32) -> i1
    scf.condition(%1) %x, %y : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %2 = "next"(%p) : (i32) -> i32
    scf.yield %2, %q : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// -----

// CHECK: func.func @while_compare(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi ne, %arg2, %arg1 : i32
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = "next"(%arg2, %true, %false) : (i32, i1, i1) -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @while_compare(%a: i32, %n: i32) -> i32 {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %1 = arith.cmpi ne, %x, %n : i32
    scf.condition(%1) %x : i32
  } do {
  ^bb0(%p: i32):
    %2 = arith.cmpi ne, %p, %n : i32
    %3 = arith.cmpi eq, %p, %n : i32
    %4 = "next"(%p, %2, %3) : (i32, i1, i1) -> i32
    scf.yield %4 : i32
  }
  return %0 : i32
}

// -----

// CHECK: func.func @while_duplicates(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = "go"(%arg1) : (i32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg1 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg1: i32):
// CHECK-NEXT: %1 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0 : i32, i32
// CHECK-NEXT: }
func.func @while_duplicates(%a: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %1 = "go"(%x) : (i32) -> i1
    scf.condition(%1) %x, %x : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %2 = arith.addi %p, %q : i32
    scf.yield %2 : i32
  }
  return %0#0, %0#1 : i32, i32
}

// -----

// CHECK: func.func @index_switch_known(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = "two"() : () -> i32
// CHECK-NEXT: %1 = "default"() : () -> i32
// CHECK-NEXT: return %0, %1 : i32, i32
// CHECK-NEXT: }
func.func @index_switch_known(%a: i32, %b: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %0 = scf.index_switch %c2 -> i32
  case 2 {
    %2 = "two"() : () -> i32
    scf.yield %2 : i32
  }
  default {
    scf.yield %b : i32
  }
  %1 = scf.index_switch %c9 -> i32
  case 2 {
    scf.yield %a : i32
  }
  default {
    %2 = "default"() : () -> i32
    scf.yield %2 : i32
  }
  return %0, %1 : i32, i32
}

// -----

// CHECK: func.func @index_switch_open(%arg0: index, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = scf.index_switch %arg0 -> i32
// CHECK-NEXT: case 0 {
// CHECK-NEXT: %1 = "zero"() : () -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: case -4 {
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.index_switch %arg0
// CHECK-NEXT: case 1 {
// CHECK-NEXT: "effect"() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @index_switch_open(%k: index, %a: i32) -> i32 {
  %0:2 = scf.index_switch %k -> i32, i32
  case 0 {
    %1 = "zero"() : () -> i32
    scf.yield %1, %a : i32, i32
  }
  case -4 {
    scf.yield %a, %a : i32, i32
  }
  default {
    scf.yield %a, %a : i32, i32
  }
  scf.index_switch %k
  case 1 {
    "effect"() : () -> ()
    scf.yield
  }
  default {
  }
  return %0#0 : i32
}

// -----

// CHECK: func.func @parallel_known(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%arg3) = (%c0) to (%arg1) step (%c1) {
// CHECK-NEXT: memref.store %arg2, %arg0[%arg3, %c0] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %arg2, %arg0[%c0, %c0] : memref<?x?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel_known(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c1) step (%c1, %c3) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c3) to (%c3) step (%c1) {
    memref.store %x, %m[%i, %i] : memref<?x?xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    memref.store %x, %m[%i, %i] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// -----

// CHECK: func.func @parallel_nested(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg1, %arg1) step (%c1, %c1) {
// CHECK-NEXT: memref.store %arg2, %arg0[%arg3, %arg4] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @parallel_nested(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}

// -----

// CHECK: func.func @forall_known(%arg0: tensor<4x8xf32>, %arg1: tensor<1x8xf32>, %arg2: index) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = scf.forall (%arg3) in (4) shared_outs(%arg4 = %arg0) -> (tensor<4x8xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg1 into %arg4[%arg3, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @forall_known(%t: tensor<4x8xf32>, %s: tensor<1x8xf32>, %n: index) -> tensor<4x8xf32> {
  %c4 = arith.constant 4 : index
  %0 = scf.forall (%i, %j) in (%c4, 1) shared_outs(%o = %t) -> (tensor<4x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, %j] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  }
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK: func.func @forall_results(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<1xf32>, %arg3: index) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT: %0 = scf.forall (%arg4) in (%arg3) shared_outs(%arg5 = %arg0) -> (tensor<4xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg2 into %arg5[%arg4] [1] [1] : tensor<1xf32> into tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg1 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: }
func.func @forall_results(%t: tensor<4xf32>, %u: tensor<4xf32>, %s: tensor<1xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = scf.forall (%i) in (%n) shared_outs(%o = %t, %p = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK: func.func @forall_bounds(%arg0: index, %arg1: memref<?xf32>, %arg2: f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: scf.forall (%arg3, %arg4) = (1, %arg0) to (%arg0, 8) step (1, 2) {
// CHECK-NEXT: memref.store %arg2, %arg1[%arg3] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %arg2, %arg1[%c0] : memref<?xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @forall_bounds(%n: index, %m: memref<?xf32>, %x: f32) {
  scf.forall (%i, %j) = (1, %n) to (%n, 8) step (1, 2) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.forall (%i) in (0) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.forall (%i) in (1) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
