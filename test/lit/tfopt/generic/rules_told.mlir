/// Each rule that fires is told by name, with its place in the sources; a rule that matches in vain only on request, and why.

// RUN: tf-opt %s --canonicalize --print-rules-fired --print-rules-refused --verify-diagnostics
// RUN: tf-opt %s --canonicalize --print-rules-fired 2>&1 | filecheck %s
// CHECK: remark: rule 'stablehlo.negate(stablehlo.negate(where(x, is_not_rounded))) >> x' fires on 'stablehlo.negate' (stablehlo.py:{{[0-9]+}})
// CHECK-NOT: remark
// CHECK: module {

func.func @f(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>) {
  %0 = stablehlo.negate %x : tensor<2x3xf32>
  // expected-remark @+1 {{rule 'stablehlo.negate(stablehlo.negate(where(x, is_not_rounded))) >> x' fires on 'stablehlo.negate'}}
  %1 = stablehlo.negate %0 : tensor<2x3xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<3x2xf32>
}

// The replacement of a reshape by its operand needs the operand's type.
func.func @g(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  // expected-remark-re @+1 {{rule 'stablehlo.reshape(x) >> x' matches 'stablehlo.reshape' but is refused: the replacement need not have the type of what it replaces}}
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
