// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// RemoveInvolution: Neg twice is nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Neg(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_0 = Neg(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Neg_1, %ctl_2 = Neg(%Neg) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Neg_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveInvolution: Reciprocal twice is nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Reciprocal(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Reciprocal, %ctl_0 = Reciprocal(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Reciprocal_1, %ctl_2 = Reciprocal(%Reciprocal) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Reciprocal_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveInvolution: Invert twice is nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Invert(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Invert, %ctl_0 = Invert(%Placeholder) name("a") {T = i32} : (tensor<2x3xi32>) -> (tensor<*xi32>)
  %Invert_1, %ctl_2 = Invert(%Invert) name("b") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %Identity, %ctl_3 = Identity(%Invert_1) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// RemoveInvolution: Conj twice is nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Conj(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<2x3xcomplex<f32>>)
  %Conj, %ctl_0 = Conj(%Placeholder) name("a") {T = complex<f32>} : (tensor<2x3xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Conj_1, %ctl_2 = Conj(%Conj) name("b") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_3 = Identity(%Conj_1) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// -----

/// RemoveInvolution: LogicalNot twice is nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = LogicalNot(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i1} : () -> (tensor<2x3xi1>)
  %LogicalNot, %ctl_0 = LogicalNot(%Placeholder) name("a") : (tensor<2x3xi1>) -> (tensor<*xi1>)
  %LogicalNot_1, %ctl_2 = LogicalNot(%LogicalNot) name("b") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_3 = Identity(%LogicalNot_1) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// Two different ones stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg(
// CHECK: = Reciprocal(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_0 = Neg(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Reciprocal, %ctl_1 = Reciprocal(%Neg) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Reciprocal) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Abs of Abs is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Abs(%[[X]]) name("a")
// CHECK-NOT: = Abs(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Abs, %ctl_0 = Abs(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Abs_1, %ctl_2 = Abs(%Abs) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Abs_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Relu of Relu is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Relu(%[[X]]) name("a")
// CHECK-NOT: = Relu(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Relu, %ctl_0 = Relu(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Relu_1, %ctl_2 = Relu(%Relu) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Relu_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Relu6 of Relu6 is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Relu6(%[[X]]) name("a")
// CHECK-NOT: = Relu6(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Relu6, %ctl_0 = Relu6(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Relu6_1, %ctl_2 = Relu6(%Relu6) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Relu6_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Floor of Floor is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Floor(%[[X]]) name("a")
// CHECK-NOT: = Floor(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Floor, %ctl_0 = Floor(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Floor_1, %ctl_2 = Floor(%Floor) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Floor_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Ceil of Ceil is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Ceil(%[[X]]) name("a")
// CHECK-NOT: = Ceil(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Ceil, %ctl_0 = Ceil(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Ceil_1, %ctl_2 = Ceil(%Ceil) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Ceil_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Round of Round is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Round(%[[X]]) name("a")
// CHECK-NOT: = Round(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Round, %ctl_0 = Round(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Round_1, %ctl_2 = Round(%Round) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Round_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Rint of Rint is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Rint(%[[X]]) name("a")
// CHECK-NOT: = Rint(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Rint, %ctl_0 = Rint(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Rint_1, %ctl_2 = Rint(%Rint) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Rint_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Sign of Sign is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Sign(%[[X]]) name("a")
// CHECK-NOT: = Sign(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Sign, %ctl_0 = Sign(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Sign_1, %ctl_2 = Sign(%Sign) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Sign_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: Snapshot of Snapshot is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = Snapshot(%[[X]]) name("a")
// CHECK-NOT: = Snapshot(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Snapshot, %ctl_0 = Snapshot(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Snapshot_1, %ctl_2 = Snapshot(%Snapshot) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Snapshot_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: StopGradient of StopGradient is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = StopGradient(%[[X]]) name("a")
// CHECK-NOT: = StopGradient(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %StopGradient, %ctl_0 = StopGradient(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %StopGradient_1, %ctl_2 = StopGradient(%StopGradient) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%StopGradient_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: CheckNumerics of CheckNumerics is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = CheckNumerics(%[[X]]) name("a")
// CHECK-NOT: = CheckNumerics(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %CheckNumerics, %ctl_0 = CheckNumerics(%Placeholder) name("a") {T = f32, message = "m"} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %CheckNumerics_1, %ctl_2 = CheckNumerics(%CheckNumerics) name("b") {T = f32, message = "m"} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%CheckNumerics_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveIdempotent: DeepCopy of DeepCopy is one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[A:.*]], %{{.*}} = DeepCopy(%[[X]]) name("a")
// CHECK-NOT: = DeepCopy(
// CHECK: Identity(%[[A]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %DeepCopy, %ctl_0 = DeepCopy(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %DeepCopy_1, %ctl_2 = DeepCopy(%DeepCopy) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%DeepCopy_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An exponential of an exponential is none.
// CHECK-LABEL: tfg.graph
// CHECK: = Exp(
// CHECK: = Exp(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Exp, %ctl_0 = Exp(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Exp_1, %ctl_2 = Exp(%Exp) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Exp_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A deep copy of a copy that others read stays: it is one of its own.
// CHECK-LABEL: tfg.graph
// CHECK: = DeepCopy(
// CHECK: = DeepCopy(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %DeepCopy, %ctl_0 = DeepCopy(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %DeepCopy_1, %ctl_2 = DeepCopy(%DeepCopy) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_3 = AddV2(%DeepCopy, %DeepCopy_1) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// RemoveNegation: x - (-y) is x + y.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Neg(
// CHECK: %[[R:.*]], %{{.*}} = AddV2(%[[X]], %[[Y]]) name("r")
// CHECK: Identity(%[[R]])
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_2 = Neg(%Placeholder_0) name("n") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Sub, %ctl_3 = Sub(%Placeholder, %Neg) name("r") {T = f32} : (tensor<2x3xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Sub) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// -x + y is y - x.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Neg(
// CHECK: Sub(%[[Y]], %[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_2 = Neg(%Placeholder) name("n") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_3 = AddV2(%Neg, %Placeholder_0) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%AddV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// x + (-y) is x - y.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Neg(
// CHECK: Sub(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_2 = Neg(%Placeholder_0) name("n") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Add, %ctl_3 = Add(%Placeholder, %Neg) name("r") {T = f32} : (tensor<2x3xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Add) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// (-x) - y stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg(
// CHECK: = Sub(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_2 = Neg(%Placeholder) name("n") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Sub, %ctl_3 = Sub(%Neg, %Placeholder_0) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Sub) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// ReplaceMulWithSquare: x * x is the square of x.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: Square(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Mul, %ctl_2 = Mul(%Placeholder, %Placeholder) name("r") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Mul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Of complex numbers it stays a product.
// CHECK-LABEL: tfg.graph
// CHECK: = Mul(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<2x3xcomplex<f32>>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = complex<f32>} : () -> (tensor<2x3xcomplex<f32>>)
  %Mul, %ctl_2 = Mul(%Placeholder, %Placeholder) name("r") {T = complex<f32>} : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_3 = Identity(%Mul) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// -----

/// RemoveLogicalNot: not Less is GreaterEqual.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: = GreaterEqual(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Less, %ctl_2 = Less(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%Less) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// RemoveLogicalNot: not LessEqual is Greater.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: = Greater(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %LessEqual, %ctl_2 = LessEqual(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%LessEqual) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// RemoveLogicalNot: not Greater is LessEqual.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: = LessEqual(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Greater, %ctl_2 = Greater(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%Greater) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// RemoveLogicalNot: not GreaterEqual is Less.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: = Less(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %GreaterEqual, %ctl_2 = GreaterEqual(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%GreaterEqual) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// RemoveLogicalNot: not Equal is NotEqual.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: = NotEqual(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Equal, %ctl_2 = Equal(%Placeholder, %Placeholder_0) name("a") {T = f32, incompatible_shape_error = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%Equal) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// RemoveLogicalNot: not NotEqual is Equal.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: = Equal(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %NotEqual, %ctl_2 = NotEqual(%Placeholder, %Placeholder_0) name("a") {T = f32, incompatible_shape_error = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%NotEqual) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// The opposite of a conjunction stays.
// CHECK-LABEL: tfg.graph
// CHECK: = LogicalAnd(
// CHECK: = LogicalNot(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i1} : () -> (tensor<2x3xi1>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i1} : () -> (tensor<2x3xi1>)
  %LogicalAnd, %ctl_2 = LogicalAnd(%Placeholder, %Placeholder_0) name("a") : (tensor<2x3xi1>, tensor<2x3xi1>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%LogicalAnd) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// SqrtDivToRsqrtMul: x / sqrt(y) is x * rsqrt(y).
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: %[[R:.*]], %{{.*}} = Rsqrt(%[[Y]])
// CHECK: = Mul(%[[X]], %[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Sqrt, %ctl_2 = Sqrt(%Placeholder_0) name("s") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %RealDiv, %ctl_3 = RealDiv(%Placeholder, %Sqrt) name("r") {T = f32} : (tensor<2x3xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%RealDiv) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A square root that others read stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Sqrt(
// CHECK: = RealDiv(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Sqrt, %ctl_2 = Sqrt(%Placeholder_0) name("s") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %RealDiv, %ctl_3 = RealDiv(%Placeholder, %Sqrt) name("r") {T = f32} : (tensor<2x3xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_4 = AddV2(%RealDiv, %Sqrt) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// ConvertLog1p: log(x + 1) is log1p(x).
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: Log1p(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %AddV2, %ctl_3 = AddV2(%Const, %Placeholder) name("a") {T = f32} : (tensor<f32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Log, %ctl_4 = Log(%AddV2) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Log) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// log(x + 2) stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Log(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("two") {dtype = f32, value = dense<2.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %AddV2, %ctl_3 = AddV2(%Placeholder, %Const) name("a") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Log, %ctl_4 = Log(%AddV2) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Log) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// ConvertExpm1: exp(x) - 1 is expm1(x).
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: Expm1(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Exp, %ctl_2 = Exp(%Placeholder) name("e") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_3 = Const name("one") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Sub, %ctl_4 = Sub(%Exp, %Const) name("r") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Sub) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// 1 - exp(x) stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Exp(
// CHECK: = Sub(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Exp, %ctl_3 = Exp(%Placeholder) name("e") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Sub, %ctl_4 = Sub(%Const, %Exp) name("r") {T = f32} : (tensor<f32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Sub) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An exponential that is spread by the one stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Exp(
// CHECK: = Sub(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Exp, %ctl_2 = Exp(%Placeholder) name("e") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Const, %ctl_3 = Const name("one") {dtype = f32, value = dense<1.000000e+00> : tensor<4x2x3xf32>} : () -> (tensor<4x2x3xf32>)
  %Sub, %ctl_4 = Sub(%Exp, %Const) name("r") {T = f32} : (tensor<*xf32>, tensor<4x2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Sub) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// LogSoftmax: log(softmax(x)) is one op.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: LogSoftmax(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Softmax, %ctl_2 = Softmax(%Placeholder) name("s") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Log, %ctl_3 = Log(%Softmax) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Log) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// FuseSquaredDiff: the square of a difference is one op.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK: SquaredDifference(%[[X]], %[[Y]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Sub, %ctl_2 = Sub(%Placeholder, %Placeholder_0) name("d") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Square, %ctl_3 = Square(%Sub) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Square) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A difference that others read stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Sub(
// CHECK: = Square(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Sub, %ctl_2 = Sub(%Placeholder, %Placeholder_0) name("d") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Square, %ctl_3 = Square(%Sub) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_4 = AddV2(%Square, %Sub) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// ConvertPow: to the power of 0 it is 1.
// CHECK-LABEL: tfg.graph
// CHECK: %[[R:.*]], %{{.*}} = Const name("r")
// CHECK-SAME: dense<1.000000e+00> : tensor<2x3xf32>
// CHECK: Identity(%[[R]])
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<0.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of 1 it is itself.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Pow(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of 2 it is its square.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = Square(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<2.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of 3 it stays where nobody says that it runs on a CPU.
// CHECK-LABEL: tfg.graph
// CHECK: = Pow(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<3.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// On a CPU it is a product.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[S:.*]], %{{.*}} = Square(%[[X]]) device("/device:CPU:0") name("ArithmeticOptimizer/ConvertPow_r")
// CHECK: Mul(%[[S]], %[[X]]) device("/device:CPU:0") name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<3.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) device("/device:CPU:0") name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of 1/2 it is its root.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = Sqrt(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<5.000000e-01> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of -1/2 it is the reciprocal of its root.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = Rsqrt(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<-5.000000e-01> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of -1 it is its reciprocal.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = Reciprocal(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<-1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of -1 integers stay: that is an error when it runs.
// CHECK-LABEL: tfg.graph
// CHECK: = Pow(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Const, %ctl_2 = Const name("e") {dtype = i32, value = dense<-1> : tensor<i32>} : () -> (tensor<i32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = i32} : (tensor<2x3xi32>, tensor<i32>) -> (tensor<*xi32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// To the power of 4 it stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Pow(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<4.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To the power of -2 it stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Pow(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<-2.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Different exponents stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Pow(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<[1.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>} : () -> (tensor<3xf32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// An exponent that spreads its operand stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Pow(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<2.000000e+00> : tensor<4x2x3xf32>} : () -> (tensor<4x2x3xf32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<4x2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Without its shape, ones of its shape are made when it runs.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = OnesLike(%[[X]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %Const, %ctl_0 = Const name("e") {dtype = f32, value = dense<0.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_1 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// UnaryOpsComposition: a chain on a CPU is one op.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = _UnaryOpsComposition(%[[X]]) device("/device:CPU:0") name("r") {T = f32, op_names = ["Neg", "Relu", "Tanh"]}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_2 = Neg(%Placeholder) device("/device:CPU:0") name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Relu, %ctl_3 = Relu(%Neg) device("/device:CPU:0") name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Tanh, %ctl_4 = Tanh(%Relu) device("/device:CPU:0") name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Tanh) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Elsewhere it stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg(
// CHECK: = Relu(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_2 = Neg(%Placeholder) device("/device:GPU:0") name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Relu, %ctl_3 = Relu(%Neg) device("/device:GPU:0") name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Relu) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A chain of integers stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg(
// CHECK: = Abs(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Neg, %ctl_2 = Neg(%Placeholder) device("/device:CPU:0") name("a") {T = i32} : (tensor<2x3xi32>) -> (tensor<*xi32>)
  %Abs, %ctl_3 = Abs(%Neg) device("/device:CPU:0") name("r") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %Identity, %ctl_4 = Identity(%Abs) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// A chain's inner value that others read stays.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg(
// CHECK: = Relu(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_0 = Neg(%Placeholder) device("/device:CPU:0") name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Relu, %ctl_1 = Relu(%Neg) device("/device:CPU:0") name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Maximum, %ctl_2 = Maximum(%Relu, %Neg) device("/device:CPU:0") name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
