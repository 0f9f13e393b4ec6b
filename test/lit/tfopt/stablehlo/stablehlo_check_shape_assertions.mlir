// RUN: tf-opt --stablehlo-check-shape-assertions --split-input-file --verify-diagnostics %s | filecheck %s
// RUN: tf-opt --stablehlo-check-shape-assertions=enable-shape-assertions=false --split-input-file %s | filecheck %s

// CHECK-LABEL: @holds
// CHECK-NOT: custom_call
func.func @holds() {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {error_message = "no", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @fails() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<7> : tensor<i32>
  // expected-error @+1 {{expected a multiple of 4, got 7}}
  stablehlo.custom_call @shape_assertion(%0, %1) {error_message = "expected a multiple of 4, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @unknown(%x: tensor<i1>) {
  // expected-error @+1 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%x) {error_message = "no", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @malformed() {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  // expected-error @+1 {{expects error_message to contain format specifiers with error_message_input index less than 0. Found specifier {0}}}
  stablehlo.custom_call @shape_assertion(%0) {error_message = "got {0}", has_side_effect = true} : (tensor<i1>) -> ()
  // expected-error @+1 {{expects an error_message attribute}}
  stablehlo.custom_call @shape_assertion(%0) {has_side_effect = true} : (tensor<i1>) -> ()
  return
}
