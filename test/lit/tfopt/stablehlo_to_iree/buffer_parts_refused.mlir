// RUN: tf-opt %s --iree-lower-sequencer-dialect --split-input-file --verify-diagnostics

func.func @columns(%x: memref<3x4xf32>) -> memref<3x2xf32> {
  %first = iree_hl_seq.constant dense<[0, 1]> : tensor<2xi32>
  %lengths = iree_hl_seq.constant dense<[3, 2]> : tensor<2xi32>
  // expected-error @+1 {{takes [3, 2] elements of memref<3x4xf32>, which do not lie in one piece}}
  %0 = "iree_hl_seq.slice"(%x, %first, %lengths) : (memref<3x4xf32>, memref<2xi32>, memref<2xi32>) -> memref<3x2xf32>
  iree_hl_seq.return %0 : memref<3x2xf32>
}

// -----

func.func @outside(%x: memref<4xf32>) -> memref<2xf32> {
  %first = iree_hl_seq.constant dense<3> : tensor<1xi32>
  %lengths = iree_hl_seq.constant dense<2> : tensor<1xi32>
  // expected-error @+1 {{has lengths [2] from [3] on in a buffer of type memref<4xf32>}}
  %0 = "iree_hl_seq.slice"(%x, %first, %lengths) : (memref<4xf32>, memref<1xi32>, memref<1xi32>) -> memref<2xf32>
  iree_hl_seq.return %0 : memref<2xf32>
}

// -----

func.func @missing(%x: memref<2x2xf32>) -> memref<2x5xf32> {
  // expected-error @+1 {{puts 4 along dimension 1 of memref<2x5xf32>}}
  %0 = "iree_hl_seq.concat"(%x, %x) {dimension = 1 : i32} : (memref<2x2xf32>, memref<2x2xf32>) -> memref<2x5xf32>
  iree_hl_seq.return %0 : memref<2x5xf32>
}

// -----

func.func @axis(%x: memref<4xf32>) -> memref<i32> {
  // expected-error @+1 {{asks for dimension 1 of memref<4xf32>}}
  %0 = "iree_hl_seq.dim"(%x) {dimension = 1 : i32} : (memref<4xf32>) -> memref<i32>
  iree_hl_seq.return %0 : memref<i32>
}

// -----

func.func @no_numbers(%x: memref<4xf32>) -> memref<2xf32> {
  // expected-error @+1 {{takes numbers from operand 1 of type memref<4xf32>}}
  %0 = "iree_hl_seq.slice"(%x, %x, %x) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> memref<2xf32>
  iree_hl_seq.return %0 : memref<2xf32>
}

// -----

func.func @elements(%x: memref<2xf32>, %y: memref<2xi32>) -> memref<4xf32> {
  // expected-error @+1 {{has buffers of different elements: f32, i32}}
  %0 = "iree_hl_seq.concat"(%x, %y) {dimension = 0 : i32} : (memref<2xf32>, memref<2xi32>) -> memref<4xf32>
  iree_hl_seq.return %0 : memref<4xf32>
}

// -----

func.func @sizes(%x: memref<2x3xf32>) -> memref<2x4xf32> {
  // expected-error @+1 {{puts memref<2x3xf32> side by side to memref<2x4xf32>}}
  %0 = "iree_hl_seq.concat"(%x) {dimension = 0 : i32} : (memref<2x3xf32>) -> memref<2x4xf32>
  iree_hl_seq.return %0 : memref<2x4xf32>
}

// -----

func.func private @callee(%x: memref<2xf32>) -> memref<2xf32> {
  iree_hl_seq.return %x : memref<2xf32>
}
func.func @types(%x: memref<3xf32>) -> memref<3xf32> {
  // expected-error @+1 {{operand type mismatch: expected operand type 'memref<2xf32>', but provided 'memref<3xf32>' for operand number 0}}
  %0 = "iree_hl_seq.call"(%x) {callee = @callee} : (memref<3xf32>) -> memref<3xf32>
  iree_hl_seq.return %0 : memref<3xf32>
}

// -----

func.func private @callee(%x: memref<2xf32>) -> memref<2xf32> {
  iree_ll_seq.return %x : memref<2xf32>
}
func.func @no_import(%x: memref<2xf32>) -> memref<2xf32> {
  // expected-error @+1 {{calls @callee, which is no imported function of this module}}
  %0 = "iree_ll_seq.call_import"(%x) {callee = @callee} : (memref<2xf32>) -> memref<2xf32>
  iree_ll_seq.return %0 : memref<2xf32>
}
