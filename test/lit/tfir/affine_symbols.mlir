// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s
// A value that is an operand once is one dimension or symbol, as what it was written first.

// CHECK-DAG: #[[FIRST:.*]] = affine_map<()[s0] -> (s0 floordiv 4, s0 mod 3)>
// CHECK-DAG: #[[THEN:.*]] = affine_map<(d0) -> (d0 floordiv 4, d0 mod 3)>
// CHECK: "affine.load"(%arg0, %arg1) <{map = #[[FIRST]]}>
// CHECK: "affine.load"(%arg0, %arg1) <{map = #[[THEN]]}>
func.func @f(%m: memref<8x8xf32>, %n: index) {
  %0 = affine.load %m[symbol(%n) floordiv 4, %n mod 3] : memref<8x8xf32>
  %1 = affine.load %m[%n floordiv 4, symbol(%n) mod 3] : memref<8x8xf32>
  return
}
