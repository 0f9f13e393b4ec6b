// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// What mlir-opt 22 makes of buffers, and where it leaves them.

// CHECK: func.func @stored_cast(%arg0: memref<32xi8>, %arg1: memref<memref<?xi8>>, %arg2: memref<8xi8>, %arg3: i8, %arg4: index) {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<32xi8> to memref<?xi8>
// CHECK-NEXT: memref.store %cast, %arg1[] : memref<memref<?xi8>>
// CHECK-NEXT: memref.store %arg3, %arg2[%arg4] : memref<8xi8>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @stored_cast(%m: memref<32xi8>, %h: memref<memref<?xi8>>, %i: memref<8xi8>, %x: i8, %at: index) {
  %0 = memref.cast %m : memref<32xi8> to memref<?xi8>
  memref.store %0, %h[] : memref<memref<?xi8>>
  %1 = memref.cast %i : memref<8xi8> to memref<?xi8>
  memref.store %x, %1[%at] : memref<?xi8>
  return
}

// -----

// CHECK: func.func @ones_left_out(%arg0: memref<1x24x16xf32>, %arg1: index, %arg2: index) -> memref<?xf32, strided<[1], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, %arg1, %arg1] [1, 1, %arg2] [1, 1, 1] : memref<1x24x16xf32> to memref<1x?xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %subview[0, 0] [1, %arg2] [1, 1] : memref<1x?xf32, strided<[16, 1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT: return %subview_0 : memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT: }
func.func @ones_left_out(%m: memref<1x24x16xf32>, %i: index, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[0, %i, %i] [1, %c1, %n] [1, 1, 1] : memref<1x24x16xf32> to memref<?x?xf32, strided<[16, 1], offset: ?>>
  %1 = memref.subview %0[0, 0] [1, %n] [1, 1] : memref<?x?xf32, strided<[16, 1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  return %1 : memref<?xf32, strided<[1], offset: ?>>
}

// -----

// CHECK: func.func @no_step(%arg0: memref<10xf32>) -> memref<1xf32, strided<[?], offset: 1>> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[1] [1] [%c0] : memref<10xf32> to memref<1xf32, strided<[?], offset: 1>>
// CHECK-NEXT: return %subview : memref<1xf32, strided<[?], offset: 1>>
// CHECK-NEXT: }
func.func @no_step(%m: memref<10xf32>) -> memref<1xf32, strided<[?], offset: 1>> {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %m[1] [1] [%c0] : memref<10xf32> to memref<1xf32, strided<[?], offset: 1>>
  return %0 : memref<1xf32, strided<[?], offset: 1>>
}

// -----

// CHECK: func.func @all_under_another_type(%arg0: memref<6x4xf32>) -> memref<6x4xf32, strided<[4, 1]>> {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<6x4xf32> to memref<6x4xf32, strided<[4, 1]>>
// CHECK-NEXT: return %cast : memref<6x4xf32, strided<[4, 1]>>
// CHECK-NEXT: }
func.func @all_under_another_type(%m: memref<6x4xf32>) -> memref<6x4xf32, strided<[4, 1]>> {
  %0 = memref.subview %m[0, 0] [6, 4] [1, 1] : memref<6x4xf32> to memref<6x4xf32, strided<[4, 1]>>
  return %0 : memref<6x4xf32, strided<[4, 1]>>
}

// -----

// CHECK: func.func @same_part(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[3] [%arg1] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %subview : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @same_part(%m: memref<?xf32, strided<[?], offset: ?>>, %n: index) -> memref<?xf32, strided<[?], offset: ?>> {
  %0 = memref.subview %m[3] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.subview %0[0] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return %1 : memref<?xf32, strided<[?], offset: ?>>
}

// -----

