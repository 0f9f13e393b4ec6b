// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s
// RUN: tf-opt %s --cse | filecheck %s --check-prefix=CSE

// CHECK-LABEL: func.func @operators
// CSE-LABEL: func.func @operators
func.func @operators(%a: tensor<1x8x8x3xf32>, %w: tensor<16x3x3x3xf32>, %c: tensor<16xf32>, %p: tensor<4x2xi32>) -> tensor<1x8x8x16xf32> {
  // CHECK-NEXT: %0 = "tfl.no_value"() <{value}> : () -> none
  %n = "tfl.no_value"() {value} : () -> none
  // CHECK-NEXT: %1 = "tfl.conv_2d"(%arg0, %arg1, %0) <{dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "RELU", padding = "SAME", stride_h = 1 : i32, stride_w = 1 : i32}> : (tensor<1x8x8x3xf32>, tensor<16x3x3x3xf32>, none) -> tensor<1x8x8x16xf32>
  %0 = "tfl.conv_2d"(%a, %w, %n) {dilation_h_factor = 1 : i32, dilation_w_factor = 1 : i32, fused_activation_function = "RELU", padding = "SAME", stride_h = 1 : i32, stride_w = 1 : i32} : (tensor<1x8x8x3xf32>, tensor<16x3x3x3xf32>, none) -> tensor<1x8x8x16xf32>
  // One type: the custom form; else what stands behind the name is generic.
  // CHECK-NEXT: %2 = tfl.add %1, %1 {fused_activation_function = "NONE"} : tensor<1x8x8x16xf32>
  %1 = "tfl.add"(%0, %0) {fused_activation_function = "NONE"} : (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  // CHECK-NEXT: %3 = tfl.mul(%2, %arg2) <{fused_activation_function = "NONE"}> {note = "kept"} : (tensor<1x8x8x16xf32>, tensor<16xf32>) -> tensor<1x8x8x16xf32>
  %2 = tfl.mul(%1, %c) <{fused_activation_function = "NONE"}> {note = "kept"} : (tensor<1x8x8x16xf32>, tensor<16xf32>) -> tensor<1x8x8x16xf32>
  // CHECK-NEXT: %4 = "tfl.custom"(%3) <{custom_code = "Foo", custom_option = #tfl<const_bytes : "0xDEADBEEF">}> : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %3 = "tfl.custom"(%2) {custom_code = "Foo", custom_option = #tfl<const_bytes : "0xdeadbeef">} : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  // CHECK-NEXT: %5 = "tfl.mirror_pad"(%4, %arg3) <{mode = #tfl<mirror_pad_attr REFLECT>}> : (tensor<1x8x8x16xf32>, tensor<4x2xi32>) -> tensor<1x8x8x16xf32>
  %4 = "tfl.mirror_pad"(%3, %p) {mode = #tfl<mirror_pad_attr REFLECT>} : (tensor<1x8x8x16xf32>, tensor<4x2xi32>) -> tensor<1x8x8x16xf32>
  // An operator without effects goes where its result is not used; a custom one, of which nothing is known, stays.
  // CHECK-NEXT: "tfl.exp"
  // CSE-NOT: "tfl.exp"
  %5 = "tfl.exp"(%4) : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  // CSE: custom_code = "Bar"
  %6 = "tfl.custom"(%4) {custom_code = "Bar", custom_option = #tfl<const_bytes : "0x">} : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %4 : tensor<1x8x8x16xf32>
}

// CHECK-LABEL: func.func @sparse
func.func @sparse() -> tensor<4x4xf32> {
  // CHECK-NEXT: %0 = "tfl.pseudo_sparse_const"() <{compressed_data = dense<1.000000e+00> : tensor<4xf32>, s_param = #tfl.sparsity_parameter<traversal_order = [0, 1], block_map = [], dim_metadata = <format =  DENSE, dense_size = 4, segments = [], indices = []>, <format =  SPARSE_CSR, dense_size = 0, segments = [0, 1], indices = [1]>>, value = dense<1.000000e+00> : tensor<4x4xf32>}> : () -> tensor<4x4xf32>
  %0 = "tfl.pseudo_sparse_const"() {compressed_data = dense<1.0> : tensor<4xf32>, s_param = #tfl.sparsity_parameter<traversal_order = [0, 1], block_map = [], dim_metadata = [#tfl.dimension_metadata<format = #tfl<dimension_type_attr DENSE>, dense_size = 4, segments = [], indices = []>, <format = <SPARSE_CSR>, dense_size = 0, segments = [0, 1], indices = [1]>]>, value = dense<1.0> : tensor<4x4xf32>} : () -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @external
func.func @external() -> tensor<16xf32> {
  // CHECK-NEXT: %0 = "tfl.external_const"() <{external_buffer = #tfl.external_buffer<group_name = "weights.bin", offset = 0, length = 64, packing = "">}> : () -> tensor<16xf32>
  %0 = "tfl.external_const"() {external_buffer = #tfl.external_buffer<group_name = "weights.bin", offset = 0, length = 64, packing = "">} : () -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Regions end with what they give.
// CHECK-LABEL: func.func @loop
func.func @loop(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %0:2 = "tfl.while"(%arg0, %arg1) <{is_stateless = false}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
  %0:2 = "tfl.while"(%i, %x) <{is_stateless = false}> ({
  ^bb0(%j: tensor<i32>, %y: tensor<4xf32>):
    // CHECK-NEXT: %1 = tfl.less(%arg2, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = tfl.less(%j, %j) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK-NEXT: "tfl.yield"(%1) : (tensor<i1>) -> ()
    "tfl.yield"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%j: tensor<i32>, %y: tensor<4xf32>):
    "tfl.yield"(%j, %y) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}

// Values of quantized tensors have types of the quant dialect.
// CHECK-LABEL: func.func @quantized
func.func @quantized(%a: tensor<4x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-3>> {
  // CHECK-NEXT: %0 = tfl.add %arg0, %arg0 {fused_activation_function = "RELU6"} : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %0 = tfl.add %a, %a {fused_activation_function = "RELU6"} : tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
}
