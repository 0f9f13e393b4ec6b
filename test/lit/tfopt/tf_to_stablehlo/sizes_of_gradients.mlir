// RUN: tf-opt %s --infer-shapes | filecheck %s --check-prefix=INFERRED
// RUN: tf-opt %s --infer-shapes --tf-to-stablehlo | tf-run - --device=interpreter --input=2x3xf32=1,2,3,4,5,6 --input=1x3xf32=1,1,1 --expected-output=2x3xf32=1,2,3,4,5,6

/// A tensor of a size that only has a name is multiplied by another of that size: that neither gradient is summed is known, and that the sum over no
/// axes has the shape of what is summed, though its own type does not say so. Of two such sizes one may be 1.
// INFERRED-LABEL: func.func @main
// INFERRED: "tf.BroadcastGradientArgs"(%[[SHAPE:.*]], %[[SHAPE]]) {{.*}} -> (tensor<0xi32>, tensor<0xi32>)
// INFERRED: "tf.BroadcastGradientArgs"(%[[SHAPE]], %{{.*}}) {{.*}} -> (tensor<?xi32>, tensor<?xi32>)
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x?xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %other = "tf.Shape"(%y) : (tensor<?x3xf32>) -> tensor<2xi32>
  %0:2 = "tf.BroadcastGradientArgs"(%shape, %shape) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %1:2 = "tf.BroadcastGradientArgs"(%shape, %other) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %2 = "tf.Sum"(%x, %0#0) {keep_dims = false} : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
