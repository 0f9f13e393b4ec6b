/// What is left is what the program still finds: here the one division, by a constant, in the one function that has it.

// RUN: tf-opt %s --reduce --reduce-test='grep -q stablehlo.divide' 2>%t.err | filecheck %s
// RUN: filecheck %s --check-prefix=TOLD --input-file=%t.err
// CHECK: func.func @g(%[[X:.*]]: tensor<1x1xf32>) {
// CHECK-NEXT: %{{.*}} = stablehlo.divide %[[X]], %[[X]] : tensor<1x1xf32>
// CHECK-NEXT: return
// CHECK-NOT: func.func
// TOLD: remark: reduced 11 operations to 3 by {{[0-9]+}} calls of the program

// RUN: not tf-opt %s --reduce --reduce-test='grep -q tf.Neg' 2>&1 | filecheck %s --check-prefix=NOTHING
// NOTHING: error: the input is not interesting to begin with

// RUN: not tf-opt %s --reduce 2>&1 | filecheck %s --check-prefix=USAGE
// USAGE: error: --reduce and --reduce-test=PROGRAM belong together

func.func @f(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %0 = stablehlo.add %x, %x : tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
func.func @g(%x: tensor<4x7xf32>, %y: tensor<4x7xf32>) -> (tensor<4x7xf32>, tensor<7x4xf32>) {
  %c = stablehlo.constant dense<3.0> : tensor<4x7xf32>
  %0 = stablehlo.multiply %x, %y {note = "here"} : tensor<4x7xf32>
  %1 = stablehlo.divide %0, %c {note = "there"} : tensor<4x7xf32>
  %2 = stablehlo.cosine %1 : tensor<4x7xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<4x7xf32>) -> tensor<7x4xf32>
  %4 = func.call @f(%2) : (tensor<4x7xf32>) -> tensor<4x7xf32>
  return %4, %3 : tensor<4x7xf32>, tensor<7x4xf32>
}
