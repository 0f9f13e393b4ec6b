// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @bound(%a: f32) {
  // expected-error @+1 {{operand #0 must be signless integer or index, but got 'f32'}}
  scf.for %i = %a to %a step %a : f32 {
  }
  return
}

// -----

func.func @bounds_differ(%a: index, %b: i32) {
  // expected-error @+1 {{failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%a, %b, %a) ({}) : (index, i32, index) -> ()
  return
}

// -----

func.func @variable(%a: index) {
  // expected-error @+1 {{0-th induction variable has invalid type: 'f32'}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: f32):
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @too_many_arguments(%a: index, %x: f32) {
  // expected-error @+1 {{different number of inits and region iter_args: 1 != 2}}
  %0 = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: f32, %z: f32):
    scf.yield %y, %z : f32, f32
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @too_few_yielded(%a: index, %x: f32) {
  // expected-error @+1 {{different number of region iter_args and yielded values: 2 != 1}}
  %0:2 = scf.for %i = %a to %a step %a iter_args(%y = %x, %z = %x) -> (f32, f32) {
    scf.yield %y : f32
  }
  return
}

// -----

func.func @other_result(%a: index, %x: f32) {
  // expected-error @+1 {{along control flow edge from parent to Operation scf.for: successor operand type #0 'f32' should match successor input type #0 'f64'}}
  %0 = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: f32):
    scf.yield %y : f32
  }) : (index, index, index, f32) -> f64
  return
}

// -----

func.func @argument(%c: i1) {
  // expected-error @+1 {{region #0 should have no arguments}}
  "scf.if"(%c) ({
  ^bb0(%x: index):
    scf.yield
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @carried(%a: index, %x: f32) {
  // expected-error @+1 {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
  %0:2 = scf.for %i = %a to %a step %a iter_args(%y = %x) -> (f32, f32) {
    scf.yield %y, %y : f32, f32
  }
  return
}

// -----

func.func @inputs(%c: i1) {
  // expected-error @+1 {{custom op 'scf.while' expected as many input types as operands (expected 0 got 1)}}
  scf.while : (i32) -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// -----

func.func @after(%c: i1) {
  // expected-error @+1 {{expects the 'after' region to terminate with 'scf.yield'}}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    // expected-note @+1 {{terminator here}}
    "t.end"() : () -> ()
  }
  return
}

// -----

func.func @before(%c: i1, %x: i32) {
  // expected-error @+1 {{along control flow edge from parent to Region #0: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  %0 = "scf.while"(%x) ({
  ^bb0(%y: i64):
    scf.condition(%c) %x : i32
  }, {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }) : (i32) -> i32
  return
}
