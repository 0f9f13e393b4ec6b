// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%m: memref<20xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim size (20) must equal reassociation group size (24)}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 6] : memref<20xf32> into memref<4x6xf32>
  return
}

// -----

func.func @f(%m: memref<20xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op expected expanded type to be 'memref<4x5xf32>' but found 'memref<4x5xf64>'}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 5] : memref<20xf32> into memref<4x5xf64>
  return
}

// -----

func.func @f(%m: memref<20xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op invalid output shape provided at pos 1}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 6] : memref<20xf32> into memref<4x5xf32>
  return
}

// -----

func.func @f(%m: memref<20xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [4] : memref<20xf32> into memref<4x5xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%i, 5] : memref<?xf32> into memref<4x5xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%i, %i] : memref<?xf32> into memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<20xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op invalid number of reassociation groups: found 2, expected 1}}
  %0 = memref.expand_shape %m [[0], [1]] output_shape [4, 5] : memref<20xf32> into memref<4x5xf32>
  return
}

// -----

func.func @f(%m: memref<f32>) {
  %0 = memref.expand_shape %m [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  return
}

// -----

func.func @f(%m: memref<f32>) {
  // expected-error @+1 {{'memref.expand_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
  %0 = memref.expand_shape %m [] output_shape [2, 1] : memref<f32> into memref<2x1xf32>
  return
}

// -----

func.func @f(%m: memref<20xf32, strided<[2]>>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 5] : memref<20xf32, strided<[2]>> into memref<4x5xf32, strided<[10, 2]>>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 5] : memref<4x5xf32> into memref<20xf32>
  return
}

// -----

func.func @f(%m: memref<*xf32>) {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<*xf32> -> index
  return
}

// -----

func.func @f(%m: memref<2x3xf32>) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<2x3xf32> -> memref<f32>, index, index, index, index, index
  return
}

// -----

func.func @f(%m: memref<2x3xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>) {
  // expected-error @+1 {{'memref.extract_strided_metadata' op operand #0 must be strided memref of any type values, but got 'memref<2x3xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>'}}
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<2x3xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>> -> memref<f32>, index, index, index, index, index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.get_global' op 'g' does not reference a valid global memref}}
  %0 = memref.get_global @g : memref<2xf32>
  return
}

// -----

memref.global @g : memref<3xf32>
func.func @f() {
  // expected-error @+1 {{'memref.get_global' op result type 'memref<2xf32>' does not match type 'memref<3xf32>' of the global memref @g}}
  %0 = memref.get_global @g : memref<2xf32>
  return
}

// -----

memref.global @g : memref<2xf32> = dense<1.0>

// -----

// expected-error @+1 {{inferred shape of elements literal ([3]) does not match type ([2])}}
memref.global @g : memref<2xf32> = dense<[1.0, 2.0, 3.0]>

// -----

memref.global @g : memref<2xf32> = uninitialized

// -----

memref.global constant @g : memref<2xf32> = uninitialized

// -----

memref.global constant @g : memref<2xf32>

// -----

memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64 : i64}

// -----

// expected-error @+1 {{'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
memref.global "foo" @g : memref<2xf32>

// -----

// expected-error @+1 {{'memref.global' op type should be static shaped memref, but got 'memref<?xf32>'}}
"memref.global"() <{sym_name = "g", type = memref<?xf32>}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value shape expected to be 2 but was 3}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = dense<1.0> : tensor<3xf32>}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value should be a unit or elements attribute, but got 3 : i32}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = 3 : i32}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op attribute 'type' failed to satisfy constraint: memref type attribute}}
"memref.global"() <{sym_name = "g", type = f32}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op requires attribute 'type'}}
"memref.global"() <{sym_name = "g"}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op requires attribute 'sym_name'}}
"memref.global"() <{type = memref<2xf32>}> : () -> ()

// -----

func.func @f(%m: memref<2xf32, 1>) {
  %0 = memref.memory_space_cast %m : memref<2xf32, 1> to memref<2xf32, 2>
  return
}

