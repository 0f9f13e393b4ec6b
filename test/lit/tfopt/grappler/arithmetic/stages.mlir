// RUN: tf-opt %s --grappler-arithmetic='fetches=out only=RemoveInvolution' | filecheck %s --check-prefix=ONLY
// RUN: tf-opt %s --grappler-arithmetic='fetches=out without=RemoveInvolution' | filecheck %s --check-prefix=WITHOUT
// RUN: not tf-opt %s --grappler-arithmetic='fetches=out only=RemoveInvolutions' 2>&1 | filecheck %s --check-prefix=WRONG

/// Stages are chosen by Grappler's names.
// ONLY-NOT: = Neg(
// ONLY: = Mul({{.*}}) name("r")
// WITHOUT: = Neg(
// WITHOUT: = Neg(
// WITHOUT: = Square({{.*}}) name("r")
// WRONG: error: there is no stage 'RemoveInvolutions'; did you mean 'RemoveInvolution'?
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Neg, %ctl_0 = Neg(%Placeholder) name("a") {T = f32} : (tensor<2x3xf32>) -> (tensor<*xf32>)
  %Neg_1, %ctl_2 = Neg(%Neg) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %Mul, %ctl_3 = Mul(%Neg_1, %Neg_1) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_4 = Identity(%Mul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
