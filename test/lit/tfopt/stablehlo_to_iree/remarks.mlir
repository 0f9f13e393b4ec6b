/// What each dispatch region moves, and why it is apart from what reads its results. By paper: 4 * 8 floats are 128 bytes, 8 * 2 are 64, 4 * 2 are 32.
// RUN: tf-opt %s --iree-identify-dispatch-regions=remarks --verify-diagnostics=all -o /dev/null
// RUN: tf-opt %s --pipeline=vulkan --targets=portable --remarks -o /dev/null 2>&1 | filecheck %s
// RUN: not tf-opt %s --canonicalize --remarks 2>&1 | filecheck %s --check-prefix=NONE
// CHECK: remark: region of 2 operations (stablehlo.dot_general): reads 200 bytes in 3 tensors
// NONE: --remarks tells what dispatch regions move, and Grappler's optimizers do, and no pass here is one

func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<2xf32>) -> (tensor<4x2xf32>, tensor<4xf32>) {
  // expected-remark @+1 {{region of 1 operation (elementwise): reads 128 bytes in 1 tensor, writes 128 bytes in 1 tensor; apart from stablehlo.add: stablehlo.exponential has another shape}}
  %0 = stablehlo.exponential %x : tensor<4x8xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  // expected-remark @+1 {{region of 2 operations (stablehlo.dot_general): reads 200 bytes in 3 tensors, writes 32 bytes in 1 tensor, keeps 32 bytes in 1 tensor from memory; its results go to func.return}}
  %3 = stablehlo.add %1, %2 : tensor<4x2xf32>
  %4 = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-remark @+1 {{region of 1 operation (stablehlo.reduce): reads 32 bytes in 1 tensor, writes 16 bytes in 1 tensor; its results go to func.return}}
  %5 = stablehlo.reduce(%3 init: %4) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
  return %3, %5 : tensor<4x2xf32>, tensor<4xf32>
}
