// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @activation(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tfl.add' op attribute 'fused_activation_function' failed to satisfy constraint: string attribute whose value is NONE, or RELU, or RELU_N1_TO_1, or RELU6, or TANH, or SIGN_BIT}}
  %0 = tfl.add %a, %a {fused_activation_function = "SELU"} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @absent(%a: tensor<4xf32>) -> tensor<4xf32> {
  %n = "tfl.no_value"() {value} : () -> none
  // expected-error@+1 {{'tfl.relu' op operand #0 must be tensor of}}
  %0 = "tfl.relu"(%n) : (none) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @mode(%a: tensor<4xf32>, %p: tensor<1x2xi32>) -> tensor<6xf32> {
  // expected-error@+1 {{expected one of REFLECT, SYMMETRIC; found 'WRAP'}}
  %0 = "tfl.mirror_pad"(%a, %p) {mode = #tfl<mirror_pad_attr WRAP>} : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @bytes() {
  // expected-error@+1 {{expected bytes in hexadecimal digits behind '0x'}}
  "tfl.custom"() {custom_code = "Foo", custom_option = #tfl<const_bytes : "0xABC">} : () -> ()
  return
}
