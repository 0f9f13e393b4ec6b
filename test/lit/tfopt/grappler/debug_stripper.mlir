// RUN: tf-opt %s --split-input-file --grappler-debug-stripper='fetches=out' | filecheck %s

/// An assertion becomes a NoOp, for whom others wait as before.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]] = NoOp name("a")
// CHECK: Neg(%[[X]]) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i1} : () -> (tensor<i1>)
  %ctl_2 = Assert(%Placeholder_0, %Placeholder) name("a") {T = [f32], summarize = 3 : i64} : tensor<i1>, tensor<2x3xf32>
  %Neg, %ctl_3 = Neg(%Placeholder) [%ctl_2] name("out") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
}

// -----

/// It waits for what it waited for.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[F:.*]] = NoOp name("first")
// CHECK: %[[A:.*]] = NoOp [%[[F]]] name("a")
// CHECK: Neg(%[[X]]) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i1} : () -> (tensor<i1>)
  %ctl_2 = Assert(%Placeholder_0, %Placeholder) name("first") {T = [f32], summarize = 3 : i64} : tensor<i1>, tensor<2x3xf32>
  %ctl_3 = Assert(%Placeholder_0, %Placeholder) [%ctl_2] name("a") {T = [f32], summarize = 3 : i64} : tensor<i1>, tensor<2x3xf32>
  %Neg, %ctl_4 = Neg(%Placeholder) [%ctl_3] name("out") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
}

// -----

/// Where what it reads may be dead, so may what waits for it: the NoOp waits for the side that is taken.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[T:.*]] = Identity(%{{.*}}#1)
// CHECK: %[[A:.*]] = NoOp [%[[T]]] name("a")
// CHECK: Abs({{.*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i1} : () -> (tensor<i1>)
  %Switch:2, %ctl_2 = Switch(%Placeholder, %Placeholder_0) name("s") {T = f32} : (tensor<2x3xf32>, tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  %Neg, %ctl_3 = Neg(%Switch#1) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_4 = Assert(%Placeholder_0, %Neg) name("a") {T = [f32], summarize = 3 : i64} : tensor<i1>, tensor<*xf32>
  %Abs, %ctl_5 = Abs(%Placeholder) [%ctl_4] name("out") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
}

// -----

/// A print and a check of numbers hand on what they look at.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Print(
// CHECK-NOT: = CheckNumerics(
// CHECK: Neg(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Print, %ctl_0 = Print(%Placeholder, %Placeholder) name("p") {T = f32, U = [f32], first_n = -1 : i64, message = "x: ", summarize = 3 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %CheckNumerics, %ctl_1 = CheckNumerics(%Print) name("c") {T = f32, message = "bad"} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Neg, %ctl_2 = Neg(%CheckNumerics) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A print without results becomes a NoOp.
// CHECK-LABEL: tfg.graph
// CHECK: %[[P:.*]] = NoOp name("p")
// CHECK: Neg(%{{.*}}) [%[[P]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = !tf_type.string} : () -> (tensor<!tf_type.string>)
  %ctl_0 = PrintV2(%Placeholder) name("p") {end = "\0A", output_stream = "stderr"} : tensor<!tf_type.string>
  %Placeholder_1, %ctl_2 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_3 = Neg(%Placeholder_1) [%ctl_0] name("out") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
}

// -----

/// One that is fetched becomes an Identity.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: Identity(%[[X]]) name("out") {T = f32}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %CheckNumerics, %ctl_0 = CheckNumerics(%Placeholder) name("out") {T = f32, message = "bad"} : (tensor<2x3xf32>) -> (tensor<*xf32>)
}

// -----

/// Where a variable is looked at, it is read.
// CHECK-LABEL: tfg.graph
// CHECK: %[[V:.*]], %{{.*}} = VariableV2
// CHECK: %[[R:.*]], %{{.*}} = Identity(%[[V]]) name("c")
// CHECK: Neg(%[[R]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %VariableV2, %ctl = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<*xf32>)
  %CheckNumerics, %ctl_0 = CheckNumerics(%VariableV2) name("c") {T = f32, message = "bad"} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Neg, %ctl_1 = Neg(%CheckNumerics) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Everything else stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Identity({{.*}}) name("i")
// CHECK: = Neg(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Identity, %ctl_0 = Identity(%Placeholder) name("i") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Neg, %ctl_1 = Neg(%Identity) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