// -----

func.func @f(%m: memref<2xf32, 1>) {
  %0 = memref.memory_space_cast %m : memref<2xf32, 1> to memref<2xf32, 1>
  return
}

// -----

func.func @f(%m: memref<2xf32, 1>) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<2xf32, 1>' and result type 'memref<3xf32, 2>' are cast incompatible}}
  %0 = memref.memory_space_cast %m : memref<2xf32, 1> to memref<3xf32, 2>
  return
}

// -----

func.func @f(%m: memref<*xf32, 1>) {
  %0 = memref.memory_space_cast %m : memref<*xf32, 1> to memref<*xf32, 2>
  return
}

// -----

func.func @f(%m: memref<2xf32>, %i: index) {
  // expected-error @+1 {{'memref.prefetch' op too few indices}}
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<2xf32>
  return
}

// -----

func.func @f(%m: memref<2xf32>, %i: index) {
  // expected-error @+1 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  memref.prefetch %m[%i], read, locality<4>, data : memref<2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{unnecessary dimension operand for result type 'memref<8xf32>'}}
  %0 = memref.realloc %m(%i) : memref<4xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{missing dimension operand for result type 'memref<?xf32>'}}
  %0 = memref.realloc %m : memref<4xf32> to memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{different element types specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xf64>'}}
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf64>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{different memory spaces specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xf32, 1>'}}
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32, 1>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<4x4xf32>'}}
  %0 = memref.realloc %m : memref<4x4xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.realloc' op result #0 must be 1D memref of any type values, but got 'memref<8x1xf32>'}}
  %0 = memref.realloc %m : memref<4xf32> to memref<8x1xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>) {
  // expected-error @+1 {{unsupported layout for source memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.realloc %m : memref<4xf32, strided<[2]>> to memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{unsupported layout for result memref type 'memref<8xf32, strided<[2]>>'}}
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{expected 1 offset values, got 2}}
  %0 = memref.reinterpret_cast %m to offset: [0, 1], sizes: [2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf32, strided<[3, 1]>>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{expected mixed sizes rank to match mixed strides rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [3, 1] : memref<?xf32> to memref<2x3xf32, strided<[3, 1]>>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{expected result type with size = 4 instead of 3 in dim = 1}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 4], strides: [3, 1] : memref<?xf32> to memref<2x3xf32, strided<[3, 1]>>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{expected result type with offset = 1 instead of 0}}
  %0 = memref.reinterpret_cast %m to offset: [1], sizes: [2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf32, strided<[3, 1]>>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{expected result type with stride = 4 instead of 3 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 3], strides: [4, 1] : memref<?xf32> to memref<2x3xf32, strided<[3, 1]>>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{expected result type with size = dynamic instead of 2 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 3], strides: [%i, 1] : memref<?xf32> to memref<2x3xf32, strided<[?, 1], offset: ?>>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{expected result type with offset = dynamic instead of 0}}
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{different element types specified for source type 'memref<?xf32>' and result memref type 'memref<2x3xf64>'}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf64>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{different memory spaces specified for source type 'memref<?xf32>' and result memref type 'memref<2x3xf32, 1>'}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf32, 1>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op result #0 must be strided memref of any type values, but got 'memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>'}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{expected sizes to be non-negative, but got -2}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [-2, 3], strides: [3, 1] : memref<?xf32> to memref<2x3xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<2xi32>) {
  // expected-error @+1 {{'memref.reshape' op element types of source and destination memref types should be the same}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<2xi32>) -> memref<2x2xf64>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<3xi32>) {
  // expected-error @+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<3xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<?xi32>) {
  // expected-error @+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<?xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<2xf32>) {
  // expected-error @+1 {{'memref.reshape' op operand #1 must be 1D memref of signless integer or index values, but got 'memref<2xf32>'}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<2xf32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<2x1xi32>) {
  // expected-error @+1 {{'memref.reshape' op operand #1 must be 1D memref of signless integer or index values, but got 'memref<2x1xi32>'}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<2x1xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>, %s: memref<2xi32>) {
  // expected-error @+1 {{'memref.reshape' op source memref type should have identity affine map}}
  %0 = memref.reshape %m(%s) : (memref<4xf32, strided<[2]>>, memref<2xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<2xi32>) {
  // expected-error @+1 {{'memref.reshape' op result memref type should have identity affine map}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<2xi32>) -> memref<2x2xf32, strided<[4, 1]>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[8, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{expected result type to be 'memref<4x5xf32, strided<[8, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<4x4xf32, strided<[8, 1]>>'}}
  %0 = memref.subview %m[0, 0] [4, 5] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = memref.subview %m[0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{slice along dimension 0 runs out-of-bounds: 9 >= 8}}
  %0 = memref.subview %m[6, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 48>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{offset 0 is out-of-bounds: 9 >= 8}}
  %0 = memref.subview %m[9, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 72>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{expected offsets to be non-negative, but got -1}}
  %0 = memref.subview %m[-1, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: -8>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{expected result element type to be 'f32', but got 'memref<4x4xf64, strided<[8, 1]>>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf64, strided<[8, 1]>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<8x8xf32>' and subview memref type 'memref<4x4xf32, strided<[8, 1]>, 1>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>, 1>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>) {
  // expected-error @+1 {{expected result rank to be smaller or equal to the source rank, but got 'memref<4x4x1xf32, strided<[8, 1, 1]>>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4x1xf32, strided<[8, 1, 1]>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>) {
  // expected-error @+1 {{base type 'memref<8x8xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>' is not strided}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>> to memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

func.func @f(%m: memref<2x3xf32>) {
  // expected-error @+1 {{'memref.transpose' op result type 'memref<3x2xf32>' is not equivalent to the canonical transposed input type 'memref<3x2xf32, affine_map<(d0, d1) -> (d0 + d1 * 3)>>'}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32>
  return
}

// -----

func.func @f(%m: memref<2x3xf32>) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map}}
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<2x3xf32> to memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<2x3xf32>) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %0 = memref.transpose %m (i) -> (i) : memref<2x3xf32> to memref<2x3xf32>
  return
}

