// REQUIRES: vulkan
// A feed of no rank that a MatMul takes is a matrix, without --input-shapes; another one is refused when it comes.
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --input=1x2xf32=1,2 | filecheck %s --check-prefix=ONE
// RUN: tf-run %t.mlir --device=vulkan --input=2x2xf32=1,2,3,4 | filecheck %s --check-prefix=TWO
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --input=2x2xf32=1,2,3,4 | filecheck %s --check-prefix=TWO
// RUN: tf-run %s --device=interpreter --fetch=y --input=x=2x2xf32=1,2,3,4 | filecheck %s --check-prefix=TWO
// ONE: y=1x3xf32=[5 2 1]
// TWO: y=2x3xf32=[5 2 1][11 4 3]
// RUN: not tf-run %t.mlir --device=vulkan --input=2xf32=1,2 2>&1 | filecheck %s --check-prefix=VECTOR
// RUN: not tf-run %t.mlir --device=vulkan --input=1x3xf32=1,2,3 2>&1 | filecheck %s --check-prefix=WIDE
// VECTOR: error: input 'x' must be tensor<?x2xf32>, but 2xf32=1,2 is tensor<2xf32>
// WIDE: error: input 'x' must be tensor<?x2xf32>, but 1x3xf32=1,2,3 is tensor<1x3xf32>
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("w") {dtype = f32, value = dense<[[1.0, 0.0, 1.0], [2.0, 1.0, 0.0]]> : tensor<2x3xf32>} : () -> (tensor<2x3xf32>)
  %y, %ctl_1 = MatMul(%x, %w) name("y") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<2x3xf32>) -> (tensor<*xf32>)
}
