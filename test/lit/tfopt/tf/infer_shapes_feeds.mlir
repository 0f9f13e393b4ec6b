// RUN: tf-opt %s --infer-shapes --input-shapes=x=1x784,name/with=4 | filecheck %s
// RUN: not tf-opt %s --infer-shapes --input-shapes=x=1x785 2>&1 | filecheck %s --check-prefix=SIZE
// RUN: not tf-opt %s --infer-shapes --input-shapes=x=784 2>&1 | filecheck %s --check-prefix=RANK
// RUN: not tf-opt %s --infer-shapes --input-shapes=z=1 2>&1 | filecheck %s --check-prefix=NAME
// RUN: tf-opt %s --infer-shapes --input-shapes=x=?x784 | filecheck %s --check-prefix=OPEN

/// Feeds get their shapes by the names of their nodes; what depends on them follows.
// CHECK: func.func @main(%{{.*}}: tensor<1x784xf32>, %{{.*}}: tensor<4xi32>) -> (tensor<1x784xf32>, tensor<4xi32>)
// OPEN: func.func @main(%{{.*}}: tensor<?x784xf32>, %{{.*}}: tensor<*xi32>) -> (tensor<?x784xf32>, tensor<*xi32>)
// SIZE: error: --input-shapes gives feed 'x' the shape 1x785, the model has it as tensor<?x784xf32>
// RANK: error: --input-shapes gives feed 'x' the shape 784, the model has it as tensor<?x784xf32>
// NAME: error: --input-shapes names 'z', which is no feed; feeds are: 'x', 'name/with'
func.func @main(%x: tensor<?x784xf32>, %y: tensor<*xi32>) -> (tensor<*xf32>, tensor<*xi32>) attributes {tf.entry_function = {control_outputs = "", inputs = "x,name/with", outputs = "a,b"}} {
  %0 = "tf.Relu"(%x) : (tensor<?x784xf32>) -> tensor<*xf32>
  %1 = "tf.Neg"(%y) : (tensor<*xi32>) -> tensor<*xi32>
  return %0, %1 : tensor<*xf32>, tensor<*xi32>
}
