// RUN: tf-opt %s --grappler-constfold='fetches=e,a,g,p,q' | filecheck %s --check-prefix=FAST
// RUN: tf-opt %s --grappler-constfold='fetches=e,a,g,p,q fp=strict' | filecheck %s --check-prefix=STRICT

/// The last bits of an exponential depend on the library that computes it; IEEE 754 says all bits of a sum, and there are no others
/// in what compares. A product of complex numbers is made of several products, of which each may be rounded or not; a sum is two sums.
// FAST-NOT: Exp
// FAST-NOT: Mul(
// STRICT: Exp(
// STRICT-NOT: AddV2
// STRICT-NOT: Greater
// STRICT: Mul(
// STRICT-NOT: AddV2
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Const name("x") {dtype = f32, value = dense<[0.1, 0.7]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %y, %cy = Const name("y") {dtype = f32, value = dense<[0.3, 0.2]> : tensor<2xf32>} : () -> (tensor<2xf32>)
  %e, %ce = Exp(%x) name("e") {T = f32} : (tensor<2xf32>) -> (tensor<2xf32>)
  %a, %ca = AddV2(%x, %y) name("a") {T = f32} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  %n, %cn = Const name("n") {dtype = i32, value = dense<[1, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %m, %cm = Const name("m") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<i32>)
  %g, %cg = Greater(%n, %m) name("g") {T = i32} : (tensor<2xi32>, tensor<i32>) -> (tensor<2xi1>)
  %z, %cz = Const name("z") {dtype = complex<f32>, value = dense<[(0.1, 0.7), (0.3, 0.2)]> : tensor<2xcomplex<f32>>} : () -> (tensor<2xcomplex<f32>>)
  %p, %cp = Mul(%z, %z) name("p") {T = complex<f32>} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  %q, %cq = AddV2(%z, %z) name("q") {T = complex<f32>} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
}
