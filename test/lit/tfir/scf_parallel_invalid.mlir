// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%a: index) {
  scf.parallel (%i) = (%a) to (%a) step (%a) {
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  scf.parallel () = () to () step () {
  }
  return
}

// -----

func.func @f(%a: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%i) = (%a) to (%a) step (%c0) {
  }
  return
}

// -----

func.func @f(%a: index, %b: f32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> f32 {
  }
  return
}

// -----

func.func @f(%a: index, %b: f32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> f32 {
    scf.reduce(%b : f32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: f32, %d: f64) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> f32 {
    // expected-error @+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'f64' to be the same as the 0-th result type: 'f32'}}
    scf.reduce(%d : f64) {
    ^bb0(%l: f64, %r: f64):
      scf.reduce.return %l : f64
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: f32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> f32 {
    // expected-error @+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%b : f32) {
    ^bb0(%l: f64, %r: f64):
      scf.reduce.return %l : f64
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: f32, %d: f64) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> f32 {
    scf.reduce(%b : f32) {
    ^bb0(%l: f32, %r: f32):
      // expected-error @+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
      scf.reduce.return %d : f64
    }
  }
  return
}

// -----

func.func @f(%a: index, %b: f32, %d: f64) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> f32 {
    // expected-error @+1 {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
    scf.reduce(%b : f32) {
    ^bb0(%l: f32, %r: f32):
      "t.end"(%d) : (f64) -> ()
    }
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: f32):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'scf.parallel' op expects the same number of induction variables: 0 as bound and step values: 1}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0:
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index) {
  "scf.parallel"(%a, %a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1, 1, 0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: f32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 0 to be the same as number of initial values: 1}}
  "scf.parallel"(%a, %a, %a, %b) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @f(%a: index, %b: f32) {
  // expected-error @+1 {{'scf.parallel' op operand count (4) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  "scf.parallel"(%a, %a, %a, %b) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @f(%a: index) {
  scf.forall (%i) in (%a) {
  }
  return
}

// -----

func.func @f(%a: index, %t: tensor<4xf32>) {
  %0 = scf.forall (%i) in (%a) shared_outs(%o = %t) -> (tensor<4xf32>) {
  }
  return
}

// -----

func.func @f(%a: index, %t: tensor<4xf32>) {
  %0 = scf.forall (%i) in (%a) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks}}
  scf.index_switch %a
  case 1 {
  }
  case 1 {
  }
  default {
  }
  return
}

// -----

func.func @f(%a: index, %x: i32) {
  // expected-error @+1 {{'scf.index_switch' op expected region to end with scf.yield, but got t.end}}
  %0 = scf.index_switch %a -> i32
  case 1 {
    "t.end"() : () -> ()
  }
  default {
    scf.yield %x : i32
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'scf.index_switch' op has 0 case regions but 1 case values}}
  "scf.index_switch"(%a) <{cases = array<i64: 1>}> ({
    scf.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f(%c: i1, %x: i32) {
  // expected-error @+1 {{'scf.if' op must have an else block if defining values}}
  %0 = scf.if %c -> i32 {
    scf.yield %x : i32
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
  scf.if %c {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%c) ({
    scf.yield
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "scf.if"(%c) ({
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'scf.for' op different number of region iter_args and yielded values: 0 != 1}}
  scf.for %i = %a to %a step %a {
    scf.yield %a : index
  }
  return
}

// -----

func.func @f(%a: index) {
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: index):
    // expected-error @+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'}}
    memref.alloca_scope.return
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'scf.for' op expected 3 or more operands, but found 2}}
  "scf.for"(%a, %a) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, index) -> ()
  return
}

// -----

func.func @f(%a: si32) {
  // expected-error @+1 {{'scf.for' op operand #0 must be signless integer or index, but got 'si32'}}
  scf.for %i = %a to %a step %a : si32 {
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.while' op expected 2 regions}}
  "scf.while"() ({
    scf.condition(%c)
  }) : () -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.while' op region #1 ('after') failed to verify constraint: region with 1 blocks}}
  "scf.while"() ({
    scf.condition(%c)
  }, {
  }) : () -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.while' op expects region #0 to have 0 or 1 blocks}}
  scf.while : () -> () {
    cf.br ^bb1
  ^bb1:
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %a
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
  }
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>, %u: tensor<1xf32>) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{'tensor.parallel_insert_slice' op may only insert into an output block argument}}
      tensor.parallel_insert_slice %u into %t[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>, %u: tensor<1xf32>) {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    // expected-error @+1 {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
    scf.forall.in_parallel {
      %1 = arith.constant 1 : index
      tensor.parallel_insert_slice %u into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.forall' op mapping attribute size must match op rank}}
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.forall' op "mapping" supports at most one device masking attribute}}
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.block<x>, #gpu.mask<0x1>, #gpu.mask<0x2>]}
  return
}

// -----

func.func @f(%n: index) {
  scf.forall (%i) in (%n) {
  } {mapping = [#gpu.block<x>, #gpu.mask<0x1>]}
  return
}
