// RUN: tf-opt %s --expand-strided-metadata | filecheck %s
// Sizes that are operands stay such, also where they are constants: the type does not say them. As mlir-opt 22 has it.

// CHECK: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%0], sizes: [%c4, %c4], strides: [16, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @f(%m: memref<8x16xf32>, %i: index) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[%i, 4] [%c4, %c4] [%c1, 1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
}
