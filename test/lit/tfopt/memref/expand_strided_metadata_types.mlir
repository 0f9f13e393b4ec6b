// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --expand-strided-metadata | filecheck %s
// Metadata whose types have to be those that are asked for, as mlir-opt 22 gives it.

// CHECK: func.func @ones_with_strides(%arg0: memref<1x1xf32, strided<[3, 1], offset: ?>>) -> memref<1xf32, strided<[3], offset: ?>> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<1x1xf32, strided<[3, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [1], strides: [3] : memref<f32> to memref<1xf32, strided<[3], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<1xf32, strided<[3], offset: ?>>
// CHECK-NEXT: }
func.func @ones_with_strides(%m: memref<1x1xf32, strided<[3, 1], offset: ?>>) -> memref<1xf32, strided<[3], offset: ?>> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<1x1xf32, strided<[3, 1], offset: ?>> into memref<1xf32, strided<[3], offset: ?>>
  return %0 : memref<1xf32, strided<[3], offset: ?>>
}

// -----

// CHECK: func.func @reinterpreted_with_an_offset(%arg0: memref<f32, strided<[], offset: ?>>, %arg1: index, %arg2: index, %arg3: index) -> (memref<f32>, index, index, index) {
// CHECK-NEXT: %base_buffer, %offset = memref.extract_strided_metadata %arg0 : memref<f32, strided<[], offset: ?>> -> memref<f32>, index
// CHECK-NEXT: return %base_buffer, %arg1, %arg2, %arg3 : memref<f32>, index, index, index
// CHECK-NEXT: }
func.func @reinterpreted_with_an_offset(%m: memref<f32, strided<[], offset: ?>>, %o: index, %n: index, %s: index) -> (memref<f32>, index, index, index) {
  %0 = memref.reinterpret_cast %m to offset: [%o], sizes: [%n], strides: [%s] : memref<f32, strided<[], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %0 : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  return %base, %offset, %size, %stride : memref<f32>, index, index, index
}
