// RUN: tf-opt %s --split-input-file --test-memref-dependence-check --verify-diagnostics -o /dev/null

/// Distances in each common loop, the least and the greatest; one element that all iterations touch, and steps.
func.func @distances(%m: memref<100x100xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      // expected-remark @below {{dependence from 0 to 0 at depth 1 = false}}
      // expected-remark @below {{dependence from 0 to 0 at depth 2 = false}}
      // expected-remark @below {{dependence from 0 to 0 at depth 3 = false}}
      // expected-remark @below {{dependence from 0 to 1 at depth 1 = [1, 1][-3, -3]}}
      // expected-remark @below {{dependence from 0 to 1 at depth 2 = false}}
      // expected-remark @below {{dependence from 0 to 1 at depth 3 = false}}
      // expected-remark @below {{dependence from 0 to 2 at depth 1 = false}}
      // expected-remark @below {{dependence from 0 to 3 at depth 1 = true}}
      %v = affine.load %m[%i + 1, %j] : memref<100x100xf32>
      // expected-remark @below {{dependence from 1 to 0 at depth 1 = false}}
      // expected-remark @below {{dependence from 1 to 0 at depth 2 = false}}
      // expected-remark @below {{dependence from 1 to 0 at depth 3 = false}}
      // expected-remark @below {{dependence from 1 to 1 at depth 1 = false}}
      // expected-remark @below {{dependence from 1 to 1 at depth 2 = false}}
      // expected-remark @below {{dependence from 1 to 1 at depth 3 = false}}
      // expected-remark @below {{dependence from 1 to 2 at depth 1 = true}}
      // expected-remark @below {{dependence from 1 to 3 at depth 1 = true}}
      affine.store %v, %m[%i, %j + 3] : memref<100x100xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      // expected-remark @below {{dependence from 2 to 0 at depth 1 = false}}
      // expected-remark @below {{dependence from 2 to 1 at depth 1 = false}}
      // expected-remark @below {{dependence from 2 to 2 at depth 1 = false}}
      // expected-remark @below {{dependence from 2 to 2 at depth 2 = false}}
      // expected-remark @below {{dependence from 2 to 2 at depth 3 = false}}
      // expected-remark @below {{dependence from 2 to 3 at depth 1 = false}}
      // expected-remark @below {{dependence from 2 to 3 at depth 2 = false}}
      // expected-remark @below {{dependence from 2 to 3 at depth 3 = false}}
      %v = affine.load %m[%i * 2, symbol(%n)] : memref<100x100xf32>
      // expected-remark @below {{dependence from 3 to 0 at depth 1 = false}}
      // expected-remark @below {{dependence from 3 to 1 at depth 1 = false}}
      // expected-remark @below {{dependence from 3 to 2 at depth 1 = false}}
      // expected-remark @below {{dependence from 3 to 2 at depth 2 = false}}
      // expected-remark @below {{dependence from 3 to 2 at depth 3 = false}}
      // expected-remark @below {{dependence from 3 to 3 at depth 1 = false}}
      // expected-remark @below {{dependence from 3 to 3 at depth 2 = false}}
      // expected-remark @below {{dependence from 3 to 3 at depth 3 = false}}
      affine.store %v, %m[%i * 2 + 1, %j] : memref<100x100xf32>
    }
  }
  return
}

// -----

