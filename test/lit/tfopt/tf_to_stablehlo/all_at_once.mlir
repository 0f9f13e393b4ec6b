// All that has no lowering is told at once, by op, with how many there are, their nodes and why.
// RUN: not tf-opt %s --tf-to-stablehlo 2>&1 | filecheck %s
// RUN: not tf-opt %s --tf-to-stablehlo --strict 2>&1 | filecheck %s
// RUN: not tf-opt %s --cse --strict 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not tf-opt %s --tf-to-stablehlo --strict --allow-host-ops 2>&1 | filecheck %s --check-prefix=BOTH

// CHECK: error: 'tf.StringUpper' op of node 'a' has no lowering to StableHLO; so for 2 more: 'c', 'd'
// CHECK: error: 'tf.AsString' op of node 'e' has no lowering to StableHLO
// CHECK: error: 'tf.StringSplitV2' op of node 'g' has no lowering to StableHLO
// CHECK: error: 'tf.ReverseV2' op of node 'f' operand 'axis' must be a constant to be lowered to StableHLO
// CHECK: note: StableHLO, and what becomes of it (Relay, Relax, XLA's HLO), has no strings and no tables of them: {{.*}}; --allow-host-ops leaves such ops to the host
// CHECK-NOT: error
// NONE: --strict is given, but no pass of this pipeline leaves anything to the host
// BOTH: --strict leaves nothing to the host, and --allow-host-ops does
func.func @f(%x: tensor<2x3xf32>, %axis: tensor<1xi32>) -> tensor<2x3x!tf_type.string> {
  %text = "tf.Const"() {value = dense<"no"> : tensor<!tf_type.string>} : () -> tensor<!tf_type.string> loc("b")
  %a = "tf.StringUpper"(%text) : (tensor<!tf_type.string>) -> tensor<!tf_type.string> loc("a")
  %c = "tf.StringUpper"(%a) : (tensor<!tf_type.string>) -> tensor<!tf_type.string> loc("c")
  %d = "tf.StringUpper"(%c) : (tensor<!tf_type.string>) -> tensor<!tf_type.string> loc("d")
  %f = "tf.ReverseV2"(%x, %axis) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32> loc("f")
  %e = "tf.AsString"(%f) : (tensor<2x3xf32>) -> tensor<2x3x!tf_type.string> loc("e")
  return %e : tensor<2x3x!tf_type.string>
}

/// That nothing tells how many places there are is no fault of the slice's own.
func.func @places(%x: tensor<2x!tf_type.string>) -> tensor<?xi64> {
  %by = "tf.Const"() {value = dense<","> : tensor<!tf_type.string>} : () -> tensor<!tf_type.string>
  %begin = "tf.Const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %end = "tf.Const"() {value = dense<[0, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %step = "tf.Const"() {value = dense<1> : tensor<2xi32>} : () -> tensor<2xi32>
  %g:3 = "tf.StringSplitV2"(%x, %by) : (tensor<2x!tf_type.string>, tensor<!tf_type.string>) -> (tensor<?x2xi64>, tensor<?x!tf_type.string>, tensor<2xi64>) loc("g")
  %h = "tf.StridedSlice"(%g#0, %begin, %end, %step) {begin_mask = 1 : i64, end_mask = 1 : i64, shrink_axis_mask = 2 : i64} : (tensor<?x2xi64>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xi64> loc("h")
  return %h : tensor<?xi64>
}