// CHECK: func.func @split_of_cast(%arg0: memref<6x?xf32>, %arg1: index, %arg2: index) -> memref<2x3x?x?xf32> {
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1], [2, 3]] output_shape [2, 3, %arg1, %arg2] : memref<6x?xf32> into memref<2x3x?x?xf32>
// CHECK-NEXT: return %expand_shape : memref<2x3x?x?xf32>
// CHECK-NEXT: }
func.func @split_of_cast(%m: memref<6x?xf32>, %n: index, %k: index) -> memref<2x3x?x?xf32> {
  %c2 = arith.constant 2 : index
  %0 = memref.cast %m : memref<6x?xf32> to memref<?x?xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2, 3]] output_shape [%c2, 3, %n, %k] : memref<?x?xf32> into memref<?x3x?x?xf32>
  %2 = memref.cast %1 : memref<?x3x?x?xf32> to memref<2x3x?x?xf32>
  return %2 : memref<2x3x?x?xf32>
}

// -----

// CHECK: func.func @split_of_cast_by_values(%arg0: memref<6xf32>, %arg1: index) -> memref<?x3xf32> {
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<6xf32> to memref<?xf32>
// CHECK-NEXT: %expand_shape = memref.expand_shape %cast {{\[\[}}0, 1]] output_shape [%arg1, 3] : memref<?xf32> into memref<?x3xf32>
// CHECK-NEXT: return %expand_shape : memref<?x3xf32>
// CHECK-NEXT: }
func.func @split_of_cast_by_values(%m: memref<6xf32>, %n: index) -> memref<?x3xf32> {
  %0 = memref.cast %m : memref<6xf32> to memref<?xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [%n, 3] : memref<?xf32> into memref<?x3xf32>
  return %1 : memref<?x3xf32>
}

// -----

// CHECK: func.func @joined_of_cast(%arg0: memref<?x4x2xf32>) -> memref<?x?xf32> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<?x4x2xf32> into memref<?x8xf32>
// CHECK-NEXT: %cast = memref.cast %collapse_shape : memref<?x8xf32> to memref<?x?xf32>
// CHECK-NEXT: return %cast : memref<?x?xf32>
// CHECK-NEXT: }
func.func @joined_of_cast(%m: memref<?x4x2xf32>) -> memref<?x?xf32> {
  %0 = memref.cast %m : memref<?x4x2xf32> to memref<?x?x2xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] : memref<?x?x2xf32> into memref<?x?xf32>
  return %1 : memref<?x?xf32>
}

// -----

// CHECK: func.func @split_then_joined(%arg0: memref<?xf16>, %arg1: index, %arg2: index) -> memref<6x?x?xf16> {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %0 = arith.muli %arg2, %c5 : index
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1, 2]] output_shape [6, %arg1, %0] : memref<?xf16> into memref<6x?x?xf16>
// CHECK-NEXT: return %expand_shape : memref<6x?x?xf16>
// CHECK-NEXT: }
func.func @split_then_joined(%m: memref<?xf16>, %n: index, %k: index) -> memref<6x?x?xf16> {
  %0 = memref.expand_shape %m [[0, 1, 2, 3, 4]] output_shape [3, 2, %n, %k, 5] : memref<?xf16> into memref<3x2x?x?x5xf16>
  %1 = memref.collapse_shape %0 [[0, 1], [2], [3, 4]] : memref<3x2x?x?x5xf16> into memref<6x?x?xf16>
  return %1 : memref<6x?x?xf16>
}

// -----

// CHECK: func.func @split_twice(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index) -> memref<?x2x4x?x3xf32> {
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1, 2], [3, 4]] output_shape [%arg3, 2, 4, %arg4, 3] : memref<?x?xf32> into memref<?x2x4x?x3xf32>
// CHECK-NEXT: return %expand_shape : memref<?x2x4x?x3xf32>
// CHECK-NEXT: }
func.func @split_twice(%m: memref<?x?xf32>, %a: index, %b: index, %c: index, %d: index) -> memref<?x2x4x?x3xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%a, 4, %b] : memref<?x?xf32> into memref<?x4x?xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2], [3, 4]] output_shape [%c, 2, 4, %d, 3] : memref<?x4x?xf32> into memref<?x2x4x?x3xf32>
  return %1 : memref<?x2x4x?x3xf32>
}

// -----

