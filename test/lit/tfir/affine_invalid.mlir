// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @dimension(%m: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %k = "t.index"() : () -> index
    // expected-error @+1 {{operand cannot be used as a dimension id}}
    %0 = affine.load %m[%k] : memref<10xf32>
  }
  return
}

// -----

func.func @symbol() {
  affine.for %i = 0 to 10 {
    %k = arith.muli %i, %i : index
    // expected-error @+1 {{operand cannot be used as a symbol}}
    affine.for %j = 0 to %k {
    }
  }
  return
}

// -----

// A value made of dimensions by a map is one; a constant is one everywhere.
func.func @fine(%m: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %k = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    %c = arith.constant 3 : index
    %0 = affine.load %m[%k + %c] : memref<10xf32>
  }
  return
}

// -----

func.func @number(%n: index) {
  // expected-error @+1 {{dim operand count and affine map dim count must match}}
  affine.for %i = 0 to affine_map<(d0) -> (d0)>(%n, %n) {
  }
  return
}

// -----

func.func @applied(%n: index) {
  // expected-error @+1 {{dimension or symbol index mismatch}}
  %0 = affine.apply affine_map<(d0) -> (d0)>(%n, %n)
  return
}

// -----

func.func @yielded(%x: f32) {
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
    // expected-error @+1 {{parent of yield must have same number of results as the yield operands}}
    affine.yield
  }
  return
}

// -----

func.func @yielded_type(%x: f32) {
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
    %c = arith.constant 1 : i32
    // expected-error @+1 {{types mismatch between yield op and its parent}}
    affine.yield %c : i32
  }
  return
}