// -----

func.func @f(%m: memref<16xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = memref.view %m[%i][%i] : memref<16xi8> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<16xi8>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<16xi8>' and view memref type 'memref<4xf32, 1>'}}
  %0 = memref.view %m[%i][] : memref<16xi8> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%m: memref<16xi8>, %i: index) {
  // expected-error @+1 {{unsupported map for result memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.view %m[%i][] : memref<16xi8> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<16xi8, strided<[2]>>, %i: index) {
  // expected-error @+1 {{unsupported map for base memref type 'memref<16xi8, strided<[2]>>'}}
  %0 = memref.view %m[%i][] : memref<16xi8, strided<[2]>> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<4x4xi8>'}}
  %0 = memref.view %m[%i][] : memref<4x4xi8> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: memref<4xf32, 1>, %g: memref<1xi32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected destination to be of memref type}}
  memref.dma_start %m[%i, %i], %t[%i], %i, %g[%i] : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
  return
}

// -----

func.func @f(%g: memref<1xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 2}}
  memref.dma_wait %g[%i, %i], %i : memref<1xf32>
  return
}

// -----

func.func @f(%m: memref<8x8xf32, strided<[?, ?], offset: ?>>) {
  %0 = memref.subview %m[0, 0] [4, 4] [0, 1] : memref<8x8xf32, strided<[?, ?], offset: ?>> to memref<4x4xf32, strided<[0, ?], offset: ?>>
  return
}

// -----

func.func @f(%m: memref<8x8xf32, strided<[?, ?], offset: ?>>) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[?, ?], offset: ?>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32, strided<[0, ?], offset: ?>>'}}
  %0 = memref.subview %m[0, 0] [4, 4] [2, 1] : memref<8x8xf32, strided<[?, ?], offset: ?>> to memref<4x4xf32, strided<[0, ?], offset: ?>>
  return
}
