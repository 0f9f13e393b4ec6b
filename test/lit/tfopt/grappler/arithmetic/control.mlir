// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// Ones that take the place of a power in a branch are dead where the branch is: they wait for its side of the Switch.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]]:2, %{{.*}} = Switch(
// CHECK: %{{.*}}, %[[T:.*]] = Identity(%[[S]]#1) name("ConstantFoldingCtrl/s_1")
// CHECK: = Const [%[[T]]] name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %Switch:2, %ctl_2 = Switch(%Placeholder, %Placeholder_0) name("s") {T = f32} : (tensor<2x3xf32>, tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  %Const, %ctl_3 = Const name("zero") {dtype = f32, value = dense<0.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_4 = Pow(%Switch#1, %Const) name("r") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So does a number that is made for a product there.
// CHECK-LABEL: tfg.graph
// CHECK: %[[N:.*]], %[[T:.*]] = Neg(%{{.*}}) name("n")
// CHECK: %[[C:.*]], %{{.*}} = Const [%[[T]]] name("ArithmeticOptimizer/SimplifyAggregation_r")
// CHECK: = Mul(%[[N]], %[[C]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %Switch:2, %ctl_2 = Switch(%Placeholder, %Placeholder_0) name("s") {T = f32} : (tensor<2x3xf32>, tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  %Neg, %ctl_3 = Neg(%Switch#1) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddN, %ctl_4 = AddN(%Neg, %Neg, %Neg, %Neg, %Neg) name("r") {N = 5 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%AddN) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// With that edge, three times is no less than what there was.
// CHECK-LABEL: tfg.graph
// CHECK: = AddN(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %Switch:2, %ctl_2 = Switch(%Placeholder, %Placeholder_0) name("s") {T = f32} : (tensor<2x3xf32>, tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  %Neg, %ctl_3 = Neg(%Switch#1) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddN, %ctl_4 = AddN(%Neg, %Neg, %Neg) name("r") {N = 3 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%AddN) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What waits for an effect inside of a sum makes the sum wait.
// CHECK-LABEL: tfg.graph
// CHECK: %[[E:.*]] = Assert(
// CHECK: = AddN(%{{.*}}, %{{.*}}, %{{.*}}) [%[[E]]] name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_2, %ctl_3 = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %ctl_4 = Assert(%Placeholder_2, %Placeholder) name("e") {T = [f32], summarize = 3 : i64} : tensor<i1>, tensor<2x3xf32>
  %AddV2, %ctl_5 = AddV2(%Placeholder, %Placeholder_0) [%ctl_4] name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_6, %ctl_7 = AddV2(%AddV2, %Placeholder) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_8 = Identity(%AddV2_6) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So does the reader of a pair that cancels.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[E:.*]] = Assert(
// CHECK: Identity(%[[X]]) [%[[E]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %ctl_2 = Assert(%Placeholder_0, %Placeholder) name("e") {T = [f32], summarize = 3 : i64} : tensor<i1>, tensor<2x3xf32>
  %Neg, %ctl_3 = Neg(%Placeholder) [%ctl_2] name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Neg_4, %ctl_5 = Neg(%Neg) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_6 = Identity(%Neg_4) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A fetched node becomes an Identity.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Neg(
// CHECK: Identity(%[[X]]) name("out") {T = f32}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_0 = Neg(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Neg_1, %ctl_2 = Neg(%Neg) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Sums on different devices stay apart.
// CHECK-LABEL: tfg.graph
// CHECK: = AddV2({{.*}}) device("/device:CPU:1") name("a")
// CHECK: = AddV2({{.*}}) device("/device:CPU:2") name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_2 = AddV2(%Placeholder, %Placeholder_0) device("/device:CPU:1") name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_3, %ctl_4 = AddV2(%AddV2, %Placeholder_0) device("/device:CPU:2") name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%AddV2_3) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A variable is still read once.
// CHECK-LABEL: tfg.graph
// CHECK: %[[V:.*]], %{{.*}} = VariableV2
// CHECK: %[[A:.*]], %{{.*}} = Identity(%[[V]]) name("a")
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %VariableV2, %ctl = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<*xf32>)
  %Identity, %ctl_0 = Identity(%VariableV2) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_1, %ctl_2 = Identity(%Identity) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity_3, %ctl_4 = Identity(%Identity_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
