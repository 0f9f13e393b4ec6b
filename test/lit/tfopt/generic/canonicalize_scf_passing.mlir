// RUN: tf-opt %s --allow-unregistered-dialect '--canonicalize' | filecheck %s

func.func private @use(i32)

/// Both conditions at once, where what is yielded otherwise is the same; what only the outer one decides is chosen.
// CHECK-LABEL: func.func @nested_with_values(
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: %1 = arith.select %arg0, %arg2, %arg4 : i32
// CHECK-NEXT: %2 = scf.if %0 -> (i32) {
// CHECK-NEXT: func.call @use(%arg2) : (i32) -> ()
// CHECK-NEXT: %3 = arith.trunci %arg3 : i64 to i32
// CHECK-NEXT: scf.yield %3 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %2, %1 : i32, i32
// CHECK-NEXT: }
func.func @nested_with_values(%p: i1, %q: i1, %x: i32, %y: i64, %z: i32) -> (i32, i32) {
  %r:2 = scf.if %p -> (i32, i32) {
    %inner = scf.if %q -> i32 {
      func.call @use(%x) : (i32) -> ()
      %m = arith.trunci %y : i64 to i32
      scf.yield %m : i32
    } else {
      scf.yield %z : i32
    }
    scf.yield %inner, %x : i32, i32
  } else {
    scf.yield %z, %z : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

/// The inner one yields something else than the outer one.

// CHECK-LABEL: func.func @nested_that_differ(
// CHECK-NEXT: %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %1 = scf.if %arg1 -> (i32) {
// CHECK-NEXT: %2 = arith.trunci %arg3 : i64 to i32
// CHECK-NEXT: func.call @use(%2) : (i32) -> ()
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @nested_that_differ(%p: i1, %q: i1, %x: i32, %y: i64, %z: i32) -> i32 {
  %r = scf.if %p -> i32 {
    %inner = scf.if %q -> i32 {
      %m = arith.trunci %y : i64 to i32
      func.call @use(%m) : (i32) -> ()
      scf.yield %m : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %inner : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @complement(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: func.call @use(%arg2) : (i32) -> ()
// CHECK-NEXT: func.call @use(%arg1) : (i32) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: func.call @use(%arg1) : (i32) -> ()
// CHECK-NEXT: func.call @use(%arg2) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @complement(%p: i1, %x: i32, %y: i32) {
  %true = arith.constant true
  %not = arith.xori %p, %true : i1
  scf.if %not {
    func.call @use(%x) : (i32) -> ()
  }
  scf.if %p {
    func.call @use(%y) : (i32) -> ()
  }
  scf.if %not {
    func.call @use(%y) : (i32) -> ()
  } else {
    func.call @use(%x) : (i32) -> ()
  }
  return
}

/// Without another side the complement stays.

// CHECK-LABEL: func.func @complement_alone(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: func.call @use(%arg1) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @complement_alone(%p: i1, %x: i32) {
  %true = arith.constant true
  %not = arith.xori %p, %true : i1
  scf.if %not {
    func.call @use(%x) : (i32) -> ()
  }
  return
}

/// The same first values and the same next ones.

// CHECK-LABEL: func.func @carried_alike(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1, %arg5 = %arg2) -> (i32, i32) {
// CHECK-NEXT: %1 = arith.addi %arg4, %arg5 : i32
// CHECK-NEXT: %2 = arith.muli %arg4, %arg5 : i32
// CHECK-NEXT: %3 = arith.xori %1, %2 : i32
// CHECK-NEXT: scf.yield %3, %2 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#0, %0#1 : i32, i32, i32
// CHECK-NEXT: }
func.func @carried_alike(%n: index, %x: i32, %y: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %y) -> (i32, i32, i32) {
    %s = arith.addi %a, %c : i32
    %t = arith.muli %b, %c : i32
    %u = arith.xori %s, %t : i32
    scf.yield %u, %u, %t : i32, i32, i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

/// Values that change places, all of which begin with one; and two that begin with others.

// CHECK-LABEL: func.func @in_turn(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1, %arg5 = %arg2) -> (i32, i32) {
// CHECK-NEXT: func.call @use(%arg4) : (i32) -> ()
// CHECK-NEXT: scf.yield %arg5, %arg4 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg1, %arg1, %0#0, %0#1 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @in_turn(%n: index, %x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x, %d = %y) -> (i32, i32, i32, i32) {
    func.call @use(%c) : (i32) -> ()
    scf.yield %b, %a, %d, %c : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @from_outside(
// CHECK-NEXT: %0 = scf.execute_region -> i32 no_inline {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: func.call @use(%arg2) : (i32) -> ()
// CHECK-NEXT: scf.yield %arg2 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: scf.yield %arg3 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = scf.index_switch %arg1 -> i32
// CHECK-NEXT: case 1 {
// CHECK-NEXT: func.call @use(%arg2) : (i32) -> ()
// CHECK-NEXT: scf.yield %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield %arg3 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg2, %0, %arg3, %1 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @from_outside(%p: i1, %n: index, %x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %e:2 = scf.execute_region -> (i32, i32) no_inline {
    cf.cond_br %p, ^one, ^two
  ^one:
    func.call @use(%x) : (i32) -> ()
    scf.yield %x, %x : i32, i32
  ^two:
    scf.yield %x, %y : i32, i32
  }
  %s:2 = scf.index_switch %n -> i32, i32
  case 1 {
    func.call @use(%x) : (i32) -> ()
    scf.yield %y, %x : i32, i32
  }
  default {
    scf.yield %y, %y : i32, i32
  }
  return %e#0, %e#1, %s#0, %s#1 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @whiles(
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.addi %arg2, %arg2 : i32
// CHECK-NEXT: %2 = arith.cmpi slt, %1, %arg1 : i32
// CHECK-NEXT: scf.condition(%2) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = arith.muli %arg2, %arg2 : i32
// CHECK-NEXT: func.call @use(%1) : (i32) -> ()
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0 : i32, i32
// CHECK-NEXT: }
func.func @whiles(%x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %x, %b = %x, %c = %y) : (i32, i32, i32) -> (i32, i32) {
    %s = arith.addi %a, %b : i32
    %p = arith.cmpi slt, %s, %c : i32
    scf.condition(%p) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %t = arith.muli %a, %b : i32
    func.call @use(%t) : (i32) -> ()
    scf.yield %t, %t, %y : i32, i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

/// Casts of what is carried, or written by threads, stand inside.

// CHECK-LABEL: func.func @narrower(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %cast) -> (tensor<?xf32>) {
// CHECK-NEXT: %2 = "some.change"(%arg4) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: scf.yield %2 : tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %1 = scf.forall (%arg3) in (%arg0) shared_outs(%arg4 = %arg1) -> (tensor<4xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg2 into %arg4[%arg3] [1] [1] : tensor<1xf32> into tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %cast_0 = tensor.cast %1 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: "some.use"(%cast_0) : (tensor<?xf32>) -> ()
// CHECK-NEXT: %dim = tensor.dim %0, %c0 : tensor<?xf32>
// CHECK-NEXT: return %0, %dim : tensor<?xf32>, index
// CHECK-NEXT: }
func.func @narrower(%n: index, %t: tensor<4xf32>, %u: tensor<1xf32>) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %w) -> tensor<?xf32> {
    %m = "some.change"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %m : tensor<?xf32>
  }
  %f = scf.forall (%i) in (%n) shared_outs(%o = %r) -> tensor<?xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %g = scf.forall (%i) in (%n) shared_outs(%o = %w) -> tensor<?xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  "some.use"(%g) : (tensor<?xf32>) -> ()
  %d = tensor.dim %f, %c0 : tensor<?xf32>
  return %r, %d : tensor<?xf32>, index
}
