// RUN: tf-run %s --device=interpreter | filecheck %s
// RUN: tf-run %s --device=cpu | filecheck %s

/// A tensor is handed to a library as the buffer that bufferization makes of it.
// CHECK: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [3] strides = [1] data =
// CHECK-NEXT: [1,  2,  3]
func.func private @printMemrefF32(tensor<*xf32>)
func.func @main() {
  %0 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = tensor.cast %0 : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()
  return
}
