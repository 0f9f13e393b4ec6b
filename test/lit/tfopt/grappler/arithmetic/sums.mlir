// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// AddOpsRewrite: a sum of equal shapes is one AddN.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[U:.*]], %{{.*}} = Placeholder name("u")
// CHECK-NOT: AddV2
// CHECK: AddN(%[[X]], %[[Y]], %[[Z]], %[[U]]) name("r") {N = 4 : i64, T = f32}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_6 = AddV2(%Placeholder, %Placeholder_0) name("q") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_7, %ctl_8 = AddV2(%AddV2, %Placeholder_2) name("p") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_9, %ctl_10 = AddV2(%AddV2_7, %Placeholder_4) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_11 = Identity(%AddV2_9) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Of different shapes it is an AddN for each, from small to large.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[U:.*]], %{{.*}} = Placeholder name("u")
// CHECK: %[[A:.*]], %{{.*}} = AddN(%[[Y]], %[[U]])
// CHECK: %[[B:.*]], %{{.*}} = AddN(%[[X]], %[[Z]])
// CHECK: AddV2(%[[A]], %[[B]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<f32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<f32>)
  %AddV2, %ctl_6 = AddV2(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %AddV2_7, %ctl_8 = AddV2(%Placeholder_2, %Placeholder_4) name("q") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %AddV2_9, %ctl_10 = AddV2(%AddV2, %AddV2_7) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_11 = Identity(%AddV2_9) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What is small is added first.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[A:.*]], %{{.*}} = AddV2(%[[Y]], %[[Z]])
