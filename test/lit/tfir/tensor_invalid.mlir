// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<4xf32, "enc">
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %t[] : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>, %i: index) {
  // expected-error @+1 {{custom op 'tensor.extract' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.extract %t[%i] : tensor<*xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f32) {
  // expected-error @+1 {{'tensor.insert' op incorrect number of indices}}
  %0 = tensor.insert %f into %t[] : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %i: index, %f: f64) {
  // expected-error @+1 {{'tensor.insert' op failed to verify that scalar type matches element type of dest}}
  %0 = "tensor.insert"(%f, %t, %i) : (f64, tensor<4xf32>, index) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'tensor.insert' op failed to verify that result type matches type of dest}}
  %0 = "tensor.insert"(%f, %t, %i) : (f32, tensor<4xf32>, index) -> tensor<5xf32>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %0 = "tensor.from_elements"(%f, %f) : (f32, f32) -> tensor<3xf32>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  %0 = "tensor.from_elements"(%f, %f) : (f32, f32) -> tensor<?xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

func.func @f(%f: f32, %i: index) {
  // expected-error @+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.splat %f[%i] : tensor<4xf32>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'tensor.splat' op failed to verify that operand type matches element type of result}}
  %0 = "tensor.splat"(%f) : (f32) -> tensor<2xf64>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'tensor.splat' op result #0 must be ranked tensor of any type values, but got 'vector<2xf32>'}}
  %0 = "tensor.splat"(%f) : (f32) -> vector<2xf32>
  return
}

// -----

func.func @f(%t: tensor<f32>, %i: index) {
  // expected-error @+1 {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'tensor<f32>'}}
  %0 = tensor.dim %t, %i : tensor<f32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 20}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x5xf32> into tensor<21xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected collapsed type to be 'tensor<20xf32>', but got 'tensor<20xf64>'}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x5xf32> into tensor<20xf64>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<4x5xf32> into tensor<20xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to be valid and contiguous.}}
  %0 = tensor.collapse_shape %t [[1, 0]] : tensor<4x5xf32> into tensor<20xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  3.}}
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<4x5xf32> into tensor<20xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  %0 = tensor.collapse_shape %t [] : tensor<4x5xf32> into tensor<f32>
  return
}

// -----

func.func @f(%t: tensor<1x1xf32>) {
  %0 = tensor.collapse_shape %t [] : tensor<1x1xf32> into tensor<f32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected the expanded type, 'tensor<4xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<2x2xf32>'.}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4xf32> into tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  %0 = tensor.collapse_shape %t [[0]] : tensor<4xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<20xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 24}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 6] : tensor<20xf32> into tensor<4x6xf32>
  return
}

// -----

func.func @f(%t: tensor<20xf32>) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 6] : tensor<20xf32> into tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<20xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (2) but found 1 inputs instead}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4] : tensor<20xf32> into tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<20xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op expected collapsed type to be 'tensor<20xf64>', but got 'tensor<20xf32>'}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 5] : tensor<20xf32> into tensor<4x5xf64>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%i, 5] : tensor<?xf32> into tensor<?x5xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%i, %i] : tensor<?xf32> into tensor<?x5xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [1, 4] [1, 1] : tensor<8x8xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected element type to be 'f32'}}
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf64>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = tensor.extract_slice %t[0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected 2 offset values, got 1}}
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8x8xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{offset 0 is out-of-bounds: 9 >= 8}}
  %0 = tensor.extract_slice %t[9, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{slice along dimension 0 runs out-of-bounds: 9 >= 8}}
  %0 = tensor.extract_slice %t[6, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected offsets to be non-negative, but got -1}}
  %0 = tensor.extract_slice %t[-1, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %t[%i, 0] [%i, 4] [%i, 1] : tensor<8x8xf32> to tensor<?x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected rank to be smaller or equal to the other rank. }}
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4x1xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %u: tensor<4x4xf32>) {
  %0 = tensor.insert_slice %u into %t[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %u: tensor<4xf32>) {
  %0 = tensor.insert_slice %u into %t[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<3xi32>) {
  // expected-error @+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<3xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<?xi32>) {
  // expected-error @+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<?xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<?xi32>) {
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<?xi32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2x1xi32>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<2x1xi32>'}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  %0 = tensor.concat dim(0) %t, %t : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<9x5xf32>'does not match inferred shape 'tensor<8x5xf32>' static sizes}}
  %0 = tensor.concat dim(0) %t, %t : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<9x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %0 = tensor.concat dim(2) %t, %t : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %u: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.concat' op rank of concatenated inputs must match result rank}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %u: tensor<4x6xf32>) {
  // expected-error @+1 {{'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %u: tensor<4x5xf64>) {
  // expected-error @+1 {{'tensor.concat' op inputs and result element type must match}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<4x5xf32>, tensor<4x5xf64>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tensor.concat' op requires at least one input}}
  %0 = "tensor.concat"() <{dim = 0 : i64}> : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  %0 = tensor.concat dim(0) %t, %t : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<?x5xf32>
  return
}

