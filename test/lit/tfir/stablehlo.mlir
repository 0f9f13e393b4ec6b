// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s

/// Every custom form of StableHLO prints as it is read. The expected lines are what upstream's printer gives.
// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xi1>, %arg3: tensor<f32>) {
  // CHECK: %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
  %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
  // CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi32>
  // CHECK-NEXT: %2 = stablehlo.compare LT, %arg0, %arg1, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK-NEXT: %3 = stablehlo.select %2, %arg0, %arg1 : tensor<4xi1>, tensor<4xf32>
  %3 = stablehlo.select %2, %arg0, %arg1 : tensor<4xi1>, tensor<4xf32>
  // CHECK-NEXT: %4 = stablehlo.clamp %arg3, %arg0, %arg3 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.clamp %arg3, %arg0, %arg3 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: %5 = stablehlo.complex %arg0, %arg1 : tensor<4xcomplex<f32>>
  %5 = stablehlo.complex %arg0, %arg1 : tensor<4xcomplex<f32>>
  // CHECK-NEXT: %6 = stablehlo.real %5 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %6 = stablehlo.real %5 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK-NEXT: %7 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
  %7 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK-NEXT: %8 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
  %8 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
  // CHECK-NEXT: %9 = stablehlo.add %arg0, %arg1 {note = "kept"} : tensor<4xf32>
  %9 = stablehlo.add %arg0, %arg1 {note = "kept"} : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @moving
func.func @moving(%arg0: tensor<2x8xf32>, %arg1: tensor<i32>) {
  // CHECK: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  // CHECK-NEXT: %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  // CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<2x8xi64>
  %0 = stablehlo.iota dim = 1 : tensor<2x8xi64>
  // CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
  // CHECK-NEXT: %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
  // CHECK-NEXT: %3 = stablehlo.reverse %1, dims = [0] : tensor<2x8xf32>
  %3 = stablehlo.reverse %1, dims = [0] : tensor<2x8xf32>
  // CHECK-NEXT: %4 = stablehlo.concatenate %1, %3, dim = 1 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x16xf32>
  %4 = stablehlo.concatenate %1, %3, dim = 1 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x16xf32>
  // CHECK-NEXT: %5 = stablehlo.slice %1 [0:1, 2:8:3] : (tensor<2x8xf32>) -> tensor<1x2xf32>
  %5 = stablehlo.slice %1 [0:1, 2:8:3] : (tensor<2x8xf32>) -> tensor<1x2xf32>
  // CHECK-NEXT: %6 = stablehlo.pad %1, %cst, low = [0, -1], high = [1, 0], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  %6 = stablehlo.pad %1, %cst, low = [0, -1], high = [1, 0], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  // CHECK-NEXT: %7 = stablehlo.dynamic_slice %1, %arg1, %arg1, sizes = [1, 4] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %7 = stablehlo.dynamic_slice %1, %arg1, %arg1, sizes = [1, 4] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// CHECK-LABEL: func.func @contraction
func.func @contraction(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>, %arg2: tensor<1x8x8x3xf32>, %arg3: tensor<3x3x3x16xf32>, %arg4: tensor<f32>) {
  // CHECK: %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // CHECK-NEXT: %1 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[\[}}0, 1], [0, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  %1 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  // CHECK-NEXT: %2 = stablehlo.reduce(%arg0 init: %arg4) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.reduce(%arg0 init: %arg4) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %3:2 = stablehlo.reduce(%arg0 init: %arg4), (%arg0 init: %arg4) across dimensions = [2] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  // CHECK-NEXT: reducer(%arg5: tensor<f32>, %arg7: tensor<f32>) (%arg6: tensor<f32>, %arg8: tensor<f32>)  {
  // CHECK: stablehlo.return %{{.*}}, %arg6 : tensor<f32>, tensor<f32>
  %3:2 = stablehlo.reduce(%arg0 init: %arg4), (%arg0 init: %arg4) across dimensions = [2] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4, %c : tensor<f32>, tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @control
func.func @control(%arg0: tensor<i32>, %arg1: tensor<f32>) -> tensor<f32> {
  // CHECK: %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<f32>
  // CHECK-NEXT: cond {
  // CHECK: } do {
  // CHECK: stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<f32>
  %0:2 = stablehlo.while(%i = %arg0, %x = %arg1) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %i, %x : tensor<i32>, tensor<f32>
  }
  // CHECK: return %0#1 : tensor<f32>
  return %0#1 : tensor<f32>
}
