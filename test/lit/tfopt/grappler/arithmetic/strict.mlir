// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes fp=strict' | filecheck %s

/// Strictly, exact rules go on.
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

/// A reciprocal's reciprocal is rounded twice.
// CHECK-LABEL: tfg.graph
// CHECK: = Reciprocal(
// CHECK: = Reciprocal(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Reciprocal, %ctl_0 = Reciprocal(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Reciprocal_1, %ctl_2 = Reciprocal(%Reciprocal) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Reciprocal_1) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Sums of floating point numbers keep their order.
// CHECK-LABEL: tfg.graph
// CHECK: = AddV2(
// CHECK: = AddV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %AddV2, %ctl_2 = AddV2(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %AddV2_3, %ctl_4 = AddV2(%AddV2, %Placeholder) name("r") {T = f32} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%AddV2_3) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Those of integers need not.
// CHECK-LABEL: tfg.graph
// CHECK: = AddN(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i32} : () -> (tensor<2x3xi32>)
  %AddV2, %ctl_2 = AddV2(%Placeholder, %Placeholder_0) name("a") {T = i32} : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<*xi32>)
  %AddV2_3, %ctl_4 = AddV2(%AddV2, %Placeholder) name("r") {T = i32} : (tensor<*xi32>, tensor<2x3xi32>) -> (tensor<*xi32>)
  %Identity, %ctl_5 = Identity(%AddV2_3) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// What is false where there is a NaN is not the opposite of its opposite.
// CHECK-LABEL: tfg.graph
// CHECK: = Greater(
// CHECK: = LogicalNot(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Greater, %ctl_2 = Greater(%Placeholder, %Placeholder_0) name("a") {T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%Greater) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// Integers are never NaN.
// CHECK-LABEL: tfg.graph
// CHECK: = LessEqual(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i32} : () -> (tensor<2x3xi32>)
  %Greater, %ctl_2 = Greater(%Placeholder, %Placeholder_0) name("a") {T = i32} : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%Greater) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// Equality of anything has an opposite.
// CHECK-LABEL: tfg.graph
// CHECK: = NotEqual(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Equal, %ctl_2 = Equal(%Placeholder, %Placeholder_0) name("a") {T = f32, incompatible_shape_error = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<*xi1>)
  %LogicalNot, %ctl_3 = LogicalNot(%Equal) name("r") : (tensor<*xi1>) -> (tensor<*xi1>)
  %Identity, %ctl_4 = Identity(%LogicalNot) name("out") {T = i1} : (tensor<*xi1>) -> (tensor<*xi1>)
}

// -----

/// A power is none that is computed otherwise.
// CHECK-LABEL: tfg.graph
// CHECK: = Pow(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<2.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// But anything to the power of 1 is itself.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Pow(
// CHECK: Identity(%[[X]])
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Const, %ctl_2 = Const name("e") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
  %Pow, %ctl_3 = Pow(%Placeholder, %Const) name("r") {T = f32} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Pow) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
