// RUN: tf-opt %s --tfg-constant-folding='fetches=outer' | filecheck %s --check-prefixes=CHECK,BOTH
// RUN: tf-opt %s --tfg-constant-folding='fetches=outer pattern-category=1' | filecheck %s --check-prefixes=CHECK,FOLD
// RUN: tf-opt %s --tfg-constant-folding='fetches=outer pattern-category=2' | filecheck %s --check-prefixes=CHECK,MEET
// RUN: not tf-opt %s --tfg-constant-folding='pattern-category=3' 2>&1 | filecheck %s --check-prefix=ERROR

// ERROR: error: pattern-category is 0, 1 or 2, not 3

/// Both kinds of rules: what meets cancels.
// CHECK: %[[X:.*]], %{{.*}} = Placeholder
// BOTH: Identity(%[[X]]) name("outer")

/// Folding alone computes what is constant already.
// FOLD: Const name("neg") {dtype = f32, value = dense<-2.000000e+00> : tensor<f32>}
// FOLD: AddV2(%{{.*}}, %{{.*}}) name("inner")

/// Propagation alone brings constants together; here, one of them is not known to be one.
// MEET: Neg(%{{.*}}) name("neg")
// MEET: AddV2(%{{.*}}, %{{.*}}) name("inner")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %two, %ctl_1 = Const name("two") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<f32>)
  %neg, %ctl_2 = Neg(%two) name("neg") {T = f32} : (tensor<f32>) -> (tensor<*xf32>)
  %inner, %ctl_3 = AddV2(%x, %two) name("inner") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %outer, %ctl_4 = AddV2(%inner, %neg) name("outer") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
