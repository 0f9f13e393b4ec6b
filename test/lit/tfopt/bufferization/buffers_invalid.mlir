// RUN: tf-opt %s --split-input-file --buffer-results-to-out-params --convert-bufferization-to-memref --verify-diagnostics

/// Upstream says the same, but for buffers that are freed together, which it lowers.
// expected-error @+1 {{cannot create out param for result with unsupported layout}}
func.func private @layout(%a: memref<4xf32, strided<[1], offset: 2>>) -> memref<4xf32, strided<[1], offset: 2>> {
  return %a : memref<4xf32, strided<[1], offset: 2>>
}
// -----
func.func private @sizes(%a: memref<4xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}
func.func @caller(%a: memref<4xf32>, %n: index) -> memref<?xf32> {
  // expected-error @+1 {{cannot create out param for dynamically shaped result}}
  %0 = call @sizes(%a, %n) : (memref<4xf32>, index) -> memref<?xf32>
  return %0 : memref<?xf32>
}
// -----
func.func @strides(%m: memref<?xf32, strided<[2], offset: ?>>) {
  // expected-error @+1 {{failed to legalize operation 'bufferization.clone'}}
  %0 = bufferization.clone %m : memref<?xf32, strided<[2], offset: ?>> to memref<?xf32, strided<[2], offset: ?>>
  return
}
// -----
func.func @together(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{failed to legalize operation 'bufferization.dealloc'}}
  bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%c, %c)
  return
}
