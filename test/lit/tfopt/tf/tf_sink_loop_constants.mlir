// RUN: tf-opt %s --tf-sink-loop-constants --symbol-dce --split-input-file | filecheck %s

/// Weights that the loop only carries are constants of its body, the count of trips one of its condition. A second count that nothing reads is gone, and what the
/// loop hands on is outside what it was.
// CHECK-LABEL: func.func @main(%arg0: tensor<2xf32>)
// CHECK-DAG: %[[ZERO:.*]] = "tf.Const"() <{value = dense<0> : tensor<i32>}>
// CHECK: %[[LOOP:.*]]:2 = "tf.While"(%[[ZERO]], %arg0) <{body = @body_0, cond = @cond_0, is_stateless = true}> : (tensor<i32>, tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
// CHECK: return %[[LOOP]]#1, %{{.*}} : tensor<2xf32>, tensor<2xf32>
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %end = "tf.Const"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
  %w = "tf.Const"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %loop:5 = "tf.While"(%zero, %zero, %end, %w, %x) {cond = @cond, body = @body, is_stateless = true}
    : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>)
  return %loop#4, %loop#3 : tensor<2xf32>, tensor<2xf32>
}
// CHECK: func.func private @cond_0(%arg0: tensor<i32>, %arg1: tensor<2xf32>) -> tensor<i1>
// CHECK: %[[END:.*]] = "tf.Const"() <{value = dense<5> : tensor<i32>}>
// CHECK: "tf.Less"(%arg0, %[[END]])
func.func private @cond(%i: tensor<i32>, %j: tensor<i32>, %end: tensor<i32>, %w: tensor<2xf32>, %x: tensor<2xf32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
// CHECK: func.func private @body_0(%arg0: tensor<i32>, %arg1: tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>)
// CHECK: %[[W:.*]] = "tf.Const"() <{value = dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>}>
// CHECK: %[[NEXT:.*]] = "tf.AddV2"(%arg0
// CHECK-NEXT: %[[MUL:.*]] = "tf.Mul"(%arg1, %[[W]])
// CHECK-NEXT: return %[[NEXT]], %[[MUL]]
func.func private @body(%i: tensor<i32>, %j: tensor<i32>, %end: tensor<i32>, %w: tensor<2xf32>, %x: tensor<2xf32>)
    -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = "tf.AddV2"(%j, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = "tf.Mul"(%x, %w) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %end, %w, %2 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
}

// -----

/// A value that begins as a constant and that trips change stays one of the loop, and so does one that an effect reads, or that is no constant.
// CHECK-LABEL: func.func @changing(
// CHECK: "tf.While"(%{{.*}}, %{{.*}}, %{{.*}}, %arg1) <{body = @body, cond = @cond, is_stateless = false}>
func.func @changing(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %w = "tf.Const"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %loop:4 = "tf.While"(%zero, %zero, %w, %y) {cond = @cond, body = @body, is_stateless = false}
    : (tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>)
  return %loop#2 : tensor<2xf32>
}
func.func private @cond(%i: tensor<i32>, %j: tensor<i32>, %w: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<i1> {
  %end = "tf.Const"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.Less"(%i, %end) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @body(%i: tensor<i32>, %j: tensor<i32>, %w: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = "tf.AddV2"(%j, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %text = "tf.AsString"(%1) : (tensor<i32>) -> tensor<!tf_type.string>
  "tf.PrintV2"(%text) : (tensor<!tf_type.string>) -> ()
  %2 = "tf.Mul"(%w, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %y : tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
}