// CHECK: func.func @joined_to_one(%arg0: memref<1x1xf32>) -> memref<f32> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 [] : memref<1x1xf32> into memref<f32>
// CHECK-NEXT: return %collapse_shape : memref<f32>
// CHECK-NEXT: }
func.func @joined_to_one(%m: memref<1x1xf32>) -> memref<f32> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<1x1xf32> into memref<1xf32>
  %1 = memref.collapse_shape %0 [] : memref<1xf32> into memref<f32>
  return %1 : memref<f32>
}

// -----

// CHECK: func.func @metadata_of_cast(%arg0: memref<3x?xi32, strided<[4, ?], offset: ?>>) -> (memref<i32>, index, index) {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<3x?xi32, strided<[4, ?], offset: ?>> -> memref<i32>, index, index, index, index, index
// CHECK-NEXT: return %base_buffer, %c3, %strides#1 : memref<i32>, index, index
// CHECK-NEXT: }
func.func @metadata_of_cast(%m: memref<3x?xi32, strided<[4, ?], offset: ?>>) -> (memref<i32>, index, index) {
  %0 = memref.cast %m : memref<3x?xi32, strided<[4, ?], offset: ?>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x?xi32, strided<[?, ?], offset: ?>> -> memref<i32>, index, index, index, index, index
  return %base, %sizes#0, %strides#1 : memref<i32>, index, index
}

// -----

// CHECK: func.func @nothing_copied(%arg0: memref<0x3xf32>, %arg1: memref<?x3xf32>, %arg2: memref<?x3xf32>) {
// CHECK-NEXT: memref.copy %arg1, %arg2 : memref<?x3xf32> to memref<?x3xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @nothing_copied(%a: memref<0x3xf32>, %b: memref<?x3xf32>, %c: memref<?x3xf32>) {
  memref.copy %a, %b : memref<0x3xf32> to memref<?x3xf32>
  memref.copy %b, %c : memref<?x3xf32> to memref<?x3xf32>
  return
}

// -----

// CHECK: func.func @bytes(%arg0: memref<64xi8>) -> memref<64xi8> {
// CHECK-NEXT: return %arg0 : memref<64xi8>
// CHECK-NEXT: }
func.func @bytes(%m: memref<64xi8>) -> memref<64xi8> {
  %c0 = arith.constant 0 : index
  %0 = memref.view %m[%c0][] : memref<64xi8> to memref<64xi8>
  return %0 : memref<64xi8>
}

// -----

// CHECK: func.func @assumed_twice(%arg0: memref<64xf32>) -> memref<64xf32> {
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 16 : memref<64xf32>
// CHECK-NEXT: return %assume_align : memref<64xf32>
// CHECK-NEXT: }
func.func @assumed_twice(%m: memref<64xf32>) -> memref<64xf32> {
  %0 = memref.assume_alignment %m, 16 : memref<64xf32>
  %1 = memref.assume_alignment %0, 16 : memref<64xf32>
  return %1 : memref<64xf32>
}

// -----

// CHECK: func.func @first_dimension_of_one(%arg0: memref<?xf32, strided<[1]>, 3>, %arg1: index) -> memref<1x?xf32, 3> {
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [1, %arg1] : memref<?xf32, strided<[1]>, 3> into memref<1x?xf32, 3>
// CHECK-NEXT: return %expand_shape : memref<1x?xf32, 3>
// CHECK-NEXT: }
func.func @first_dimension_of_one(%m: memref<?xf32, strided<[1]>, 3>, %n: index) -> memref<1x?xf32, 3> {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [1, %n] : memref<?xf32, strided<[1]>, 3> into memref<1x?xf32, 3>
  return %0 : memref<1x?xf32, 3>
}

// -----

// CHECK: func.func @view_behind(%arg0: memref<128xi8>, %arg1: index) -> memref<128xi8> {
// CHECK-NEXT: %view = memref.view %arg0[%arg1][] : memref<128xi8> to memref<128xi8>
// CHECK-NEXT: return %view : memref<128xi8>
// CHECK-NEXT: }
func.func @view_behind(%arg0: memref<128xi8>, %o: index) -> memref<128xi8> {
  %view = memref.view %arg0[%o][] : memref<128xi8> to memref<128xi8>
  return %view : memref<128xi8>
}

