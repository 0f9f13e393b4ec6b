// RUN: tf-opt %s --split-input-file --empty-tensor-to-alloc-tensor | filecheck %s

/// Upstream prints the same.
// CHECK: func.func @e(%arg0: index) -> (tensor<?x4xf32>, tensor<3xi8>) {
// CHECK-NEXT: %0 = bufferization.alloc_tensor(%arg0) : tensor<?x4xf32>
// CHECK-NEXT: %1 = bufferization.alloc_tensor() : tensor<3xi8>
// CHECK-NEXT: return %0, %1 : tensor<?x4xf32>, tensor<3xi8>
// CHECK-NEXT: }
func.func @e(%n: index) -> (tensor<?x4xf32>, tensor<3xi8>) {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = tensor.empty() {a = 1 : i32} : tensor<3xi8>
  return %0, %1 : tensor<?x4xf32>, tensor<3xi8>
}
