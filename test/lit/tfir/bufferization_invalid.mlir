// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @sizes() {
  // expected-error @+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = bufferization.alloc_tensor() : tensor<?x4xf32>
  return
}
// -----
func.func @sizes_of_copy(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{dynamic sizes not needed when copying a tensor}}
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}
// -----
func.func @ranks(%t: tensor<?x4xf32>, %n: tensor<3xf32>) {
  // expected-error @+1 {{rank mismatch between source and destination shape}}
  %0 = bufferization.materialize_in_destination %t in %n : (tensor<?x4xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
// -----
func.func @writable(%t: tensor<?x4xf32>, %n: memref<?x4xf32>) {
  // expected-error @+1 {{'writable' must be specified if and only if the destination is of memref type}}
  bufferization.materialize_in_destination %t in %n : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  return
}
// -----
func.func @conditions(%m: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{must have the same number of conditions as memrefs to deallocate}}
  bufferization.dealloc (%m : memref<4xf32>) if (%c, %c)
  return
}