// -----

// CHECK: func.func @view_of_any_size(%arg0: memref<?xi8>, %arg1: index) -> memref<?xi8> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %view = memref.view %arg0[%c0][%arg1] : memref<?xi8> to memref<?xi8>
// CHECK-NEXT: return %view : memref<?xi8>
// CHECK-NEXT: }
func.func @view_of_any_size(%arg0: memref<?xi8>, %s: index) -> memref<?xi8> {
  %c0 = arith.constant 0 : index
  %view = memref.view %arg0[%c0][%s] : memref<?xi8> to memref<?xi8>
  return %view : memref<?xi8>
}

// -----

// CHECK: func.func @assumed_less(%arg0: memref<128xf32>) -> memref<128xf32> {
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 32 : memref<128xf32>
// CHECK-NEXT: %assume_align_0 = memref.assume_alignment %assume_align, 16 : memref<128xf32>
// CHECK-NEXT: return %assume_align_0 : memref<128xf32>
// CHECK-NEXT: }
func.func @assumed_less(%arg0: memref<128xf32>) -> memref<128xf32> {
  %a = memref.assume_alignment %arg0, 32 : memref<128xf32>
  %b = memref.assume_alignment %a, 16 : memref<128xf32>
  return %b : memref<128xf32>
}

// -----

// CHECK: func.func @assumed_more(%arg0: memref<128xf32>) -> memref<128xf32> {
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 16 : memref<128xf32>
// CHECK-NEXT: %assume_align_0 = memref.assume_alignment %assume_align, 32 : memref<128xf32>
// CHECK-NEXT: return %assume_align_0 : memref<128xf32>
// CHECK-NEXT: }
func.func @assumed_more(%arg0: memref<128xf32>) -> memref<128xf32> {
  %a = memref.assume_alignment %arg0, 16 : memref<128xf32>
  %b = memref.assume_alignment %a, 32 : memref<128xf32>
  return %b : memref<128xf32>
}

// -----

// CHECK: func.func @joined_and_split_otherwise(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) -> memref<?x?xf32> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: %expand_shape = memref.expand_shape %collapse_shape {{\[\[}}0, 1]] output_shape [%arg1, %arg2] : memref<?xf32> into memref<?x?xf32>
// CHECK-NEXT: return %expand_shape : memref<?x?xf32>
// CHECK-NEXT: }
func.func @joined_and_split_otherwise(%arg0: memref<?x?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
  %a = memref.collapse_shape %arg0 [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %b = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  return %b : memref<?x?xf32>
}

// -----

// CHECK: func.func @split_and_joined(%arg0: memref<?xf32>, %arg1: index, %arg2: index) -> memref<?xf32> {
// CHECK-NEXT: return %arg0 : memref<?xf32>
// CHECK-NEXT: }
func.func @split_and_joined(%arg0: memref<?xf32>, %m: index, %n: index) -> memref<?xf32> {
  %b = memref.expand_shape %arg0 [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  %a = memref.collapse_shape %b [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  return %a : memref<?xf32>
}

// -----

// CHECK: func.func @taken_as_it_is(%arg0: memref<4x5xf32, strided<[10, 2]>>) -> memref<4x5xf32, strided<[10, 2]>> {
// CHECK-NEXT: return %arg0 : memref<4x5xf32, strided<[10, 2]>>
// CHECK-NEXT: }
func.func @taken_as_it_is(%arg0: memref<4x5xf32, strided<[10, 2]>>) -> memref<4x5xf32, strided<[10, 2]>> {
  %r = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4, 5], strides: [10, 2] : memref<4x5xf32, strided<[10, 2]>> to memref<4x5xf32, strided<[10, 2]>>
  return %r : memref<4x5xf32, strided<[10, 2]>>
}

// -----

// CHECK: func.func @taken_with_a_size(%arg0: memref<?x5xf32>, %arg1: index) -> memref<?x5xf32> {
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1, 5], strides: [5, 1] : memref<?x5xf32> to memref<?x5xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<?x5xf32>
// CHECK-NEXT: }
func.func @taken_with_a_size(%arg0: memref<?x5xf32>, %n: index) -> memref<?x5xf32> {
  %r = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%n, 5], strides: [5, 1] : memref<?x5xf32> to memref<?x5xf32>
  return %r : memref<?x5xf32>
}

