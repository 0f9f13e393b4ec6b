// RUN: tf-opt --allow-unregistered-dialect --split-input-file --expand-strided-metadata %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @sub(%a: memref<8x8xf32>, %i: index) -> memref<4x4xf32, strided<[8, 1], offset: ?>> {
  %0 = memref.subview %a[%i, 0][4, 4][1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<4x4xf32, strided<[8, 1], offset: ?>>
}
// -----
func.func @sub3(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %j: index, %n: index, %s: index) -> memref<?x4xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %a[%i, %j][%n, 4][%s, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x4xf32, strided<[?, ?], offset: ?>>
}
// -----
func.func @sub4(%a: memref<8x8x8xf32>, %i: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %0 = memref.subview %a[%i, 1, 2][1, 1, 4][1, 1, 1] : memref<8x8x8xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %0 : memref<4xf32, strided<[1], offset: ?>>
}
// -----
func.func @sub5(%a: memref<?x8xf32>, %i: index, %n: index) -> memref<?x8xf32, strided<[8, 1], offset: ?>> {
  %0 = memref.subview %a[%i, 0][%n, 8][1, 1] : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  %1 = memref.subview %0[%i, 0][%n, 8][1, 1] : memref<?x8xf32, strided<[8, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  return %1 : memref<?x8xf32, strided<[8, 1], offset: ?>>
}
// -----
func.func @ex(%b: memref<?x8xf32>, %c: index) -> memref<?x4x8xf32> {
  %1 = memref.expand_shape %b [[0, 1], [2]] output_shape [%c, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
  return %1 : memref<?x4x8xf32>
}
// -----
func.func @ex2(%b: memref<12x8xf32>) -> memref<3x4x2x4xf32> {
  %1 = memref.expand_shape %b [[0, 1], [2, 3]] output_shape [3, 4, 2, 4] : memref<12x8xf32> into memref<3x4x2x4xf32>
  return %1 : memref<3x4x2x4xf32>
}
// -----
func.func @ex3(%b: memref<f32>) -> memref<1x1xf32> {
  %1 = memref.expand_shape %b [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  return %1 : memref<1x1xf32>
}
// -----
func.func @ex4(%b: memref<?x?xf32, strided<[?, ?], offset: ?>>, %c: index, %d: index) -> memref<?x4x?x2xf32, strided<[?, ?, ?, ?], offset: ?>> {
  %1 = memref.expand_shape %b [[0, 1], [2, 3]] output_shape [%c, 4, %d, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> into memref<?x4x?x2xf32, strided<[?, ?, ?, ?], offset: ?>>
  return %1 : memref<?x4x?x2xf32, strided<[?, ?, ?, ?], offset: ?>>
}
// -----
func.func @co(%a: memref<8x8xf32>) -> memref<64xf32> {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  return %0 : memref<64xf32>
}
// -----
func.func @co2(%a: memref<?x8x?xf32>) -> memref<?x?xf32> {
  %0 = memref.collapse_shape %a [[0, 1], [2]] : memref<?x8x?xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}
// -----
func.func @co3(%a: memref<1x1xf32>) -> memref<f32> {
  %0 = memref.collapse_shape %a [] : memref<1x1xf32> into memref<f32>
  return %0 : memref<f32>
}
// -----
func.func @meta2(%n: index) {
  %0 = memref.alloc(%n) : memref<?x4xf32>
  %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  "test.use"(%base, %off, %sizes#0, %sizes#1, %strides#0, %strides#1) : (memref<f32>, index, index, index, index, index) -> ()
  return
}
// -----
func.func @dead(%a: memref<8x8xf32>, %i: index) {
  %0 = memref.subview %a[%i, 0][4, 4][1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %c = arith.constant 3 : index
  %1 = memref.subview %a[%c, %c][4, 4][1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  "test.use"(%1) : (memref<4x4xf32, strided<[8, 1], offset: ?>>) -> ()
  return
}

// CHECK: #map = affine_map<()[s0] -> (s0 * 8)>
// CHECK: module {
// CHECK: func.func @sub(%arg0: memref<8x8xf32>, %arg1: index) -> memref<4x4xf32, strided<[8, 1], offset: ?>> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%arg1]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%0], sizes: [4, 4], strides: [8, 1] : memref<f32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<4x4xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: }
// CHECK: #map = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK: #map1 = affine_map<()[s0] -> (s0 * 2)>
// CHECK: #map2 = affine_map<()[s0, s1, s2, s3, s4] -> (s0 + s1 * s2 + s3 * s4)>
// CHECK: module {
// CHECK: func.func @sub3(%arg0: memref<?x?xf32, strided<[?, ?], offset: ?>>, %arg1: index, %arg2: index, %arg3: index, %arg4: index) -> memref<?x4xf32, strided<[?, ?], offset: ?>> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%arg4, %strides#0]
// CHECK-NEXT: %1 = affine.apply #map1()[%strides#1]
// CHECK-NEXT: %2 = affine.apply #map2()[%offset, %arg1, %strides#0, %arg2, %strides#1]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%2], sizes: [%arg3, 4], strides: [%0, %1] : memref<f32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: }
// CHECK: #map = affine_map<()[s0] -> (s0 * 64 + 10)>
// CHECK: module {
// CHECK: func.func @sub4(%arg0: memref<8x8x8xf32>, %arg1: index) -> memref<4xf32, strided<[1], offset: ?>> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %arg0 : memref<8x8x8xf32> -> memref<f32>, index, index, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%arg1]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%0], sizes: [4], strides: [1] : memref<f32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT: }
// CHECK: #map = affine_map<()[s0] -> (s0 * 8)>
// CHECK: #map1 = affine_map<()[s0, s1] -> (s0 + s1 * 8)>
// CHECK: module {
// CHECK: func.func @sub5(%arg0: memref<?x8xf32>, %arg1: index, %arg2: index) -> memref<?x8xf32, strided<[8, 1], offset: ?>> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%arg1]
// CHECK-NEXT: %1 = affine.apply #map1()[%0, %arg1]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%1], sizes: [%arg2, 8], strides: [8, 1] : memref<f32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: }
// CHECK: #map = affine_map<()[s0] -> (s0 floordiv 4)>
// CHECK: module {
// CHECK: func.func @ex(%arg0: memref<?x8xf32>, %arg1: index) -> memref<?x4x8xf32> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%sizes#0]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [%0, 4, 8], strides: [32, 8, 1] : memref<f32> to memref<?x4x8xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<?x4x8xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex2(%arg0: memref<12x8xf32>) -> memref<3x4x2x4xf32> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<12x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [3, 4, 2, 4], strides: [32, 8, 4, 1] : memref<f32> to memref<3x4x2x4xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<3x4x2x4xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex3(%arg0: memref<f32>) -> memref<1x1xf32> {
// CHECK-NEXT: %base_buffer, %offset = memref.extract_strided_metadata %arg0 : memref<f32> -> memref<f32>, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [1, 1], strides: [1, 1] : memref<f32> to memref<1x1xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<1x1xf32>
// CHECK-NEXT: }
// CHECK: #map = affine_map<()[s0] -> (s0 floordiv 4)>
// CHECK: #map1 = affine_map<()[s0] -> (s0 * 4)>
// CHECK: #map2 = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK: #map3 = affine_map<()[s0] -> (s0 * 2)>
// CHECK: module {
// CHECK: func.func @ex4(%arg0: memref<?x?xf32, strided<[?, ?], offset: ?>>, %arg1: index, %arg2: index) -> memref<?x4x?x2xf32, strided<[?, ?, ?, ?], offset: ?>> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%sizes#0]
// CHECK-NEXT: %1 = affine.apply #map1()[%strides#0]
// CHECK-NEXT: %2 = affine.apply #map2()[%sizes#1]
// CHECK-NEXT: %3 = affine.apply #map3()[%strides#1]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [%0, 4, %2, 2], strides: [%1, %strides#0, %3, %strides#1] : memref<f32> to memref<?x4x?x2xf32, strided<[?, ?, ?, ?], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<?x4x?x2xf32, strided<[?, ?, ?, ?], offset: ?>>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @co(%arg0: memref<8x8xf32>) -> memref<64xf32> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [64], strides: [1] : memref<f32> to memref<64xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<64xf32>
// CHECK-NEXT: }
// CHECK: #map = affine_map<()[s0] -> (s0 * 8)>
// CHECK: module {
// CHECK: func.func @co2(%arg0: memref<?x8x?xf32>) -> memref<?x?xf32> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %arg0 : memref<?x8x?xf32> -> memref<f32>, index, index, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply #map()[%sizes#0]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [%0, %sizes#2], strides: [%strides#1, 1] : memref<f32> to memref<?x?xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @co3(%arg0: memref<1x1xf32>) -> memref<f32> {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<1x1xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: return %base_buffer : memref<f32>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @meta2(%arg0: index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc(%arg0) : memref<?x4xf32>
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [0], sizes: [], strides: [] : memref<?x4xf32> to memref<f32>
// CHECK-NEXT: "test.use"(%reinterpret_cast, %c0, %arg0, %c4, %c4, %c1) : (memref<f32>, index, index, index, index, index) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @dead(%arg0: memref<8x8xf32>, %arg1: index) {
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [27], sizes: [4, 4], strides: [8, 1] : memref<f32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: "test.use"(%reinterpret_cast) : (memref<4x4xf32, strided<[8, 1], offset: ?>>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
