// RUN: tf-opt %s --split-input-file --verify-diagnostics --stablehlo-expand-complex | filecheck %s

// What a function is given is taken apart, what it gives is put together.
// CHECK-LABEL: func @product
// CHECK-DAG: %[[A:.*]] = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK-DAG: %[[B:.*]] = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK-DAG: %[[AA:.*]] = stablehlo.multiply %[[A]], %[[A]] : tensor<4xf32>
// CHECK-DAG: %[[BB:.*]] = stablehlo.multiply %[[B]], %[[B]] : tensor<4xf32>
// CHECK: %[[RE:.*]] = stablehlo.subtract %[[AA]], %[[BB]] : tensor<4xf32>
// CHECK: stablehlo.complex %[[RE]], %{{.*}} : tensor<4xcomplex<f32>>
func.func @product(%arg0: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// A movement is made twice; operands that are not complex are shared.
// CHECK-LABEL: func @chosen
// CHECK: stablehlo.select %arg0, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: stablehlo.select %arg0, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
func.func @chosen(%arg0: tensor<4xi1>, %arg1: tensor<4xcomplex<f32>>, %arg2: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4xi1>, tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// A region gets both parts.
// CHECK-LABEL: func @sum
// CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [0]
// CHECK: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>) (%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>)
// CHECK-NOT: complex<f32>>, tensor<complex
func.func @sum(%arg0: tensor<4xcomplex<f32>>) -> tensor<f32> {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %0 = stablehlo.reduce(%arg0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %1 = stablehlo.abs %0 : (tensor<complex<f32>>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// Real numbers, and a complex argument that is given back, stay as they are.
// CHECK-LABEL: func @untouched
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: return
func.func @untouched(%arg0: tensor<4xf32>, %arg1: tensor<2xcomplex<f32>>) -> (tensor<4xf32>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  return %0, %arg1 : tensor<4xf32>, tensor<2xcomplex<f32>>
}

// -----

// What is not known to have parts takes complex numbers and gives them.
// CHECK-LABEL: func.func @no_rule
// CHECK: %[[NEGATIVE:.*]] = stablehlo.complex
// CHECK: %[[CALL:.*]] = stablehlo.custom_call @foo(%[[NEGATIVE]]) : (tensor<complex<f32>>) -> tensor<complex<f32>>
// CHECK-DAG: stablehlo.real %[[CALL]]
// CHECK-DAG: stablehlo.imag %[[CALL]]
func.func @no_rule(%arg0: tensor<complex<f32>>) -> (tensor<complex<f32>>, tensor<complex<f32>>) {
  %0 = stablehlo.negate %arg0 : tensor<complex<f32>>
  %1 = stablehlo.custom_call @foo(%0) : (tensor<complex<f32>>) -> tensor<complex<f32>>
  %2 = stablehlo.negate %1 : tensor<complex<f32>>
  return %1, %2 : tensor<complex<f32>>, tensor<complex<f32>>
}

// -----

// What is real has no imaginary part.
// CHECK-LABEL: func.func @mixed_product
// CHECK-DAG: %[[RE:.*]] = stablehlo.real %arg0
// CHECK-DAG: %[[IM:.*]] = stablehlo.imag %arg0
// CHECK: %[[FIRST:.*]] = stablehlo.dot_general %[[RE]], %arg1
// CHECK: %[[SECOND:.*]] = stablehlo.dot_general %[[IM]], %arg1
// CHECK-NEXT: stablehlo.complex %[[FIRST]], %[[SECOND]]
func.func @mixed_product(%arg0: tensor<2x3xcomplex<f64>>, %arg1: tensor<3x2xui64>) -> tensor<2x2xcomplex<f64>> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xcomplex<f64>>, tensor<3x2xui64>) -> tensor<2x2xcomplex<f64>>
  return %0 : tensor<2x2xcomplex<f64>>
}