// -----

func.func @f(%i: index, %f: f32) {
  %0 = tensor.generate %i {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %f: f32) {
  // expected-error @+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.generate %i {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%i: index, %f: f32) {
  // expected-error @+1 {{must have one body argument per input dimension}}
  %0 = tensor.generate %i {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %f: f32) {
  // expected-error @+1 {{all body arguments must be index}}
  %0 = tensor.generate %i {
  ^bb0(%a: i32):
    tensor.yield %f : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %f: f64) {
  // expected-error @+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %0 = tensor.generate %i {
  ^bb0(%a: index):
    tensor.yield %f : f64
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f32) {
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f32) {
  // expected-error @+1 {{specified type 'tensor<8xf32>' does not match the inferred type 'tensor<7xf32>'}}
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<8xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f32) {
  // expected-error @+1 {{expected the block to have 1 arguments}}
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f64) {
  // expected-error @+1 {{'tensor.pad' op expected yield type to match shape element type}}
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%a: index):
    tensor.yield %f : f64
  } : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f32) {
  // expected-error @+1 {{failed to infer expectedType from sourceType 'tensor<4xf32>', specified resultType is 'tensor<7xf32>'}}
  %0 = tensor.pad %t low[1, 1] high[2] {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f32, %i: index) {
  %0 = tensor.pad %t low[%i] high[2] {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %f: f32) {
  // expected-error @+1 {{'tensor.pad' op expected block argument 1 to be an index}}
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%a: i32):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<4xi64>' are cast incompatible}}
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi64>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims values must be strictly increasing}}
  %0 = tensor.gather %t[%i] gather_dims([1, 0]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be smaller than source rank}}
  %0 = tensor.gather %t[%i] gather_dims([0, 3]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims must be non-empty}}
  %0 = tensor.gather %t[%i] gather_dims([]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op result type mismatch: expected 'tensor<6x1x1x4xf32>' or its rank-reduced variant 'tensor<6x4xf32>' (got: 'tensor<6x5xf32>')}}
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims overflow source rank}}
  %0 = tensor.gather %t[%i] gather_dims([0, 1, 2, 0]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>, %s: tensor<6x4xf32>) {
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0, 1]) unique : (tensor<6x4xf32>, tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<4x4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>, %s: tensor<6x4xf32>) {
  // expected-error @+1 {{'tensor.scatter' op requires 'unique' attribute to be set}}
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0, 1]) : (tensor<6x4xf32>, tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<4x4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  // expected-error @+1 {{expected sizes to be non-negative, but got -4}}
  %0 = tensor.extract_slice %t[0, 0] [-4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [0, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %i: index) {
  // expected-error @+1 {{expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (1 vs 0)}}
  %0 = "tensor.extract_slice"(%t, %i) <{static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<8x8xf32>, index) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>) {
  // expected-error @+1 {{'tensor.extract_slice' op operand #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = "tensor.extract_slice"(%t) <{static_offsets = array<i64>, static_sizes = array<i64>, static_strides = array<i64>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<*xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %u: tensor<4x4xf32>) {
  // expected-error @+1 {{'tensor.insert_slice' op failed to verify that expected result type to match dest type}}
  %0 = "tensor.insert_slice"(%u, %t) <{static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (tensor<4x4xf32>, tensor<8x8xf32>) -> tensor<8x9xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %u: tensor<4x4xf32>) {
  %0 = tensor.insert_slice %u into %t[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %u: tensor<4x4xf32>) {
  // expected-error @+1 {{expected InParallelOpInterface parent, got:}}
  tensor.parallel_insert_slice %u into %t[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %u: tensor<4x4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<8x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
    }
  }
  return
}

// -----

func.func @f(%t: tensor<*xf32>) {
  // expected-error @+1 {{'tensor.concat' op operand #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = tensor.concat dim(0) %t, %t : (tensor<*xf32>, tensor<*xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xf32>) {
  // expected-error @+1 {{'tensor.gather' op operand #1 must be ranked tensor of signless integer or index values, but got 'tensor<6x2xf32>'}}
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4x4x4xf32>, tensor<6x2xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be non-negative}}
  %0 = tensor.gather %t[%i] gather_dims([0, -1]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4x4x4xf32>, tensor<6x1xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>, %s: tensor<6x5xf32>) {
  // expected-error @+1 {{'tensor.scatter' op source type mismatch: expected 'tensor<6x1x1x4xf32>' or its rank-reduced variant 'tensor<6x4xf32>' (got: 'tensor<6x5xf32>')}}
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0, 1]) unique : (tensor<6x5xf32>, tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<4x4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>, %s: tensor<6x4xf32>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims values must be strictly increasing}}
  %0 = tensor.scatter %s into %t[%i] scatter_dims([1, 0]) unique : (tensor<6x4xf32>, tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<4x4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>, %s: tensor<6x4xf32>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims must be non-empty}}
  %0 = tensor.scatter %s into %t[%i] scatter_dims([]) unique : (tensor<6x4xf32>, tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<4x4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>, %s: tensor<6x4xf32>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims value must be smaller than dest rank}}
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0, 7]) unique : (tensor<6x4xf32>, tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<4x4x4xf32>
  return
}

