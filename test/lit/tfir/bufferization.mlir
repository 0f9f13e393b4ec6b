// RUN: tf-opt %s | filecheck %s

/// As mlir-opt prints them.
// CHECK: func.func @tensors(
func.func @tensors(%t: tensor<?x4xf32>, %n: index, %m: memref<?x4xf32>, %c: i1) {
  // CHECK-NEXT: %0 = bufferization.alloc_tensor(%arg1) : tensor<?x4xf32>
  %0 = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
  // CHECK-NEXT: %1 = bufferization.alloc_tensor() copy(%arg0) : tensor<?x4xf32>
  %1 = bufferization.alloc_tensor() copy(%t) : tensor<?x4xf32>
  // CHECK-NEXT: %2 = bufferization.alloc_tensor(%arg1) size_hint=%arg1 : tensor<?x4xf32>
  %2 = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?x4xf32>
  // CHECK-NEXT: %3 = bufferization.alloc_tensor() {foo = 3 : i64, memory_space = 1 : i64} : tensor<4xf32>
  %3 = bufferization.alloc_tensor() {memory_space = 1 : i64, foo = 3} : tensor<4xf32>
  // CHECK-NEXT: %4 = bufferization.clone %arg2 : memref<?x4xf32> to memref<?x4xf32>
  %4 = bufferization.clone %m : memref<?x4xf32> to memref<?x4xf32>
  // CHECK-NEXT: bufferization.dealloc_tensor %0 : tensor<?x4xf32>
  bufferization.dealloc_tensor %0 : tensor<?x4xf32>
  // CHECK-NEXT: %5 = bufferization.materialize_in_destination %arg0 in %0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %5 = bufferization.materialize_in_destination %t in %0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: bufferization.materialize_in_destination %arg0 in restrict writable %arg2 : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  // CHECK-NEXT: %6 = bufferization.dealloc (%arg2, %4 : memref<?x4xf32>, memref<?x4xf32>) if (%arg3, %arg3) retain (%arg2 : memref<?x4xf32>)
  %6 = bufferization.dealloc (%m, %4 : memref<?x4xf32>, memref<?x4xf32>) if (%c, %c) retain (%m : memref<?x4xf32>)
  // CHECK-NEXT: bufferization.dealloc (%arg2 : memref<?x4xf32>) if (%arg3)
  bufferization.dealloc (%m : memref<?x4xf32>) if (%c)
  // CHECK-NEXT: bufferization.dealloc{{$}}
  bufferization.dealloc
  return
}
