// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// Elementwise ops on quantized tensors, by the constraints of StableHLO's specification: a refused program beside the nearest accepted one.

!tensor = !quant.uniform<i8:f32, 0.5>
!other_scale = !quant.uniform<i8:f32, 0.25:3>
!axis = !quant.uniform<i8:f32:0, {0.1, 0.2}>

/// add_c5 to add_c7: one operand per axis is enough. Upstream's verifier compares the result with the type of lhs, and refuses the second.
func.func @add(%t: tensor<2x3x!tensor>, %a: tensor<2x3x!axis>) {
  %0 = "stablehlo.add"(%a, %t) : (tensor<2x3x!axis>, tensor<2x3x!tensor>) -> tensor<2x3x!axis>
  %1 = "stablehlo.add"(%t, %a) : (tensor<2x3x!tensor>, tensor<2x3x!axis>) -> tensor<2x3x!axis>
  %2 = "stablehlo.add"(%a, %a) : (tensor<2x3x!axis>, tensor<2x3x!axis>) -> tensor<2x3x!axis>
  %3 = "stablehlo.add"(%t, %t) : (tensor<2x3x!tensor>, tensor<2x3x!tensor>) -> tensor<2x3x!other_scale>
  return
}

// -----

!tensor = !quant.uniform<i8:f32, 0.5>
!axis = !quant.uniform<i8:f32:0, {0.1, 0.2}>

func.func @add_result(%t: tensor<2x3x!tensor>, %a: tensor<2x3x!axis>) {
  // expected-error @+1 {{result is not per_axis quantized but lhs or rhs are}}
  %0 = "stablehlo.add"(%t, %a) : (tensor<2x3x!tensor>, tensor<2x3x!axis>) -> tensor<2x3x!tensor>
  // expected-error @+1 {{result per_axis quantized but none from rhs and lhs are per_axis quantized}}
  %1 = "stablehlo.add"(%t, %t) : (tensor<2x3x!tensor>, tensor<2x3x!tensor>) -> tensor<2x3x!axis>
  return
}

// -----

!tensor = !quant.uniform<i8:f32, 0.5>
!axis = !quant.uniform<i8:f32:0, {0.1, 0.2}>

/// All other ops take operands that are quantized per tensor (multiply_i1, multiply_i2).
func.func @per_axis(%t: tensor<2x3x!tensor>, %a: tensor<2x3x!axis>) {
  // expected-error @+1 {{'stablehlo.multiply' op operand #1 must be ranked tensor}}
  %0 = "stablehlo.multiply"(%t, %a) : (tensor<2x3x!tensor>, tensor<2x3x!axis>) -> tensor<2x3x!tensor>
  // expected-error @+1 {{'stablehlo.maximum' op operand #0 must be ranked tensor}}
  %1 = "stablehlo.maximum"(%a, %t) : (tensor<2x3x!axis>, tensor<2x3x!tensor>) -> tensor<2x3x!tensor>
  return
}

// -----

!tensor = !quant.uniform<i8:f32, 0.5>
!other_scale = !quant.uniform<i8:f32, 0.25:3>

/// multiply_c1 and its like: `baseline_type`, which leaves scales and zero points aside.
func.func @scales(%p: tensor<i1>, %t: tensor<2x!tensor>, %o: tensor<2x!other_scale>) {
  %0 = "stablehlo.multiply"(%t, %o) : (tensor<2x!tensor>, tensor<2x!other_scale>) -> tensor<2x!tensor>
  %1 = "stablehlo.tanh"(%t) : (tensor<2x!tensor>) -> tensor<2x!other_scale>
  %2 = "stablehlo.select"(%p, %t, %o) : (tensor<i1>, tensor<2x!tensor>, tensor<2x!other_scale>) -> tensor<2x!tensor>
  %3 = stablehlo.compare LT, %t, %o : (tensor<2x!tensor>, tensor<2x!other_scale>) -> tensor<2xi1>
  %4 = "stablehlo.clamp"(%o, %t, %o) : (tensor<2x!other_scale>, tensor<2x!tensor>, tensor<2x!other_scale>) -> tensor<2x!tensor>
  return
}

// -----

!tensor = !quant.uniform<i8:f32, 0.5>
!narrow = !quant.uniform<i8<-127:127>:f32, 0.5>

/// Numbers are not quantized types, nor is a type with a narrower storage the same.
func.func @elements(%p: tensor<i1>, %t: tensor<2x!tensor>, %n: tensor<2x!narrow>, %x: tensor<2xf32>, %i: tensor<2xi8>) {
  // expected-error @+1 {{'stablehlo.multiply' op requires compatible types for all operands and results}}
  %0 = "stablehlo.multiply"(%t, %x) : (tensor<2x!tensor>, tensor<2xf32>) -> tensor<2x!tensor>
  // expected-error @+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %1 = "stablehlo.subtract"(%t, %t) : (tensor<2x!tensor>, tensor<2x!tensor>) -> tensor<2xi8>
  // expected-error @+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %2 = "stablehlo.minimum"(%t, %n) : (tensor<2x!tensor>, tensor<2x!narrow>) -> tensor<2x!tensor>
  // expected-error @+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %3 = "stablehlo.tanh"(%t) : (tensor<2x!tensor>) -> tensor<2xf32>
  // expected-error @+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %4 = stablehlo.compare LT, %i, %t : (tensor<2xi8>, tensor<2x!tensor>) -> tensor<2xi1>
  // expected-error @+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %5 = "stablehlo.clamp"(%x, %t, %x) : (tensor<2xf32>, tensor<2x!tensor>, tensor<2xf32>) -> tensor<2x!tensor>
  // expected-error @+2 {{requires compatible types for non-predicate operands}}
  // expected-error @+1 {{'stablehlo.select' op failed to infer returned types}}
  %6 = "stablehlo.select"(%p, %t, %x) : (tensor<i1>, tensor<2x!tensor>, tensor<2xf32>) -> tensor<2x!tensor>
  return
}
