// RUN: not tf-translate --mlir-to-relax %s 2>&1 | filecheck %s --check-prefix=NONE
// RUN: tf-translate --mlir-to-relax --entry=second %s 2>&1 | filecheck %s
// RUN: tf-translate --mlir-to-relax --entry=first %s 2>&1 | filecheck %s --check-prefix=FIRST

// NONE: error: the module has several functions (@first, @second); choose one with --entry

// FIRST-NOT: remark
// FIRST: def main(x: R.Tensor((2,), dtype="float32"))
func.func @first(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// CHECK: entry.mlir:[[# @LINE + 4]]:3: remark: an assertion of sizes left out: the module takes it that sizes fit
// CHECK: def main(y: R.Tensor((3,), dtype="float32"))
func.func @second(%y: tensor<3xf32>) -> tensor<3xf32> {
  %fits = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%fits) {has_side_effect = true, error_message = "sizes"} : (tensor<i1>) -> ()
  return %y : tensor<3xf32>
}
