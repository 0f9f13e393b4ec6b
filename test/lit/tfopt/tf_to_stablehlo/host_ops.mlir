// RUN: tf-opt %s --split-input-file --verify-diagnostics --tf-to-stablehlo --allow-host-ops | filecheck %s

// What has no lowering stays, its text and its assertion too; what has one is lowered.
// CHECK-LABEL: func.func @stays
// CHECK: %[[TEXT:.*]] = "tf.Const"() <{value = dense<"no"> : tensor<!tf_type.string>}>
// CHECK: "tf.Assert"(%{{.*}}, %[[TEXT]])
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK: "tf.AsString"(%[[SUM]])
func.func @stays(%x: tensor<2xf32>, %is: tensor<i1>) -> tensor<2x!tf_type.string> {
  %text = "tf.Const"() {value = dense<"no"> : tensor<!tf_type.string>} : () -> tensor<!tf_type.string>
  "tf.Assert"(%is, %text) : (tensor<i1>, tensor<!tf_type.string>) -> ()
  %sum = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = "tf.AsString"(%sum) : (tensor<2xf32>) -> tensor<2x!tf_type.string>
  return %0 : tensor<2x!tf_type.string>
}

// -----

// What nothing is known of the host cannot compute either.
func.func @unknown(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'tf.NobodyKnows' op has no lowering to StableHLO, and nothing says what it computes}}
  %0 = "tf.NobodyKnows"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
