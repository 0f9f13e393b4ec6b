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

// An op with a lowering stays where it is applied to text; functions are called with text, as host ops in them may be.
// CHECK-LABEL: func.func @of_text
// CHECK: "tf.NotEqual"(%arg0, %arg1)
// CHECK: stablehlo.compare NE, %arg2, %arg2
// CHECK: call @called(%arg0)
func.func @of_text(%a: tensor<!tf_type.string>, %b: tensor<!tf_type.string>, %x: tensor<2xf32>) -> (tensor<i1>, tensor<2xi1>, tensor<i32>) {
  %0 = "tf.NotEqual"(%a, %b) : (tensor<!tf_type.string>, tensor<!tf_type.string>) -> tensor<i1>
  %1 = "tf.NotEqual"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = "tf.PartitionedCall"(%a) {f = @called} : (tensor<!tf_type.string>) -> tensor<i32>
  return %0, %1, %2 : tensor<i1>, tensor<2xi1>, tensor<i32>
}
func.func private @called(%a: tensor<!tf_type.string>) -> tensor<i32> {
  %0 = "tf.StringLength"(%a) : (tensor<!tf_type.string>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// What nothing is known of the host cannot compute either.
func.func @unknown(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'tf.NobodyKnows' op has no lowering to StableHLO, and nothing says what it computes}}
  %0 = "tf.NobodyKnows"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
