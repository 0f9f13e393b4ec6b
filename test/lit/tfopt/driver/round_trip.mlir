/// What is printed reads as what was printed, in both forms and with locations. A flag for threads is accepted.

// RUN: tf-opt %s --verify-roundtrip -mlir-disable-threading | filecheck %s
// CHECK: func.func @f
func.func @f(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32> loc(fused["a", "b"])
  return %0 : tensor<4xf32>
}
