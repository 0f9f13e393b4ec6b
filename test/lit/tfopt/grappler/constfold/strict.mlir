// RUN: tf-opt %s --split-input-file --grappler-constfold=fp=strict | filecheck %s

/// What changes bits, or the sign of a zero, is left out; powers of two are exact.
// CHECK-LABEL: tfg.graph
// CHECK: AddV2(%{{.*}}, %{{.*}}) name("plus")
// CHECK: Identity(%{{.*}}) name("times")
// CHECK: RealDiv(%{{.*}}, %{{.*}}) name("third")
// CHECK: Mul(%{{.*}}, %{{.*}}) name("quarter")
// CHECK: Identity(%{{.*}}) name("ints")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %zero, %ctl_1 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<f32>} : () -> (tensor<f32>)
  %one, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %three, %ctl_3 = Const name("three") {dtype = f32, value = dense<3.0> : tensor<f32>} : () -> (tensor<f32>)
  %four, %ctl_4 = Const name("four") {dtype = f32, value = dense<4.0> : tensor<f32>} : () -> (tensor<f32>)
  %plus, %ctl_5 = AddV2(%x, %zero) name("plus") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %times, %ctl_6 = Mul(%x, %one) name("times") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %third, %ctl_7 = RealDiv(%x, %three) name("third") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %quarter, %ctl_8 = RealDiv(%x, %four) name("quarter") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %n, %ctl_9 = Placeholder name("n") {dtype = i32} : () -> (tensor<*xi32>)
  %none, %ctl_10 = Const name("none") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %ints, %ctl_11 = AddV2(%n, %none) name("ints") {T = i32} : (tensor<*xi32>, tensor<i32>) -> (tensor<*xi32>)
}
