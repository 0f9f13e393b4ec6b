// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%m: memref<4xf32>, %i: index) {
  %0 = affine.load %m[%i] : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
  %0 = affine.load %m[%i] : memref<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.load' op expects as many subscripts as affine map inputs}}
  %0 = "affine.load"(%m, %i) <{map = affine_map<(d0, d1) -> (d0)>}> : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.load' op result type must match element type of memref}}
  %0 = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>, index) -> f64
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.load' op requires attribute 'map'}}
  %0 = "affine.load"(%m, %i) : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: i32) {
  // expected-error @+1 {{'affine.load' op operand #1 must be variadic of index, but got 'i32'}}
  %0 = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>, i32) -> f32
  return
}

// -----

func.func @f(%m: tensor<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.load' op operand #0 must be memref of any type values, but got 'tensor<4xf32>'}}
  %0 = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (tensor<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xindex>, %i: index) {
  %j = memref.load %n[%i] : memref<4xindex>
  scf.for %k = %i to %i step %i {
    %l = memref.load %n[%i] : memref<4xindex>
    // expected-error @+1 {{'affine.load' op operand cannot be used as a dimension id}}
    %0 = affine.load %m[%l] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  affine.for %k = 0 to 4 {
    // expected-error @+1 {{'affine.load' op operand cannot be used as a symbol}}
    %0 = affine.load %m[symbol(%k)] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  affine.for %k = 0 to 4 {
    %0 = affine.load %m[%k] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  affine.for %k = 0 to 4 {
    %l = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %0 = affine.load %m[%l] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%n: memref<4xindex>) {
  affine.for %k = 0 to 4 {
    %l = memref.load %n[%k] : memref<4xindex>
    // expected-error @+1 {{'affine.for' op operand cannot be used as a symbol}}
    affine.for %q = 0 to %l {
    }
  }
  return
}

// -----

func.func @f(%m: memref<4x?xf32>, %i: index) {
  affine.for %k = 0 to 4 {
    %l = memref.dim %m, %i : memref<4x?xf32>
    affine.for %q = %l to 7 {
    }
  }
  return
}

// -----

func.func @f(%m: memref<4x?xf32>) {
  affine.for %k = 0 to 4 {
    %l = memref.dim %m, %k : memref<4x?xf32>
    affine.for %q = %l to 7 {
    }
  }
  return
}

// -----

func.func @f() {
  affine.for %k = 0 to 4 {
    %c = arith.constant 0 : index
    affine.for %q = %c to 7 {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.for' op expected body to have a single index argument for the induction variable}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: i32):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.for' op different number of inits and region iter_args: 0 != 1}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: index, %b: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.for' op attribute 'step' failed to satisfy constraint: index attribute}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : i64, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.for' op requires attribute 'upperBoundMap'}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.for' op expected lower bound map to have at least one result}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> ()>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.for' op expected upper bound map to have at least one result}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> ()>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 0 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = -1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
  affine.for %k = 0 to 4 step -1 {
  }
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'affine.for' op 0-th init and 0-th region iter_arg have different type: 'f32' != 'f64'}}
  %0 = "affine.for"(%f) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 1>}> ({
  ^bb0(%a: index, %b: f64):
    affine.yield %f : f32
  }) : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  %0 = "affine.for"(%f) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 1>}> ({
  ^bb0(%a: index, %b: f32):
    // expected-error @+1 {{'affine.yield' op types mismatch between yield op and its parent}}
    affine.yield %f : f32
  }) : (f32) -> f64
  return
}

// -----

func.func @f(%f: f32) {
  %0 = affine.for %k = 0 to 4 iter_args(%x = %f) -> (f32) {
    // expected-error @+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
    affine.yield
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  }) : () -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.apply' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.apply"(%i) <{map = affine_map<(d0, d1) -> (d0)>}> : (index) -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.apply' op mapping must produce one value}}
  %0 = "affine.apply"(%i) <{map = affine_map<(d0) -> ()>}> : (index) -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.apply' op result #0 must be index, but got 'i32'}}
  %0 = "affine.apply"(%i) <{map = affine_map<(d0) -> (d0)>}> : (index) -> i32
  return
}

// -----

func.func @f(%i: index) {
  scf.for %k = %i to %i step %i {
    %0 = affine.apply affine_map<(d0) -> (d0)>(%k)
  }
  return
}

// -----

func.func @f(%i: index) {
  scf.for %k = %i to %i step %i {
    %0 = affine.apply affine_map<()[s0] -> (s0)>()[%k]
  }
  return
}

