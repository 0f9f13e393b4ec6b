// RUN: tf-opt %s --split-input-file --verify-diagnostics --iree-identify-dispatch-regions

// Unless the host may compute it, all that has no kernel is told at once.
func.func @refused(%x: tensor<4xf32>, %text: tensor<!tf_type.string>) -> tensor<4xf32> {
  // expected-error @+2 {{'stablehlo.custom_call' op calls @a, for which devices have no kernel; so for 1 more: line 8}}
  // expected-note @unknown {{--allow-host-ops lets the host compute what devices do not}}
  %a = stablehlo.custom_call @a(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = stablehlo.custom_call @a(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.custom_call' op calls @b, for which devices have no kernel}}
  %c = stablehlo.custom_call @b(%b) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'tf.StringUpper' op has a value of type tensor<!tf_type.string>, which devices do not know}}
  %upper = "tf.StringUpper"(%text) : (tensor<!tf_type.string>) -> tensor<!tf_type.string>
  return %c : tensor<4xf32>
}
