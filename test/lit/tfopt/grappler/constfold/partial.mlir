// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// The constants of a sum are added; zeros leave it, and a sum of one is that.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<5.000000e+00> : tensor<2xf32>}
// CHECK: AddN(%{{.*}}, %{{.*}}, %[[C]]) name("out")
// CHECK: Identity(%{{.*}}) name("single")
// CHECK: AddN(%{{.*}}, %{{.*}}) name("other")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[2]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %y_shape, %ctl_2 = Const name("y_shape") {dtype = i32, value = dense<[2]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %y, %ctl_3 = RandomUniform(%y_shape) name("y") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %two, %ctl_4 = Const name("two") {dtype = f32, value = dense<2.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %three, %ctl_5 = Const name("three") {dtype = f32, value = dense<3.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %zero, %ctl_6 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %out, %ctl_7 = AddN(%two, %x, %three, %y) name("out") {N = 4 : i64, T = f32} : (tensor<2xf32>, tensor<*xf32>, tensor<2xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %single, %ctl_8 = AddN(%x, %zero) name("single") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %other, %ctl_9 = AddN(%x, %two) name("other") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
}

// -----

/// Neighbours that are constants are concatenated beforehand; not across what is none.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>}
// CHECK: ConcatV2(%{{.*}}, %[[C]], %{{.*}}, %{{.*}}) name("out")
// CHECK: ConcatV2(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) name("apart")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[2]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %y_shape, %ctl_2 = Const name("y_shape") {dtype = i32, value = dense<[2]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %y, %ctl_3 = RandomUniform(%y_shape) name("y") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %two, %ctl_4 = Const name("two") {dtype = f32, value = dense<2.0> : tensor<1xf32>} : () -> (tensor<1xf32>)
  %three, %ctl_5 = Const name("three") {dtype = f32, value = dense<3.0> : tensor<1xf32>} : () -> (tensor<1xf32>)
  %axis, %ctl_6 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %out, %ctl_7 = ConcatV2(%x, %two, %three, %y, %axis) name("out") {N = 4 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<1xf32>, tensor<1xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %apart, %ctl_8 = ConcatV2(%two, %x, %three, %axis) name("apart") {N = 3 : i64, T = f32, Tidx = i32} : (tensor<1xf32>, tensor<*xf32>, tensor<1xf32>, tensor<i32>) -> (tensor<*xf32>)
}

// -----

/// A concatenation along the same axis that only one reads is part of that; along another axis it is not.
// CHECK-LABEL: tfg.graph
// CHECK: ConcatV2(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) name("out")
// CHECK: %[[D:.*]], %{{.*}} = ConcatV2(%{{.*}}, %{{.*}}, %{{.*}}) name("down")
// CHECK: ConcatV2(%[[D]], %{{.*}}, %{{.*}}) name("square")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[2, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %y_shape, %ctl_2 = Const name("y_shape") {dtype = i32, value = dense<[2, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %y, %ctl_3 = RandomUniform(%y_shape) name("y") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %z_shape, %ctl_4 = Const name("z_shape") {dtype = i32, value = dense<[4, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %z, %ctl_5 = RandomUniform(%z_shape) name("z") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %axis, %ctl_6 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %other, %ctl_7 = Const name("other") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %inner, %ctl_8 = ConcatV2(%x, %y, %axis) name("inner") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %out, %ctl_9 = ConcatV2(%inner, %z, %axis) name("out") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %down, %ctl_10 = ConcatV2(%x, %y, %axis) name("down") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
  %square, %ctl_11 = ConcatV2(%down, %z, %other) name("square") {N = 2 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<i32>) -> (tensor<*xf32>)
}

// -----

/// Constants pass through IdentityN; what is none goes on passing it.
// CHECK-LABEL: tfg.graph
// CHECK: IdentityN(%{{.*}}, %{{.*}}) name("n")
// CHECK: Const name("known") {dtype = f32, value = dense<-2.000000e+00> : tensor<f32>}
// CHECK: Neg(%{{.*}}#0) name("unknown")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %two, %ctl_1 = Const name("two") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<f32>)
  %n:2, %ctl_2 = IdentityN(%x, %two) name("n") {T = [f32, f32]} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>)
  %known, %ctl_3 = Neg(%n#1) name("known") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %unknown, %ctl_4 = Neg(%n#0) name("unknown") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So are those beside what has any shape: 1 + 1 + n rows are 2 + n.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]], %{{.*}} = Const name({{.*}}) {dtype = f32, value = dense<{{.*}}> : tensor<2x2xf32>}
// CHECK: ConcatV2(%{{.*}}, %[[C]], %{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_0 = Const name("a") {dtype = f32, value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> (tensor<*xf32>)
  %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<[[3.0, 4.0]]> : tensor<1x2xf32>} : () -> (tensor<*xf32>)
  %axis, %ctl_2 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
  %out, %ctl_3 = ConcatV2(%x, %a, %b, %axis) name("out") {N = 3 : i64, T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
}
