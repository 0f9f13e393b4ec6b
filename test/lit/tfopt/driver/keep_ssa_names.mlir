// RUN: tf-opt %s --keep-ssa-names --canonicalize --cse | filecheck %s
// RUN: tf-opt %s --keep-ssa-names --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

/// Names of values and blocks stay, made unique where a name comes again, and made-up names keep out of their way.

// CHECK-LABEL: func.func @blocks(%first: tensor<2xf32>, %arg0: i1, %arg1: i32)
// CHECK: %sum = stablehlo.add %first, %first
// CHECK: cf.cond_br %arg0, ^then(%sum : tensor<2xf32>), ^bb0
// CHECK: ^then(%x: tensor<2xf32>):
// CHECK: ^bb0:
// CHECK: %other = stablehlo.abs %sum
// GENERIC: ^bb0_0(%first: tensor<2xf32>, %arg0: i1, %arg1: i32):
// GENERIC: "cf.cond_br"(%arg0, %sum)[^then, ^bb0]
func.func @blocks(%first: tensor<2xf32>, %arg0: i1, %arg1: i32) -> tensor<2xf32> {
  %sum = stablehlo.add %first, %first : tensor<2xf32>
  cf.cond_br %arg0, ^then(%sum : tensor<2xf32>), ^bb0
^then(%x: tensor<2xf32>):
  return %x : tensor<2xf32>
^bb0:
  %other = stablehlo.abs %sum : tensor<2xf32>
  return %other : tensor<2xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK: %r = stablehlo.while(%it = %start) : tensor<2xf32>
// CHECK: stablehlo.return %it : tensor<2xf32>
func.func @loop(%start: tensor<2xf32>, %go: tensor<i1>) -> tensor<2xf32> {
  %r = stablehlo.while(%it = %start) : tensor<2xf32>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    stablehlo.return %it : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
