// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// x * 1 is x: a preserved node becomes an Identity.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = RandomUniform
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %one, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %out, %ctl_3 = Mul(%x, %one) name("out") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
}

// -----

/// Ones that spread x leave a BroadcastTo.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("ConstantFolding/SimplifyArithmeticOperations_out") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>}
// CHECK: BroadcastTo(%{{.*}}, %{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[4]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %one, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %out, %ctl_3 = Mul(%x, %one) name("out") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
}

// -----

/// An operand of unknown shape may be spread by ones of a shape; not by the number 1.
// CHECK-LABEL: tfg.graph
// CHECK: Mul(%{{.*}}, %{{.*}}) name("spread")
// CHECK: Identity(%{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %one, %ctl_1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %number, %ctl_2 = Const name("number") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %spread, %ctl_3 = Mul(%x, %one) name("spread") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %out, %ctl_4 = Mul(%x, %number) name("out") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
}

// -----

/// x - 0, x / 1, 0 - x, 1 / x.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("less")
// CHECK: Identity(%{{.*}}) name("over")
// CHECK: Neg(%{{.*}}) name("neg")
// CHECK: Reciprocal(%{{.*}}) name("inv")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %one, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %zero, %ctl_3 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %less, %ctl_4 = Sub(%x, %zero) name("less") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %over, %ctl_5 = RealDiv(%x, %one) name("over") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %neg, %ctl_6 = Sub(%zero, %x) name("neg") {T = f32} : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %inv, %ctl_7 = RealDiv(%one, %x) name("inv") {T = f32} : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// 0 - x spreads where the zeros are larger: it stays.
// CHECK-LABEL: tfg.graph
// CHECK: Sub(%{{.*}}, %{{.*}}) name("neg")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[4]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %zero, %ctl_2 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %neg, %ctl_3 = Sub(%zero, %x) name("neg") {T = f32} : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Integers times 0 are 0; NaN times 0 is NaN, so that floats stay. So does 0 / x.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("ints") {dtype = i32, value = dense<0> : tensor<3x4xi32>}
// CHECK: Mul(%{{.*}}, %{{.*}}) name("floats")
// CHECK: RealDiv(%{{.*}}, %{{.*}}) name("over")
// CHECK: MatMul(%{{.*}}, %{{.*}}) name("product")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %n_shape, %ctl = Const name("n_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %n_l, %ctl_1 = Const name("n_l") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %n_h, %ctl_2 = Const name("n_h") {dtype = i32, value = dense<9> : tensor<i32>} : () -> (tensor<i32>)
  %n, %ctl_3 = RandomUniformInt(%n_shape, %n_l, %n_h) name("n") {T = i32, Tout = i32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> (tensor<*xi32>)
  %none, %ctl_4 = Const name("none") {dtype = i32, value = dense<0> : tensor<3x4xi32>} : () -> (tensor<3x4xi32>)
  %ints, %ctl_5 = Mul(%n, %none) name("ints") {T = i32} : (tensor<*xi32>, tensor<3x4xi32>) -> (tensor<*xi32>)
  %x_shape, %ctl_6 = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_7 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %zero, %ctl_8 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<3x4xf32>} : () -> (tensor<3x4xf32>)
  %floats, %ctl_9 = Mul(%x, %zero) name("floats") {T = f32} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %over, %ctl_10 = RealDiv(%zero, %x) name("over") {T = f32} : (tensor<3x4xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %weights, %ctl_11 = Const name("weights") {dtype = f32, value = dense<0.0> : tensor<4x5xf32>} : () -> (tensor<4x5xf32>)
  %product, %ctl_12 = MatMul(%x, %weights) name("product") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<4x5xf32>) -> (tensor<*xf32>)
}

// -----

