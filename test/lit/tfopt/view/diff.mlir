// RUN: tf-opt --view=diff %s %s --canonicalize | filecheck %s --check-prefix=SAME
// SAME: +++ {{.*}}diff.mlir: 5 nodes
// SAME-NEXT: 5 same

// RUN: tf-opt %s --cse -o %t.mlir && tf-opt --view=diff %s %t.mlir | filecheck %s
// CHECK: 1 removed, 1 changed, 3 same
// CHECK-NEXT: - abs~1: stablehlo.abs -> tensor<2xf32>
// CHECK-NEXT: ~ add: stablehlo.add
// CHECK-NEXT: inputs: abs, abs~1 => abs, abs

// RUN: tf-opt --view=diff %s %t.mlir -o %t.html && filecheck %s --check-prefix=PAGE --input-file=%t.html
// PAGE: <title>graph</title>

// RUN: not tf-opt --view=diff %s 2>&1 | filecheck %s --check-prefix=ONE
// ONE: error: --view=diff compares two files: tf-opt --view=diff a.mlir b.mlir

// RUN: not tf-opt %s %t.mlir 2>&1 | filecheck %s --check-prefix=TWO
// TWO: error: unexpected argument

// RUN: not tf-opt --view=diff %s %t.no.mlir 2>&1 | filecheck %s --check-prefix=MISSING
// MISSING: error: cannot read {{.*}}.no.mlir

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %x : tensor<2xf32>
  %1 = stablehlo.abs %x : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
