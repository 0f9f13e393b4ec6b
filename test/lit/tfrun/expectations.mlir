/// Two numbers beside each other: from 2 to the next of 32 bits it is 2^-22, about 0.00000024. The tolerance of `almost` is 0.0001, relative to
/// numbers above one, so 2.0001 is almost 2 and 2.001 is not.
// RUN: tf-run %s --device=interpreter | filecheck %s --check-prefix=HOLDS
// HOLDS: f32=7

// RUN: sed 's/expect_eq %a, %a/expect_eq %a, %b/' %s | not tf-run - --device=interpreter 2>&1 | filecheck %s --check-prefix=EQUAL
// EQUAL: error: 'check.expect_eq' op element [1] is 2.0, but was expected to be equal to {{2.00000023.*}}; 1 of 2 differ

// RUN: sed 's/dense<\[1.0, 2.0\]>/dense<[3.0, 4.0]>/' %s | not tf-run - --device=interpreter 2>&1 | filecheck %s --check-prefix=CONSTANT
// CONSTANT: error: 'check.expect_eq_const' op element [0] is 1.0, but was expected to be equal to 3.0; 2 of 2 differ

// RUN: sed 's/2.0001/2.001/' %s | not tf-run - --device=interpreter 2>&1 | filecheck %s --check-prefix=ALMOST
// ALMOST: error: 'check.expect_almost_eq_const' op element [1] is 2.0, but was expected to almost be {{2.00.*}}; 1 of 2 differ

// RUN: sed 's/2.00000024/2.0000005/' %s | not tf-run - --device=interpreter 2>&1 | filecheck %s --check-prefix=CLOSE
// CLOSE: error: 'check.expect_close' op element [1] is 2.0, but was expected to be within 1 units in the last place of {{2.0000004.*}}; 1 of 2 differ
func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<[1., 2.]> : tensor<2xf32>
  %b = stablehlo.constant dense<[1.0, 2.00000024]> : tensor<2xf32>
  check.expect_eq %a, %a : tensor<2xf32>
  check.expect_eq_const %a, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_almost_eq %a, %b : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<[1.0, 2.0001]> : tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  %r = stablehlo.constant dense<7.0> : tensor<f32>
  return %r : tensor<f32>
}
