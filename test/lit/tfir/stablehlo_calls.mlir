// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// What holds of composites and of calls of foreign code. Each refusal stands beside the nearest program that is none.

func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @composite(%a: tensor<2xf32>) {
  %0 = stablehlo.composite "mine.twice" %a {decomposition = @twice} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32>

func.func @composite_name(%a: tensor<2xf32>) {
  // expected-error @+1 {{name must be a valid namespaced op name}}
  %0 = stablehlo.composite "twice" %a {decomposition = @twice} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32>

func.func @composite_operands(%a: tensor<2xf32>) {
  // expected-error @+1 {{has 2 operand(s), but decomposition has 1}}
  %0 = stablehlo.composite "mine.twice" %a, %a {decomposition = @twice} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32>

func.func @composite_types(%a: tensor<2xf32>) {
  // expected-error @+1 {{result at index 0 has type 'tensor<?xf32>', but decomposition has type 'tensor<2xf32>'}}
  %0 = stablehlo.composite "mine.twice" %a {decomposition = @twice} : (tensor<2xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @custom_calls(%a: tensor<2x3xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", api_version = 4 : i32, backend_config = {n = 1 : i32}} : (tensor<2x3xf32>) -> tensor<2xf32>
  %1 = "stablehlo.custom_call"(%a) {call_target_name = "f", api_version = 1 : i32, backend_config = "n"} : (tensor<2x3xf32>) -> tensor<2xf32>
  %2:2 = "stablehlo.custom_call"(%a, %t) {call_target_name = "f", operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %3 = "stablehlo.custom_call"(%a) {call_target_name = "f", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>) -> tuple<tensor<2xf32>, tensor<f32>>
  return
}

// -----

func.func @typed_backend_config(%a: tensor<2xf32>) {
  // expected-error @+1 {{backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", api_version = 4 : i32, backend_config = "n"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @text_backend_config(%a: tensor<2xf32>) {
  // expected-error @+1 {{backend_config for api_version API_VERSION_STATUS_RETURNING must be a string attribute.}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", api_version = 2 : i32, backend_config = {n = 1 : i32}} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @layouts_of_operands_alone(%a: tensor<2xf32>) {
  // expected-error @+1 {{Layout attributes should be specified for either both operands and results or none.}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @layouts_missing(%a: tensor<2xf32>) {
  // expected-error @+1 {{Number of operands must match the number of operand layouts, 2 != 1}}
  %0 = "stablehlo.custom_call"(%a, %a) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @layout_of_tuple(%a: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{Tuple types are not fully supported with layout constraints yet}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @layout_of_token(%t: !stablehlo.token) {
  // expected-error @+1 {{Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token' has layout dense<0>}}
  %0 = "stablehlo.custom_call"(%t) {call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (!stablehlo.token) -> tensor<2xf32>
  return
}

// -----

func.func @layout_is_no_permutation(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{layout must be a permutation of [0, 2)}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", operand_layouts = [dense<[0, 0]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @aliases(%a: tensor<2xf32>, %b: tuple<tensor<3xf32>, tensor<4xf32>>) {
  %0:2 = "stablehlo.custom_call"(%a, %b) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>,
    #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, operand_tuple_indices = [1]>
  ]} : (tensor<2xf32>, tuple<tensor<3xf32>, tensor<4xf32>>) -> (tensor<2xf32>, tensor<4xf32>)
  %1 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
  ]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @alias_is_something_else(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'output_operand_aliases' failed to satisfy constraint: Aliasing attribute for outputs and operands of CustomCall}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [1]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @alias_operand(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>
  ]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @alias_operand_indices(%a: tuple<tensor<2xf32>>) {
  // expected-error @+1 {{operand_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>
  ]} : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @alias_output_indices(%a: tensor<2xf32>) {
  // expected-error @+1 {{output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>
  ]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @alias_of_another_shape(%a: tensor<2xf32>) {
  // expected-error @+1 {{shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<2xf32>' and output part has type 'tensor<3xf32>'}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
  ]} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @buffers(%a: memref<2xf32>, %b: memref<3xf32>, %c: tensor<2xf32>) {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
  ]} : (memref<2xf32>) -> memref<2xf32>
  %1:2 = "stablehlo.custom_call"(%a, %b) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>,
    #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>
  ]} : (memref<2xf32>, memref<3xf32>) -> (memref<3xf32>, memref<2xf32>)
  %2 = "stablehlo.custom_call"(%c) {call_target_name = "Pin"} : (tensor<2xf32>) -> memref<2xf32>
  %3 = "stablehlo.custom_call"(%2) {call_target_name = "Unpin"} : (memref<2xf32>) -> tensor<2xf32>
  %4 = "stablehlo.custom_call"() {call_target_name = "CreateBuffer"} : () -> memref<2xf32>
  return
}

// -----

func.func @buffer_of_no_operand(%a: memref<2xf32>) {
  // expected-error @+1 {{is not used in output_operand_alias}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f"} : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @buffer_operand_twice(%a: memref<2xf32>) {
  // expected-error @+1 {{buffer operand 0[] is used in output_operand_alias more than once}}
  %0:2 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>,
    #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>
  ]} : (memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @buffer_output_twice(%a: memref<2xf32>, %b: memref<2xf32>) {
  // expected-error @+1 {{buffer output [0] is used in output_operand_alias more than once}}
  %0:2 = "stablehlo.custom_call"(%a, %b) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>,
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>
  ]} : (memref<2xf32>, memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @pin_two(%a: tensor<2xf32>) {
  // expected-error @+1 {{Pin custom_call should have one input}}
  %0 = "stablehlo.custom_call"(%a, %a) {call_target_name = "Pin"} : (tensor<2xf32>, tensor<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @pin_a_buffer(%a: memref<2xf32>) {
  // expected-error @+1 {{Pin custom_call should have a tensor input}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "Pin"} : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @unpin_to_a_buffer(%a: memref<2xf32>) {
  // expected-error @+1 {{Unpin custom_call should have a tensor output}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "Unpin"} : (memref<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @pin_to_another_shape(%a: tensor<2xf32>) {
  // expected-error @+1 {{Pin custom_call should have compatible input and output types}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "Pin"} : (tensor<2xf32>) -> memref<3xf32>
  return
}

// -----

func.func @create_buffer_of_something(%a: tensor<2xf32>) {
  // expected-error @+1 {{CreateBuffer custom_call shouldn't have any inputs}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "CreateBuffer"} : (tensor<2xf32>) -> memref<2xf32>
  return
}

// -----

func.func @create_no_buffer() {
  // expected-error @+1 {{CreateBuffer custom_call should have a memref result}}
  %0 = "stablehlo.custom_call"() {call_target_name = "CreateBuffer"} : () -> tensor<2xf32>
  return
}

// -----

func.func @backend_config_of_no_version(%a: tensor<2xf32>) {
  // expected-error @+1 {{backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", backend_config = {n = 1 : i32}} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

/// Tensors may be aliased to several results.
func.func @tensor_operand_twice(%a: tensor<2xf32>) {
  %0:2 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>,
    #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>
  ]} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @buffer_without_operand(%a: tensor<2xf32>) {
  // expected-error @+1 {{buffer output [1] is not used in output_operand_alias}}
  %0:2 = "stablehlo.custom_call"(%a) {call_target_name = "f"} : (tensor<2xf32>) -> (tensor<2xf32>, memref<2xf32>)
  return
}

// -----

func.func @buffer_in_tuple(%a: tuple<tensor<3xf32>, memref<2xf32>>) {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "f", output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [1]>
  ]} : (tuple<tensor<3xf32>, memref<2xf32>>) -> tuple<memref<2xf32>, tensor<f32>>
  return
}

// -----

func.func @pin_to_nothing(%a: tensor<2xf32>) {
  // expected-error @+1 {{Pin custom_call should have one output}}
  "stablehlo.custom_call"(%a) {call_target_name = "Pin"} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @create_two_buffers() {
  // expected-error @+1 {{CreateBuffer custom_call should have one result}}
  %0:2 = "stablehlo.custom_call"() {call_target_name = "CreateBuffer"} : () -> (memref<2xf32>, memref<2xf32>)
  return
}