// -----

func.func @f() {
  affine.for %k = 0 to 4 {
    // expected-error @+1 {{dimensional operand cannot be used as a symbol}}
    %0 = affine.apply affine_map<()[s0] -> (s0)>()[%k]
  }
  return
}

// -----

func.func @f() {
  affine.for %k = 0 to 4 {
    %0 = affine.min affine_map<()[s0] -> (s0, 4)>()[%k]
  }
  return
}

// -----

func.func @f(%n: memref<4xindex>) {
  affine.for %k = 0 to 4 {
    %l = memref.load %n[%k] : memref<4xindex>
    %0 = affine.max affine_map<(d0) -> (d0, 4)>(%l)
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.min' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.min"(%i) <{map = affine_map<(d0, d1) -> (d0)>}> : (index) -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.min' op affine map expect at least one result}}
  %0 = "affine.min"(%i) <{map = affine_map<(d0) -> ()>}> : (index) -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.max' op affine map expect at least one result}}
  %0 = "affine.max"(%i) <{map = affine_map<(d0) -> ()>}> : (index) -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.max' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.max"(%i, %i) <{map = affine_map<(d0) -> (d0, 4)>}> : (index, index) -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.max' op requires attribute 'map'}}
  %0 = "affine.max"(%i) : (index) -> index
  return
}

// -----

func.func @f(%i: index) {
  affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
  }
  return
}

// -----

func.func @f() {
  affine.for %k = 0 to 4 {
    // expected-error @+1 {{'affine.if' op operand cannot be used as a symbol}}
    affine.if affine_set<()[s0] : (s0 >= 0)>()[%k] {
    }
  }
  return
}

// -----

