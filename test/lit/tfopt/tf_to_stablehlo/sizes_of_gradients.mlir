// RUN: tf-opt %s --infer-shapes | filecheck %s --check-prefix=PLAIN
// RUN: tf-opt %s --infer-shapes=assume-slices-fit | filecheck %s --check-prefix=INFERRED
// RUN: tf-opt %s --infer-shapes=assume-slices-fit --tf-to-stablehlo -o %t
// RUN: tf-run %t --device=interpreter --input=2x3xf32=1,2,3,4,5,6 --input=2x3xf32=1,1,1,1,1,1 --expected-output=2x3xf32=1,2,3,4,5,6 --expected-output=3xf32=5,7,9
// RUN: not tf-run %t --device=interpreter --input=2x3xf32=1,2,3,4,5,6 --input=1x3xf32=1,1,1 2>&1 | filecheck %s --check-prefix=REFUSED
// REFUSED: cannot reshape array of size 6 into shape (1,3)

/// Neither gradient of a product of two tensors whose sizes only have names is summed: two such sizes are taken for one, as those of feeds are.
/// A call where one of them is 1 alone is refused by the reshape. A size that is known to be 1 is summed over.
// By itself --infer-shapes assumes nothing: one of the sizes may be 1.
// PLAIN: "tf.BroadcastGradientArgs"
// PLAIN: "tf.BroadcastGradientArgs"

// INFERRED-LABEL: func.func @main
// INFERRED: "tf.Sum"(%arg0, %{{.*}}) {{.*}} : (tensor<?x3xf32>, tensor<0xi32>) -> tensor<?x3xf32>
// INFERRED: %[[AXES:.*]] = "tf.Const"() <{value = dense<0> : tensor<1xi32>}>
// INFERRED: "tf.Sum"(%arg0, %[[AXES]]) {{.*}} -> tensor<3xf32>
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> (tensor<?x?xf32>, tensor<3xf32>) {
  %shape = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %other = "tf.Shape"(%y) : (tensor<?x3xf32>) -> tensor<2xi32>
  %axes:2 = "tf.BroadcastGradientArgs"(%shape, %other) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %sum = "tf.Sum"(%x, %axes#1) {keep_dims = false} : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  %gradient = "tf.Reshape"(%sum, %other) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %row = "tf.Const"() {value = dense<[1, 3]> : tensor<2xi32>} : () -> tensor<2xi32>
  %of_row:2 = "tf.BroadcastGradientArgs"(%shape, %row) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %summed = "tf.Sum"(%x, %of_row#1) {keep_dims = false} : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<3xf32>
  return %gradient, %summed : tensor<?x?xf32>, tensor<3xf32>
}
