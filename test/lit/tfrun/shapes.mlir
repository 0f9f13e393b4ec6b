// RUN: tf-run %s --device=interpreter --entry=whole --input=1x1xf32=1 --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s --check-prefix=WHOLE
// RUN: tf-opt %s --chlo-legalize-to-stablehlo | tf-run - --device=interpreter --entry=whole --input=1x1xf32=1 --input=2x4xf32=1,2,3,4,5,6,7,8 | filecheck %s --check-prefix=WHOLE
// RUN: tf-opt %s --chlo-legalize-to-stablehlo | not tf-run - --device=interpreter --entry=whole --input=3x1xf32=1,2,3 --input=2x4xf32=1,2,3,4,5,6,7,8 2>&1 | filecheck %s --check-prefix=DIFFER
// RUN: tf-run %s --device=interpreter --entry=sizes --input=5x3xi8=0 | filecheck %s --check-prefix=SIZES
// RUN: not tf-run %s --device=interpreter --entry=equal --input=2xf32=1,2 --input=3xf32=1,2,3 2>&1 | filecheck %s --check-prefix=EQUAL
// RUN: not tf-run %s --device=interpreter --entry=place --input=2xf32=1,2 2>&1 | filecheck %s --check-prefix=PLACE
// RUN: not tf-run %s --device=interpreter --entry=cast --input=2xf32=1,2 2>&1 | filecheck %s --check-prefix=CAST
// RUN: tf-opt %s --canonicalize | filecheck %s --check-prefix=FOLDED

/// Implicit broadcasting of tensors whose sizes are known when the program runs.
// WHOLE: 2x4xf32=[2 3 4 5][6 7 8 9]
// WHOLE: 8xf32=2 3 4 5 6 7 8 9
// DIFFER: error: 'shape.cstr_broadcastable' op required broadcastable shapes, got [3, 1] and [2, 4]
func.func @whole(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
  %2 = shape.num_elements %1 : tensor<2xindex> -> index
  %3 = tensor.from_elements %2 : tensor<1xindex>
  %4 = stablehlo.dynamic_reshape %0, %3 : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %4 : tensor<?x?xf32>, tensor<?xf32>
}

// SIZES: 4xi64=5 3 7 2
// SIZES: i32=2
// SIZES: i32=15
func.func @sizes(%x: tensor<?x?xi8>) -> (tensor<4xi64>, tensor<i32>, tensor<i32>) {
  %c = arith.constant 1 : index
  %0 = tensor.dim %x, %c : tensor<?x?xi8>
  %1 = shape.shape_of %x : tensor<?x?xi8> -> !shape.shape
  %2 = shape.const_shape [7] : !shape.shape
  %3 = shape.concat %1, %2 : !shape.shape, !shape.shape -> !shape.shape
  %4 = shape.rank %1 : !shape.shape -> !shape.size
  %5 = shape.size_to_index %4 : !shape.size
  %6 = tensor.from_elements %5 : tensor<1xindex>
  %7 = shape.value_as_shape %6 : tensor<1xindex> -> !shape.shape
  %8 = shape.concat %3, %7 : !shape.shape, !shape.shape -> !shape.shape
  %9 = shape.to_extent_tensor %8 : !shape.shape -> tensor<4xindex>
  %10 = arith.index_cast %9 : tensor<4xindex> to tensor<4xi64>
  %11 = arith.index_cast %5 : index to i32
  %12 = tensor.from_elements %11 : tensor<i32>
  %13 = shape.num_elements %1 : !shape.shape -> !shape.size
  %14 = shape.size_to_index %13 : !shape.size
  %15 = arith.index_cast %14 : index to i32
  %16 = tensor.from_elements %15 : tensor<i32>
  return %10, %12, %16 : tensor<4xi64>, tensor<i32>, tensor<i32>
}

// EQUAL: error: 'shape.cstr_eq' op required equal shapes, got [2] and [3]
func.func @equal(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
  %3 = shape.assuming %2 -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  return %3 : tensor<?xf32>
}

// PLACE: error: 'tensor.extract' op index [2] lies outside of a tensor of shape [2]
func.func @place(%x: tensor<?xf32>) -> tensor<1xf32> {
  %c = arith.constant 2 : index
  %0 = tensor.extract %x[%c] : tensor<?xf32>
  %1 = tensor.from_elements %0 : tensor<1xf32>
  return %1 : tensor<1xf32>
}

// CAST: error: 'tensor.cast' op makes tensor<3xf32> of a tensor of shape [2]
func.func @cast(%x: tensor<?xf32>) -> tensor<3xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}

/// What is folded of tensors is a constant of arith, since tensor has none.
// FOLDED-LABEL: func.func @folded
// FOLDED: arith.constant dense<{{\[\[}}5], [6]]> : tensor<2x1xi32>
func.func @folded() -> tensor<2x1xi32> {
  %0 = arith.constant 5 : i32
  %1 = arith.constant 6 : i32
  %2 = tensor.from_elements %0, %1 : tensor<2x1xi32>
  return %2 : tensor<2x1xi32>
}
