// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-merge-row-regions=max-row-elements=100 --split-input-file | filecheck %s
// RUN: sed '/^.. -----/,$d' %s | tf-opt --iree-identify-dispatch-regions --iree-merge-row-regions=max-row-elements=100 --mlir-pass-statistics -o /dev/null 2>&1 | filecheck %s --check-prefix=COUNTED
/// Of the softmax, the first of all, three regions have become part of the fourth.
// COUNTED: 3 regions-merged

/// A softmax: four regions, of which each waits for the one before.
// CHECK-LABEL: func.func @softmax
// CHECK: iree.dispatch_region
// CHECK: stablehlo.reduce({{.*}} applies stablehlo.maximum
// CHECK: stablehlo.exponential
// CHECK: stablehlo.reduce({{.*}} applies stablehlo.add
// CHECK: stablehlo.divide
// CHECK-NEXT: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @softmax(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x100xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x100xf32>
  %3 = stablehlo.exponential %2 : tensor<4x100xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x100xf32>
  %6 = stablehlo.divide %3, %5 : tensor<4x100xf32>
  return %6 : tensor<4x100xf32>
}

// -----

/// What rows are reduced to may be seen in another shape on its way.
// CHECK-LABEL: func.func @mean_of_squares
// CHECK: %[[REGION:.*]] = iree.dispatch_region[%{{.*}} : tensor<3xi32>](%[[X:.*]] = %{{.*}} : tensor<4x100xf32>) : tensor<4x1xf32> {
// CHECK: %[[SQUARE:.*]] = stablehlo.multiply %[[X]], %[[X]]
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[SQUARE]] init
// CHECK: %[[VIEW:.*]] = stablehlo.reshape %[[SUM]]
// CHECK: stablehlo.divide %[[VIEW]]
// CHECK: return %[[REGION]]
func.func @mean_of_squares(%x: tensor<4x100xf32>) -> tensor<4x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<100.0> : tensor<4x1xf32>
  %0 = stablehlo.multiply %x, %x : tensor<4x100xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.reshape %1 : (tensor<4xf32>) -> tensor<4x1xf32>
  %3 = stablehlo.divide %2, %count : tensor<4x1xf32>
  return %3 : tensor<4x1xf32>
}

// -----

/// Rows that are longer than told.
// CHECK-LABEL: func.func @long_rows
// CHECK-COUNT-2: iree.dispatch_region
func.func @long_rows(%x: tensor<4x101xf32>) -> tensor<4x101xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x101xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x101xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x101xf32>
  return %2 : tensor<4x101xf32>
}

// -----

/// The sums of rows as numbers of columns.
// CHECK-LABEL: func.func @across
// CHECK-COUNT-2: iree.dispatch_region
func.func @across(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

/// The sum of one row for another, which has its two places exchanged.
// CHECK-LABEL: func.func @transposed
// CHECK-COUNT-2: iree.dispatch_region
func.func @transposed(%x: tensor<8x8x4xf32>) -> tensor<8x8x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x8x4xf32>, tensor<f32>) -> tensor<8x8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8x4xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<8x8x4xf32>
  return %2 : tensor<8x8x4xf32>
}

// -----

/// Exponentials that are needed elsewhere too go to memory.
// CHECK-LABEL: func.func @needed_twice
// CHECK: iree.dispatch_region
// CHECK: stablehlo.exponential
// CHECK: iree.dispatch_region
// CHECK: stablehlo.reduce
func.func @needed_twice(%x: tensor<4x100xf32>) -> (tensor<4xf32>, tensor<4x100xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<4x100xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<4x100xf32>
}

// -----

/// Rows of columns do not stand side by side, and truth values are not combined in vectors.
// CHECK-LABEL: func.func @columns
// CHECK-COUNT-2: iree.dispatch_region
// CHECK-LABEL: func.func @truths
// CHECK-COUNT-2: iree.dispatch_region
func.func @columns(%x: tensor<4x100xf32>) -> tensor<4x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x100xf32>, tensor<f32>) -> tensor<100xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<100xf32>) -> tensor<4x100xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4x100xf32>
  return %2 : tensor<4x100xf32>
}

func.func @truths(%x: tensor<4x100xf32>, %y: tensor<4x100xf32>) -> tensor<4xi1> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.compare LT, %x, %y : (tensor<4x100xf32>, tensor<4x100xf32>) -> tensor<4x100xi1>
  %1 = stablehlo.reduce(%0 init: %false) applies stablehlo.or across dimensions = [1] : (tensor<4x100xi1>, tensor<i1>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

/// Of three buffers in all, a region has one for its result: with what is added it would read three.
// CHECK-LABEL: func.func @few_buffers
// CHECK: iree.dispatch_region
// CHECK: stablehlo.add
// CHECK: iree.dispatch_region
// CHECK: stablehlo.reduce
// CHECK: stablehlo.subtract
// CHECK-NEXT: iree.return
module attributes {iree.target = #iree.target<max_storage_bindings = 3>} {
  func.func @few_buffers(%x: tensor<4x100xf32>, %y: tensor<4x100xf32>, %z: tensor<4x100xf32>) -> tensor<4x100xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.add %x, %y : tensor<4x100xf32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x100xf32>
    %3 = stablehlo.subtract %z, %2 : tensor<4x100xf32>
    return %3 : tensor<4x100xf32>
  }
}

// -----

/// The mean is read by two regions, both of which lead into a third: Keras' layer normalization, whose offset has the mean with another sign.
// CHECK-LABEL: func.func @read_twice
// CHECK: iree.dispatch_region
// CHECK: stablehlo.reduce
// CHECK: stablehlo.negate
// CHECK: stablehlo.reduce
// CHECK: stablehlo.rsqrt
// CHECK: iree.return
// CHECK-NOT: iree.dispatch_region
func.func @read_twice(%x: tensor<4x100xf32>, %scale: tensor<100xf32>) -> tensor<4x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<100.0> : tensor<4x1xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<4x1xf32>
  %2 = stablehlo.divide %1, %count : tensor<4x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x100xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<4x100xf32>
  %5 = stablehlo.multiply %4, %4 : tensor<4x100xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = stablehlo.reshape %6 : (tensor<4xf32>) -> tensor<4x1xf32>
  %8 = stablehlo.rsqrt %7 : tensor<4x1xf32>
  %9 = stablehlo.negate %2 : tensor<4x1xf32>
  %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x100xf32>
  %11 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<100xf32>) -> tensor<4x100xf32>
  %12 = stablehlo.multiply %10, %11 : tensor<4x100xf32>
  %13 = stablehlo.multiply %x, %12 : tensor<4x100xf32>
  %14 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x100xf32>
  %15 = stablehlo.multiply %14, %12 : tensor<4x100xf32>
  %16 = stablehlo.add %13, %15 : tensor<4x100xf32>
  return %16 : tensor<4x100xf32>
}

// -----

/// One of the two gives a result of its own, so that the mean goes to memory.
// CHECK-LABEL: func.func @read_twice_and_given
// CHECK: iree.dispatch_region
// CHECK: stablehlo.reduce
// CHECK: iree.dispatch_region
// CHECK: stablehlo.negate
// CHECK: iree.dispatch_region
// CHECK: stablehlo.subtract
func.func @read_twice_and_given(%x: tensor<4x100xf32>) -> (tensor<4x1xf32>, tensor<4x100xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<4x1xf32>
  %2 = stablehlo.negate %1 : tensor<4x1xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x100xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<4x100xf32>
  return %2, %4 : tensor<4x1xf32>, tensor<4x100xf32>
}
