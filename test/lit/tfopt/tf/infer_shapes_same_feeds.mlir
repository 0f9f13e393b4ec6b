// RUN: tf-opt %s --infer-shapes --input-shapes=x=2x4 | filecheck %s
// RUN: tf-opt %s --infer-shapes=default-batch=3 | filecheck %s --check-prefix=BATCH
// RUN: not tf-opt %s --infer-shapes --input-shapes=x=2x5 2>&1 | filecheck %s --check-prefix=SIZE

/// Signatures that call a feed alike all get its shape.
// CHECK: func.func @train(%{{.*}}: tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK: func.func @predict(%{{.*}}: tensor<2x4xf32>) -> tensor<2x4xf32>
// BATCH: func.func @train(%{{.*}}: tensor<3x4xf32>) -> tensor<3x4xf32>
// BATCH: func.func @predict(%{{.*}}: tensor<3x?xf32>) -> tensor<3x?xf32>
// SIZE: error: --input-shapes gives feed 'x' the shape 2x5, the model has it as tensor<?x4xf32>
func.func @train(%x: tensor<?x4xf32>) -> tensor<*xf32> attributes {tf.entry_function = {control_outputs = "", inputs = "x", outputs = "loss"}} {
  %0 = "tf.Relu"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func @predict(%x: tensor<?x?xf32>) -> tensor<*xf32> attributes {tf.entry_function = {control_outputs = "", inputs = "x", outputs = "y"}} {
  %0 = "tf.Neg"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
