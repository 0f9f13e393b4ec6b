// RUN: tf-opt %s --split-input-file --verify-diagnostics | filecheck %s
// RUN: tf-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | tf-opt --split-input-file | filecheck %s

/// Reductions, and buffers as tensors, as IREE's own tests of 2019 spell them.
// CHECK: %0 = iree.reduction_region[%arg0 : tensor<3xi32>](%arg1) : (tensor<2x3xf32>) -> (tensor<2xf32>) invocation((%arg3, %arg4) = %arg2 : tensor<f32>) {
// CHECK-NEXT: %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: iree.return %1 : tensor<f32>
// CHECK-NEXT: } {dimensions = dense<1> : tensor<1xi64>}
func.func @reduce(%w: tensor<3xi32>, %x: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<2xf32> {
  %0 = iree.reduction_region[%w : tensor<3xi32>](%x) : (tensor<2x3xf32>) -> (tensor<2xf32>) invocation((%a, %b) = %init : tensor<f32>) {
    %1 = stablehlo.add %a, %b : tensor<f32>
    iree.return %1 : tensor<f32>
  } {dimensions = dense<1> : tensor<1xi64>}
  return %0 : tensor<2xf32>
}

// CHECK: iree.memref_to_tensor(%arg0 : memref<4xf32>) : tensor<4xf32>
// CHECK: iree.tensor_to_memref(%0 : tensor<4xf32>) : memref<4xf32>
// CHECK: iree.store_reduce(%1 : memref<4xf32>, %arg1 : memref<4xf32>, @sum)
func.func @buffers(%a: memref<4xf32>, %b: memref<4xf32>) {
  %0 = iree.memref_to_tensor(%a : memref<4xf32>) : tensor<4xf32>
  %1 = iree.tensor_to_memref(%0 : tensor<4xf32>) : memref<4xf32>
  iree.store_reduce(%1 : memref<4xf32>, %b : memref<4xf32>, @sum)
  return
}

// -----

func.func @type(%w: tensor<3xi32>, %x: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<2xf32> {
  // expected-error @+1 {{'iree.reduction_region' op expects its region to end with 'iree.return' of (tensor<f32>)}}
  %0 = iree.reduction_region[%w : tensor<3xi32>](%x) : (tensor<2x3xf32>) -> (tensor<2xf32>) invocation((%a, %b) = %init : tensor<f32>) {
    iree.return %a, %b : tensor<f32>, tensor<f32>
  } {dimensions = dense<1> : tensor<1xi64>}
  return %0 : tensor<2xf32>
}

// -----

func.func @shape(%a: memref<4xf32>) {
  // expected-error @+1 {{'iree.memref_to_tensor' op expects a memref and a tensor of one shape, found (memref<4xf32>, tensor<5xf32>)}}
  %0 = iree.memref_to_tensor(%a : memref<4xf32>) : tensor<5xf32>
  return
}
