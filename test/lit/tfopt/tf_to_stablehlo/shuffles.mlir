// Without a seed an order is drawn by `rng`, as it is of rows whose number is not known; one row, or a scalar, has but one order.
// RUN: tf-opt %s --tf-to-stablehlo | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan --symbol-dce | tf-run - --device=interpreter --entry=some --input=3x2xf32=1,1,1,1,1,1 | filecheck %s --check-prefix=DRAWN

// CHECK-LABEL: @some
// CHECK: stablehlo.rng {{.*}}, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
// CHECK: stablehlo.while
// DRAWN: 3x2xf32=[1 1][1 1][1 1]
func.func @some(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = "tf.RandomShuffle"(%x) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: @one
// CHECK-NOT: stablehlo.rng
// CHECK: return %arg0, %arg1
func.func @one(%x: tensor<1x2xf32>, %y: tensor<f32>) -> (tensor<1x2xf32>, tensor<f32>) {
  %0 = "tf.RandomShuffle"(%x) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = "tf.RandomShuffle"(%y) : (tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<1x2xf32>, tensor<f32>
}
