// Elements of datasets have the shapes that the op states; where it states no rank, as of ragged tensors, neither attribute nor type says one.
// RUN: tf-opt %s --infer-shapes | filecheck %s
// CHECK: tf.IteratorGetNext{{.*}} -> tensor<*x!tf_type.variant>
// CHECK: tf.IteratorGetNext{{.*}} -> tensor<2x!tf_type.variant>
func.func @main(%iterator: tensor<!tf_type.resource>) -> (tensor<*x!tf_type.variant>, tensor<*x!tf_type.variant>) {
  %0 = "tf.IteratorGetNext"(%iterator) : (tensor<!tf_type.resource>) -> tensor<*x!tf_type.variant>
  %1 = "tf.IteratorGetNext"(%iterator) {output_shapes = [#tf_type.shape<2>]} : (tensor<!tf_type.resource>) -> tensor<*x!tf_type.variant>
  return %0, %1 : tensor<*x!tf_type.variant>, tensor<*x!tf_type.variant>
}