// -----

func.func @f(%t: memref<4xf32>) {
  // expected-error @+1 {{'tensor.rank' op operand #0 must be tensor of any type values, but got 'memref<4xf32>'}}
  %0 = "tensor.rank"(%t) : (memref<4xf32>) -> index
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.rank' op result #0 must be index, but got 'i32'}}
  %0 = "tensor.rank"(%t) : (tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%t: tensor<4xindex>) {
  // expected-error @+1 {{'tensor.bitcast' op operand #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'tensor<4xindex>'}}
  %0 = tensor.bitcast %t : tensor<4xindex> to tensor<4xi64>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2xf32>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<2xf32>'}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes}}
  %0 = "tensor.collapse_shape"(%t) <{reassociation = [0]}> : (tensor<4x5xf32>) -> tensor<20xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op requires attribute 'reassociation'}}
  %0 = "tensor.collapse_shape"(%t) : (tensor<4x5xf32>) -> tensor<20xf32>
  return
}

// -----

func.func @f(%t: tensor<?x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x5xf32> into tensor<20xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op reassociation indices must not be empty}}
  %0 = tensor.collapse_shape %t [[0], []] : tensor<4x5xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<1xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op expected the expanded type, 'tensor<f32>' to have a higher (or same) rank than the collapsed type, 'tensor<1xf32>'.}}
  %0 = tensor.expand_shape %t [] output_shape [] : tensor<1xf32> into tensor<f32>
  return
}

// -----

func.func @f(%t: tensor<20xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%i, 5] : tensor<20xf32> into tensor<?x5xf32>
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'tensor.empty' op operand #0 must be variadic of index, but got 'i32'}}
  %0 = "tensor.empty"(%i) : (i32) -> tensor<?xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tensor.empty' op result #0 must be ranked tensor of any type values, but got 'vector<2xf32>'}}
  %0 = "tensor.empty"() : () -> vector<2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %i: i32) {
  // expected-error @+1 {{'tensor.extract' op operand #1 must be variadic of index, but got 'i32'}}
  %0 = "tensor.extract"(%t, %i) : (tensor<4xf32>, i32) -> f32
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %i: index) {
  // expected-error @+1 {{'tensor.extract' op failed to verify that result type matches element type of tensor}}
  %0 = "tensor.extract"(%t, %i) : (tensor<4xf32>, index) -> f64
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'tensor.generate' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "tensor.generate"(%i) ({
  }) : (index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %f: f32) {
  // expected-error @+1 {{'tensor.generate' op expects region #0 to have 0 or 1 blocks}}
  %0 = "tensor.generate"(%i) ({
  ^bb0(%a: index):
    cf.br ^bb1
  ^bb1:
    tensor.yield %f : f32
  }) : (index) -> tensor<?xf32>
  return
}