// -----

// CHECK: func.func @copied_to_nothing(%arg0: memref<4x5xf32>, %arg1: memref<4x0xf32>, %arg2: memref<4x?xf32>) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @copied_to_nothing(%arg0: memref<4x5xf32>, %c: memref<4x0xf32>, %d: memref<4x?xf32>) {
  memref.copy %d, %c : memref<4x?xf32> to memref<4x0xf32>
  return
}

// -----

// CHECK: func.func @enlarged_for_nothing(%arg0: memref<2xf32>, %arg1: f32) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @enlarged_for_nothing(%arg0: memref<2xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.realloc %arg0 : memref<2xf32> to memref<4xf32>
  memref.store %v, %0[%c0] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}

// -----

// CHECK: func.func @backwards(%arg0: memref<10xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[4] [6] [-1] : memref<10xf32> to memref<6xf32, strided<[-1], offset: 4>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<6xf32, strided<[-1], offset: 4>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %cast : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @backwards(%arg0: memref<10xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %c-1 = arith.constant -1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %subview = memref.subview %arg0[%c4] [%c6] [%c-1] : memref<10xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %subview : memref<?xf32, strided<[?], offset: ?>>
}

// -----

// CHECK: func.func @behind_the_end(%arg0: memref<10xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %subview = memref.subview %arg0[%c10] [%c0] [%c1] : memref<10xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %subview : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @behind_the_end(%arg0: memref<10xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %subview = memref.subview %arg0[%c10] [%c0] [%c1] : memref<10xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %subview : memref<?xf32, strided<[?], offset: ?>>
}

// -----

// CHECK: func.func @another_size(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: index) -> memref<?xf32, strided<[?], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[5] [%arg1] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %subview[0] [%arg2] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %subview_0 : memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: }
func.func @another_size(%arg0: memref<?xf32, strided<[?], offset: ?>>, %n: index, %m: index) -> memref<?xf32, strided<[?], offset: ?>> {
  %a = memref.subview %arg0[5] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %b = memref.subview %a[0] [%m] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return %b : memref<?xf32, strided<[?], offset: ?>>
}

// -----

// CHECK: func.func @joined_and_split(%arg0: memref<2x3x4x5xf32>) -> memref<6x4x5xf32> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1], [2], [3]] : memref<2x3x4x5xf32> into memref<6x4x5xf32>
// CHECK-NEXT: return %collapse_shape : memref<6x4x5xf32>
// CHECK-NEXT: }
func.func @joined_and_split(%a: memref<2x3x4x5xf32>) -> memref<6x4x5xf32> {
  %b = memref.collapse_shape %a [[0, 1], [2, 3]] : memref<2x3x4x5xf32> into memref<6x20xf32>
  %c = memref.expand_shape %b [[0], [1, 2]] output_shape [6, 4, 5] : memref<6x20xf32> into memref<6x4x5xf32>
  return %c : memref<6x4x5xf32>
}

// -----

// CHECK: func.func @joined_and_split_in_part(%arg0: memref<?x?x4xf32>, %arg1: index) -> memref<?x4xf32> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : memref<?x?x4xf32> into memref<?x4xf32>
// CHECK-NEXT: return %collapse_shape : memref<?x4xf32>
// CHECK-NEXT: }
func.func @joined_and_split_in_part(%a: memref<?x?x4xf32>, %n: index) -> memref<?x4xf32> {
  %b = memref.collapse_shape %a [[0, 1, 2]] : memref<?x?x4xf32> into memref<?xf32>
  %c = memref.expand_shape %b [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  return %c : memref<?x4xf32>
}
