// RUN: tf-opt %s | filecheck %s

// CHECK-LABEL: func.func @expectations
func.func @expectations(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // CHECK-NEXT: check.expect_eq %arg0, %arg1 : tensor<2xf32>
  check.expect_eq %arg0, %arg1 : tensor<2xf32>
  // CHECK-NEXT: check.expect_eq_const %arg0, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  check.expect_eq_const %arg0, dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK-NEXT: check.expect_almost_eq %arg0, %arg1, tolerance = 1.000000e-02 : tensor<2xf32>
  check.expect_almost_eq %arg0, %arg1, tolerance = 0.01 : tensor<2xf32>
  // CHECK-NEXT: check.expect_almost_eq_const %arg0, dense<0.000000e+00> : tensor<2xf32>
  check.expect_almost_eq_const %arg0, dense<0.0> : tensor<2xf32>
  // CHECK-NEXT: check.expect_close %arg0, %arg1, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %arg0, %arg1, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  return
}
