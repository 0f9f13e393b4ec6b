// A size that follows from another is computed of that, where a step of the host makes a value of that size only later.
// RUN: tf-opt %s --iree-identify-dispatch-regions=allow-host-ops=true | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops | tf-run - --device=interpreter --input=2xi64=2,3 --expected-output=3xi64=0,2,2 --expected-output=3xi64=0,2,3

// CHECK: %[[FIRST:.*]]:2 = iree.host_region
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %[[FIRST]]#1, dim = 0
// CHECK: %[[MORE:.*]] = stablehlo.add %[[N]], %{{.*}} : tensor<i32>
// CHECK: %[[SIZE:.*]] = stablehlo.reshape %[[MORE]]
// CHECK: %[[SPLITS:.*]] = iree.dispatch_region[%[[SIZE]] : tensor<1xi32>]
// CHECK: iree.host_region({{.*}} = %[[SPLITS]]
// CHECK-NOT: get_dimension_size
// CHECK: iree.dispatch_region[%[[SIZE]] : tensor<1xi32>]
func.func @main(%ends: tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi64>) {
  %text = "tf.Const"() {value = dense<["a", "b", "c"]> : tensor<3x!tf_type.string>} : () -> tensor<3x!tf_type.string>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %first, %where = "tf.Unique"(%ends) : (tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi32>)
  %splits = stablehlo.concatenate %zero, %first, dim = 0 : (tensor<1xi64>, tensor<?xi64>) -> tensor<?xi64>
  %pairs, %parts = "tf.StringNGrams"(%text, %splits) {
    separator = " ", ngram_widths = [2], left_pad = "", right_pad = "", pad_width = 0 : i64, preserve_short_sequences = false
  } : (tensor<3x!tf_type.string>, tensor<?xi64>) -> (tensor<?x!tf_type.string>, tensor<?xi64>)
  %twice = stablehlo.add %parts, %parts : tensor<?xi64>
  return %twice, %splits : tensor<?xi64>, tensor<?xi64>
}
