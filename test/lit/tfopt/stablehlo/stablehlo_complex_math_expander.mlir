// RUN: tf-opt --stablehlo-complex-math-expander %s | filecheck %s

// CHECK-LABEL: @exponential
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f64>
// CHECK-DAG: %[[INFINITE:.*]] = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK-DAG: %[[HALF:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[X:.*]] = stablehlo.real %arg0
// CHECK: %[[SIZE:.*]] = stablehlo.exponential %[[X]]
// CHECK: %[[LARGE:.*]] = stablehlo.compare EQ, %[[SIZE]], %[[INFINITE]] : (tensor<f64>, tensor<f64>) -> tensor<i1>
// CHECK: %[[HALVED:.*]] = stablehlo.multiply %[[X]], %[[HALF]]
// CHECK: %[[ROOT:.*]] = stablehlo.exponential %[[HALVED]]
// CHECK: %[[Y:.*]] = stablehlo.imag %arg0
// CHECK: %[[COSINE:.*]] = stablehlo.cosine %[[Y]]
// CHECK: stablehlo.compare EQ, %[[Y]], %[[ZERO]]
// CHECK: stablehlo.sine %[[Y]]
// CHECK: stablehlo.complex
func.func @exponential(%z: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %0 = stablehlo.exponential %z : tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
}

// CHECK-LABEL: @real
// CHECK-NEXT: stablehlo.log %arg0
func.func @real(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %x : tensor<f32>
  return %0 : tensor<f32>
}