func.func @f(%i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.if' op operand cannot be used as a dimension id}}
    affine.if affine_set<(d0) : (d0 >= 0)>(%k) {
    }
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.if' op requires attribute 'condition'}}
  "affine.if"(%i) ({
    affine.yield
  }, {
  }) : (index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.if' op attribute 'condition' failed to satisfy constraint: IntegerSet attribute}}
  "affine.if"(%i) ({
    affine.yield
  }, {
  }) {condition = affine_map<(d0) -> (d0)>} : (index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.if' op operand count and condition integer set dimension and symbol count must match}}
  "affine.if"(%i) ({
    affine.yield
  }, {
  }) {condition = affine_set<(d0, d1) : (d0 >= 0)>} : (index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.if' op expected 2 regions}}
  "affine.if"(%i) ({
    affine.yield
  }) {condition = affine_set<(d0) : (d0 >= 0)>} : (index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "affine.if"(%i) ({
  }, {
  }) {condition = affine_set<(d0) : (d0 >= 0)>} : (index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.if' op region #0 should have no arguments}}
  "affine.if"(%i) ({
  ^bb0(%a: index):
    affine.yield
  }, {
  }) {condition = affine_set<(d0) : (d0 >= 0)>} : (index) -> ()
  return
}

// -----

func.func @f(%i: index, %f: f32) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> f32 {
    affine.yield %f : f32
  } else {
    affine.yield %f : f32
  }
  return
}

// -----

func.func @f(%f: f32, %m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.store' op affine map num results must equal memref rank}}
  affine.store %f, %m[%i, %i] : memref<4xf32>
  return
}

// -----

func.func @f(%f: f64, %m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.store' op value to store must have the same type as memref element type}}
  "affine.store"(%f, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (f64, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%f: f32, %m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.store' op expects as many subscripts as affine map inputs}}
  "affine.store"(%f, %m, %i) <{map = affine_map<(d0, d1) -> (d0)>}> : (f32, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%f: f32, %m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.store' op requires attribute 'map'}}
  "affine.store"(%f, %m, %i) : (f32, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%f: f32, %m: memref<4xf32>, %i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.store' op operand cannot be used as a dimension id}}
    affine.store %f, %m[%k] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%f: f32, %m: memref<4xf32>, %i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.store' op operand cannot be used as a symbol}}
    affine.store %f, %m[symbol(%k)] : memref<4xf32>
  }
  return
}

// -----

func.func @f(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'affine.vector_load' op affine map num results must equal memref rank}}
  %0 = affine.vector_load %m[%i] : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = "affine.vector_load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>, index) -> vector<4xf64>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.vector_load' op result #0 must be vector of any type values, but got 'f32'}}
  %0 = "affine.vector_load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: vector<4xf64>) {
  // expected-error @+1 {{'affine.vector_store' op requires memref and vector types of the same elemental type}}
  "affine.vector_store"(%v, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (vector<4xf64>, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'affine.vector_store' op affine map num results must equal memref rank}}
  "affine.vector_store"(%v, %m, %i) <{map = affine_map<(d0) -> (d0, d0)>}> : (vector<4xf32>, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.prefetch' op affine.prefetch affine map num results must equal memref rank}}
  affine.prefetch %m[%i, %i], read, locality<3>, data : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  affine.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.prefetch' op index must be a valid dimension or symbol identifier}}
    affine.prefetch %m[%k], read, locality<3>, data : memref<4xf32>
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.prefetch' op too few operands}}
  "affine.prefetch"(%m, %i) <{isDataCache = true, isWrite = false, localityHint = 3 : i32, map = affine_map<(d0, d1) -> (d0)>}> : (memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<f32>, %i: index) {
  // expected-error @+1 {{'affine.prefetch' op requires attribute 'map'}}
  "affine.prefetch"(%m, %i) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<f32>, index) -> ()
  return
}

// -----

func.func @f() {
  affine.parallel (%a) = (0) to (4) {
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.parallel' op the number of region arguments (2) and the number of map groups for lower (1) and upper bound (1), and the number of steps (2) must all match}}
  affine.parallel (%a, %b) = (0) to (4) {
  }
  return
}

// -----

func.func @f() {
  affine.parallel (%a) = (0) to (4) step (0) {
  }
  return
}

// -----

func.func @f() {
  affine.parallel (%a) = (0) to (4) step (-1) {
  }
  return
}

// -----

func.func @f(%f: f32) {
  %0 = affine.parallel (%a) = (0) to (4) reduce ("addf") -> f32 {
    affine.yield %f : f32
  }
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{custom op 'affine.parallel' invalid reduction value: "foo"}}
  %0 = affine.parallel (%a) = (0) to (4) reduce ("foo") -> f32 {
    affine.yield %f : f32
  }
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'affine.parallel' op a reduction must be specified for each output}}
  %0 = affine.parallel (%a) = (0) to (4) reduce ("addf", "addf") -> f32 {
    affine.yield %f : f32
  }
  return
}

// -----

func.func @f(%f: i32) {
  // expected-error @+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %0 = affine.parallel (%a) = (0) to (4) reduce ("addf") -> i32 {
    affine.yield %f : i32
  }
  return
}

// -----

func.func @f(%i: index) {
  affine.parallel (%a) = (symbol(%i)) to (4) {
  }
  return
}

// -----

func.func @f(%i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.parallel' op operand cannot be used as a dimension id}}
    affine.parallel (%a) = (%k) to (4) {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.parallel' op expected lower bounds map to have 2 results}}
  "affine.parallel"() <{lowerBoundsGroups = dense<2> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.parallel' op expected upper bounds map to have 2 results}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<2> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [0], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'affine.parallel' op requires attribute 'lowerBoundsGroups'}}
  "affine.parallel"() <{lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'affine.parallel' op attribute 'reductions' failed to satisfy constraint: Reduction ops}}
  %0 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [99], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%a: index):
    affine.yield %f : f32
  }) : () -> f32
  return
}

// -----

func.func @f(%m: tensor<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  // expected-error @+1 {{'affine.dma_start' op expected DMA source to be of memref type}}
  affine.dma_start %m[%i], %n[%i], %t[%i], %i : tensor<4xf32>, memref<4xf32, 1>, memref<1xi32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.dma_start' op src index must be a valid dimension or symbol identifier}}
    affine.dma_start %m[%k], %n[%i], %t[%i], %i : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.dma_start' op tag index must be a valid dimension or symbol identifier}}
    affine.dma_start %m[%i], %n[%i], %t[%k], %i : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  }
  return
}

// -----

func.func @f(%t: memref<1xi32>, %i: index) {
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'affine.dma_wait' op index must be a valid dimension or symbol identifier}}
    affine.dma_wait %t[%k], %i : memref<1xi32>
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %0 = affine.delinearize_index %i into (4, 5) : index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op no basis element may be statically non-positive}}
  %0:2 = affine.delinearize_index %i into (0, 5) : index, index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite}}
  %0:2 = "affine.delinearize_index"(%i, %i) <{static_basis = array<i64: 4, 5>}> : (index, index) -> (index, index)
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%i, %i] by (4, 5, 6) : index
  return
}