func.func @steps(%m: memref<100xf32>, %n: index) {
  affine.for %i = 0 to 20 step 4 {
    // expected-remark @below {{dependence from 0 to 0 at depth 1 = false}}
    // expected-remark @below {{dependence from 0 to 0 at depth 2 = false}}
    // expected-remark @below {{dependence from 0 to 1 at depth 1 = false}}
    // expected-remark @below {{dependence from 0 to 1 at depth 2 = false}}
    // expected-remark @below {{dependence from 0 to 2 at depth 1 = false}}
    // expected-remark @below {{dependence from 0 to 3 at depth 1 = true}}
    // expected-remark @below {{dependence from 0 to 4 at depth 1 = false}}
    // expected-remark @below {{dependence from 0 to 5 at depth 1 = true}}
    %v = affine.load %m[%i] : memref<100xf32>
    // expected-remark @below {{dependence from 1 to 0 at depth 1 = false}}
    // expected-remark @below {{dependence from 1 to 0 at depth 2 = false}}
    // expected-remark @below {{dependence from 1 to 1 at depth 1 = false}}
    // expected-remark @below {{dependence from 1 to 1 at depth 2 = false}}
    // expected-remark @below {{dependence from 1 to 2 at depth 1 = true}}
    // expected-remark @below {{dependence from 1 to 3 at depth 1 = false}}
    // expected-remark @below {{dependence from 1 to 4 at depth 1 = true}}
    // expected-remark @below {{dependence from 1 to 5 at depth 1 = true}}
    affine.store %v, %m[%i + 2] : memref<100xf32>
  }
  affine.for %i = 0 to %n {
    // expected-remark @below {{dependence from 2 to 0 at depth 1 = false}}
    // expected-remark @below {{dependence from 2 to 1 at depth 1 = false}}
    // expected-remark @below {{dependence from 2 to 2 at depth 1 = false}}
    // expected-remark @below {{dependence from 2 to 2 at depth 2 = false}}
    // expected-remark @below {{dependence from 2 to 3 at depth 1 = [1, +inf]}}
    // expected-remark @below {{dependence from 2 to 3 at depth 2 = true}}
    // expected-remark @below {{dependence from 2 to 4 at depth 1 = false}}
    // expected-remark @below {{dependence from 2 to 5 at depth 1 = true}}
    %v = affine.load %m[%i] : memref<100xf32>
    // expected-remark @below {{dependence from 3 to 0 at depth 1 = false}}
    // expected-remark @below {{dependence from 3 to 1 at depth 1 = false}}
    // expected-remark @below {{dependence from 3 to 2 at depth 1 = false}}
    // expected-remark @below {{dependence from 3 to 2 at depth 2 = false}}
    // expected-remark @below {{dependence from 3 to 3 at depth 1 = [1, +inf]}}
    // expected-remark @below {{dependence from 3 to 3 at depth 2 = false}}
    // expected-remark @below {{dependence from 3 to 4 at depth 1 = false}}
    // expected-remark @below {{dependence from 3 to 5 at depth 1 = false}}
    affine.store %v, %m[0] : memref<100xf32>
  }
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      // expected-remark @below {{dependence from 4 to 0 at depth 1 = false}}
      // expected-remark @below {{dependence from 4 to 1 at depth 1 = false}}
      // expected-remark @below {{dependence from 4 to 2 at depth 1 = false}}
      // expected-remark @below {{dependence from 4 to 3 at depth 1 = false}}
      // expected-remark @below {{dependence from 4 to 4 at depth 1 = false}}
      // expected-remark @below {{dependence from 4 to 4 at depth 2 = false}}
      // expected-remark @below {{dependence from 4 to 5 at depth 1 = false}}
      // expected-remark @below {{dependence from 4 to 5 at depth 2 = false}}
      %v = affine.load %m[%i] : memref<100xf32>
      // expected-remark @below {{dependence from 5 to 0 at depth 1 = false}}
      // expected-remark @below {{dependence from 5 to 1 at depth 1 = false}}
      // expected-remark @below {{dependence from 5 to 2 at depth 1 = false}}
      // expected-remark @below {{dependence from 5 to 3 at depth 1 = false}}
      // expected-remark @below {{dependence from 5 to 4 at depth 1 = false}}
      // expected-remark @below {{dependence from 5 to 4 at depth 2 = false}}
      // expected-remark @below {{dependence from 5 to 5 at depth 1 = [1, 1]}}
      // expected-remark @below {{dependence from 5 to 5 at depth 2 = false}}
      affine.store %v, %m[%i floordiv 2] : memref<100xf32>
    }
  }
  return
}
