// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// Nodes whose operands are constants are computed; what follows from them too.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("out") {dtype = f32, value = dense<[-3.000000e+00, -5.000000e+00]> : tensor<2xf32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %a, %ctl = Const name("a") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %sum, %ctl_2 = AddV2(%a, %b) name("sum") {T = f32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  %out, %ctl_3 = Neg(%sum) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What the caller feeds is not computed with, nor is what may fail, be fed, or differ from run to run.
// CHECK-LABEL: tfg.graph
// CHECK: Neg(%{{.*}}) name("fed")
// CHECK: PlaceholderWithDefault(%{{.*}}) name("default")
// CHECK: CheckNumerics(%{{.*}}) name("checked")
// CHECK: RandomUniform(%{{.*}}) name("random")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %a, %ctl_1 = Const name("a") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %n, %ctl_2 = Const name("n") {dtype = i32, value = dense<3> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %fed, %ctl_3 = Neg(%x) name("fed") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %default, %ctl_4 = PlaceholderWithDefault(%a) name("default") {dtype = f32, shape = #tf_type.shape<2>} : (tensor<2xf32>) -> (tensor<*xf32>)
  %checked, %ctl_5 = CheckNumerics(%a) name("checked") {T = f32, message = ""} : (tensor<2xf32>) -> (tensor<*xf32>)
  %random, %ctl_6 = RandomUniform(%n) name("random") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
}

// -----

/// One number all over stays one number; a result that would make the graph grow is left to the run.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("splat") {dtype = f32, value = dense<6.000000e+00> : tensor<1000x1000xf32>}
// CHECK: Range(%{{.*}}, %{{.*}}, %{{.*}}) name("long")
// CHECK: Const name("short") {dtype = i32, value = dense<[0, 1, 2]> : tensor<3xi32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %a, %ctl = Const name("a") {dtype = f32, value = dense<2.0> : tensor<1000x1000xf32>} : () -> (tensor<1000x1000xf32>)
  %b, %ctl_1 = Const name("b") {dtype = f32, value = dense<3.0> : tensor<f32>} : () -> (tensor<f32>)
  %zero, %ctl_2 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %one, %ctl_3 = Const name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %three, %ctl_4 = Const name("three") {dtype = i32, value = dense<3> : tensor<i32>} : () -> (tensor<i32>)
  %many, %ctl_5 = Const name("many") {dtype = i32, value = dense<100000> : tensor<i32>} : () -> (tensor<i32>)
  %splat, %ctl_6 = Mul(%a, %b) name("splat") {T = f32} : (tensor<1000x1000xf32>, tensor<f32>) -> (tensor<*xf32>)
  %long, %ctl_7 = Range(%zero, %many, %one) name("long") {Tidx = i32} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<*xi32>)
  %short, %ctl_8 = Range(%zero, %three, %one) name("short") {Tidx = i32} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<*xi32>)
}

// -----

/// What a constant's size depends on is computed with it; every result of a node is.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("where") {dtype = i64, value = dense<{{\[}}[1], [2]]> : tensor<2x1xi64>}
// CHECK: Const name("left") {dtype = i32, value = dense<1> : tensor<1xi32>}
// CHECK: Const name("right") {dtype = i32, value = dense<2> : tensor<1xi32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %a, %ctl = Const name("a") {dtype = i1, value = dense<[false, true, true]> : tensor<3xi1>} : () -> (tensor<3xi1>)
  %b, %ctl_1 = Const name("b") {dtype = i32, value = dense<[1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %axis, %ctl_2 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %where, %ctl_3 = Where(%a) name("where") {T = i1} : (tensor<3xi1>) -> (tensor<*xi64>)
  %parts:2, %ctl_4 = Split(%axis, %b) name("parts") {T = i32, num_split = 2 : i64} : (tensor<i32>, tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %left, %ctl_5 = Identity(%parts#0) name("left") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %right, %ctl_6 = Identity(%parts#1) name("right") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// What a node waited for, the constant waits for.
// CHECK-LABEL: tfg.graph
// CHECK: %[[E:.*]] = NoOp name("effect")
// CHECK: Const [%[[E]]] name("out") {dtype = f32, value = dense<-1.000000e+00> : tensor<f32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %a, %ctl = Const name("a") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %ctl_1 = NoOp name("effect")
  %out, %ctl_2 = Neg(%a) [%ctl_1] name("out") {T = f32} : (tensor<f32>) -> (tensor<*xf32>)
}

// -----

/// An Identity of a constant that waits for something becomes the constant that waits.
// CHECK-LABEL: tfg.graph
// CHECK: %[[E:.*]] = Assert(
// CHECK: %[[I:.*]], %{{.*}} = Const [%[[E]]] name("waits")
// CHECK-NOT: = Identity(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %p, %ctl = Placeholder name("p") {dtype = i1} : () -> (tensor<*xi1>)
  %x, %ctl_0 = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %ctl_1 = Assert(%p, %x) name("e") {T = [f32], summarize = 3 : i64} : tensor<*xi1>, tensor<*xf32>
  %c, %ctl_2 = Const name("c") {dtype = f32, value = dense<3.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %i, %ctl_3 = Identity(%c) [%ctl_1] name("waits") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_4 = Mul(%i, %x) name("a") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl_5 = Sub(%a, %i) name("b") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_6 = Maximum(%b, %i) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
