// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-merge-row-regions=max-column-elements=100 --split-input-file | filecheck %s
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-merge-row-regions --split-input-file | filecheck %s --check-prefix=ROWS

/// A normalization over the first dimension, whose means keep it on their way. Columns are not merged unless that is asked for.
// CHECK-LABEL: func.func @normalized
// CHECK: iree.dispatch_region
// CHECK: stablehlo.reduce
// CHECK: stablehlo.reshape
// CHECK: stablehlo.divide
// CHECK: stablehlo.subtract
// CHECK-NEXT: iree.return
// CHECK-NOT: iree.dispatch_region
// ROWS-LABEL: func.func @normalized
// ROWS-COUNT-2: iree.dispatch_region
func.func @normalized(%x: tensor<100x16xf32>) -> tensor<100x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<100.0> : tensor<1x16xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.reshape %0 : (tensor<16xf32>) -> tensor<1x16xf32>
  %2 = stablehlo.divide %1, %count : tensor<1x16xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<100x16xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<100x16xf32>
  return %4 : tensor<100x16xf32>
}

// -----

/// Columns that are longer than told.
// CHECK-LABEL: func.func @long_columns
// CHECK-COUNT-2: iree.dispatch_region
func.func @long_columns(%x: tensor<101x16xf32>) -> tensor<101x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<101x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<16xf32>) -> tensor<101x16xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<101x16xf32>
  return %2 : tensor<101x16xf32>
}

// -----

/// Fewer side by side than a vector has.
// CHECK-LABEL: func.func @few_columns
// CHECK-COUNT-2: iree.dispatch_region
func.func @few_columns(%x: tensor<100x15xf32>) -> tensor<100x15xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x15xf32>, tensor<f32>) -> tensor<15xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<15xf32>) -> tensor<100x15xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<100x15xf32>
  return %2 : tensor<100x15xf32>
}

// -----

/// The sum of one column for another, which has its two places exchanged.
// CHECK-LABEL: func.func @exchanged
// CHECK-COUNT-2: iree.dispatch_region
func.func @exchanged(%x: tensor<16x4x16xf32>) -> tensor<16x4x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x4x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [2, 0] : (tensor<16x16xf32>) -> tensor<16x4x16xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<16x4x16xf32>
  return %2 : tensor<16x4x16xf32>
}

// -----

/// Scales of pairs of sums: a vector of columns has several of them, but no vector of the scales.
// CHECK-LABEL: func.func @pairs
// CHECK-COUNT-2: iree.dispatch_region
func.func @pairs(%x: tensor<100x16xf32>, %scales: tensor<8xf32>) -> tensor<8x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.reshape %0 : (tensor<16xf32>) -> tensor<8x2xf32>
  %2 = stablehlo.broadcast_in_dim %scales, dims = [0] : (tensor<8xf32>) -> tensor<8x2xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<8x2xf32>
  return %3 : tensor<8x2xf32>
}