/// Truth values have neutral and absorbing ones too.
// CHECK-LABEL: tfg.graph
// CHECK: Identity(%{{.*}}) name("and")
// CHECK: Const name("never") {dtype = i1, value = dense<false> : tensor<3x4xi1>}
// CHECK: Const name("always") {dtype = i1, value = dense<true> : tensor<3x4xi1>}
// CHECK: Identity(%{{.*}}) name("or")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x_f, %ctl_1 = RandomUniform(%x_shape) name("x_f") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %x, %ctl_2 = Cast(%x_f) name("x") {DstT = i1, SrcT = f32, Truncate = false} : (tensor<*xf32>) -> (tensor<*xi1>)
  %yes, %ctl_3 = Const name("yes") {dtype = i1, value = dense<true> : tensor<3x4xi1>} : () -> (tensor<3x4xi1>)
  %no, %ctl_4 = Const name("no") {dtype = i1, value = dense<false> : tensor<3x4xi1>} : () -> (tensor<3x4xi1>)
  %and, %ctl_5 = LogicalAnd(%x, %yes) name("and") : (tensor<*xi1>, tensor<3x4xi1>) -> (tensor<*xi1>)
  %never, %ctl_6 = LogicalAnd(%x, %no) name("never") : (tensor<*xi1>, tensor<3x4xi1>) -> (tensor<*xi1>)
  %always, %ctl_7 = LogicalOr(%x, %yes) name("always") : (tensor<*xi1>, tensor<3x4xi1>) -> (tensor<*xi1>)
  %or, %ctl_8 = LogicalOr(%x, %no) name("or") : (tensor<*xi1>, tensor<3x4xi1>) -> (tensor<*xi1>)
}

// -----

/// A divisor becomes a factor; not one that has no reciprocal.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("ConstantFolding/ReduceDivToReciprocalMul_out") {dtype = f32, value = dense<2.500000e-01> : tensor<f32>}
// CHECK: Mul(%{{.*}}, %{{.*}}) name("out")
// CHECK: RealDiv(%{{.*}}, %{{.*}}) name("tiny")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %four, %ctl_1 = Const name("four") {dtype = f32, value = dense<4.0> : tensor<f32>} : () -> (tensor<f32>)
  %small, %ctl_2 = Const name("small") {dtype = f32, value = dense<1.0e-44> : tensor<f32>} : () -> (tensor<f32>)
  %out, %ctl_3 = RealDiv(%x, %four) name("out") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %tiny, %ctl_4 = RealDiv(%x, %small) name("tiny") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
}

// -----

/// An integer less itself is 0,
// CHECK-LABEL: tfg.graph
// CHECK: Const name("out") {dtype = i64, value = dense<0> : tensor<3x4xi64>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %r, %ctl_1 = RandomUniform(%x_shape) name("r") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %x, %ctl_2 = Cast(%r) name("x") {SrcT = f32, DstT = i64, Truncate = false} : (tensor<*xf32>) -> (tensor<*xi64>)
  %out, %ctl_3 = Sub(%x, %x) name("out") {T = i64} : (tensor<*xi64>, tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// a fraction may be a NaN.
// CHECK-LABEL: tfg.graph
// CHECK: Sub({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %r, %ctl_1 = RandomUniform(%x_shape) name("r") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %x, %ctl_2 = Cast(%r) name("x") {SrcT = f32, DstT = f64, Truncate = false} : (tensor<*xf32>) -> (tensor<*xf64>)
  %out, %ctl_3 = Sub(%x, %x) name("out") {T = f64} : (tensor<*xf64>, tensor<*xf64>) -> (tensor<*xf64>)
}

// -----

/// Zeros of an unknown shape are no constant.
// CHECK-LABEL: tfg.graph
// CHECK: Sub({{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl_2 = Placeholder name("x") {dtype = i64, shape = #tf_type.shape<?>} : () -> (tensor<*xi64>)
  %out, %ctl_3 = Sub(%x, %x) name("out") {T = i64} : (tensor<*xi64>, tensor<*xi64>) -> (tensor<*xi64>)
}
