/// What a branch gives in place of a value that only the other branch computes says nothing of the value's shape, and takes it on; also where
/// a feed's size is not known, which a call tells.
// RUN: tf-opt %s --infer-shapes | filecheck %s
// RUN: tf-opt %s --infer-shapes --tf-to-stablehlo -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --input=i1=1 --input=3xf32=1,2,3 | filecheck %s --check-prefix=TAKEN
// RUN: tf-run %t.mlir --device=interpreter --input=i1=0 --input=2xf32=1,2 | filecheck %s --check-prefix=OTHER

// CHECK: tf.If{{.*}} -> tensor<?x2xf32>
// CHECK: func.func private @else
// CHECK: FakeParam{{.*}}shape = #tf_type.shape<?x2>{{.*}} -> tensor<?x2xf32>
// TAKEN: 3x2xf32=[1 1][2 2][3 3]
// OTHER: 2x2xf32=[0 0][0 0]
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.If"(%p, %x) {then_branch = @then, else_branch = @else, is_stateless = false} : (tensor<i1>, tensor<?xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func private @then(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Pack"(%x, %x) {axis = 1 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func private @else(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.FakeParam"() {shape = #tf_type.shape<*>} : () -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
