// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// OptimizeMaxOrMinOfMonotonic: the largest Exp is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Exp(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Exp, %ctl_0 = Exp(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Exp, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Sqrt is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Sqrt(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Sqrt, %ctl_0 = Sqrt(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Sqrt, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Relu is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Relu(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Relu, %ctl_0 = Relu(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Relu, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Relu6 is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Relu6(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Relu6, %ctl_0 = Relu6(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Relu6, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Tanh is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Tanh(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Tanh, %ctl_0 = Tanh(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Tanh, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Sigmoid is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Sigmoid(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Sigmoid, %ctl_0 = Sigmoid(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Sigmoid, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Log is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Log(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Log, %ctl_0 = Log(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Log, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Atan is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Atan(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Atan, %ctl_0 = Atan(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Atan, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Ceil is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Ceil(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Ceil, %ctl_0 = Ceil(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Ceil, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Floor is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Floor(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Floor, %ctl_0 = Floor(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Floor, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Sign is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Sign(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Sign, %ctl_0 = Sign(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Sign, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Softplus is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Softplus(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Softplus, %ctl_0 = Softplus(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Softplus, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Elu is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Elu(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Elu, %ctl_0 = Elu(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Elu, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Erf is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Erf(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Erf, %ctl_0 = Erf(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Erf, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Asinh is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Asinh(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Asinh, %ctl_0 = Asinh(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Asinh, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Log1p is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Log1p(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Log1p, %ctl_0 = Log1p(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Log1p, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Expm1 is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Expm1(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Expm1, %ctl_0 = Expm1(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Expm1, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Softsign is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Softsign(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Softsign, %ctl_0 = Softsign(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Softsign, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// OptimizeMaxOrMinOfMonotonic: the largest Selu is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Selu(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Selu, %ctl_0 = Selu(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Selu, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The largest opposite is that of the smallest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Min(%[[X]], %{{.*}})
// CHECK: = Neg(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Neg, %ctl_0 = Neg(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Neg, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Of integers it is not: the smallest has no opposite.
// CHECK-LABEL: tfg.graph
// CHECK: = Neg(
// CHECK: = Max(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = i32} : () -> (tensor<4x5xi32>)
  %Neg, %ctl_0 = Neg(%Placeholder) name("f") {T = i32} : (tensor<4x5xi32>) -> (tensor<*xi32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Neg, %Const) name("r") {T = i32, Tidx = i32, keep_dims = false} : (tensor<*xi32>, tensor<i32>) -> (tensor<*xi32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// The smallest reciprocal root is that of the largest.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = Max(%[[X]], %{{.*}})
// CHECK: = Rsqrt(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Rsqrt, %ctl_0 = Rsqrt(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Min, %ctl_2 = Min(%Rsqrt, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Min) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Reciprocal is not monotonic.
// CHECK-LABEL: tfg.graph
// CHECK: = Reciprocal({{.*}}) name("f")
// CHECK: = Max(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Reciprocal, %ctl_0 = Reciprocal(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Reciprocal, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Cosh is not monotonic.
// CHECK-LABEL: tfg.graph
// CHECK: = Cosh({{.*}}) name("f")
// CHECK: = Max(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Cosh, %ctl_0 = Cosh(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Cosh, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Where the largest stands is where the smallest opposite does.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = ArgMin(%[[X]], %{{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Neg, %ctl_0 = Neg(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %ArgMax, %ctl_2 = ArgMax(%Neg, %Const) name("r") {T = f32, Tidx = i32, output_type = i64} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xi64>)
  %Identity, %ctl_3 = Identity(%ArgMax) name("out") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// Relu may make the largest equal to others, so that another one is the first.
// CHECK-LABEL: tfg.graph
// CHECK: = Relu({{.*}}) name("f")
// CHECK: = ArgMax(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Relu, %ctl_0 = Relu(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %ArgMax, %ctl_2 = ArgMax(%Relu, %Const) name("r") {T = f32, Tidx = i32, output_type = i64} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xi64>)
  %Identity, %ctl_3 = Identity(%ArgMax) name("out") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// Tanh may make the largest equal to others, so that another one is the first.
// CHECK-LABEL: tfg.graph
// CHECK: = Tanh({{.*}}) name("f")
// CHECK: = ArgMax(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Tanh, %ctl_0 = Tanh(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %ArgMax, %ctl_2 = ArgMax(%Tanh, %Const) name("r") {T = f32, Tidx = i32, output_type = i64} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xi64>)
  %Identity, %ctl_3 = Identity(%ArgMax) name("out") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// Exp may make the largest equal to others, so that another one is the first.
// CHECK-LABEL: tfg.graph
// CHECK: = Exp({{.*}}) name("f")
// CHECK: = ArgMax(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Exp, %ctl_0 = Exp(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %ArgMax, %ctl_2 = ArgMax(%Exp, %Const) name("r") {T = f32, Tidx = i32, output_type = i64} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xi64>)
  %Identity, %ctl_3 = Identity(%ArgMax) name("out") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// Floor may make the largest equal to others, so that another one is the first.
// CHECK-LABEL: tfg.graph
// CHECK: = Floor({{.*}}) name("f")
// CHECK: = ArgMax(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Floor, %ctl_0 = Floor(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %ArgMax, %ctl_2 = ArgMax(%Floor, %Const) name("r") {T = f32, Tidx = i32, output_type = i64} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xi64>)
  %Identity, %ctl_3 = Identity(%ArgMax) name("out") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// The largest of nothing is none that the function makes.
// CHECK-LABEL: tfg.graph
// CHECK: = Exp({{.*}}) name("f")
// CHECK: = Max(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x0xf32>)
  %Exp, %ctl_0 = Exp(%Placeholder) name("f") {T = f32} : (tensor<4x0xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %Max, %ctl_2 = Max(%Exp, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %Identity, %ctl_3 = Identity(%Max) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A pool of an activation activates what it pools.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[R:.*]], %{{.*}} = MaxPool(%[[X]])
// CHECK: = Tanh(%[[R]]) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<1x4x4x2xf32>)
  %Tanh, %ctl_0 = Tanh(%Placeholder) name("f") {T = f32} : (tensor<1x4x4x2xf32>) -> (tensor<*xf32>)
  %MaxPool, %ctl_1 = MaxPool(%Tanh) name("r") {T = f32, data_format = "NHWC", explicit_paddings = [], ksize = [1, 2, 2, 1], padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%MaxPool) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What others read is computed anyway.
// CHECK-LABEL: tfg.graph
// CHECK: = Tanh({{.*}}) name("f")
// CHECK: = Max({{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<4x5xf32>)
  %Tanh, %ctl_0 = Tanh(%Placeholder) name("f") {T = f32} : (tensor<4x5xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("axis") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Max, %ctl_2 = Max(%Tanh, %Const) name("r") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %AddV2, %ctl_3 = AddV2(%Max, %Tanh) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