// CHECK: AddV2(%[[A]], %[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<f32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<3xf32>)
  %AddV2, %ctl_4 = AddV2(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %AddV2_5, %ctl_6 = AddV2(%AddV2, %Placeholder_2) name("r") {T = f32} : (tensor<*xf32>, tensor<3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_7 = Identity(%AddV2_5) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A part that others read stays.
// CHECK-LABEL: tfg.graph
// CHECK: = AddV2({{.*}}) name("p")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_4 = AddV2(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_5, %ctl_6 = AddV2(%AddV2, %Placeholder_2) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Neg, %ctl_7 = Neg(%AddV2) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2_8, %ctl_9 = AddV2(%AddV2_5, %Neg) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So does one that others wait for.
// CHECK-LABEL: tfg.graph
// CHECK: = AddV2({{.*}}) name("p")
// CHECK: = AddV2({{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_4 = AddV2(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %ctl_5 = NoOp [%ctl_4] name("n")
  %AddV2_6, %ctl_7 = AddV2(%AddV2, %Placeholder_2) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_8 = Identity(%AddV2_6) [%ctl_5] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Of unknown shapes nothing is known.
// CHECK-LABEL: tfg.graph
// CHECK: = AddV2(
// CHECK: = AddV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<*xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<*xf32>)
  %AddV2, %ctl_4 = AddV2(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2_5, %ctl_6 = AddV2(%AddV2, %Placeholder_2) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_7 = Identity(%AddV2_5) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// SimplifyAggregation: x + x + x is 3 * x.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[C:.*]], %{{.*}} = Const name("ArithmeticOptimizer/SimplifyAggregation_r")
// CHECK-SAME: dense<3.000000e+00> : tensor<f32>
// CHECK: = Mul(%[[X]], %[[C]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_0 = AddV2(%Placeholder, %Placeholder) name("p") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_1, %ctl_2 = AddV2(%AddV2, %Placeholder) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%AddV2_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// x + x is already the smallest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: AddV2(%[[X]], %[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_0 = AddV2(%Placeholder, %Placeholder) name("r") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_1 = Identity(%AddV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A + 2*B + 2*C + Identity(A) is 2 * AddN(A, B, C).
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[C:.*]], %{{.*}} = Const name("two")
// CHECK: %[[S:.*]], %{{.*}} = AddN(%[[X]], %[[Y]], %[[Z]])
// CHECK: = Mul(%[[S]], %[[C]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_4 = Const name("two") {dtype = f32, value = dense<2.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Mul, %ctl_5 = Mul(%Const, %Placeholder_0) name("yy") {T = f32} : (tensor<f32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_6 = AddV2(%Placeholder, %Mul) name("q") {T = f32} : (tensor<2x3xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Mul_7, %ctl_8 = Mul(%Const, %Placeholder_2) name("zz") {T = f32} : (tensor<f32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_9, %ctl_10 = AddV2(%AddV2, %Mul_7) name("p") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_11 = Identity(%Placeholder) name("i") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_12, %ctl_13 = AddV2(%AddV2_9, %Identity) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_14, %ctl_15 = Identity(%AddV2_12) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Different multiples stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul(
// CHECK: = AddN(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("two") {dtype = f32, value = dense<2.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Mul, %ctl_3 = Mul(%Const, %Placeholder_0) name("yy") {T = f32} : (tensor<f32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddN, %ctl_4 = AddN(%Placeholder, %Mul, %Placeholder, %Placeholder) name("r") {N = 4 : i64, T = f32} : (tensor<2x3xf32>, tensor<*xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%AddN) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A sum of one is that one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = AddN(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddN, %ctl_0 = AddN(%Placeholder) name("r") {N = 1 : i64, T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_1 = Identity(%AddN) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// HoistCommonFactorOutOfAggregation: x*y + z*x + x*u is x * (y + z + u).
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[U:.*]], %{{.*}} = Placeholder name("u")
// CHECK: %[[S:.*]], %{{.*}} = AddN(%[[Y]], %[[Z]], %[[U]])
// CHECK: = Mul(%[[X]], %[[S]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Mul, %ctl_6 = Mul(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Mul_7, %ctl_8 = Mul(%Placeholder_2, %Placeholder) name("b") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Mul_9, %ctl_10 = Mul(%Placeholder, %Placeholder_4) name("c") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddN, %ctl_11 = AddN(%Mul, %Mul_7, %Mul_9) name("r") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_12 = Identity(%AddN) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// y/x + z/x is (y + z) / x.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[S:.*]], %{{.*}} = AddV2(%[[Y]], %[[Z]])
// CHECK: = RealDiv(%[[S]], %[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<2x3xf32>)
  %RealDiv, %ctl_6 = RealDiv(%Placeholder_0, %Placeholder) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %RealDiv_7, %ctl_8 = RealDiv(%Placeholder_2, %Placeholder) name("b") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_9 = AddV2(%RealDiv, %RealDiv_7) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_10 = Identity(%AddV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Integer quotients stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Div(
// CHECK: = Div(
// CHECK: = AddV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Div, %ctl_6 = Div(%Placeholder_0, %Placeholder) name("a") {T = i32} : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<*xi32>)
  %Div_7, %ctl_8 = Div(%Placeholder_2, %Placeholder) name("b") {T = i32} : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<*xi32>)
  %AddV2, %ctl_9 = AddV2(%Div, %Div_7) name("r") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Identity, %ctl_10 = Identity(%AddV2) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// x/y + x/z has no common divisor.
// CHECK-LABEL: tfg.graph
// CHECK: = RealDiv(
// CHECK: = RealDiv(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<2x3xf32>)
  %RealDiv, %ctl_6 = RealDiv(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %RealDiv_7, %ctl_8 = RealDiv(%Placeholder, %Placeholder_2) name("b") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_9 = AddV2(%RealDiv, %RealDiv_7) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_10 = Identity(%AddV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A product that others read stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul({{.*}}) name("a")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Mul, %ctl_6 = Mul(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Mul_7, %ctl_8 = Mul(%Placeholder, %Placeholder_2) name("b") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_9 = AddV2(%Mul, %Mul_7) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Neg, %ctl_10 = Neg(%Mul) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2_11, %ctl_12 = AddV2(%AddV2, %Neg) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What would be added may not have different shapes.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul(
// CHECK: = Mul(
// CHECK: = AddN(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<f32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Mul, %ctl_6 = Mul(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Mul_7, %ctl_8 = Mul(%Placeholder, %Placeholder_2) name("b") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddN, %ctl_9 = AddN(%Mul, %Mul_7) name("r") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_10 = Identity(%AddN) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// MinimizeBroadcasts: Mul of matrices and scalars combines the scalars first.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[U:.*]], %{{.*}} = Placeholder name("u")
// CHECK: %[[A:.*]], %{{.*}} = Mul(%[[Y]], %[[U]])
// CHECK: %[[B:.*]], %{{.*}} = Mul(%[[X]], %[[Z]])
// CHECK: = Mul(%[[A]], %[[B]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<f32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<f32>)
  %Mul, %ctl_6 = Mul(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Mul_7, %ctl_8 = Mul(%Placeholder_2, %Placeholder_4) name("q") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Mul_9, %ctl_10 = Mul(%Mul, %Mul_7) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_11 = Identity(%Mul_9) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// MinimizeBroadcasts: Maximum of matrices and scalars combines the scalars first.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[U:.*]], %{{.*}} = Placeholder name("u")
// CHECK: %[[A:.*]], %{{.*}} = Maximum(%[[Y]], %[[U]])
// CHECK: %[[B:.*]], %{{.*}} = Maximum(%[[X]], %[[Z]])
// CHECK: = Maximum(%[[A]], %[[B]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<f32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<f32>)
  %Maximum, %ctl_6 = Maximum(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Maximum_7, %ctl_8 = Maximum(%Placeholder_2, %Placeholder_4) name("q") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Maximum_9, %ctl_10 = Maximum(%Maximum, %Maximum_7) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_11 = Identity(%Maximum_9) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// MinimizeBroadcasts: LogicalAnd of matrices and scalars combines the scalars first.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[U:.*]], %{{.*}} = Placeholder name("u")
// CHECK: %[[A:.*]], %{{.*}} = LogicalAnd(%[[Y]], %[[U]])
// CHECK: %[[B:.*]], %{{.*}} = LogicalAnd(%[[X]], %[[Z]])
// CHECK: = LogicalAnd(%[[A]], %[[B]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i1} : () -> (tensor<2x3xi1>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i1} : () -> (tensor<i1>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = i1} : () -> (tensor<2x3xi1>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = i1} : () -> (tensor<i1>)
  %LogicalAnd, %ctl_6 = LogicalAnd(%Placeholder, %Placeholder_0) name("p") : (tensor<2x3xi1>, tensor<i1>) -> (tensor<*xi1>)
  %LogicalAnd_7, %ctl_8 = LogicalAnd(%Placeholder_2, %Placeholder_4) name("q") : (tensor<2x3xi1>, tensor<i1>) -> (tensor<*xi1>)
  %LogicalAnd_9, %ctl_10 = LogicalAnd(%LogicalAnd, %LogicalAnd_7) name("r") : (tensor<*xi1>, tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_11 = Identity(%LogicalAnd_9) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// MinimizeBroadcasts: BitwiseXor of matrices and scalars combines the scalars first.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[Z:.*]], %{{.*}} = Placeholder name("z")
// CHECK: %[[U:.*]], %{{.*}} = Placeholder name("u")
// CHECK: %[[A:.*]], %{{.*}} = BitwiseXor(%[[Y]], %[[U]])
// CHECK: %[[B:.*]], %{{.*}} = BitwiseXor(%[[X]], %[[Z]])
// CHECK: = BitwiseXor(%[[A]], %[[B]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i32} : () -> (tensor<i32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = i32} : () -> (tensor<i32>)
  %BitwiseXor, %ctl_6 = BitwiseXor(%Placeholder, %Placeholder_0) name("p") {T = i32} : (tensor<2x3xi32>, tensor<i32>) -> (tensor<*xi32>)
  %BitwiseXor_7, %ctl_8 = BitwiseXor(%Placeholder_2, %Placeholder_4) name("q") {T = i32} : (tensor<2x3xi32>, tensor<i32>) -> (tensor<*xi32>)
  %BitwiseXor_9, %ctl_10 = BitwiseXor(%BitwiseXor, %BitwiseXor_7) name("r") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %Identity, %ctl_11 = Identity(%BitwiseXor_9) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// What is in the best order stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul({{.*}}) name("p")
// CHECK: = Mul({{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<f32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<f32>)
  %Mul, %ctl_6 = Mul(%Placeholder_0, %Placeholder_4) name("p") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<*xf32>)
  %Mul_7, %ctl_8 = Mul(%Mul, %Placeholder) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%Mul_7) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A difference has an order.
// CHECK-LABEL: tfg.graph
// CHECK: = Sub({{.*}}) name("p")
// CHECK: = Sub({{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<f32>)
  %Placeholder_2, %ctl_3 = Placeholder name("z") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_4, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<f32>)
  %Sub, %ctl_6 = Sub(%Placeholder, %Placeholder_0) name("p") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Sub_7, %ctl_8 = Sub(%Sub, %Placeholder_4) name("r") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%Sub_7) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
