// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @outside(%x: tensor<4xf32>, %w: tensor<3xi32>) -> tensor<4xf32> {
  // expected-note @+1 {{captured by}}
  %0 = iree.dispatch_region[%w : tensor<3xi32>](%a = %x : tensor<4xf32>) : tensor<4xf32> {
    // expected-error @+1 {{uses a value from outside of its dispatch region}}
    %1 = stablehlo.add %a, %x : tensor<4xf32>
    iree.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @result(%x: tensor<4xf32>, %w: tensor<3xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{has results (tensor<4xi32>), but its region returns (tensor<4xf32>)}}
  %0 = iree.dispatch_region[%w : tensor<3xi32>](%a = %x : tensor<4xf32>) : tensor<4xi32> {
    iree.return %a : tensor<4xf32>
  }
  return %0 : tensor<4xi32>
}

// -----

func.func @load(%x: memref<4xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{expects a memref and a tensor of one shape}}
  %0 = iree.load_input(%x : memref<4xf32>) : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @slice(%x: memref<16xi8>) -> memref<4xf32> {
  // expected-error @+1 {{bytes 8..24 do not lie in memref<16xi8> of 16 bytes}}
  %0 = iree_ll_seq.static_slice %x[8, 16] : memref<16xi8> -> memref<4xf32>
  iree_ll_seq.return %0 : memref<4xf32>
}

// -----

func.func @reshape(%x: memref<16xf32>) -> memref<4xf32> {
  // expected-error @+1 {{cannot view memref<16xf32> as memref<4xf32>}}
  %0 = iree_ll_seq.reshape %x : memref<16xf32> -> memref<4xf32>
  iree_ll_seq.return %0 : memref<4xf32>
}

// -----

// expected-error @+1 {{'warp_size' is no fact of a target}}
func.func private @fact() attributes {iree.target = #iree.target<warp_size = 8>}

// -----

// expected-error @+1 {{expected a value like 1 for 'subgroup_size'}}
func.func private @kind() attributes {iree.target = #iree.target<subgroup_size = "8">}
