func.func @loops(%n: index, %a: memref<?xf32>, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f32) {
    %v = memref.load %a[%i] : memref<?xf32>
    %t = arith.addf %s, %v : f32
    scf.yield %t : f32
  }
  %k0 = arith.constant 0 : i32
  %k9 = arith.constant 9 : i32
  %k1 = arith.constant 1 : i32
  %q = scf.for unsigned %i = %k0 to %k9 step %k1 iter_args(%s = %x) -> (f32) : i32 {
    scf.yield %s : f32
  }
  return %r, %q : f32, f32
}
func.func @ifs(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = scf.if %c -> (i32) {
    %d = arith.addi %a, %b : i32
    scf.yield %d : i32
  } else {
    scf.yield %b : i32
  }
  scf.if %c {
    "use"(%0) : (i32) -> ()
  }
  scf.if %c {
    "use"(%0) : (i32) -> ()
  } else {
    "other"(%0) : (i32) -> ()
  }
  %t = arith.constant true
  %1 = scf.if %t -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %2 = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  %3 = arith.addi %1, %2 : i32
  return %3 : i32
}
func.func @whiles(%a: i32) -> (i32, f32) {
  %f = arith.constant 1.0 : f32
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, f32) {
    %c = "test"(%x) : (i32) -> i1
    scf.condition(%c) %x, %f : i32, f32
  } do {
  ^bb0(%y: i32, %z: f32):
    %n = arith.addi %y, %y : i32
    scf.yield %n : i32
  }
  return %0#0, %0#1 : i32, f32
}
func.func @regions(%k: index, %a: i32, %b: i32) -> (i32, i32) {
  %0 = scf.execute_region -> i32 {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  }
  %1 = scf.index_switch %k -> i32
  case 2 {
    scf.yield %a : i32
  }
  case 5 {
    scf.yield %b : i32
  }
  default {
    scf.yield %0 : i32
  }
  scf.execute_region no_inline {
    scf.yield
  }
  return %0, %1 : i32, i32
}
// -----
func.func @parallels(%n: index, %x: f32, %m: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %v = memref.load %m[%i, %i] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %q: f32):
      %s = arith.addf %l, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
func.func @foralls(%t: tensor<8x4xf32>, %s: tensor<1x4xf32>, %n: index) -> tensor<8x4xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8x4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
    }
  }
  scf.forall (%i, %j) = (0, 1) to (%n, 9) step (2, 3) {
    "use"(%i, %j) : (index, index) -> ()
  }
  return %0 : tensor<8x4xf32>
}
