func.func @for_without_trips(%a: f32, %m: memref<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c4 to %c4 step %c1 iter_args(%x = %a) -> (f32) {
    %1 = arith.addf %x, %x : f32
    memref.store %1, %m[%i] : memref<4xf32>
    scf.yield %1 : f32
  }
  return %0 : f32
}
// -----
func.func @for_one_trip(%a: f32, %m: memref<4xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c2 to %c3 step %c5 iter_args(%x = %a) -> (f32) {
    %1 = memref.load %m[%i] : memref<4xf32>
    %2 = arith.addf %x, %1 : f32
    scf.yield %2 : f32
  }
  return %0 : f32
}
// -----
func.func @for_hands_on(%lb: index, %ub: index, %s: index, %a: f32, %b: i32) -> (f32, i32, f32) {
  %0:3 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %b, %z = %a) -> (f32, i32, f32) {
    %1 = arith.addi %y, %y : i32
    scf.yield %x, %1, %a : f32, i32, f32
  }
  return %0#0, %0#1, %0#2 : f32, i32, f32
}
// -----
func.func @for_results_unused(%lb: index, %ub: index, %s: index, %a: f32, %m: memref<?xf32>) {
  %0:2 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %a) -> (f32, f32) {
    %1 = arith.addf %x, %y : f32
    memref.store %1, %m[%i] : memref<?xf32>
    scf.yield %1, %y : f32, f32
  }
  return
}
// -----
func.func @for_empty(%lb: index, %ub: index, %s: index) {
  scf.for %i = %lb to %ub step %s {
  }
  scf.for %i = %lb to %ub step %s {
    %0 = arith.addi %i, %i : index
  }
  return
}
// -----
func.func @for_constant_yield(%lb: index, %ub: index, %s: index) -> i32 {
  %c7 = arith.constant 7 : i32
  %0 = scf.for %i = %lb to %ub step %s iter_args(%x = %c7) -> (i32) {
    "use"(%x) : (i32) -> ()
    scf.yield %c7 : i32
  }
  return %0 : i32
}
// -----
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
func.func @for_integers(%n: i64, %a: f32) -> f32 {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %0 = scf.for %i = %c0 to %n step %c2 iter_args(%x = %a) -> (f32) : i64 {
    %1 = arith.sitofp %i : i64 to f32
    %2 = arith.addf %x, %1 : f32
    scf.yield %2 : f32
  }
  %3 = scf.for unsigned %i = %c0 to %n step %c2 iter_args(%x = %0) -> (f32) : i64 {
    %1 = arith.uitofp %i : i64 to f32
    %2 = arith.addf %x, %1 : f32
    scf.yield %2 : f32
  } {loop.attr = 1 : i8}
  return %3 : f32
}
// -----
func.func @nested_loops(%n: index, %m: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (f32) {
    %1 = scf.for %j = %i to %n step %c1 iter_args(%y = %x) -> (f32) {
      %2 = memref.load %m[%i, %j] : memref<?x?xf32>
      %3 = arith.mulf %2, %y : f32
      scf.yield %3 : f32
    }
    scf.yield %1 : f32
  }
  return %0 : f32
}
// -----
func.func @if_known(%a: i32, %b: i32) -> (i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = scf.if %t -> (i32) {
    %2 = arith.addi %a, %b : i32
    scf.yield %2 : i32
  } else {
    scf.yield %b : i32
  }
  %1 = scf.if %f -> (i32) {
    scf.yield %a : i32
  } else {
    %2 = arith.muli %a, %b : i32
    scf.yield %2 : i32
  }
  scf.if %f {
    "never"() : () -> ()
  }
  return %0, %1 : i32, i32
}
// -----
func.func @if_to_select(%c: i1, %a: i32, %b: i32) -> (i32, i32, i32) {
  %0:3 = scf.if %c -> (i32, i32, i32) {
    %1 = arith.addi %a, %b : i32
    scf.yield %a, %1, %b : i32, i32, i32
  } else {
    %1 = arith.subi %a, %b : i32
    scf.yield %b, %1, %b : i32, i32, i32
  }
  return %0#0, %0#1, %0#2 : i32, i32, i32
}
// -----
func.func @if_unused_results(%c: i1, %a: i32) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = "one"(%a) : (i32) -> i32
    %2 = "two"(%a) : (i32) -> i32
    scf.yield %1, %2 : i32, i32
  } else {
    %1 = "three"(%a) : (i32) -> i32
    scf.yield %1, %a : i32, i32
  }
  return %0#0 : i32
}
// -----
func.func @if_condition_inside(%c: i1) {
  scf.if %c {
    "use"(%c) : (i1) -> ()
  } else {
    "use"(%c) : (i1) -> ()
  }
  return
}
// -----
func.func @ifs_combined(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> (i32) {
    %2 = "one"(%a) : (i32) -> i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> (i32) {
    %2 = "two"(%a) : (i32) -> i32
    scf.yield %2 : i32
  } else {
    %2 = "three"(%a) : (i32) -> i32
    scf.yield %2 : i32
  }
  return %0, %1 : i32, i32
}
// -----
func.func @ifs_nested(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "both"() : () -> ()
    }
  }
  return
}
// -----
func.func @if_of_truth(%c: i1) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %0:2 = scf.if %c -> (i1, i1) {
    "one"() : () -> ()
    scf.yield %t, %f : i1, i1
  } else {
    "two"() : () -> ()
    scf.yield %f, %t : i1, i1
  }
  return %0#0, %0#1 : i1, i1
}
// -----
func.func @if_empty_else(%c: i1) {
  scf.if %c {
    "one"() : () -> ()
  } else {
  }
  scf.if %c {
  } else {
    "two"() : () -> ()
  }
  scf.if %c {
  }
  return
}
// -----
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
func.func @while_never(%a: i32) -> i32 {
  %f = arith.constant false
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %1 = "before"(%x) : (i32) -> i32
    scf.condition(%f) %1 : i32
  } do {
  ^bb0(%p: i32):
    %2 = "after"(%p) : (i32) -> i32
    scf.yield %2 : i32
  }
  return %0 : i32
}
// -----
func.func @while_do_only(%a: i32) -> i32 {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %1 = "body"(%x) : (i32) -> i32
    %2 = "go"(%1) : (i32) -> i1
    scf.condition(%2) %1 : i32
  } do {
  ^bb0(%p: i32):
    scf.yield %p : i32
  }
  return %0 : i32
}
// -----
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
func.func @execute_regions(%a: i32, %c: i1) -> (i32, i32) {
  %0 = scf.execute_region -> i32 {
    %2 = arith.addi %a, %a : i32
    scf.yield %2 : i32
  }
  %1 = scf.execute_region -> i32 {
    cf.cond_br %c, ^x(%a : i32), ^y
  ^x(%p: i32):
    scf.yield %p : i32
  ^y:
    %2 = "other"() : () -> i32
    cf.br ^x(%2 : i32)
  }
  return %0, %1 : i32, i32
}
// -----
func.func @execute_region_in_loop(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.execute_region {
      "inside"(%i) : (index) -> ()
      scf.yield
    }
    scf.execute_region no_inline {
      "kept"() : () -> ()
      scf.yield
    }
  }
  return
}
// -----
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
func.func @parallel_two_reductions(%m: memref<?xf32>, %n: index, %x: f32, %k: i64) -> (f32, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x, %k) -> (f32, i64) {
    %v = memref.load %m[%i] : memref<?xf32>
    %w = arith.index_cast %i : index to i64
    scf.reduce(%v, %w : f32, i64) {
    ^bb0(%l: f32, %r: f32):
      %1 = arith.maximumf %l, %r : f32
      scf.reduce.return %1 : f32
    }, {
    ^bb0(%l: i64, %r: i64):
      %1 = arith.xori %l, %r : i64
      scf.reduce.return %1 : i64
    }
  } {mapping = []}
  return %0#0, %0#1 : f32, i64
}
// -----
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
func.func @forall_results(%t: tensor<4xf32>, %u: tensor<4xf32>, %s: tensor<1xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = scf.forall (%i) in (%n) shared_outs(%o = %t, %p = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
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
// -----
func.func @loop_in_if(%c: i1, %n: index, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %0 = scf.if %c -> (i32) {
    %1 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
      %2 = memref.load %m[%i] : memref<?xi32>
      %3 = arith.cmpi sgt, %2, %z : i32
      %4 = scf.if %3 -> (i32) {
        %5 = arith.addi %s, %2 : i32
        scf.yield %5 : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %4 : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %z : i32
  }
  return %0 : i32
}
