/// Parts of a file are programs of their own.

// RUN: tf-opt %s --split-input-file --canonicalize --cse --check-equivalence 2>&1 | filecheck %s
// CHECK: remark: equivalence holds across 2 passes{{$}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
