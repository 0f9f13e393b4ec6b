// RUN: tf-opt %s --stablehlo-split-long-reductions --split-input-file | filecheck %s
// RUN: tf-opt %s --stablehlo-split-long-reductions=min-length=16 --split-input-file | filecheck %s --check-prefix=SHORT
// RUN: tf-opt %s --stablehlo-split-long-reductions=max-results=1 --split-input-file | filecheck %s --check-prefix=ONE
// RUN: tf-opt %s --stablehlo-split-long-reductions=min-column-length=3000 --split-input-file | filecheck %s --check-prefix=COLUMNS

/// A thousand parts of a thousand. The initial value counts once, after what changes nothing.
// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[INITIAL:.*]] = stablehlo.constant dense<5.000000e+00>
// CHECK: %[[CUT:.*]] = stablehlo.reshape %arg0 : (tensor<2x1000000xf32>) -> tensor<2x1000x1000xf32>
// CHECK: %[[NOTHING:.*]] = stablehlo.constant dense<0.000000e+00>
// CHECK: %[[PARTS:.*]] = stablehlo.reduce(%[[CUT]] init: %[[NOTHING]]) applies stablehlo.add across dimensions = [2]
// CHECK: stablehlo.reduce(%[[PARTS]] init: %[[INITIAL]]) applies stablehlo.add across dimensions = [1] : (tensor<2x1000xf32>, tensor<f32>) -> tensor<2xf32>
// ONE-LABEL: func.func @rows
// ONE-NOT: reshape
func.func @rows(%x: tensor<2x1000000xf32>) -> tensor<2xf32> {
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %five) applies stablehlo.add across dimensions = [1] : (tensor<2x1000000xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

/// Neighbouring dimensions are one, of which a part lies side by side. 320 * 256 = 81920 is 256 parts of 320.
// CHECK-LABEL: func.func @several
// CHECK: stablehlo.reshape %arg0 : (tensor<320x256x3xi32>) -> tensor<256x320x3xi32>
// CHECK: stablehlo.constant dense<-2147483648> : tensor<i32>
// CHECK: stablehlo.maximum across dimensions = [1] : (tensor<256x320x3xi32>, tensor<i32>) -> tensor<256x3xi32>
// CHECK: stablehlo.maximum across dimensions = [0] : (tensor<256x3xi32>, tensor<i32>) -> tensor<3xi32>
func.func @several(%x: tensor<320x256x3xi32>) -> tensor<3xi32> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.reduce(%x init: %three) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<320x256x3xi32>, tensor<i32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

/// Dimensions that are no neighbours stay apart: 65536 is cut, and the 3 are reduced with its parts.
// CHECK-LABEL: func.func @apart
// CHECK: stablehlo.reshape %arg0 : (tensor<65536x2x3xi32>) -> tensor<512x128x2x3xi32>
// CHECK: across dimensions = [1, 3] : (tensor<512x128x2x3xi32>, tensor<i32>) -> tensor<512x2xi32>
// CHECK: across dimensions = [0] : (tensor<512x2xi32>
func.func @apart(%x: tensor<65536x2x3xi32>) -> tensor<2xi32> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.reduce(%x init: %three) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<65536x2x3xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----

/// Columns are cut sooner than rows where that is asked for, but for those that a normalization goes down again.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: reshape
// COLUMNS-LABEL: func.func @columns
// COLUMNS: stablehlo.reshape %arg0 : (tensor<1x56x56x8xf32>) -> tensor<1x56x56x8xf32>
// COLUMNS: across dimensions = [2] : (tensor<1x56x56x8xf32>
// COLUMNS: across dimensions = [1] : (tensor<1x56x8xf32>
// COLUMNS-NOT: reshape
func.func @columns(%x: tensor<1x56x56x8xf32>, %y: tensor<8x3136xf32>) -> (tensor<1x8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x56x56x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x3136xf32>, tensor<f32>) -> tensor<8xf32>
  return %r, %s : tensor<1x8xf32>, tensor<8xf32>
}

// -----

// COLUMNS-LABEL: func.func @normalized
// COLUMNS-NOT: reshape
func.func @normalized(%x: tensor<3136x8xf32>) -> tensor<3136x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %many = stablehlo.constant dense<3136.0> : tensor<8xf32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3136x8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = stablehlo.divide %r, %many : tensor<8xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<8xf32>) -> tensor<3136x8xf32>
  %d = stablehlo.subtract %x, %b : tensor<3136x8xf32>
  return %d : tensor<3136x8xf32>
}

// -----

/// Too short to be worth it; and a length that has no divisors.
// COLUMNS-LABEL: func.func @short
// CHECK-LABEL: func.func @short
// CHECK-NOT: reshape
// SHORT-LABEL: func.func @short
// SHORT: stablehlo.reshape %arg0 : (tensor<256xf32>) -> tensor<16x16xf32>
// SHORT-NOT: reshape
func.func @short(%x: tensor<256xf32>, %y: tensor<65537xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<65537xf32>, tensor<f32>) -> tensor<f32>
  return %r, %s : tensor<f32>, tensor<f32>
}

// -----

/// Many results are work enough for many workgroups.
// CHECK-LABEL: func.func @many_results
// CHECK-NOT: reshape
func.func @many_results(%x: tensor<65536x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<65536x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %r : tensor<512xf32>
}

// -----

/// An operation that depends on the order is left in order.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: reshape
func.func @ordered(%x: tensor<65536xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<65536xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %s = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
  return %r : tensor<f32>
}

// -----

/// Truth values have a neutral element too: whether any holds, begun with false, and whether all do, with true.
// CHECK-LABEL: func.func @truths
// SHORT-LABEL: func.func @truths
// ONE-LABEL: func.func @truths
// CHECK: stablehlo.constant dense<false> : tensor<i1>
// CHECK: stablehlo.or across dimensions = [1] : (tensor<256x256xi1>, tensor<i1>) -> tensor<256xi1>
// CHECK: stablehlo.constant dense<true> : tensor<i1>
// CHECK: stablehlo.and across dimensions = [1] : (tensor<256x256xi1>, tensor<i1>) -> tensor<256xi1>
func.func @truths(%x: tensor<65536xi1>, %any: tensor<i1>, %all: tensor<i1>) -> (tensor<i1>, tensor<i1>) {
  %r = stablehlo.reduce(%x init: %any) applies stablehlo.or across dimensions = [0] : (tensor<65536xi1>, tensor<i1>) -> tensor<i1>
  %s = stablehlo.reduce(%x init: %all) applies stablehlo.and across dimensions = [0] : (tensor<65536xi1>, tensor<i1>) -> tensor<i1>
  return %r, %s : tensor<i1>, tensor<i1>
}
